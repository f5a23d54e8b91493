// Two browsers, on a laptop and on a phone, play a whole match while a third one watches; meanwhile a page is reloaded,
// a connection breaks, and one goes silent.
import assert from 'node:assert/strict';
import {after, test} from 'node:test';
import {Person} from '../kit/browser.mjs';
import {Partner} from '../kit/partner.mjs';
import {startProxy} from '../kit/proxy.mjs';
import {browser, server, useBrowserAndServer} from '../kit/setup.mjs';
import {hang, long, startServer} from '../kit/server.mjs';
import {choose, seeded} from '../kit/trader.mjs';

let proxy;
useBrowserAndServer({limits: false, prepare: async () => { proxy = await startProxy(server.port); }});
after(async () => {
  proxy?.stop();
});

// Plays until the match is over, or `stop` says so. `act`: how.
async function playOn(people, random, stop = () => false, act = mover => mover.move(random)) {
  for (;;) {
    if (stop()) return;
    const phases = people.map(person => person.view.phase);
    if (phases.every(phase => phase === 'match_over')) return;
    if (phases.every(phase => phase === 'round_over')) {
      const {round} = people[0].view;
      for (const person of people) {
        await person.page.getByRole('heading', {name: `Round ${round}`}).first().waitFor();
        await person.button('Next round').click();
      }
      for (const person of people) await person.until(() => person.view.round > round || person.view.phase === 'match_over');
      continue;
    }
    const mover = people.find(person => person.onTurn);
    if (mover) {
      await act(mover);
      for (const person of people) await person.until(() => person.view.seq >= mover.view.seq);
    } else await new Promise(resolve => setTimeout(resolve, 10));
  }
}

test('two browsers play a match with a spectator, a reload, a broken and a silent connection', hang, async () => {
  const random = seeded(5);
  const asha = await Person.arrive(browser, {origin: server.origin, size: 'laptop', installs: true});
  const code = await asha.openRoom('Asha', async page => {
    if (!long) await page.getByRole('group', {name: 'Seals to win the match'}).getByRole('radio', {name: '1'}).check({force: true});
  });
  const ravi = await Person.arrive(browser, {origin: proxy.origin, path: `/#/${code}`, size: 'phone', viewport: {width: 390, height: 664}, mayDisconnect: true});
  await ravi.join('Ravi');
  const mira = await Person.arrive(browser, {origin: server.origin, path: `/#/watch/${code}`, size: 'tablet'});
  await mira.until(() => mira.room !== null);
  const people = [asha, ravi];
  for (const person of [...people, mira]) await person.until(() => person.view?.phase === 'playing');
  await mira.page.getByText('Watching').first().waitFor();
  const {match} = asha.view;
  assert.ok(asha.room.fair, 'the server has committed to the match');

  await playOn(people, random, () => asha.view.ply >= 6);

  // Reload: the page returns to its seat without asking.
  const {ply} = asha.view;
  asha.views.length = 0;
  await asha.page.reload();
  await asha.until(() => asha.view?.ply === ply && asha.view.you !== null);
  assert.equal(asha.view.match, match);
  await playOn(people, random, () => asha.view.ply >= ply + 4);

  // The connection breaks, and comes back after a while.
  assert.ok(proxy.cut() > 0, 'nothing went through the proxy');
  await asha.until(() => asha.room.players.some(player => player && !player.connected));
  await ravi.until(() => proxy.refused > 0);
  proxy.reopen();
  await asha.until(() => asha.room.players.every(player => player.connected));
  await ravi.until(() => ravi.room.players.every(player => player.connected));
  await playOn(people, random, () => asha.view.ply >= ply + 8);

  // The connection goes silent, and the page has to notice. The player on the move plays meanwhile.
  await playOn(people, random, () => ravi.onTurn && asha.view.ply >= ply + 9);
  const before = asha.view.ply;
  assert.ok(proxy.stall() > 0, 'nothing went through the proxy');
  await ravi.pick(choose(ravi.view, random));
  await ravi.page.locator('[data-play]').click();
  await asha.until(() => asha.view.ply === before + 1);
  await ravi.until(() => ravi.view.ply === before + 1);

  // What is left is shorter in the quick form: one round, without the screens' controls.
  await playOn(people, random, undefined, long ? undefined : mover => mover.play(choose(mover.view, random)));
  const winner = ['Asha', 'Ravi'][asha.view.result.winner];
  for (const person of [...people, mira]) {
    await person.until(() => person.view.phase === 'match_over');
    assert.ok((await person.page.locator('main').innerText()).includes(winner) || person.view.you === asha.view.result.winner);
  }
  // Ravi saw everything, Asha's second page the rest: both deal again what they saw.
  for (const person of people) await person.page.locator('[data-shuffle="verified"]').first().waitFor();
  for (const nonce of asha.view.result.proof.nonces) assert.match(nonce, /^[0-9a-f]{64}$/);

  // The spectator got no hidden cards.
  for (const view of mira.views.filter(view => view.phase === 'playing'))
    for (const player of view.players) assert.deepEqual([player.hand, player.herd], [null, null]);

  for (const person of people) await person.button('Rematch').click();
  for (const person of people) await person.until(() => person.view.match !== match);
  for (const person of [...people, mira]) {
    await person.assertClean();
    await person.leave();
  }
});

test('after a round, one bar tells a spectator that a player is away', hang, async t => {
  const server = await startServer('--no-limits');
  t.after(() => server.stop());
  const {one, two, room} = await Partner.pair(server.origin);
  const mira = await Person.arrive(browser, {origin: server.origin, path: `/watch/${room}`, size: 'phone'});
  t.after(() => mira.leave());
  for (const player of [one, two]) await player.asked({type: 'ready'});
  await Promise.all([one, two].map(player => player.until(() => player.view?.phase === 'playing')));
  for (const random = seeded(3); one.view.phase === 'playing';) {
    const {seq} = one.view;
    await (one.onTurn ? one : two).move(random);
    await Promise.all([one, two].map(player => player.until(() => player.view.seq > seq)));
  }
  await mira.page.getByRole('heading', {name: 'Round 1'}).first().waitFor();
  const bars = mira.page.locator('.notice-bar');
  assert.deepEqual(await bars.locator('strong').allInnerTexts(), ['Watching']);
  two.close();
  await bars.getByText('Mira is away.').waitFor();
  assert.equal(await bars.count(), 1);
  one.close();
  await mira.assertClean();
});

test('a tab is told that another tab has taken its seat', hang, async () => {
  const asha = await Person.arrive(browser, {origin: server.origin});
  const code = await asha.openRoom();
  const second = await asha.context.newPage();
  await second.goto(`${server.origin}/#/${code}`);
  await second.getByText(code).first().waitFor();
  await asha.page.getByText(/another (tab|window|place)|elsewhere/i).first().waitFor();
  await asha.assertClean();
  await asha.leave();
});

test('a player and a spectator are told that the server has forgotten their room', hang, async t => {
  const other = await startServer();
  t.after(() => other.stop());
  const way = await startProxy(server.port);
  t.after(() => way.stop());
  const asha = await Person.arrive(browser, {origin: way.origin, mayDisconnect: true});
  const code = await asha.openRoom();
  const mira = await Person.arrive(browser, {origin: way.origin, path: `/#/watch/${code}`, mayDisconnect: true});
  await mira.until(() => mira.room !== null);
  assert.ok(way.cut() > 0);
  way.redirect(other.port);
  way.reopen();
  await asha.page.getByRole('alert').getByText('Your seat in this room is gone.').waitFor();
  await mira.page.getByText('The room is closed.').waitFor();
  for (const person of [asha, mira]) {
    await person.assertClean();
    await person.leave();
  }
});

// Two browsers play a whole match while a third watches; on the way a page is loaded again, a network
// is cut, and one goes silent without a word.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {Person, launch} from '../kit/browser.mjs';
import {startProxy} from '../kit/proxy.mjs';
import {hang, startServer} from '../kit/server.mjs';
import {choose, seeded} from '../kit/trader.mjs';

let browser, server, proxy;
before(async () => {
  browser = await launch();
  server = await startServer();
  proxy = await startProxy(server.port);
});
after(async () => {
  await browser?.close();
  proxy?.stop();
  await server?.stop();
});

async function openRoom(person, name, choose = async () => {}) {
  const {page} = person;
  await page.getByRole('textbox', {name: 'Your name'}).fill(name);
  await person.button('Play with a friend').click();
  await choose(page);
  await person.button('Open the room').click();
  await person.until(() => person.room !== null);
  return person.room.room;
}

async function enter(person, name) {
  await person.page.getByRole('textbox', {name: 'Your name'}).fill(name);
  await person.button('Join', {exact: true}).click();
  await person.until(() => person.room !== null);
}

// Plays until the match is over, or `stop` says so.
async function playOn(people, random, stop = () => false) {
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
      await mover.move(random);
      for (const person of people) await person.until(() => person.view.seq >= mover.view.seq);
    } else await new Promise(resolve => setTimeout(resolve, 10));
  }
}

test('a match of two browsers, watched, through a reload, a cut and a silence', hang, async () => {
  const random = seeded(5);
  const asha = await Person.arrive(browser, {origin: server.origin});
  const code = await openRoom(asha, 'Asha');
  const ravi = await Person.arrive(browser, {origin: proxy.origin, path: `/#/${code}`, size: 'phone', mayLoseLine: true});
  await enter(ravi, 'Ravi');
  const mira = await Person.arrive(browser, {origin: server.origin, path: `/#/watch/${code}`, size: 'tablet'});
  await mira.until(() => mira.room !== null);
  const people = [asha, ravi];
  for (const person of people) await person.button('Ready').click();
  for (const person of [...people, mira]) await person.until(() => person.view?.phase === 'playing');
  await mira.page.getByText('Watching').first().waitFor();
  const {match} = asha.view;
  assert.ok(asha.room.fair, 'the match has a commitment of the server');

  await playOn(people, random, () => asha.view.ply >= 6);

  // Load the page again: the seat is taken up by itself, without a question.
  const {ply} = asha.view;
  asha.views.length = 0;
  await asha.page.reload();
  await asha.until(() => asha.view?.ply === ply && asha.view.you !== null);
  assert.equal(asha.view.match, match);
  await playOn(people, random, () => asha.view.ply >= ply + 4);

  // The network breaks, and comes back after a while.
  assert.ok(proxy.cut() > 0, 'nothing went through the proxy');
  await asha.until(() => asha.room.players.some(player => player && !player.connected));
  await ravi.until(() => proxy.refused > 0);
  proxy.mend();
  await asha.until(() => asha.room.players.every(player => player.connected), 30000);
  await ravi.until(() => ravi.room.players.every(player => player.connected), 30000);
  await playOn(people, random, () => asha.view.ply >= ply + 8);

  // It goes silent: the page has to find out by itself. A player on the move may press in the dark.
  await playOn(people, random, () => ravi.onTurn && asha.view.ply >= ply + 9);
  const before = asha.view.ply;
  assert.ok(proxy.stall() > 0, 'nothing went through the proxy');
  await ravi.pick(choose(ravi.view, random));
  await ravi.page.locator('[data-play]').click();
  await asha.until(() => asha.view.ply === before + 1, 45000);
  await ravi.until(() => ravi.view.ply === before + 1);

  await playOn(people, random);
  const winner = ['Asha', 'Ravi'][asha.view.result.winner];
  for (const person of [...people, mira]) {
    await person.until(() => person.view.phase === 'match_over');
    assert.ok((await person.page.locator('main').innerText()).includes(winner) || person.view.you === asha.view.result.winner);
  }
  // Ravi saw all of it, Asha's second page the rest: both deals again what they saw.
  for (const person of people) await person.page.locator('[data-shuffle="verified"]').first().waitFor();
  for (const nonce of asha.view.result.proof.nonces) assert.match(nonce, /^[0-9a-f]{64}$/);

  // Who watched got no card that was hidden at the table.
  for (const view of mira.views.filter(view => view.phase === 'playing'))
    for (const player of view.players) assert.deepEqual([player.hand, player.herd], [null, null]);

  for (const person of people) await person.button('Rematch').click();
  for (const person of people) await person.until(() => person.view.match !== match);
  for (const person of [...people, mira]) {
    await person.assertClean();
    await person.leave();
  }
});

test('a seat that is taken up in another tab is told so', hang, async () => {
  const asha = await Person.arrive(browser, {origin: server.origin});
  const code = await openRoom(asha, 'Asha');
  const second = await asha.context.newPage();
  await second.goto(`${server.origin}/#/${code}`);
  await second.getByText(code).first().waitFor();
  await asha.page.getByText(/another (tab|window|place)|elsewhere/i).first().waitFor();
  await asha.assertClean();
  await asha.leave();
});

test('a seat and a room that the server has forgotten are told to be gone', hang, async t => {
  const other = await startServer();
  t.after(() => other.stop());
  const way = await startProxy(server.port);
  t.after(() => way.stop());
  const asha = await Person.arrive(browser, {origin: way.origin, mayLoseLine: true});
  const code = await openRoom(asha, 'Asha');
  const mira = await Person.arrive(browser, {origin: way.origin, path: `/#/watch/${code}`, mayLoseLine: true});
  await mira.until(() => mira.room !== null);
  assert.ok(way.cut() > 0);
  way.lead(other.port);
  way.mend();
  await asha.page.getByRole('alert').getByText('Your seat in this room is not there any more.').waitFor();
  await mira.page.getByText('The room is closed.').waitFor();
  for (const person of [asha, mira]) {
    await person.assertClean();
    await person.leave();
  }
});

test('a match against the computer is played to its end', hang, async () => {
  const asha = await Person.arrive(browser, {origin: server.origin, size: 'phone', colorScheme: 'dark'});
  await asha.page.getByRole('textbox', {name: 'Your name'}).fill('Asha');
  await asha.button('Play against the computer').click();
  await asha.until(() => asha.view?.phase === 'playing');
  const random = seeded(9);
  while (asha.view.phase !== 'match_over') {
    await asha.until(() => asha.onTurn || asha.view.phase !== 'playing');
    if (asha.view.phase === 'playing') await asha.move(random);
    else if (asha.view.phase === 'round_over') {
      const {round} = asha.view;
      await asha.button('Next round').click();
      await asha.until(() => asha.view.round > round);
    }
  }
  await asha.page.locator('[data-shuffle="verified"]').first().waitFor();
  await asha.assertClean();
  await asha.leave();
});

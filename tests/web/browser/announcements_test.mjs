// What the page tells people: how far a shuffle can be trusted, lost connections, chat, turns, and warnings.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Person} from '../kit/browser.mjs';
import {Partner} from '../kit/partner.mjs';
import {startProxy} from '../kit/proxy.mjs';
import {hang, startServer} from '../kit/server.mjs';
import {browser, server, useBrowserAndServer} from '../kit/setup.mjs';
import {choose, seeded} from '../kit/trader.mjs';

useBrowserAndServer();

test('a spectator is not told that the shuffle was fair', hang, async () => {
  const {one: ravi, two: mira, room} = await Partner.pair(server.origin);
  const watcher = await Person.arrive(browser, {origin: server.origin, path: `/#/watch/${room}`});
  await watcher.until(() => watcher.room !== null);
  await Promise.all([ravi.asked({type: 'ready'}), mira.asked({type: 'ready'})]);
  await watcher.until(() => watcher.view?.phase === 'playing');
  await ravi.asked({type: 'resign'});
  const report = watcher.page.locator('[data-shuffle="verified"]');
  await report.waitFor();
  assert.match(await report.innerText(), /No card was changed/);
  assert.doesNotMatch(await report.innerText(), /fair/i);
  await watcher.assertClean();
  await watcher.leave();
  ravi.close();
  mira.close();
});

test('the log follows the game, also once it shows only its last lines', hang, async t => {
  const server = await startServer('--no-limits');
  t.after(() => server.stop());
  const {one: ravi, two: mira, room} = await Partner.pair(server.origin, {seals: 3});
  const watcher = await Person.arrive(browser, {origin: server.origin, path: `/#/watch/${room}`});
  await watcher.until(() => watcher.room !== null);
  const players = [ravi, mira];
  const random = seeded(3);
  const log = watcher.page.getByRole('log');
  const atEnd = () => log.evaluate(it => it.scrollHeight - it.scrollTop - it.clientHeight < 40);
  for (const player of players) await player.asked({type: 'ready'});
  for (let moves = 0; moves < 90 && ravi.view?.phase !== 'match_over';) {
    await Promise.all(players.map(player => player.until(() => player.view?.phase !== 'waiting')));
    if (ravi.view.phase === 'round_over') {
      const {round} = ravi.view;
      for (const player of players) await player.ask({type: 'ready'});
      await Promise.all(players.map(player => player.until(() => player.view.round > round || player.view.phase === 'match_over')));
      continue;
    }
    const mover = players.find(player => player.onTurn);
    const {seq} = mover.view;
    await mover.act(choose(mover.view, random));
    await Promise.all([...players, watcher].map(player => player.until(() => player.view?.seq > seq)));
    moves++;
  }
  assert.ok(await watcher.button('Show the whole log').isVisible(), 'the log is longer than what is drawn');
  await watcher.until(atEnd);
  await watcher.page.setViewportSize({width: 1280, height: 500}); // as below a banner, and with other line breaks
  await watcher.until(() => log.evaluate(it => it.scrollHeight - it.scrollTop - it.clientHeight < 2));
  // A reader who scrolls up stays there.
  await log.evaluate(it => { it.scrollTop = 100; });
  await watcher.page.waitForTimeout(200);
  const mover = players.find(player => player.onTurn);
  if (mover) await mover.act(choose(mover.view, random));
  await watcher.page.waitForTimeout(500);
  assert.ok(!(await atEnd()), 'the log left what was being read');
  await watcher.assertClean();
  await watcher.leave();
  for (const player of players) player.close();
});

test('commitments without ours raise an alert, and a notice stays', hang, async () => {
  const ravi = await Partner.connect(server.origin);
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {}});
  const asha = await Person.arrive(browser, {origin: server.origin, path: `/#/${room}`, size: 'phone', before: page => page.routeWebSocket('**/ws', near => {
    const far = near.connectToServer();
    far.onMessage(text => {
      const message = JSON.parse(text);
      if (message.type === 'table') message.seat_commits = message.seat_commits.map(commit => commit && '0'.repeat(64));
      near.send(JSON.stringify(message));
    });
  })});
  const {page} = asha;
  await asha.join();
  await ravi.asked({type: 'ready'});
  await page.getByRole('alert').getByText(/THE SHUFFLE WAS NOT FAIR/).waitFor();
  const notice = page.locator('[data-distrust]');
  assert.match(await notice.innerText(), /commitments/);
  // Our reveal never comes, so the server voids the match. The page says so, but keeps showing the mismatch.
  await page.getByText('In this room one shuffle was called off', {exact: false}).waitFor();
  assert.ok(await notice.isVisible());
  await asha.assertFits();
  await asha.assertClean();
  await asha.leave();
  ravi.close();
});

test('a chat message is announced once, and is not new after a reload', hang, async () => {
  const ravi = await Partner.connect(server.origin);
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {}});
  const asha = await Person.arrive(browser, {origin: server.origin, path: `/#/${room}`, size: 'phone'});
  const {page} = asha;
  await asha.join();
  await ravi.asked({type: 'chat', text: 'Namaste'});
  await asha.button('Log and chat, 1 unread').click();
  const field = page.getByRole('textbox', {name: 'Message'});
  await field.fill('Hello');
  await page.evaluate(() => { // twice within the round trip
    const form = document.querySelector('form.say');
    form.requestSubmit();
    form.requestSubmit();
  });
  await ravi.until(() => ravi.said.length > 1);
  await field.fill('Are you there?');
  await field.press('Enter');
  await ravi.until(() => ravi.said.at(-1).text === 'Are you there?');
  assert.deepEqual(ravi.said.map(({text}) => text), ['Namaste', 'Hello', 'Are you there?']);
  await page.reload();
  await asha.until(() => asha.frames.filter(frame => frame.includes('Namaste')).length === 2);
  await asha.button('Log and chat', {exact: true}).waitFor();
  await ravi.asked({type: 'chat', text: 'I am'});
  await asha.button('Log and chat, 1 unread').waitFor();
  await asha.assertClean();
  await asha.leave();
  ravi.close();
});

// The live region for screen readers.
const spoken = page => page.locator('[aria-live="polite"].spoken');
const listen = page => page.evaluate(() => {
  globalThis.heard = [];
  const region = document.querySelector('[aria-live="polite"].spoken');
  new MutationObserver(() => globalThis.heard.push(region.textContent)).observe(region, {subtree: true, childList: true, characterData: true});
});
const heard = page => page.evaluate(() => globalThis.heard);

test('a lost connection is announced once, and a move made offline is not called sent', hang, async t => {
  const proxy = await startProxy(server.port);
  t.after(() => proxy.stop());
  const ravi = await Partner.connect(server.origin);
  t.after(() => ravi.close());
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {}});
  const asha = await Person.arrive(browser, {origin: proxy.origin, path: `/#/${room}`, mayDisconnect: true});
  const {page} = asha;
  await asha.join();
  await asha.readyWith(ravi);
  if (!asha.onTurn) {
    await ravi.move(seeded(1));
    await asha.until(() => asha.onTurn);
  }
  await listen(page);
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({name}) => name).join());
  await asha.until(async () => /\/qr-.*\/verdict-|\/verdict-.*\/qr-/.test(await loaded())); // ahead of their use
  assert.ok(proxy.cut() > 0);
  await spoken(page).getByText('Connection lost.').waitFor();
  await asha.pick(choose(asha.view));
  const {seq} = asha.view;
  await page.locator('[data-play]').click();
  await page.getByText('It is sent once the connection is back.').waitFor();
  assert.equal(await page.getByText('Waiting for the server').count(), 0);
  await asha.until(() => proxy.refused > 2);
  assert.equal((await heard(page)).filter(text => text.includes('Connection lost')).length, 1);
  proxy.reopen();
  await asha.until(() => asha.view.seq > seq && !asha.onTurn);
  await asha.assertClean();
  await asha.leave();
});

test('a lost connection is taken back on the start screen, with the alerts about it', hang, async t => {
  const proxy = await startProxy(server.port);
  t.after(() => proxy.stop());
  const asha = await Person.arrive(browser, {origin: proxy.origin, mayDisconnect: true});
  const {page} = asha;
  await asha.enterName('Asha');
  await page.waitForFunction(() => !document.querySelector('.banner'));
  proxy.stall();
  await asha.button('Quick match').click(); // nobody answers
  await page.locator('.banner[data-connection="slow"]').getByText('The server hasn’t answered yet.').waitFor({timeout: 6000});
  await spoken(page).getByText('The server hasn’t answered yet.').waitFor();
  assert.ok(proxy.cut() > 0);
  await spoken(page).getByText('Connection lost.').waitFor();
  await page.getByRole('alert').getByText('was lost before the server answered').waitFor(); // after 15 s
  proxy.reopen();
  await spoken(page).getByText('Reconnected.').waitFor();
  await page.locator('.banner').waitFor({state: 'detached'});
  await page.getByText('was lost before the server answered').waitFor({state: 'detached'});
  await asha.assertClean();
  await asha.leave();
});

test('a lost network is told at once, and its return reconnects at once', hang, async t => {
  const asha = await Person.arrive(browser, {origin: server.origin, mayDisconnect: true});
  const {page} = asha;
  await asha.openRoom();
  t.after(() => asha.leave());
  await page.getByRole('img', {name: /QR code/}).waitFor();
  await asha.context.setOffline(true);
  await page.locator('.banner[data-connection="waiting"]').waitFor({timeout: 1000});
  await page.waitForTimeout(3000); // the delay has grown
  const back = Date.now();
  await asha.context.setOffline(false);
  await page.locator('.banner').waitFor({state: 'detached'});
  assert.ok(Date.now() - back < 1000, `after ${Date.now() - back} ms`);
  await asha.assertClean();
});

test('events are announced in order and once, and every press gets an answer', hang, async t => {
  const ravi = await Partner.connect(server.origin);
  t.after(() => ravi.close());
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {spectators: 'open', delay: 4}});
  const asha = await Person.arrive(browser, {origin: server.origin, path: `/#/${room}`});
  const {page} = asha;
  await asha.join();
  // The button is gone after the click: the focus moves to the heading.
  await asha.button('Ready').focus();
  await page.keyboard.press('Enter');
  await spoken(page).getByText('You are ready. Waiting for Ravi.').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.tagName), 'H1');
  await ravi.asked({type: 'ready'});
  await asha.until(() => asha.view?.phase === 'playing');
  if (!asha.onTurn) await ravi.move(seeded(1));
  await asha.until(() => asha.onTurn);
  await page.locator('[data-play]').focus();
  await page.keyboard.press('Enter');
  await spoken(page).getByText('Choose cards to take, exchange or sell.').waitFor();

  await listen(page);
  const {legal} = asha.view;
  const action = legal.take.length > 0 ? {type: 'take', card: legal.take[0]} : {type: 'take_camels'};
  await asha.pick(action);
  await spoken(page).getByText(/(Hand|Herd) \d+ then \d+/).waitFor();
  assert.equal(await spoken(page).locator('*').count(), 0, 'the announcement has several elements');
  assert.equal(await page.locator('.bar [role=status], .bar [aria-live]').count(), 0, 'announced twice');
  await page.locator('[data-play]').press('Enter');
  await ravi.move(seeded(1));
  await spoken(page).getByText('Your turn.').waitFor();
  const all = (await heard(page)).join(' ');
  assert.match(all, /You took.* Ravi (took|sold|gave|exchanged).* Your turn\.$/);
  assert.doesNotMatch(all, /Ravi’s turn|Waiting for the server/);

  // The verdict on the shuffle follows right after the end: each announcement stays long enough to be read.
  await page.evaluate(() => {
    globalThis.times = [];
    new MutationObserver(() => globalThis.times.push(performance.now())).observe(document.querySelector('.spoken'), {subtree: true, childList: true, characterData: true});
  });
  await ravi.asked({type: 'resign'});
  await spoken(page).getByText('The shuffle was checked').waitFor();
  assert.match((await heard(page)).join(' '), /The match is over/);
  const times = await page.evaluate(() => globalThis.times);
  assert.ok(times.every((time, i) => i === 0 || time - times[i - 1] > 300), `replaced after ${times}`);
  await asha.assertClean();
  await asha.leave();
});

test('a choice is announced as it is, and so are taking it back and a sent message', hang, async t => {
  const ravi = await Partner.connect(server.origin);
  t.after(() => ravi.close());
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi'});
  const asha = await Person.arrive(browser, {origin: server.origin, path: `/#/${room}`});
  const {page} = asha;
  await asha.join();
  await asha.readyWith(ravi);
  if (!asha.onTurn) await ravi.move(seeded(1));
  await asha.until(() => asha.onTurn);
  await asha.caughtUp();
  await spoken(page).getByText('Your turn.').waitFor(); // else it would be announced together with the choice
  await listen(page);
  // A second kind of card before the first can be announced: only what both mean is.
  const kinds = await page.evaluate(async () => {
    const cards = [...document.querySelectorAll('.side-bottom .hand button[data-card]')];
    cards[0].click();
    await new Promise(resolve => setTimeout(resolve, 20));
    cards[1]?.click();
    return cards.length;
  });
  assert.ok(kinds > 1, 'a hand of one kind');
  await page.locator('#table-said').getByText('in the market, to exchange.').waitFor();
  const meant = (await page.locator('#table-said').innerText()).trim();
  await asha.until(async () => (await heard(page)).some(text => text.includes(meant)));
  assert.equal((await heard(page)).at(-1).trim(), meant);
  await page.locator('[data-play]').focus();
  await page.keyboard.press('Escape');
  await spoken(page).getByText('Nothing is chosen.').waitFor();
  await page.getByRole('textbox', {name: 'Message'}).fill('Hello');
  await page.keyboard.press('Enter');
  await spoken(page).getByText('Sent.').waitFor();
  // Behind a dialog, the page is hidden from screen readers, which would read the announcement again once it is back.
  await asha.button('Resign').click();
  await page.getByRole('dialog').waitFor();
  await asha.until(async () => await page.locator('.spoken').textContent() === '');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({state: 'detached'});
  await asha.assertClean();
  await asha.leave();
});

test('a turn with little time left says so, and the last seconds are announced', hang, async () => {
  const clock = {initial: 24, increment: 0};
  const asha = await Partner.connect(server.origin);
  const {room} = await asha.asked({type: 'create_room', name: 'Ravi', options: {clock, seals: 3}});
  const mira = await Person.arrive(browser, {origin: server.origin, path: `/#/${room}`});
  await mira.join('Mira');
  await listen(mira.page);
  await mira.readyWith(asha);
  if (!mira.onTurn) await asha.move(seeded(1));
  await spoken(mira.page).getByText('You have 10 seconds left on your clock.', {exact: true}).waitFor();
  const [turn, ...more] = (await heard(mira.page)).filter(text => text.includes('on your clock'));
  assert.match(turn, /Your turn\. You have 2[0-4] seconds left on your clock\.$/);
  assert.equal(more.length, 1, 'a warning before half of the time has passed');
  await mira.assertClean();
  await mira.leave();
  asha.close();
});

test('without a clock, a slow player is warned, and the opponent can claim the win', hang, async () => {
  const hasty = await startServer('--longest-move', '8s');
  const asha = await Partner.connect(hasty.origin);
  const {room} = await asha.asked({type: 'create_room', name: 'Ravi', options: {seals: 3}});
  const mira = await Person.arrive(browser, {origin: hasty.origin, path: `/#/${room}`});
  await mira.join('Mira');
  await mira.readyWith(asha);
  if (!mira.onTurn) await asha.move(seeded(1));
  // Her own time: shown and announced, but nothing is over until it is claimed.
  const {page} = mira;
  await spoken(page).getByText('You have less than 4 seconds left for this move.').waitFor();
  await page.getByRole('timer', {name: /Your time for this move/}).waitFor();
  await page.locator('.bar').getByText('Your time for this move (8 seconds) is up.').waitFor();
  assert.equal(await mira.button('Claim the win').count(), 0);
  await mira.move(seeded(2));
  await page.locator('.latest[data-warning]').waitFor({state: 'detached'});
  // The opponent's.
  await page.locator('.bar').getByText('Ravi has taken more than 8 seconds.').waitFor();
  await spoken(page).getByText('Ravi has taken more than 8 seconds. You can claim the win or keep waiting.').waitFor();
  await mira.button('Claim the win').click();
  await mira.until(() => mira.view.phase === 'match_over');
  assert.deepEqual([mira.view.result.winner, mira.view.result.reason], [mira.view.you, 'claimed']);
  await mira.assertClean();
  await mira.leave();
  asha.close();
  await hasty.stop();
});

test('clocks stand still in a delayed view', hang, async () => {
  const {one: ravi, two: mira, room} = await Partner.pair(server.origin, {clock: {initial: 300, increment: 0}, spectators: 'open', delay: 2});
  const watcher = await Person.arrive(browser, {origin: server.origin, path: `/#/watch/${room}`});
  await Promise.all([ravi.asked({type: 'ready', delay: 2}), mira.asked({type: 'ready', delay: 2})]);
  const random = seeded(1);
  await ravi.until(() => ravi.view.phase === 'playing');
  for (let i = 0; i < 4; i++) {
    const mover = [ravi, mira].find(one => one.onTurn);
    const {ply} = mover.view;
    await mover.move(random);
    await Promise.all([ravi, mira].map(one => one.until(() => one.view.ply > ply)));
  }
  await watcher.until(() => watcher.view?.phase === 'playing' && watcher.view.ply > 0);
  assert.notEqual(watcher.view.clock.running, null, 'the view says that a clock is running');
  const clocks = () => watcher.page.getByRole('timer').allInnerTexts();
  const before = await clocks();
  assert.equal(before.length, 2);
  await watcher.page.waitForTimeout(2500);
  assert.deepEqual(await clocks(), before);
  await watcher.assertClean();
  await watcher.leave();
  ravi.close();
  mira.close();
});

test('a low deck is announced once', hang, async () => {
  const {one: ravi, two: mira, room} = await Partner.pair(server.origin, {seals: 3});
  const watcher = await Person.arrive(browser, {origin: server.origin, path: `/#/watch/${room}`});
  const {page} = watcher;
  await watcher.until(() => watcher.room !== null);
  await listen(page);
  const announced = async number => (await heard(page)).filter(text => text.includes(`Only ${number} cards left in the deck`)).length;
  const view = () => watcher.view;
  await Promise.all([ravi, mira].map(one => one.asked({type: 'ready'})));
  await ravi.until(() => ravi.view.phase === 'playing');
  await watcher.until(() => view()?.phase === 'playing');
  // Takes cards until the deck is low: no sale ends the round before.
  let low = null;
  while (low === null) {
    const mover = [ravi, mira].find(one => one.onTurn);
    const {legal, seq, ply} = mover.view;
    const sale = Object.entries(legal.sell).find(([, may]) => may);
    const action = legal.take.length > 0 ? {type: 'take', card: legal.take[0]} : legal.take_camels ? {type: 'take_camels'} : {type: 'sell', good: sale[0], count: sale[1].max};
    await mover.act(action);
    await mover.until(() => mover.view.seq > seq);
    await Promise.all([ravi, mira].map(one => one.until(() => one.view.ply > ply || one.view.phase !== 'playing')));
    await watcher.until(() => view().ply > ply || view().phase !== 'playing');
    if (view().phase !== 'playing') break;
    if (view().deck <= 10) low = view().deck;
  }
  assert.notEqual(low, null, 'the deck never ran low');
  await watcher.until(async () => (await announced(low)) > 0);
  assert.equal(await announced(low), 1);
  await watcher.assertClean();
  await watcher.leave();
  ravi.close();
  mira.close();
});

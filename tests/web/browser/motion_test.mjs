// What moves on the table: every action is seen to its end, and nobody waits for it to act.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Person} from '../kit/browser.mjs';
import {Partner} from '../kit/partner.mjs';
import {hang, long} from '../kit/server.mjs';
import {browser, server, useBrowserAndServer} from '../kit/setup.mjs';
import {choose, seeded} from '../kit/trader.mjs';

useBrowserAndServer({limits: false});

// A match between Asha in a browser, and Ravi without one.
async function match(t, more = {}, options = {}) {
  const ravi = await Partner.connect(server.origin);
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options});
  const asha = await Person.arrive(browser, {origin: server.origin, path: `/#/${room}`, reducedMotion: 'no-preference', ...more});
  t.after(() => asha.leave());
  t.after(() => ravi.close());
  await asha.join();
  await asha.readyWith(ravi);
  return {asha, ravi};
}

// The page notes how long each copy flew, and counts flights that have begun, and the copies that it draws.
const watchFlights = page => page.evaluate(() => {
  globalThis.flown = [];
  globalThis.begun = globalThis.drawn = 0;
  const {animate} = Element.prototype;
  Element.prototype.animate = function(...how) {
    const animation = animate.apply(this, how);
    const begin = performance.now();
    const note = () => globalThis.flown.push(performance.now() - begin);
    if (!this.matches('.flying')) return animation;
    globalThis.begun++;
    for (const end of ['finish', 'cancel']) animation.addEventListener(end, note);
    return animation;
  };
  new MutationObserver(changes => {
    for (const {addedNodes} of changes) globalThis.drawn += addedNodes.length;
  }).observe(document.querySelector('.flights'), {childList: true});
});

const atRest = page => page.waitForTimeout(900);

test('a quick answer cuts no flight off, and what it changed is pointed out', hang, async t => {
  const {asha, ravi} = await match(t);
  const {page} = asha;
  const random = seeded(4);
  await atRest(page);
  if (!asha.onTurn) await ravi.move(random);
  await atRest(page);
  await watchFlights(page);
  for (let i = 0; i < 4 && asha.view.phase === 'playing'; i++) {
    await asha.until(() => asha.onTurn);
    await asha.move(random);
    await ravi.move(random); // a few ms later
    await asha.until(() => asha.onTurn);
    await asha.caughtUp();
    assert.ok(await page.locator('[data-changed]').count() > 0, 'nothing is pointed out');
  }
  await atRest(page);
  const flown = await page.evaluate(() => globalThis.flown);
  assert.ok(flown.length >= 8, `${flown.length} flights`);
  assert.ok(flown.every(ms => ms >= 320), `${flown.map(Math.round)}`);
  await asha.until(() => asha.onTurn);
  await asha.move(random);
  await page.locator('[data-changed]').waitFor({state: 'detached'});
  await asha.assertClean();
});

test('a copy that has landed flies again', hang, async t => {
  const {asha, ravi} = await match(t);
  const {page} = asha;
  const random = seeded(4);
  await atRest(page);
  await watchFlights(page);
  for (let i = 0; i < 14 && asha.view.phase === 'playing'; i++) {
    const {seq} = asha.view;
    if (asha.onTurn) await asha.play(choose(asha.view, random));
    else await ravi.move(random);
    await asha.until(() => asha.view.seq > seq);
    await atRest(page);
  }
  const {flown, drawn, there} = await page.evaluate(() => ({flown: globalThis.flown.length, drawn: globalThis.drawn, there: document.querySelectorAll('.flying').length}));
  assert.ok(flown >= 28, `${flown} flights`);
  assert.ok(drawn < flown * 0.7, `${drawn} copies for ${flown} flights`);
  assert.ok(there <= 24, `${there} copies`);
  const seen = await page.locator('.flying').evaluateAll(all => all.filter(copy => getComputedStyle(copy).opacity !== '0').length);
  assert.equal(seen, 0);
  await asha.assertClean();
});

test('copies are drawn before anything flies, one in a frame', hang, async t => {
  const {asha, ravi} = await match(t);
  const {page} = asha;
  await page.evaluate(() => {
    globalThis.most = 0;
    let drawn = 0;
    new MutationObserver(changes => {
      for (const {addedNodes} of changes) drawn += addedNodes.length;
      globalThis.most = Math.max(globalThis.most, drawn);
      requestAnimationFrame(() => { drawn = 0; });
    }).observe(document.querySelector('.flights'), {childList: true});
  });
  await asha.until(async () => await page.locator('.flying').count() === 9);
  assert.equal(await page.evaluate(() => globalThis.most), 1);
  await watchFlights(page);
  const mover = asha.onTurn ? asha : ravi;
  const [card] = mover.view.legal.take;
  await mover.act(card ? {type: 'take', card} : {type: 'take_camels'});
  await asha.until(() => page.evaluate(() => globalThis.flown.length > 0));
  assert.equal(await page.evaluate(() => globalThis.drawn), 0);
  await asha.assertClean();
});

test('neither the icon nor the pictures on the table are documents, which take long to make', hang, async t => {
  const asha = await Person.arrive(browser, {origin: server.origin});
  t.after(() => asha.leave());
  const {page} = asha;
  assert.match(await page.locator('link[rel=icon]').getAttribute('href'), /\.png$/); // the headless shell asks for none
  const debug = await asha.context.newCDPSession(page);
  await debug.send('Performance.enable');
  const documents = async () => (await debug.send('Performance.getMetrics')).metrics.find(({name}) => name === 'Documents').value;
  await asha.enterName('Asha');
  const before = await documents();
  await page.getByRole('button', {name: 'Play against the bot'}).click();
  await page.locator('.slot .card').nth(4).waitFor();
  await page.locator('.side-bottom .layer').first().waitFor();
  await page.waitForTimeout(500);
  const now = await documents();
  assert.ok(now <= before, `${before} documents became ${now}`);
  await asha.assertClean();
});

// Empties the deck before three goods are sold out.
function emptyTheDeck({legal, goods_tokens: piles}) {
  if (legal.take_camels) return {type: 'take_camels'};
  if (legal.take.length > 0) return {type: 'take', card: legal.take[0]};
  const [good] = Object.keys(legal.sell).sort((a, b) => piles[b].length - piles[a].length);
  return {type: 'sell', good, count: legal.sell[good].min};
}

// Plays until one action is left of the round: the seat on the move ends it with the returned action.
async function playToTheLastAction(pair) {
  for (;;) {
    await Promise.race(pair.map(one => one.until(() => one.onTurn)));
    const mover = pair.find(one => one.onTurn);
    const {view} = mover;
    const action = emptyTheDeck(view);
    const taken = {take: 1, take_camels: view.market.filter(card => card === 'camel').length, sell: 0}[action.type];
    if (taken > view.deck) return action;
    await mover.act(action);
    await Promise.all(pair.map(one => one.until(() => one.view.ply > view.ply || one.view.phase !== 'playing')));
    assert.equal(mover.view.phase, 'playing', 'the round ends with an empty deck');
  }
}

// The page's time stands still but for what the test lets pass, so that a busy machine misses nothing.
test('the last action of a round is seen before the account', hang, async t => {
  const {one: ravi, two, seats} = await Partner.playing(server.origin, {seals: 3}, ['Ravi', 'Asha']);
  t.after(() => ravi.close());
  const action = await playToTheLastAction([ravi, two]);
  const asha = await Person.arrive(browser, {origin: server.origin, seat: seats[1], reducedMotion: 'no-preference', ownClock: true});
  t.after(() => asha.leave());
  const {page} = asha;
  await page.locator('.slot').first().waitFor();
  await atRest(page);
  await watchFlights(page);
  const placeOf = () => page.locator('.slots').evaluate(slots => [slots.offsetTop, slots.firstElementChild.offsetWidth]);
  const place = await placeOf();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  if (asha.onTurn) await asha.play(action);
  else await ravi.act(action);
  await asha.until(() => asha.view.phase === 'round_over');
  assert.deepEqual(await placeOf(), place, 'the table moves');
  assert.ok(await page.locator('button.slot').count() > 0, 'the cards are drawn anew');
  assert.equal(await asha.button('Next round').count(), 0);
  assert.ok(await page.locator('.table .slot').count() === 5, 'the table is gone');
  let passed = 0; // ms
  for (; await asha.button('Next round').count() === 0; passed += 50) {
    assert.ok(passed < 5000, 'no account');
    await page.clock.runFor(50);
  }
  assert.ok(passed > 700, `after ${passed} ms`);
  assert.ok(await page.evaluate(() => globalThis.begun) > 0, 'nothing flies');
  await asha.assertClean();
});

// The page notes in each frame what `look` returns, if that has changed. `look` must not use anything from here.
const watchFrames = (page, look) => page.evaluate(`{
  globalThis.looks = [];
  const look = ${look};
  (function next() {
    const now = JSON.stringify(look());
    if (globalThis.looks.at(-1) !== now) globalThis.looks.push(now);
    requestAnimationFrame(next);
  })();
}`);
const looks = page => page.evaluate(() => globalThis.looks.map(it => JSON.parse(it)));

test('a deal is drawn in steps, and no card is seen before it is dealt', hang, async t => {
  const ravi = await Partner.connect(server.origin);
  t.after(() => ravi.close());
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {}});
  const asha = await Person.arrive(browser, {origin: server.origin, path: `/#/${room}`, reducedMotion: 'no-preference'});
  t.after(() => asha.leave());
  await asha.join();
  const {page} = asha;
  await watchFrames(page, () => {
    const cards = [...document.querySelectorAll('.slot .card, .pile .layer')];
    const fresh = cards.filter(card => !card.seen);
    for (const card of fresh) card.seen = true;
    const isHidden = card => card.getAnimations().length > 0;
    return [document.querySelectorAll('.strip').length, document.querySelectorAll('.token-pile').length, cards.length, fresh.every(isHidden)];
  });
  await asha.readyWith(ravi);
  await page.locator('.side-bottom .layer').first().waitFor();
  await atRest(page);
  const drawn = await looks(page);
  assert.ok(drawn.every(([,,, hidden]) => hidden), `${drawn.map(it => `[${it}]`)}`);
  for (const part of [0, 1]) assert.ok(drawn.some(it => it[part] > 0 && it[2] === 0), 'the cards come with the rest');
  assert.ok(new Set(drawn.map(([,, cards]) => cards)).size >= 4, 'the cards come all at once');
  await asha.assertClean();
});

test('the bar follows some frames after the opponent\'s move', hang, async t => {
  const {asha, ravi} = await match(t);
  const {page} = asha;
  const random = seeded(8);
  if (asha.onTurn) await asha.move(random);
  await ravi.until(() => ravi.onTurn);
  await atRest(page);
  await watchFrames(page, () => [document.querySelector('.table-root').dataset.mine, document.querySelector('.your-turn') !== null]);
  await ravi.move(random);
  await page.locator('.your-turn').first().waitFor();
  await atRest(page);
  assert.deepEqual(await looks(page), [['false', false], ['true', false], ['true', true]]);
  await asha.assertClean();
});

test('the table says that an action was sent only if the reply takes long', hang, async t => {
  const {asha, ravi} = await match(t);
  const {page} = asha;
  const random = seeded(9);
  await page.locator('.table-root').evaluate(table => {
    globalThis.told = 0;
    new MutationObserver(() => (globalThis.told += table.dataset.acting === 'true')).observe(table, {attributeFilter: ['data-acting']});
  });
  let untold = 0; // actions; a busy machine may take long for some
  for (let i = 0; i < 6 && untold === 0; i++) {
    if (!asha.onTurn) await ravi.move(random);
    await asha.until(() => asha.onTurn);
    await page.evaluate(() => { globalThis.told = 0; });
    await asha.move(random);
    untold += await page.evaluate(() => globalThis.told === 0);
  }
  assert.ok(untold > 0);
  await asha.assertClean();
});

test('without motion nobody waits', hang, async t => {
  const {asha, ravi} = await match(t, {reducedMotion: 'reduce'});
  const {page} = asha;
  const random = seeded(4);
  if (!asha.onTurn) await ravi.move(random);
  await asha.until(() => asha.onTurn);
  await asha.move(random);
  await ravi.move(random);
  await asha.until(() => asha.onTurn);
  const shown = await page.locator('.slot').evaluateAll(all => all.map(it => it.dataset.card ?? null));
  assert.deepEqual(shown, asha.view.market);
  await asha.assertClean();
});

test('a press while an older view is shown plays what it says on the newest one', hang, async t => {
  const {asha, ravi} = await match(t, {}, {seals: 3});
  const {page} = asha;
  const random = seeded(5);
  let pressed = 0;
  for (let tries = 0; tries < 25 && pressed < (long ? 2 : 1) && asha.view.phase === 'playing'; tries++) {
    if (!asha.onTurn) await ravi.move(random);
    await asha.until(() => asha.onTurn || asha.view.phase !== 'playing');
    await atRest(page);
    await page.keyboard.press('Escape');
    await asha.move(random);
    await ravi.until(() => ravi.onTurn || ravi.view.phase !== 'playing');
    if (!ravi.onTurn) break;
    // A choice that Ravi's next action leaves as it is: a sale from the hand.
    const sale = Object.entries(asha.view.players[asha.view.you].hand).find(([good, count]) => count >= (['diamond', 'gold', 'silver'].includes(good) ? 2 : 1));
    if (!sale || ravi.view.legal.take.length === 0) continue;
    await asha.group('Your hand').locator(`button[data-card="${sale[0]}"]`).evaluate((pile, count) => { for (let i = 0; i < count; i++) pile.click(); }, sale[1]);
    const {ply} = asha.view;
    await ravi.act({type: 'take', card: ravi.view.legal.take[0]});
    await asha.until(() => asha.view.ply === ply + 1);
    if (await page.locator('.table-root').getAttribute('data-mine') === 'true') continue; // it was shown already
    await page.locator('[data-play]').evaluate(play => play.click());
    await asha.until(() => asha.view.ply >= ply + 2);
    assert.deepEqual(asha.view.events.filter(event => 'seat' in event).map(({type, seat}) => [type, seat]), [['sold', asha.view.you]]);
    pressed++;
  }
  assert.ok(pressed > 0, 'the screen was never behind');
  assert.equal(await page.locator('.toast:not([data-empty])').count(), 0);
  await asha.assertClean();
});

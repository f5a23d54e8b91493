// How long people wait for the page, on an idle machine. Run it explicitly: `run_browser.mjs … speed`.
import assert from 'node:assert/strict';
import {availableParallelism, loadavg} from 'node:os';
import {test} from 'node:test';
import {Person} from '../kit/browser.mjs';
import {watchFrames, worstOf} from '../kit/frames.mjs';
import {startLighthouse} from '../kit/lighthouse.mjs';
import {Partner} from '../kit/partner.mjs';
import {hang} from '../kit/server.mjs';
import {browser, server, useBrowserAndServer} from '../kit/setup.mjs';
import {choose, seeded} from '../kit/trader.mjs';

useBrowserAndServer({whole: true});

const isBusy = () => loadavg()[0] > availableParallelism(); // each computation takes up to twice as long

const median = values => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

test('from the opened link to the first card in less than a second', hang, async () => {
  const times = [];
  for (let i = 0; i < 5; i++) {
    const {one: ravi, two: other, room} = await Partner.pair(server.origin);
    await Promise.all([ravi.asked({type: 'ready'}), other.asked({type: 'ready'})]);
    const context = await browser.newContext({reducedMotion: 'no-preference'});
    const page = await context.newPage();
    const begin = performance.now();
    await page.goto(`${server.origin}/#/watch/${room}`, {waitUntil: 'commit'});
    await page.getByRole('group', {name: 'Market'}).locator('[data-spot]').first().waitFor();
    times.push(performance.now() - begin);
    await context.close();
    ravi.close();
    other.close();
  }
  console.log(`from the link to the first card: ${times.map(Math.round)} ms`);
  assert.ok(median(times) < 1000, `${times}`);
});

test('a move is on the opponent\'s screen within 50 ms', hang, async t => {
  const ravi = await Partner.connect(server.origin);
  t.after(() => ravi.close());
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {}});
  const asha = await Person.arrive(browser, {origin: server.origin, path: `/#/${room}`, installs: true, reducedMotion: 'no-preference'});
  await asha.join();
  await asha.readyWith(ravi);
  // Records when the frame with the changed market has been handed to the screen, by the wall clock.
  await asha.group('Market').evaluate(market => {
    const cards = () => [...market.querySelectorAll('[data-card]')].map(card => card.dataset.card).join();
    globalThis.forget = () => {
      globalThis.shown = null;
      globalThis.before = cards();
    };
    globalThis.forget();
    new MutationObserver(() => {
      if (cards() === globalThis.before) return;
      requestAnimationFrame(() => setTimeout(() => (globalThis.shown ??= performance.timeOrigin + performance.now())));
    }).observe(market, {subtree: true, childList: true, attributes: true});
  });
  const random = seeded(2);
  const times = [];
  while (times.length < 15 && asha.view.phase === 'playing') {
    if (asha.onTurn) {
      await asha.move(random);
      continue;
    }
    await ravi.until(() => ravi.onTurn || ravi.view.phase !== 'playing');
    if (!ravi.onTurn) break;
    await new Promise(resolve => setTimeout(resolve, 600)); // until nothing moves
    await asha.page.evaluate(() => globalThis.forget());
    const {market} = asha.view;
    const sent = performance.timeOrigin + performance.now();
    await ravi.act(choose(ravi.view, random));
    await asha.until(() => asha.onTurn || asha.view.phase !== 'playing');
    if (asha.view.phase !== 'playing' || `${asha.view.market}` === `${market}`) continue; // a sale, or an equal card came
    await asha.until(() => asha.page.evaluate(() => globalThis.shown !== null));
    times.push((await asha.page.evaluate(() => globalThis.shown)) - sent);
  }
  console.log(`from the move to the opponent's screen: ${times.map(Math.round)} ms`);
  assert.ok(times.length >= 5);
  assert.ok(median(times) <= 50, `${times}`);
  await asha.assertClean();
  await asha.leave();
});

// The goal is 60 ms. It took 99 to 117 on two machines; this finds what makes it much slower.
test('a move and its reply take the main thread less than 150 ms', hang, async t => {
  const ravi = await Partner.connect(server.origin);
  t.after(() => ravi.close());
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {seals: 3}});
  const asha = await Person.arrive(browser, {origin: server.origin, path: `/#/${room}`, installs: true, reducedMotion: 'no-preference'});
  t.after(() => asha.leave());
  await asha.join();
  await asha.readyWith(ravi);
  const debug = await asha.context.newCDPSession(asha.page);
  await debug.send('Performance.enable', {timeDomain: 'threadTicks'});
  const spent = async () => { // ms
    const {metrics} = await debug.send('Performance.getMetrics');
    return 1000 * metrics.find(({name}) => name === 'TaskDuration').value;
  };
  const random = seeded(5);
  const costs = [];
  for (let i = 0; i < 20 && asha.view.phase === 'playing'; i++) {
    if (!asha.onTurn) await ravi.act(choose(ravi.view, random));
    await asha.until(() => asha.onTurn || asha.view.phase !== 'playing');
    if (!asha.onTurn) break;
    await asha.pick(choose(asha.view, random));
    await asha.page.waitForTimeout(2000); // until nothing moves
    const before = await spent();
    await asha.page.locator('[data-play]').press('Enter');
    await ravi.until(() => ravi.onTurn || ravi.view.phase !== 'playing');
    if (!ravi.onTurn) break;
    await asha.page.waitForTimeout(700); // the computer thinks
    const {seq} = asha.view;
    await ravi.act(choose(ravi.view, random));
    await asha.until(() => asha.view.seq > seq);
    await asha.page.waitForTimeout(1000);
    if (asha.view.phase === 'playing') costs.push(await spent() - before);
  }
  console.log(`computing for each move and its reply: ${costs.map(Math.round)}; median ${Math.round(median(costs))} ms`);
  assert.ok(costs.length >= 4);
  assert.ok(median(costs) < (isBusy() ? 2 : 1) * 150, `${costs}`);
  await asha.assertClean();
});

// A phone computes for 50 ms what takes this machine a quarter of that. The costs are those of the main thread alone, and
// the median counts, so that a busy machine changes little.
const slower = 4;
const limit = 50; // ms

const told = ({cost, collects}) => `${Math.round(cost * slower)}${collects ? ` (${collects} collection)` : ''}`;

test('on a phone, no frame of a move takes longer than 50 ms', hang, async t => {
  const ravi = await Partner.connect(server.origin);
  t.after(() => ravi.close());
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {seals: 3}});
  const asha = await Person.arrive(browser, {origin: server.origin, path: `/#/${room}`, installs: true, size: 'phone', reducedMotion: 'no-preference', isMobile: true});
  t.after(() => asha.leave());
  await asha.join();
  await asha.readyWith(ravi);
  const random = seeded(3);
  const worst = {own: [], opponent: []}; // frame of each move
  while (worst.own.length < 20 && asha.view.phase === 'playing') {
    const {seq} = asha.view;
    const mover = asha.onTurn ? 'own' : 'opponent';
    if (mover === 'own') await asha.pick(choose(asha.view, random));
    else await ravi.until(() => ravi.onTurn);
    await asha.page.waitForTimeout(1000); // until nothing moves
    const frames = await watchFrames(asha.page);
    if (mover === 'own') await asha.page.locator('[data-play]').tap(); // a mouse would be looked for under each new frame
    else await ravi.act(choose(ravi.view, random));
    await asha.until(() => asha.view.seq > seq);
    await asha.page.waitForTimeout(1000);
    worst[mover].push(worstOf(await frames()));
  }
  for (const [mover, frames] of Object.entries(worst)) {
    const costs = frames.map(({cost}) => cost * slower);
    const over = frames.filter(({cost}) => cost * slower > limit);
    const tidying = over.filter(({collects}) => collects === 'tidying').length;
    console.log(`worst frame of each move, ${mover}: ${frames.map(told).join(', ')} ms; median ${Math.round(median(costs))}, over ${limit}: ${over.length}, ${tidying} of them because the browser tidied up`);
    assert.ok(costs.length >= 4);
    const busy = isBusy();
    assert.ok(median(costs) < (busy ? 2 : 1) * limit, `${mover}: ${costs}`);
    assert.ok(busy || over.length - tidying <= costs.length / 4, `${mover}: ${frames.map(told)}`);
  }
  await asha.assertClean();
});

test('what a frame costs is told apart from what nobody waits for', hang, async t => {
  const context = await browser.newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(server.origin);
  await page.waitForTimeout(3000); // until it is loaded
  const busy = async what => {
    const frames = await watchFrames(page);
    await page.evaluate(what => new Promise(resolve => {
      const compute = () => { for (const from = performance.now(); performance.now() - from < 100;); };
      const pad = size => { document.body.style.paddingTop = size; };
      const workOn = left => {
        compute();
        if (left > 1) setTimeout(workOn, 0, left - 1);
        else resolve();
      };
      if (what === 'tasks') {
        pad('3px'); // a frame before them
        return void setTimeout(workOn, 300, 4);
      }
      setTimeout(resolve, 500);
      if (what === 'frame') return requestAnimationFrame(() => { compute(); pad('1px'); });
      pad('2px');
      compute();
    }), what);
    return worstOf(await frames()).cost;
  };
  const costs = {frame: await busy('frame'), before: await busy('before a frame'), tasks: await busy('tasks')};
  console.log(costs);
  assert.ok(costs.frame > 20 && costs.before > 20, 'work that delays a frame was not seen');
  assert.ok(costs.tasks < 150, 'tasks that nobody waits for were added up'); // four of 100 ms
});

// Plays a round to its end, without a browser.
async function playRound(one, two, random) {
  while (one.view.phase === 'playing') {
    const {seq} = one.view;
    const mover = [one, two][one.view.turn];
    await mover.act(choose(mover.view, random));
    await Promise.all([one, two].map(it => it.until(() => it.view.seq > seq)));
    await new Promise(resolve => setTimeout(resolve, 40)); // the server limits the number of requests
  }
}

test('on a phone, no frame of a new deal takes longer than 75 ms', hang, async t => {
  const costs = [];
  while (costs.length < 3) {
    const {one, two, room} = await Partner.pair(server.origin, {seals: 3});
    const asha = await Person.arrive(browser, {origin: server.origin, path: `/#/watch/${room}`, installs: true, size: 'phone', reducedMotion: 'no-preference', isMobile: true});
    t.after(() => [one, two, asha.page].map(it => it.close()));
    await Promise.all([one, two].map(it => it.asked({type: 'ready'})));
    await Promise.all([one, two].map(it => it.until(() => it.view?.phase === 'playing')));
    await asha.until(() => asha.view?.phase === 'playing');
    await playRound(one, two, seeded(costs.length));
    await asha.page.locator('.account').waitFor();
    await asha.page.waitForTimeout(3000); // until it is counted
    const frames = await watchFrames(asha.page);
    for (const it of [one, two]) await it.asked({type: 'ready'});
    await asha.page.locator('.side-bottom .layer').first().waitFor();
    await asha.page.waitForTimeout(1000);
    costs.push(worstOf(await frames()).cost * slower);
    await asha.assertClean();
  }
  console.log(`worst frame of each new deal: ${costs.map(Math.round)} ms`);
  assert.ok(median(costs) < 75, `${costs}`);
});

for (const formFactor of ['mobile', 'desktop']) {
  test(`Lighthouse's performance, ${formFactor}`, hang, async t => {
    const lighthouse = await startLighthouse();
    t.after(() => lighthouse.stop());
    await lighthouse.judge(`${server.origin}/`, formFactor, ['performance'], 3);
    await lighthouse.judge(await lighthouse.startMatch(server.origin), formFactor, ['performance'], 3);
  });
}

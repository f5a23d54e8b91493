// A page that stays open for many matches needs no more memory than after the first round.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Person} from '../kit/browser.mjs';
import {Partner} from '../kit/partner.mjs';
import {hang, startServer} from '../kit/server.mjs';
import {browser, useBrowserAndServer} from '../kit/setup.mjs';
import {choose, seeded} from '../kit/trader.mjs';

useBrowserAndServer();

// What is left after a forced garbage collection.
async function measure(debug) {
  for (let i = 0; i < 3; i++) await debug.send('HeapProfiler.collectGarbage');
  const {nodes, jsEventListeners} = await debug.send('Memory.getDOMCounters');
  const {usedSize} = await debug.send('Runtime.getHeapUsage');
  return {nodes, jsEventListeners, usedSize};
}

// Two partners play on, in one match after the other, until `moves` more moves have been seen.
async function play({pair, random, asha}, moves) {
  for (let played = 0; played < moves;) {
    const mover = pair.find(one => one.onTurn);
    if (mover) {
      const {seq} = mover.view;
      await mover.act(choose(mover.view, random));
      await Promise.all(pair.map(one => one.until(() => one.view.seq > seq)));
      await asha.until(() => asha.view.seq > seq);
      await new Promise(resolve => setTimeout(resolve, 20)); // a frame for the page
      played++;
      continue;
    }
    const over = pair[0].view.phase === 'match_over';
    const {seq} = pair[0].view;
    for (const one of pair) await one.ask({type: over ? 'rematch' : 'ready'});
    if (over) for (const one of pair) await one.ask({type: 'ready'});
    await Promise.all(pair.map(one => one.until(() => one.view.seq > seq && one.view.phase === 'playing')));
  }
}

test('three hundred moves leave nothing behind', hang, async t => {
  const server = await startServer('--no-limits');
  t.after(() => server.stop());
  const {one, two, room} = await Partner.pair(server.origin, {seals: 1});
  const asha = await Person.arrive(browser, {origin: server.origin, path: `/#/watch/${room}`, installs: true, reducedMotion: 'no-preference'});
  await asha.until(() => asha.room !== null);
  for (const player of [one, two]) await player.asked({type: 'ready'});
  await asha.until(() => asha.view?.phase === 'playing');
  const debug = await asha.context.newCDPSession(asha.page);
  await debug.send('HeapProfiler.enable');
  const match = {pair: [one, two], random: seeded(9), asha};
  await play(match, 70);
  const before = await measure(debug);
  await play(match, 240);
  const after = await measure(debug);
  assert.ok(after.nodes < 3000 && after.nodes < before.nodes + 1000, `${before.nodes} nodes became ${after.nodes}`);
  assert.ok(after.jsEventListeners < before.jsEventListeners + 100, `${before.jsEventListeners} listeners became ${after.jsEventListeners}`);
  assert.ok(after.usedSize < before.usedSize + 1_500_000, `${before.usedSize} bytes became ${after.usedSize}`);
  await asha.assertClean();
  await asha.leave();
  one.close();
  two.close();
});

// Lengths of time: how they are said, which clocks need room for hours, and when a player is warned.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {clockWarnings, comesToAnHour, duration, roughly, span} from '../../../client/web/src/ui/parts/time_left';

test('a countdown shows minutes and seconds, and hours only if there are any', () => {
  assert.deepEqual([0, -5, 1, 59_001, 65_000, 720_000, 3_599_001, 3_723_000].map(duration), ['0:00', '0:00', '0:01', '1:00', '1:05', '12:00', '1:00:00', '1:02:03']);
});

test('a length of time is said in the largest unit that fits it', () => {
  assert.deepEqual([0, 1, 90, 600, 3600, 604_800].map(span), ['0 seconds', '1 second', '90 seconds', '10 minutes', '1 hour', '7 days']);
  assert.deepEqual([1, 61_000, 7_300_000, 190_000_000].map(roughly), ['1 second', '1 minute', '2 hours', '2 days']);
});

test('a clock can come to an hour by its increments, the more so in a long match', () => {
  const comes = (initial: number, increment: number, seals: number) => comesToAnHour({clock: {initial, increment}, seals});
  assert.equal(comesToAnHour({clock: null, seals: 3}), false);
  assert.equal(comes(3600, 0, 1), true);
  assert.equal(comes(3599, 0, 3), false);
  assert.equal(comes(600, 75, 1), true);  // 600 + 75 · 40
  assert.equal(comes(600, 74, 1), false);
  assert.equal(comes(600, 25, 2), true);  // three rounds at most
  assert.equal(comes(600, 24, 2), false);
  assert.equal(comes(600, 15, 3), true);  // five
  assert.equal(comes(600, 14, 3), false);
});

test('nobody loses on time without a warning', () => {
  assert.deepEqual(clockWarnings(120_000, 120_000), [60_000, 30_000, 10_000]);
  assert.deepEqual(clockWarnings(45_000, 120_000), [30_000, 10_000]);
  assert.deepEqual(clockWarnings(30_000, 120_000), [10_000]);
  assert.deepEqual(clockWarnings(11_000, 15_000), [10_000]);
});

test('a short clock with an increment gives only the last warning in each turn', () => {
  assert.deepEqual(clockWarnings(62_000, 62_000), [30_000, 10_000]);
  assert.deepEqual(clockWarnings(35_000, 35_000), [10_000]);
  assert.deepEqual(clockWarnings(9_000, 35_000), [], 'the turn has said so');
});

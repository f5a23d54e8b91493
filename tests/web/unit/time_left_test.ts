// When a player is warned that a clock runs low.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {clockWarnings} from '../../../client/web/src/ui/parts/time_left';

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

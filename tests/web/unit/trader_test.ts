// A player keeps the face that the name leads to, and two players never look alike.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {tradersOf} from '../../../client/web/src/ui/parts/trader';

test('a name always leads to the same face', () => {
  assert.deepEqual(tradersOf(['Asha', 'Ravi']), tradersOf(['Asha', 'Ravi']));
  const first = Array.from({length: 200}, (_, i) => tradersOf([`trader ${i}`, 'Ravi'])[0]);
  assert.equal(new Set(first).size, 6, 'all six faces occur');
  assert.ok(first.every(face => Number.isInteger(face) && face >= 0 && face < 6));
});

test('two players have different faces, whatever their names are', () => {
  for (let i = 0; i < 200; i++) {
    const [one, other] = tradersOf([`a${i}`, i % 3 ? `b${i}` : `a${i}`]);
    assert.notEqual(one, other);
  }
});

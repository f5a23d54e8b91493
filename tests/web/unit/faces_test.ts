// A player has the face that they chose; without a choice, the one that the name leads to.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {faceOf, faceOfName, facesOf} from '../../../client/web/src/ui/state/faces';

const person = (name: string, trader: number | null = null) => ({name, trader, bot: null});

test('a name always leads to the same face', () => {
  assert.equal(faceOf(person('Asha')), faceOfName('Asha'));
  const first = Array.from({length: 200}, (_, i) => faceOfName(`trader ${i}`));
  assert.equal(new Set(first).size, 6, 'all six faces occur');
  assert.ok(first.every(face => Number.isInteger(face) && face >= 0 && face < 6));
});

test('two players who chose no face have different ones, whatever their names are', () => {
  for (let i = 0; i < 200; i++) {
    const [one, other] = facesOf([person(`a${i}`), person(i % 3 ? `b${i}` : `a${i}`)]);
    assert.notEqual(one, other);
  }
});

test('a chosen face is kept, and a player who chose none gives way to it', () => {
  const mine = faceOfName('Asha');
  assert.deepEqual(facesOf([person('Asha'), person('Ravi', mine)]), [(mine + 1) % 6, mine]);
  assert.deepEqual(facesOf([person('Ravi', mine), person('Asha')]), [mine, (mine + 1) % 6]);
  assert.deepEqual(facesOf([person('Asha', 2), person('Ravi', 2)]), [2, 2]);
  assert.equal(faceOf(person('Asha', 0)), 0);
});

test('the bot has its own face, and an unknown one counts as none', () => {
  assert.deepEqual(facesOf([person('Asha', 1), {name: 'Easy bot', trader: null, bot: 'easy'}]), [1, 'bot']);
  assert.equal(faceOf(person('Asha', 6)), faceOfName('Asha'));
});

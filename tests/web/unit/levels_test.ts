// The levels of the bot: those of the contract, and which one a match leads to.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {levelAfter, levels} from '../../../client/web/src/ui/state/levels';

test('the page has the levels of the contract, the weakest first', () => {
  const contract = readFileSync(join(process.env.JAIPUR_ROOT!, 'protocol/README.md'), 'utf8');
  const [row] = /^\| `opponent` .*$/m.exec(contract)!;
  assert.deepEqual(row.split('levels')[1]!.match(/(?<=`)\w+(?=`)/g), [...levels]);
});

test('a winner may go one level up and a loser one down, as long as there is one', () => {
  assert.deepEqual(levels.map(level => levelAfter(level, 'won')), ['easy', 'medium', 'hard', 'master', null]);
  assert.deepEqual(levels.map(level => levelAfter(level, 'lost')), [null, 'beginner', 'easy', 'medium', 'hard']);
  assert.deepEqual([levelAfter('strange', 'won'), levelAfter(null, 'lost')], [null, null]);
});

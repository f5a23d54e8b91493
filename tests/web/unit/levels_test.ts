// The levels of the bot: those of the contract.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {levels} from '../../../client/web/src/ui/state/levels';

test('the page has the levels of the contract, the weakest first', () => {
  const contract = readFileSync(join(process.env.JAIPUR_ROOT!, 'protocol/README.md'), 'utf8');
  const [, listed] = /levels, the weakest first: ([^.]*)\./.exec(contract)!;
  assert.deepEqual(listed!.match(/\w+/g), [...levels]);
});

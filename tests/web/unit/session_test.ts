// Sessions against the real server: whole matches, with the line cut in every phase.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {isOver, playOn, until} from './support/play';
import {startServer} from '../kit/server.mjs';
import {seeded} from '../kit/trader.mjs';
import {endSessions, newSession, urlOf} from './support/lines';

let server: Awaited<ReturnType<typeof startServer>>;
let url = '';
before(async () => {
  server = await startServer('--no-limits');
  url = urlOf(server.port);
});
after(async () => {
  endSessions();
  await server.stop();
});

test('two play a whole match, and both find the shuffle fair', async () => {
  const asha = newSession(url), ben = newSession(url);
  const room = await asha.createRoom('Asha', {seals: 2});
  assert.ok(room.ok);
  assert.ok((await ben.joinRoom(room.room.toLowerCase(), 'Ben')).ok);
  const ready = await Promise.all([asha.ready(), ben.ready()]);
  assert.deepEqual(ready, [{ok: true}, {ok: true}]);
  playOn(asha, seeded(1));
  playOn(ben, seeded(2));
  await until('the match is over', () => isOver(asha) && isOver(ben), 20_000);
  for (const session of [asha, ben]) {
    await until('a verdict', () => !['committed', 'unknown'].includes(session.shuffle.value.state));
    const rounds = session.sight.value!.view.result!.rounds.length;
    assert.deepEqual(session.shuffle.value, {state: 'verified', contributors: [true, true], rounds, whole: true});
  }
});

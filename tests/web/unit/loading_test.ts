// What the page loads later may not be there later: a server that was replaced has other files. The
// loading is made to fail here; all else is real.
import assert from 'node:assert/strict';
import {webcrypto} from 'node:crypto';
import {after, afterEach, before, describe, test} from 'node:test';
import type {OpenSession, SessionEnvironment} from '../../../client/web/src/net/session';
import {startServer} from '../kit/server.mjs';
import {seeded} from '../kit/trader.mjs';
import {endSessions, MemoryStorage, newSession, urlOf} from './support/sessions';
import {isOver, playOn, until} from './support/play';

const real = () => import('../../../client/web/src/shuffle/verdict');

let server: Awaited<ReturnType<typeof startServer>>;
before(async () => {
  server = await startServer('--no-limits');
});
afterEach(() => {
  endSessions();
  Object.defineProperty(globalThis, 'crypto', {value: webcrypto, configurable: true});
});
after(() => server.stop());

async function match(needs: Partial<SessionEnvironment>, storage = new MemoryStorage()): Promise<OpenSession> {
  const asha = newSession(urlOf(server.port), storage, needs);
  assert.ok((await asha.createRoom('Asha', {opponent: {bot: 'easy'}, seals: 1})).ok);
  await until('the room is seen', () => !!asha.timedView.value);
  return asha;
}
async function play(session: OpenSession): Promise<void> {
  assert.ok((await session.ready()).ok);
  playOn(session, seeded(1));
  await until('the match is over', () => isOver(session));
}

describe('what judges the shuffle', () => {
  test('is loaded as the room is entered, and not asked for again', async () => {
    let asked = 0, gone = false;
    const asha = await match({
      loadVerdict: () => {
        asked++;
        return gone ? Promise.reject(new TypeError('404')) : real();
      },
    });
    const start = Date.now();
    while (!asked && Date.now() - start < 60_000) await new Promise(done => setTimeout(done, 20));
    assert.equal(asked, 1);
    gone = true; // the server is replaced
    await play(asha);
    await until('a verdict', () => asha.shuffle.value.state === 'verified');
    assert.equal(asked, 1);
  });

  test('cannot be loaded: that is said after a few attempts, and another page can check it still', async () => {
    let asked = 0;
    const storage = new MemoryStorage();
    const asha = await match({
      loadVerdict: () => {
        asked++;
        return Promise.reject(new TypeError('404'));
      },
      judgeRetryDelay: 10,
    }, storage);
    await play(asha);
    await until('it is given up', () => asha.shuffle.value.state === 'unchecked');
    assert.ok(asha.story.value.some(it => it.kind === 'shuffle' && it.shuffle.state === 'unchecked'));
    const before = asked;
    await new Promise(done => setTimeout(done, 200));
    assert.equal(asked, before);
    assert.ok(asked >= 3);
    asha.end();
    const again = newSession(urlOf(server.port), storage);
    assert.ok((await again.resume(again.savedSeats.value[0]!)).ok);
    await until('a verdict', () => again.shuffle.value.state === 'verified');
    assert.ok(again.shuffle.value.state === 'verified' && again.shuffle.value.whole);
  });

  test('is there at the third attempt', async () => {
    let asked = 0;
    const asha = await match({loadVerdict: () => (++asked < 3 ? Promise.reject(new TypeError('no network')) : real()), judgeRetryDelay: 10});
    await play(asha);
    await until('a verdict', () => asha.shuffle.value.state === 'verified');
    assert.ok(!asha.story.value.some(it => it.kind === 'shuffle' && it.shuffle.state === 'unchecked'));
  });
});

test('where nothing hashes, Ready says so, and works once something does', async () => {
  const asha = await match({});
  const subtle = {digest: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))};
  Object.defineProperty(globalThis, 'crypto', {value: {subtle}, configurable: true});
  assert.deepEqual(await asha.ready(), {ok: false, code: 'offline'});
  assert.deepEqual(await asha.ready(), {ok: false, code: 'offline'});
  Object.defineProperty(globalThis, 'crypto', {value: webcrypto, configurable: true});
  await play(asha);
  await until('a verdict', () => asha.shuffle.value.state === 'verified');
});

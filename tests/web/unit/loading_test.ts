// Code that is loaded later can be gone by then: a replaced server has other files. Only the loading is fake here.
import assert from 'node:assert/strict';
import {webcrypto} from 'node:crypto';
import {afterEach, describe, test} from 'node:test';
import type {OpenSession, SessionEnvironment} from '../../../client/web/src/net/session';
import {seeded} from '../kit/trader.mjs';
import {MemoryStorage, newSession} from './support/sessions';
import {url, useServer} from './support/server';
import {isOver, playOn, until} from './support/play';

const real = () => import('../../../client/web/src/shuffle/verdict');

useServer();
afterEach(() => {
  Object.defineProperty(globalThis, 'crypto', {value: webcrypto, configurable: true});
});

async function match(needs: Partial<SessionEnvironment>, storage = new MemoryStorage()): Promise<OpenSession> {
  const asha = newSession(url, storage, needs);
  assert.ok((await asha.createRoom('Asha', {opponent: {bot: 'easy'}, seals: 1})).ok);
  await until('the room arrives', () => !!asha.timedView.value);
  return asha;
}
async function play(session: OpenSession): Promise<void> {
  assert.ok((await session.ready()).ok);
  playOn(session, seeded(1));
  await until('the match is over', () => isOver(session));
}

describe('the code that judges the shuffle', () => {
  test('is loaded on entering the room, and only once', async () => {
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

  test('says so after a few failed attempts; a reloaded page can still check the shuffle', async () => {
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
    await until('the attempts end', () => asha.shuffle.value.state === 'unchecked');
    assert.ok(asha.story.value.some(it => it.kind === 'shuffle' && it.shuffle.state === 'unchecked'));
    const before = asked;
    await new Promise(done => setTimeout(done, 200));
    assert.equal(asked, before);
    assert.ok(asked >= 3);
    asha.end();
    const again = newSession(url, storage);
    assert.ok((await again.resume(again.savedSeats.value[0]!)).ok);
    await until('a verdict', () => again.shuffle.value.state === 'verified');
    assert.ok(again.shuffle.value.state === 'verified' && again.shuffle.value.whole);
  });

  test('is loaded at the third attempt', async () => {
    let asked = 0;
    const asha = await match({loadVerdict: () => (++asked < 3 ? Promise.reject(new TypeError('no network')) : real()), judgeRetryDelay: 10});
    await play(asha);
    await until('a verdict', () => asha.shuffle.value.state === 'verified');
    assert.ok(!asha.story.value.some(it => it.kind === 'shuffle' && it.shuffle.state === 'unchecked'));
  });
});

test('Ready fails without hashing, and works once there is some', async () => {
  const subtle = {digest: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))};
  Object.defineProperty(globalThis, 'crypto', {value: {subtle}, configurable: true});
  const asha = await match({random: count => webcrypto.getRandomValues(new Uint8Array(count))});
  await until('it has given up', () => asha.room.value !== null && !asha.gettingReady.value);
  assert.deepEqual(await asha.ready(), {ok: false, code: 'offline'});
  assert.deepEqual(await asha.ready(), {ok: false, code: 'offline'});
  Object.defineProperty(globalThis, 'crypto', {value: webcrypto, configurable: true});
  await play(asha);
  await until('a verdict', () => asha.shuffle.value.state === 'verified');
});

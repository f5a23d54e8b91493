// Entering and leaving rooms at the same time, on connections that break: server and page must agree in the end.
import assert from 'node:assert/strict';
import {describe, test} from 'node:test';
import type {OpenSession} from '../../../client/web/src/net/session';
import {MemoryStorage, newSession} from './support/sessions';
import {proxy, useProxy, useServer} from './support/server';
import {until} from './support/play';

useServer();

type Message = Record<string, any>;

async function alone(storage = new MemoryStorage()): Promise<OpenSession> {
  await useProxy();
  const asha = newSession(proxy.url, storage);
  assert.ok((await asha.createRoom('Asha', {})).ok);
  await until('the room arrives', () => !!asha.room.value && !!asha.timedView.value);
  return asha;
}

// For the server she is in no room, and she can play.
async function assertFree(session: OpenSession): Promise<void> {
  assert.equal(session.location.value, null);
  const anew = await session.createRoom('Asha', {});
  assert.ok(anew.ok, JSON.stringify(anew));
  await until('the new room arrives', () => session.room.value?.room.room === anew.room);
  assert.ok((await session.leave()).ok);
}

describe('leaving while the page returns to its seat', () => {
  test('before the reply', async () => {
    const asha = await alone();
    let left: Promise<unknown> | null = null;
    proxy.fromClient = message => {
      if (message['type'] === 'resume') setImmediate(() => { left = asha.leave(); });
      return message;
    };
    proxy.cut();
    await until('reconnected', () => asha.connection.value.state === 'online' && proxy.connections === 2);
    for (let i = 0; i < 12_000 && !left; i++) await new Promise(done => setTimeout(done, 5));
    assert.deepEqual(await left, {ok: true});
    await assertFree(asha);
  });

  test('at the same moment', async () => {
    const asha = await alone();
    let left: Promise<unknown> | null = null;
    proxy.cut();
    await until('disconnected', () => asha.connection.value.state !== 'online');
    const stop = asha.connection.subscribe(line => {
      if (line.state === 'online') queueMicrotask(() => { left ??= asha.leave(); });
    });
    await until('reconnected', () => asha.connection.value.state === 'online');
    await Promise.resolve();
    stop();
    assert.deepEqual(await left, {ok: true});
    assert.deepEqual(asha.savedSeats.value, []); // the seat of a room that waits is given up
    await assertFree(asha);
  });

  test('while a rate limit delays the return: it is not requested again', async () => {
    const asha = await alone();
    let resumes = 0;
    proxy.fromClient = message => {
      if (message['type'] !== 'resume') return message;
      resumes++;
      return {...message, token: 'A'.repeat(43)}; // so that the server does not let her in
    };
    proxy.fromServer = (message: Message) => (message['type'] === 'error' && message['code'] === 'bad_token'
      ? {...message, code: 'rate_limited'} : message);
    proxy.cut();
    for (let i = 0; i < 12_000 && resumes === 0; i++) await new Promise(done => setTimeout(done, 5));
    await new Promise(done => setTimeout(done, 50));
    assert.deepEqual(await asha.leave(), {ok: true});
    await assertFree(asha);
    await new Promise(done => setTimeout(done, 1300));
    assert.equal(resumes, 1);
  });
});

test('a tab that was replaced by another can leave and play elsewhere', async () => {
  const storage = new MemoryStorage();
  const first = await alone(storage);
  const second = newSession(proxy.url, storage);
  assert.ok((await second.resume(second.savedSeats.value[0]!)).ok);
  await until('the first tab is replaced', () => first.connection.value.state === 'closed');
  assert.deepEqual(await first.leave(), {ok: true});
  await until('it is connected again', () => first.connection.value.state === 'online');
  await assertFree(first);
  assert.equal(second.connection.value.state, 'online'); // nobody took its seat
  assert.equal(second.location.value?.seat, 0);
});

describe('the last request to enter counts', () => {
  async function offline(): Promise<{asha: OpenSession; old: string}> {
    const storage = new MemoryStorage();
    const before = await alone(storage);
    const old = before.location.value!.room;
    before.end();
    const asha = newSession(proxy.url, storage);
    await until('connected', () => asha.connection.value.state === 'online');
    proxy.refuses = true;
    proxy.cut();
    await until('disconnected', () => asha.connection.value.state === 'waiting');
    return {asha, old};
  }
  const repair = (session: OpenSession) => {
    proxy.refuses = false;
    session.reconnectNow();
  };

  test('a new game wins over the seat that was requested before', async () => {
    const {asha, old} = await offline();
    const back = asha.resume(asha.savedSeats.value[0]!);
    const game = asha.createRoom('Asha', {});
    assert.deepEqual(await back, {ok: false, code: 'offline'});
    repair(asha);
    const anew = await game;
    assert.ok(anew.ok, JSON.stringify(anew));
    assert.notEqual(anew.room, old);
    assert.equal(asha.location.value?.room, anew.room);
  });

  test('no request is left when the visitor goes away', async () => {
    const {asha} = await offline();
    const back = asha.resume(asha.savedSeats.value[0]!);
    assert.deepEqual(await asha.leave(), {ok: true});
    assert.deepEqual(await back, {ok: false, code: 'offline'});
    assert.deepEqual(await asha.leave(), {ok: false, code: 'not_in_room'});
    repair(asha);
    await until('reconnected', () => asha.connection.value.state === 'online');
    await assertFree(asha);
  });

  test('even if the earlier request has been sent', async () => {
    const storage = new MemoryStorage();
    const before = await alone(storage);
    before.end();
    const asha = newSession(proxy.url, storage);
    await until('connected', () => asha.connection.value.state === 'online');
    const ways = [asha.resume(asha.savedSeats.value[0]!), asha.createRoom('Asha', {}), asha.createRoom('Asha', {seals: 3})];
    const [back, first, second] = await Promise.all(ways);
    assert.deepEqual([back!.ok, first!.ok], [false, false]);
    assert.ok(second!.ok, JSON.stringify(second));
    await until('the room arrives', () => asha.room.value?.room.options.seals === 3);
  });
});

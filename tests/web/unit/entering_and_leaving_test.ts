// Ways into rooms and out of them that cross each other, on lines that break: the server and the page
// have to agree afterwards where one is.
import assert from 'node:assert/strict';
import {after, afterEach, before, describe, test} from 'node:test';
import type {OpenSession} from '../../../client/web/src/net/session';
import {startServer} from '../kit/server.mjs';
import {MessageProxy, endSessions, MemoryStorage, newSession} from './support/sessions';
import {until} from './support/play';

let server: Awaited<ReturnType<typeof startServer>>;
let between: MessageProxy;
before(async () => {
  server = await startServer('--no-limits');
});
afterEach(() => {
  endSessions();
  between?.end();
});
after(() => server.stop());

type Message = Record<string, any>;

async function alone(storage = new MemoryStorage()): Promise<OpenSession> {
  between = await MessageProxy.before(server.port);
  const asha = newSession(between.url, storage);
  assert.ok((await asha.createRoom('Asha', {})).ok);
  await until('the room is seen', () => !!asha.room.value && !!asha.timedView.value);
  return asha;
}

// The server takes her for nobody's guest, and she can play.
async function assertFree(session: OpenSession): Promise<void> {
  assert.equal(session.location.value, null);
  const anew = await session.createRoom('Asha', {});
  assert.ok(anew.ok, JSON.stringify(anew));
  await until('the new room is seen', () => session.room.value?.room.room === anew.room);
  assert.ok((await session.leave()).ok);
}

describe('leaving while the page goes back to its seat', () => {
  test('with the answer on its way', async () => {
    const asha = await alone();
    let left: Promise<unknown> | null = null;
    between.fromClient = message => {
      if (message['type'] === 'resume') setImmediate(() => { left = asha.leave(); });
      return message;
    };
    between.cut();
    await until('the line is back', () => asha.connection.value.state === 'online' && between.connections === 2);
    for (let i = 0; i < 12_000 && !left; i++) await new Promise(done => setTimeout(done, 5));
    assert.deepEqual(await left, {ok: true});
    await assertFree(asha);
  });

  test('in the same moment', async () => {
    const asha = await alone();
    let left: Promise<unknown> | null = null;
    between.cut();
    await until('the line is gone', () => asha.connection.value.state !== 'online');
    const stop = asha.connection.subscribe(line => {
      if (line.state === 'online') queueMicrotask(() => { left ??= asha.leave(); });
    });
    await until('the line is back', () => asha.connection.value.state === 'online');
    await Promise.resolve();
    stop();
    assert.deepEqual(await left, {ok: true});
    assert.deepEqual(asha.savedSeats.value, []); // the seat of a room that waits is given up
    await assertFree(asha);
  });

  test('with the way back put off by a limit: it is not asked for again', async () => {
    const asha = await alone();
    let resumes = 0;
    between.fromClient = message => {
      if (message['type'] !== 'resume') return message;
      resumes++;
      return {...message, token: 'A'.repeat(43)}; // so that the server does not let her in
    };
    between.fromServer = (message: Message) => (message['type'] === 'error' && message['code'] === 'bad_token'
      ? {...message, code: 'rate_limited'} : message);
    between.cut();
    for (let i = 0; i < 12_000 && resumes === 0; i++) await new Promise(done => setTimeout(done, 5));
    await new Promise(done => setTimeout(done, 50));
    assert.deepEqual(await asha.leave(), {ok: true});
    await assertFree(asha);
    await new Promise(done => setTimeout(done, 1300));
    assert.equal(resumes, 1);
  });
});

test('who was replaced by another tab may leave and play elsewhere', async () => {
  const storage = new MemoryStorage();
  const first = await alone(storage);
  const second = newSession(between.url, storage);
  assert.ok((await second.resume(second.savedSeats.value[0]!)).ok);
  await until('the first is told', () => first.connection.value.state === 'closed');
  assert.deepEqual(await first.leave(), {ok: true});
  await until('it has a line again', () => first.connection.value.state === 'online');
  await assertFree(first);
  assert.equal(second.connection.value.state, 'online'); // nobody took its seat
  assert.equal(second.location.value?.seat, 0);
});

describe('the last way in that was asked for counts', () => {
  async function offline(): Promise<{asha: OpenSession; old: string}> {
    const storage = new MemoryStorage();
    const before = await alone(storage);
    const old = before.location.value!.room;
    before.end();
    const asha = newSession(between.url, storage);
    await until('a line', () => asha.connection.value.state === 'online');
    between.refuses = true;
    between.cut();
    await until('the line is gone', () => asha.connection.value.state === 'waiting');
    return {asha, old};
  }
  const mend = (session: OpenSession) => {
    between.refuses = false;
    session.reconnectNow();
  };

  test('a new game, and not the seat that was wanted before', async () => {
    const {asha, old} = await offline();
    const back = asha.resume(asha.savedSeats.value[0]!);
    const game = asha.createRoom('Asha', {});
    assert.deepEqual(await back, {ok: false, code: 'offline'});
    mend(asha);
    const anew = await game;
    assert.ok(anew.ok, JSON.stringify(anew));
    assert.notEqual(anew.room, old);
    assert.equal(asha.location.value?.room, anew.room);
  });

  test('none, where the visitor went away', async () => {
    const {asha} = await offline();
    const back = asha.resume(asha.savedSeats.value[0]!);
    assert.deepEqual(await asha.leave(), {ok: true});
    assert.deepEqual(await back, {ok: false, code: 'offline'});
    assert.deepEqual(await asha.leave(), {ok: false, code: 'not_in_room'});
    mend(asha);
    await until('the line is back', () => asha.connection.value.state === 'online');
    await assertFree(asha);
  });

  test('also where the older one was sent already', async () => {
    const storage = new MemoryStorage();
    const before = await alone(storage);
    before.end();
    const asha = newSession(between.url, storage);
    await until('a line', () => asha.connection.value.state === 'online');
    const ways = [asha.resume(asha.savedSeats.value[0]!), asha.createRoom('Asha', {}), asha.createRoom('Asha', {seals: 3})];
    const [back, first, second] = await Promise.all(ways);
    assert.deepEqual([back!.ok, first!.ok], [false, false]);
    assert.ok(second!.ok, JSON.stringify(second));
    await until('it is seen', () => asha.room.value?.room.options.seals === 3);
  });
});

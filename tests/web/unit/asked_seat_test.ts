// Requests for a seat whose answer is lost: each takes one seat, and a reloaded page finds it.
import assert from 'node:assert/strict';
import {describe, test} from 'node:test';
import type {Outcome} from '../../../client/web/src/model';
import {AskedSeats} from '../../../client/web/src/net/asked_seat';
import type {OpenSession} from '../../../client/web/src/net/session';
import {MemoryStorage, newSession} from './support/sessions';
import {proxy, url, useProxy, useServer} from './support/server';
import {pause, until} from './support/play';

useServer();

type Message = Record<string, any>;

const clock = {initial: 4321, increment: 0}; // nobody else waits with it
const ways: [string, (session: OpenSession, room: string) => Promise<Outcome<{room: string}>>][] = [
  ['create_room', session => session.createRoom('Ravi', {public: true})],
  ['join_room', (session, room) => session.joinRoom(room, 'Ravi')],
  ['quick_match', session => session.quickMatch('Ravi', clock)],
];

// How many public rooms have this player.
async function roomsOf(name: string): Promise<number> {
  const looker = newSession(url);
  const listed = await looker.listRooms();
  assert.ok(listed.ok);
  return listed.rooms.filter(room => room.names.includes(name)).length;
}

// Loses the answer to the first request of this type; returns the tokens of all.
function loseAnswer(type: string): string[] {
  const tokens: string[] = [];
  let id = -1;
  proxy.fromClient = message => {
    if (message['type'] !== type) return message;
    if (tokens.push(message['token']) === 1) id = message['id'];
    return message;
  };
  proxy.fromServer = (message: Message, cut) => {
    if (message['re'] !== id) return message;
    id = -1;
    cut();
    return null;
  };
  return tokens;
}

// Otherwise the seat would be kept, and the room listed.
async function endMatch(session: OpenSession): Promise<void> {
  await until('the match begins', () => session.timedView.value?.view.phase === 'playing');
  await session.resign();
}

describe('the answer is lost', () => {
  for (const [type, ask] of ways)
    test(`to ${type}: it is requested again, and one seat is taken`, async () => {
      await useProxy();
      const host = newSession(url), tab = new MemoryStorage();
      const room = await host.createRoom('Asha', {public: true, clock});
      assert.ok(room.ok);
      const tokens = loseAnswer(type);
      const ravi = newSession(proxy.url, new MemoryStorage(), {tabStorage: tab});
      const outcome = await ask(ravi, room.room);
      assert.ok(outcome.ok, JSON.stringify(outcome));
      assert.equal(tokens.length, 2);
      assert.equal(tokens[0], tokens[1]);
      assert.match(tokens[0]!, /^[\w-]{43}$/);
      assert.equal(ravi.location.value?.seat, type === 'create_room' ? 0 : 1);
      await until('the game arrives', () => ravi.timedView.value?.view.you === ravi.location.value?.seat);
      assert.equal(await roomsOf('Ravi'), 1);
      assert.equal(tab.length, 0); // nothing to come back to
      if (type !== 'create_room') await endMatch(ravi);
      await ravi.leave();
      await host.leave();
    });

  for (const [type, ask] of ways)
    test(`to ${type}, and the page is reloaded: it finds its seat`, async () => {
      await useProxy();
      const host = newSession(url), tab = new MemoryStorage(), storage = new MemoryStorage();
      const room = await host.createRoom('Asha', {public: true, clock});
      assert.ok(room.ok);
      const tokens = loseAnswer(type);
      const before = newSession(proxy.url, storage, {tabStorage: tab});
      void ask(before, room.room);
      await until('it has asked', () => before.connection.value.state === 'waiting');
      before.end();
      assert.equal(tokens.length, 1);
      const ravi = newSession(url, storage, {tabStorage: tab});
      await until('it is in its seat', () => ravi.location.value !== null);
      assert.equal(ravi.location.value?.seat, type === 'create_room' ? 0 : 1);
      assert.equal(await roomsOf('Ravi'), 1);
      assert.equal(tab.length, 0);
      ravi.end();
      assert.equal(newSession(url, storage).savedSeats.value[0]?.name, 'Ravi'); // a seat like any other
      const again = newSession(url, storage);
      assert.ok((await again.resume(again.savedSeats.value[0]!)).ok);
      if (type !== 'create_room') await endMatch(again);
      await again.leave();
      await host.leave();
    });

  test('and the visitor asks for the same once more: it is the same request', async () => {
    await useProxy();
    const tokens = loseAnswer('create_room');
    const ravi = newSession(proxy.url);
    await until('connected', () => ravi.connection.value.state === 'online');
    const first = ravi.createRoom('Ravi', {public: true});
    await until('the answer is lost', () => ravi.connection.value.state === 'waiting');
    const second = ravi.createRoom('Ravi', {public: true}); // cancels the first
    assert.deepEqual(await first, {ok: false, code: 'offline'});
    assert.ok((await second).ok);
    assert.deepEqual(tokens, [tokens[0], tokens[0]]);
    assert.equal(await roomsOf('Ravi'), 1);
    assert.ok((await ravi.leave()).ok);
    assert.ok((await ravi.createRoom('Ravi', {public: true})).ok);
    assert.notEqual(tokens[2], tokens[0]); // each seat has its own
    await ravi.leave();
  });

  for (const [i, [type, ask]] of ways.entries())
    test(`to ${type}, and the repeat is refused for the moment: it is requested once more`, async () => {
      await useProxy();
      const host = newSession(url), tab = new MemoryStorage();
      const room = await host.createRoom('Asha', {public: true, clock});
      assert.ok(room.ok);
      const tokens = loseAnswer(type);
      const {fromClient, fromServer} = proxy;
      let refused = -1;
      proxy.fromClient = (message, cut) => {
        const passed = fromClient(message, cut);
        if (message['type'] !== type || tokens.length !== 2) return passed;
        refused = message['id'];
        return {type: 'ping', id: refused};
      };
      proxy.fromServer = (message, cut) => message['re'] === refused
        ? {type: 'error', re: refused, code: ['rate_limited', 'storage_full', 'shutting_down'][i], message: ''}
        : fromServer(message, cut);
      const ravi = newSession(proxy.url, new MemoryStorage(), {tabStorage: tab});
      assert.ok((await ask(ravi, room.room)).ok);
      assert.deepEqual(tokens, [tokens[0], tokens[0], tokens[0]]);
      assert.equal(await roomsOf('Ravi'), 1);
      assert.equal(tab.length, 0);
      if (type !== 'create_room') await endMatch(ravi);
      await ravi.leave();
      await host.leave();
    });

  for (const [what, cancel] of [
    ['cancels', session => session.leave()],
    ['watches a room instead', session => session.spectate('222222')],
  ] as [string, (session: OpenSession) => Promise<Outcome>][])
    test(`and the visitor ${what}: a reloaded page doesn't return to that seat`, async () => {
      await useProxy();
      loseAnswer('create_room');
      const tab = new MemoryStorage();
      const ravi = newSession(proxy.url, new MemoryStorage(), {tabStorage: tab});
      const asked = ravi.createRoom('Ravi', {public: true});
      await until('the answer is lost', () => ravi.connection.value.state === 'waiting');
      assert.equal(tab.length, 1);
      void cancel(ravi);
      assert.deepEqual(await asked, {ok: false, code: 'offline'});
      assert.equal(tab.length, 0);
      ravi.end();
    });

  for (const code of ['rate_limited', 'storage_full', 'shutting_down', 'offline'] as const)
    test(`and all that comes is ${code}: the token is kept`, () => {
      const tab = new MemoryStorage();
      const seats = new AskedSeats(tab, count => new Uint8Array(count));
      const body = {type: 'quick_match', name: 'Ravi'};
      const token = seats.ask(body, 'Ravi');
      seats.answered(token, {ok: false, code});
      assert.deepEqual(seats.load(), {token, name: 'Ravi'});
      seats.answered(token, {ok: false, code: 'bad_token'});
      assert.equal(seats.load(), null);
    });

  test('but the request never arrived: a reloaded page forgets it', async () => {
    await useProxy();
    proxy.fromClient = (message, cut) => {
      if (message['type'] !== 'create_room') return message;
      cut();
      return null;
    };
    const tab = new MemoryStorage();
    const before = newSession(proxy.url, new MemoryStorage(), {tabStorage: tab});
    void before.createRoom('Ravi', {});
    await until('it has asked', () => before.connection.value.state === 'waiting');
    before.end();
    assert.equal(tab.length, 1);
    const ravi = newSession(url, new MemoryStorage(), {tabStorage: tab});
    await until('connected', () => ravi.connection.value.state === 'online');
    for (let i = 0; i < 200 && tab.length > 0; i++) await pause(10);
    assert.equal(tab.length, 0);
    assert.equal(ravi.location.value, null);
    assert.ok((await ravi.createRoom('Ravi', {})).ok);
  });
});

test('whatever the tab has stored, the page starts', async () => {
  for (const text of ['', '{', 'null', '[]', '{"token":1,"name":"Ravi"}', '{"token":"short","name":"Ravi"}', `{"token":"${'A'.repeat(43)}"}`]) {
    const tab = new MemoryStorage();
    tab.setItem('jaipur.asked', text);
    const session = newSession(url, new MemoryStorage(), {tabStorage: tab});
    assert.ok((await session.createRoom('Asha', {})).ok, text);
    assert.equal(tab.length, 0);
  }
});

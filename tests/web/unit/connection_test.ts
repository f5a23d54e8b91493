// The connection: reconnecting, waking up, and damaged messages.
import assert from 'node:assert/strict';
import {afterEach, test} from 'node:test';
import type {ConnectionState} from '../../../client/web/src/model';
import {ServerConnection, defaultTiming, type Timing} from '../../../client/web/src/net/connection';
import type {Push} from '../../../client/web/src/protocol/messages';
import {fastTiming, endSessions, MemoryStorage, newSession, NodeWebSocket} from './support/sessions';
import {proxy, url, useProxy, useServer} from './support/server';
import {isOver, pause, playAll, startMatch, until} from './support/play';

const connections: ServerConnection[] = [];
useServer();
afterEach(() => {
  connections.splice(0).forEach(connection => connection.close());
});

function openConnection(url: string, timing: Partial<Timing> = {}, chance = () => 0) {
  const states: ConnectionState[] = [];
  const waits: number[] = [];
  const pushes: Push[] = [];
  let time = 0; // when the clock was last read
  const connection = new ServerConnection(
    {url, WebSocket: NodeWebSocket, now: () => (time = Date.now()), chance, timing: {...defaultTiming, ...fastTiming, ...timing}},
    {state: it => {
      states.push(it);
      if (it.state === 'waiting') waits.push(it.retryAt - time);
    }, opened: () => {}, closed: () => {}, pushed: it => pushes.push(it), lag: () => {}, slow: () => {}},
  );
  connections.push(connection);
  connection.open();
  return {connection, states, waits, pushes};
}
const soon = async (holds: () => boolean, what = 'it') => {
  for (let i = 0; i < 300 && !holds(); i++) await pause(10);
  assert.ok(holds(), `not soon: ${what}`);
};

test('the delay is a twentieth of the time without a connection, within limits, and waking up reconnects at once', async () => {
  await useProxy();
  proxy.refuses = true;
  const {connection, states, waits} = openConnection(proxy.url, {minDelay: 20, maxDelay: 60}, () => 0.5);
  const began = Date.now();
  await soon(() => waits.length > 2);
  assert.equal(waits[0], 20);
  await soon(() => waits.at(-1) === 60);
  assert.ok(Date.now() - began >= 20 * 60, 'too early');
  assert.ok(waits.some(wait => wait > 20 && wait < 60), String(waits));
  assert.ok(waits.every((wait, i) => wait >= (waits[i - 1] ?? 0)), String(waits));
  proxy.refuses = false;
  connection.wake();
  await soon(() => connection.online);
  assert.deepEqual(states.slice(-2), [{state: 'connecting'}, {state: 'online'}]);
});

test('after 1012, the next attempt follows soon, unless attempts fail otherwise or it takes long', async () => {
  await useProxy();
  const {connection, states, waits} = openConnection(proxy.url, {minDelay: 500, maxDelay: 15_000, handoverDelay: 100, longestHandover: 60_000}, () => 0.5);
  await soon(() => connection.online);
  proxy.restart();
  await soon(() => waits.length === 1);
  assert.equal(waits[0], 100);
  assert.ok(states.some(it => it.state === 'waiting' && it.brief), 'it should be brief');
  await soon(() => connection.online);
  proxy.refuses = true;
  proxy.restart();
  await soon(() => waits.length === 3);
  assert.equal(waits[1], 100);
  assert.ok(waits[2]! >= 500, String(waits));
  assert.ok(states.some(it => it.state === 'waiting' && !it.brief), 'a server that is away is not brief');
  proxy.refuses = false;
  const slow = openConnection(proxy.url, {minDelay: 500, maxDelay: 15_000, handoverDelay: 100, longestHandover: 0}, () => 0.5);
  await soon(() => slow.connection.online);
  proxy.restart();
  await soon(() => slow.waits.length === 1);
  assert.equal(slow.waits[0], 500);
});

test('jitter stays within bounds', async () => {
  await useProxy();
  proxy.refuses = true;
  for (const [chance, from, to] of [[0, 350, 350], [0.999, 645, 650]] as const) {
    const {states, waits} = openConnection(proxy.url, {minDelay: 500, maxDelay: 15_000}, () => chance);
    await soon(() => states.some(it => it.state === 'waiting'));
    const delay = waits[0]!;
    assert.ok(delay >= from && delay <= to, String(delay));
  }
});

test('pings notice a dead connection, and sooner after waking up', async () => {
  await useProxy();
  const {connection, states} = openConnection(proxy.url, {pingInterval: 60_000, answerTimeout: 60_000, wakeTimeout: 100});
  await soon(() => connection.online);
  await pause(100);
  proxy.stalled = true;
  await pause(300);
  assert.ok(connection.online); // nobody asked
  connection.wake();
  await soon(() => states.at(-1)!.state === 'waiting');
});

test('a request without a reply is reported as slow until its reply comes', async () => {
  await useProxy();
  const slow: boolean[] = [];
  const connection = new ServerConnection(
    {url: proxy.url, WebSocket: NodeWebSocket, now: Date.now, chance: () => 0, timing: {...defaultTiming, slowAfter: 60}},
    {state: () => {}, opened: () => {}, closed: () => {}, pushed: () => {}, lag: () => {}, slow: it => slow.push(it)},
  );
  connections.push(connection);
  connection.open();
  await soon(() => connection.online);
  let answers = 0;
  connection.request({type: 'list_rooms'}, () => answers++);
  await soon(() => answers === 1);
  await pause(100);
  assert.ok(!slow.includes(true));
  const late: (() => void)[] = [];
  proxy.fromClient = message => {
    late.push(() => proxy.inject(JSON.stringify({type: 'ok', re: message['id'], rooms: [], next: null})));
    return null;
  };
  connection.request({type: 'list_rooms'}, () => answers++);
  await soon(() => slow.at(-1) === true);
  late[0]!();
  await soon(() => answers === 2);
  assert.equal(slow.at(-1), false);
});

test('a browser that forbids the connection closes it for good', () => {
  const {states} = openConnection('not a url');
  assert.deepEqual(states, [{state: 'connecting'}, {state: 'closed', why: 'refused'}]);
});

test('a connection that never opens is given up', async () => {
  await useProxy();
  class Silent extends EventTarget {
    close() {}
  }
  const states: ConnectionState[] = [];
  const connection = new ServerConnection(
    {url: proxy.url, WebSocket: Silent as unknown as typeof WebSocket, now: Date.now, chance: () => 0, timing: {...defaultTiming, answerTimeout: 50}},
    {state: it => states.push(it), opened: () => {}, closed: () => {}, pushed: () => {}, lag: () => {}, slow: () => {}},
  );
  connections.push(connection);
  connection.open();
  await soon(() => states.at(-1)!.state === 'waiting');
});

test('every request gets its own reply, even one without an id', async () => {
  await useProxy();
  proxy.fromClient = message => (message['type'] === 'list_rooms' ? {...message, id: 'none'} : message);
  const {connection} = openConnection(proxy.url);
  await soon(() => connection.online);
  const answers: unknown[] = [];
  connection.request({type: 'list_rooms'}, reply => answers.push(reply?.type === 'error' && reply.code));
  connection.request({type: 'resign'}, reply => answers.push(reply?.type === 'error' && reply.code));
  connection.request({type: 'ping'}, reply => answers.push(reply?.type));
  await soon(() => answers.length === 3);
  assert.deepEqual(answers, ['bad_request', 'not_in_room', 'ok']);
  const interrupted: unknown[] = [];
  connection.request({type: 'resign'}, reply => interrupted.push(reply));
  proxy.cut();
  await soon(() => interrupted.length === 1);
  assert.deepEqual(interrupted, [null]);
  const offline: unknown[] = [];
  connection.request({type: 'resign'}, reply => offline.push(reply));
  assert.deepEqual(offline, [null]);
});

test('damaged and unknown messages change nothing', async () => {
  await useProxy();
  const asha = newSession(proxy.url), ben = newSession(url);
  await startMatch(asha, ben, {seals: 1});
  await until('the match begins', () => asha.timedView.value?.view.phase === 'playing');
  const before = {sight: asha.timedView.value, room: asha.room.value, story: asha.story.value};
  const {view} = asha.timedView.value!;
  const {room: info} = asha.room.value!;
  const damaged: unknown[] = [
    '', '{', 'null', '[]', '7', '"view"', '{}', Buffer.from([1, 2, 3]), {type: 'view'}, {type: 'room'}, {type: 'table'}, {type: 'chat'}, {type: 'weather', sun: 1},
    {type: '__proto__'}, {type: 'toString'}, {type: 5}, {type: 'ok'}, {type: 'ok', re: 'x'}, {type: 'ok', re: 99_999}, {type: 'error', re: null},
    {type: 'error', re: 99_999, code: 'no_such_room', message: ''},
    {...view, market: [5]}, {...view, events: [null]}, {...view, room: 'ZZZZZZ'}, {...info, players: [{}, null]}, {...info, room: 'ZZZZZZ'},
    {type: 'chat', seat: 3, name: 'A', text: 'a', at: 1}, {type: 'chat', seat: 0, name: 'A', text: 7, at: 1},
  ];
  for (const message of damaged) proxy.inject(typeof message === 'string' || message instanceof Buffer ? message : JSON.stringify(message));
  await ben.say('after all that');
  await until('the message arrives', () => asha.story.value.some(it => it.kind === 'chat'));
  assert.equal(asha.timedView.value, before.sight);
  assert.equal(asha.room.value, before.room);
  assert.equal(asha.story.value.length, before.story.length + 1);
  // Unknown fields and events in a known message are ignored.
  proxy.fromServer = message =>
    message['type'] === 'view'
      ? {...message, weather: 'hot', events: [...(message['events'] as Record<string, unknown>[]).map(it => ({...it, mood: 1})), {type: 'sandstorm'}]}
      : message;
  playAll([asha, ben]);
  await until('the match is over', () => [asha, ben].every(it => isOver(it) && it.shuffle.value.state !== 'committed'));
  assert.equal(asha.shuffle.value.state, 'verified');
  assert.ok(asha.story.value.every(it => it.kind !== 'event' || (it.event.type as string) !== 'sandstorm'));
});

test('requests made before the connection is open are sent when it is', async () => {
  await useProxy();
  proxy.refuses = true;
  const asha = newSession(proxy.url);
  const rooms = asha.listRooms(), room = asha.createRoom('Asha', {});
  await pause(60);
  proxy.refuses = false;
  assert.ok((await rooms).ok);
  assert.ok((await room).ok);
});

test('a request without a reply is sent again if that is harmless', async () => {
  await useProxy();
  const storage = new MemoryStorage();
  const asha = newSession(proxy.url, storage);
  assert.ok((await asha.createRoom('Asha', {})).ok);
  asha.end();
  let losing = '';
  proxy.fromClient = (message, cut) => {
    if (message['type'] !== losing) return message;
    losing = '';
    cut();
    return null;
  };
  const again = newSession(proxy.url, storage);
  losing = 'list_rooms';
  assert.ok((await again.listRooms()).ok);
  losing = 'resume';
  assert.deepEqual(await again.resume(again.savedSeats.value[0]!), {ok: true});
  assert.equal(losing, '');
});

test('notices a returning network, a page that becomes visible, and a seat that another tab saved', async () => {
  const page = Object.assign(new EventTarget(), {visibilityState: 'hidden'});
  const globals = globalThis as unknown as Record<string, unknown>;
  globals['window'] = new EventTarget();
  globals['document'] = page;
  try {
    await useProxy();
    const storage = new MemoryStorage();
    const session = newSession(proxy.url, storage, {timing: {...fastTiming, minDelay: 60_000, maxDelay: 60_000}});
    for (const [target, type] of [[globals['window'], 'online'], [page, 'visibilitychange']] as [EventTarget, string][]) {
      await until('connected', () => session.connection.value.state === 'online');
      proxy.refuses = true;
      proxy.cut();
      await until('disconnected', () => session.connection.value.state === 'waiting');
      proxy.refuses = false;
      page.visibilityState = 'hidden';
      target.dispatchEvent(new Event(type));
      await pause(50);
      assert.equal(session.connection.value.state, 'waiting'); // nobody is looking
      page.visibilityState = 'visible';
      target.dispatchEvent(new Event(type));
    }
    await until('connected', () => session.connection.value.state === 'online');
    proxy.refuses = true;
    (globals['window'] as EventTarget).dispatchEvent(new Event('offline'));
    assert.equal(session.connection.value.state, 'waiting'); // at once, though the connection still looks alive
    proxy.refuses = false;
    (globals['window'] as EventTarget).dispatchEvent(new Event('online'));
    await until('connected', () => session.connection.value.state === 'online');
    const other = newSession(url, storage);
    assert.ok((await other.createRoom('Asha', {})).ok);
    assert.deepEqual(session.savedSeats.value, []);
    (globals['window'] as EventTarget).dispatchEvent(new Event('storage'));
    assert.equal(session.savedSeats.value.length, 1);
  } finally {
    endSessions();
    delete globals['window'];
    delete globals['document'];
  }
});

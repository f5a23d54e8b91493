// The line: how it waits, wakes, and what it makes of damaged messages.
import assert from 'node:assert/strict';
import {after, afterEach, before, test} from 'node:test';
import type {ConnectionState} from '../../../client/web/src/model';
import {ServerConnection, defaultTiming, type Timing} from '../../../client/web/src/net/connection';
import type {Push} from '../../../client/web/src/protocol/messages';
import {startServer} from '../kit/server.mjs';
import {seeded} from '../kit/trader.mjs';
import {MessageProxy, fastTiming, endSessions, MemoryStorage, newSession, NodeWebSocket, urlOf} from './support/sessions';
import {isOver, pause, playOn, until} from './support/play';

let server: Awaited<ReturnType<typeof startServer>>;
let between: MessageProxy;
const lines: ServerConnection[] = [];
before(async () => {
  server = await startServer('--no-limits');
});
afterEach(() => {
  endSessions();
  lines.splice(0).forEach(line => line.close());
  between?.end();
});
after(() => server.stop());

function openConnection(url: string, timing: Partial<Timing> = {}, chance = () => 0) {
  const states: ConnectionState[] = [];
  const waits: number[] = [];
  const pushes: Push[] = [];
  let time = 0; // of the last look at the clock
  const line = new ServerConnection(
    {url, WebSocket: NodeWebSocket, now: () => (time = Date.now()), chance, timing: {...defaultTiming, ...fastTiming, ...timing}},
    {state: it => {
      states.push(it);
      if (it.state === 'waiting') waits.push(it.retryAt - time);
    }, opened: () => {}, closed: () => {}, pushed: it => pushes.push(it), lag: () => {}},
  );
  lines.push(line);
  line.open();
  return {line, states, waits, pushes};
}
const soon = async (holds: () => boolean, what = 'it') => {
  for (let i = 0; i < 300 && !holds(); i++) await pause(10);
  assert.ok(holds(), `not soon: ${what}`);
};

test('waits longer each time, but never too long, and comes back at once when told', async () => {
  between = await MessageProxy.before(server.port);
  between.refuses = true;
  const {line, states} = openConnection(between.url, {firstDelay: 20, maxDelay: 160});
  const delays = () => states.flatMap(it => (it.state === 'waiting' ? [it] : []));
  const began = Date.now();
  await soon(() => delays().length === 5);
  assert.deepEqual(delays().map(it => it.attempt), [1, 2, 3, 4, 5]);
  assert.ok(Date.now() - began >= 20 + 40 + 80 + 100, 'too early');
  const last = delays()[4]!;
  assert.ok(last.retryAt - Date.now() <= 100, 'longest delay, less jitter');
  between.refuses = false;
  line.wake();
  await soon(() => line.online);
  assert.deepEqual(states.slice(-2), [{state: 'connecting'}, {state: 'online'}]);
});

test('jitter stays within bounds', async () => {
  between = await MessageProxy.before(server.port);
  between.refuses = true;
  for (const [chance, from, to] of [[0, 500, 500], [0.999, 790, 800]] as const) {
    const {states, waits} = openConnection(between.url, {firstDelay: 500, maxDelay: 15_000}, () => chance);
    await soon(() => states.some(it => it.state === 'waiting'));
    const delay = waits[0]!;
    assert.ok(delay >= from && delay <= to, String(delay));
  }
});

test('a dead line is noticed by its pings, and sooner after waking up', async () => {
  between = await MessageProxy.before(server.port);
  const {line, states} = openConnection(between.url, {pingInterval: 60_000, answerTimeout: 60_000, wakeTimeout: 100});
  await soon(() => line.online);
  await pause(100);
  between.stalled = true;
  await pause(300);
  assert.ok(line.online); // nobody asked
  line.wake();
  await soon(() => states.at(-1)!.state === 'waiting');
});

test('no line can be opened where the browser forbids it', () => {
  const {states} = openConnection('not a url');
  assert.deepEqual(states, [{state: 'connecting'}, {state: 'closed', why: 'refused'}]);
});

test('a server that never answers the opening is given up', async () => {
  between = await MessageProxy.before(server.port);
  class Silent extends EventTarget {
    close() {}
  }
  const states: ConnectionState[] = [];
  const line = new ServerConnection(
    {url: between.url, WebSocket: Silent as unknown as typeof WebSocket, now: Date.now, chance: () => 0, timing: {...defaultTiming, answerTimeout: 50}},
    {state: it => states.push(it), opened: () => {}, closed: () => {}, pushed: () => {}, lag: () => {}},
  );
  lines.push(line);
  line.open();
  await soon(() => states.at(-1)!.state === 'waiting');
});

test('requests get their own answers, one that bears no id included', async () => {
  between = await MessageProxy.before(server.port);
  between.fromClient = message => (message['type'] === 'list_rooms' ? {...message, id: 'none'} : message);
  const {line} = openConnection(between.url);
  await soon(() => line.online);
  const answers: unknown[] = [];
  line.request({type: 'list_rooms'}, reply => answers.push(reply?.type === 'error' && reply.code));
  line.request({type: 'resign'}, reply => answers.push(reply?.type === 'error' && reply.code));
  line.request({type: 'ping'}, reply => answers.push(reply?.type));
  await soon(() => answers.length === 3);
  assert.deepEqual(answers, ['bad_request', 'not_in_room', 'ok']);
  line.request({type: 'resign'}, reply => answers.push(reply));
  between.cut();
  await soon(() => answers.length === 4);
  assert.equal(answers[3], null);
  const offline: unknown[] = [];
  line.request({type: 'resign'}, reply => offline.push(reply));
  assert.deepEqual(offline, [null]);
});

test('damaged messages and unknown ones change nothing', async () => {
  between = await MessageProxy.before(server.port);
  const asha = newSession(between.url), ben = newSession(urlOf(server.port));
  const room = await asha.createRoom('Asha', {seals: 1});
  assert.ok(room.ok);
  await ben.joinRoom(room.room, 'Ben');
  await Promise.all([asha.ready(), ben.ready()]);
  await until('it begins', () => asha.timedView.value?.view.phase === 'playing');
  const before = {sight: asha.timedView.value, room: asha.room.value, story: asha.story.value};
  const {view} = asha.timedView.value!;
  const {room: info} = asha.room.value!;
  const damaged: unknown[] = [
    '', '{', 'null', '[]', '7', '"view"', '{}', Buffer.from([1, 2, 3]), {type: 'view'}, {type: 'room'}, {type: 'table'}, {type: 'chat'}, {type: 'weather', sun: 1},
    {type: '__proto__'}, {type: 'toString'}, {type: 5}, {type: 'ok'}, {type: 'ok', re: 'x'}, {type: 'ok', re: 99_999}, {type: 'error', re: null},
    {type: 'error', re: 99_999, code: 'no_such_room', message: ''},
    {...view, market: [5]}, {...view, market: null}, {...view, players: [view.players[0]]}, {...view, players: [null, null]}, {...view, events: {}},
    {...view, events: [null]}, {...view, events: [{type: 'took', seat: 0}]}, {...view, legal: {}}, {...view, goods_tokens: {}}, {...view, round: -1},
    {...view, clock: {remaining_ms: [1], running: 0}}, {...view, result: {rounds: [{}], winner: 0, reason: null, proof: null}}, {...view, phase: 'asleep'},
    {...view, room: 'ZZZZZZ'}, {...info, players: [{}, null]}, {...info, fair: {}}, {...info, options: null}, {...info, room: 'ZZZZZZ'},
    {type: 'chat', seat: 3, name: 'A', text: 'a', at: 1}, {type: 'chat', seat: 0, name: 'A', text: 7, at: 1},
  ];
  for (const message of damaged) between.inject(typeof message === 'string' || message instanceof Buffer ? message : JSON.stringify(message));
  await ben.say('after all that');
  await until('it is heard', () => asha.story.value.some(it => it.kind === 'chat'));
  assert.equal(asha.timedView.value, before.sight);
  assert.equal(asha.room.value, before.room);
  assert.equal(asha.story.value.length, before.story.length + 1);
  // What is new in a known message does not hurt.
  between.fromServer = message =>
    message['type'] === 'view'
      ? {...message, weather: 'hot', events: [...(message['events'] as Record<string, unknown>[]).map(it => ({...it, mood: 1})), {type: 'sandstorm'}]}
      : message;
  [asha, ben].forEach((player, i) => playOn(player, seeded(i + 1)));
  await until('the match is over', () => [asha, ben].every(it => isOver(it) && it.shuffle.value.state !== 'committed'));
  assert.equal(asha.shuffle.value.state, 'verified');
  assert.ok(asha.story.value.every(it => it.kind !== 'event' || (it.event.type as string) !== 'sandstorm'));
});

test('what is asked before there is a line is asked once it is there', async () => {
  between = await MessageProxy.before(server.port);
  between.refuses = true;
  const asha = newSession(between.url);
  const rooms = asha.listRooms(), room = asha.createRoom('Asha', {});
  await pause(60);
  between.refuses = false;
  assert.ok((await rooms).ok);
  assert.ok((await room).ok);
});

test('a question whose answer was lost is asked again, where that is harmless', async () => {
  between = await MessageProxy.before(server.port);
  const storage = new MemoryStorage();
  const asha = newSession(between.url, storage);
  assert.ok((await asha.createRoom('Asha', {})).ok);
  asha.end();
  let losing = '';
  between.fromClient = (message, cut) => {
    if (message['type'] !== losing) return message;
    losing = '';
    cut();
    return null;
  };
  const again = newSession(between.url, storage);
  losing = 'list_rooms';
  assert.ok((await again.listRooms()).ok);
  losing = 'create_room'; // would open a second room
  assert.deepEqual(await again.createRoom('Asha', {}), {ok: false, code: 'offline'});
  losing = 'resume';
  assert.deepEqual(await again.resume(again.savedSeats.value[0]!), {ok: true});
  assert.equal(losing, '');
});

test('a network that is there again, a page that is shown again, another tab that kept a seat: all are noticed', async () => {
  const page = Object.assign(new EventTarget(), {visibilityState: 'hidden'});
  const globals = globalThis as unknown as Record<string, unknown>;
  globals['window'] = new EventTarget();
  globals['document'] = page;
  try {
    between = await MessageProxy.before(server.port);
    const storage = new MemoryStorage();
    const session = newSession(between.url, storage, {timing: {...fastTiming, firstDelay: 60_000, maxDelay: 60_000}});
    for (const [target, type] of [[globals['window'], 'online'], [page, 'visibilitychange']] as [EventTarget, string][]) {
      await until('there is a line', () => session.connection.value.state === 'online');
      between.refuses = true;
      between.cut();
      await until('it is gone', () => session.connection.value.state === 'waiting');
      between.refuses = false;
      page.visibilityState = 'hidden';
      target.dispatchEvent(new Event(type));
      await pause(50);
      assert.equal(session.connection.value.state, 'waiting'); // nobody looks
      page.visibilityState = 'visible';
      target.dispatchEvent(new Event(type));
    }
    await until('there is a line', () => session.connection.value.state === 'online');
    const other = newSession(urlOf(server.port), storage);
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

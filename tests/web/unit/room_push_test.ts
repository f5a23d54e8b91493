// Push messages of one room: what the switch says after failures and quick changes. Browser and server are fake.
import assert from 'node:assert/strict';
import {beforeEach, describe, test} from 'node:test';
import {signal} from '@preact/signals';
import type {ConnectionState, Outcome, Session} from '../../../client/web/src/model';

// What the browser's push service does when it is asked.
let subscribed: () => Promise<unknown> = async () => undefined;
let permission = 'granted';
const Notification = {get permission() { return permission; }, requestPermission: async () => permission};
const subscription = {toJSON: () => ({endpoint: 'https://push.example/x', keys: {p256dh: 'key', auth: 'auth'}})};
const pushManager = {getSubscription: async () => null, subscribe: async () => (await subscribed(), subscription)};
const globals = {
  window: {Notification}, Notification, navigator: {languages: ['en'], serviceWorker: {ready: Promise.resolve({pushManager})}},
  document: Object.assign(new EventTarget(), {documentElement: {lang: ''}}), caches: {open: async () => ({put: async () => undefined})},
};
for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, {value, configurable: true});
const {pushIn} = await import('../../../client/web/src/ui/announce/room_push');
const {pushRooms} = await import('../../../client/web/src/ui/state/push_rooms');

class Server {
  readonly sent: string[] = [];
  answer: Outcome = {ok: true};
  readonly connection = signal<ConnectionState>({state: 'online'});
  readonly location = signal({room: 'K7QX2M', seat: 0});
  private readonly take = async (what: string) => (this.sent.push(what), this.answer);
  pushKey = async () => ({...await this.take('key'), key: 'AAAA'});
  pushSubscribe = () => this.take('on');
  pushUnsubscribe = () => this.take('off');
}

async function opened() {
  const server = new Server();
  const push = pushIn('K7QX2M', server as unknown as Session);
  await push.server.askKey();
  server.sent.length = 0;
  const state = () => [push.wanted.value ?? pushRooms.value.includes('K7QX2M'), push.problem.value];
  return {server, push, state};
}

beforeEach(() => {
  subscribed = async () => undefined;
  permission = 'granted';
  pushRooms.value = [];
});

describe('the switch', () => {
  test('stays as it was if the server or the browser cannot follow, and says why', async () => {
    const {server, push, state} = await opened();
    await push.change(true, {});
    assert.deepEqual(state(), [true, null]);
    server.answer = {ok: false, code: 'offline'};
    await push.change(false, {});
    assert.deepEqual(state(), [true, 'failed']);
    server.answer = {ok: true};
    await push.change(false, {});
    assert.deepEqual(state(), [false, null]);
    server.answer = {ok: false, code: 'bad_request'};
    await push.change(true, {});
    assert.deepEqual(state(), [false, 'refused']);
    permission = 'denied';
    await push.change(true, {});
    assert.deepEqual(state(), [false, 'blocked']);
  });

  test('that is switched off while it is still switching on ends switched off', async () => {
    const {server, push, state} = await opened();
    let answer = (): void => undefined;
    subscribed = () => new Promise<void>(done => { answer = done; });
    const on = push.change(true, {});
    await new Promise(done => setTimeout(done, 5));
    assert.deepEqual(state(), [true, null], 'it follows the finger');
    const off = push.change(false, {});
    assert.deepEqual(state(), [false, null]);
    answer();
    await Promise.all([on, off]);
    assert.deepEqual([server.sent, state()], [['off'], [false, null]]);
  });

  test('of a room that was left asks nothing for another one', async () => {
    const {server, push, state} = await opened();
    server.location.value = {room: '222222', seat: 0};
    await push.change(true, {});
    assert.deepEqual([server.sent, state()], [[], [false, 'failed']]);
  });
});

describe('a subscription', () => {
  test('is renewed once per connection', async () => {
    const {server, push} = await opened();
    await push.change(true, {});
    await push.refresh({});
    assert.deepEqual(server.sent, ['on']);
    server.connection.value = {state: 'connecting'};
    await push.refresh({});
    server.connection.value = {state: 'online'};
    for (let i = 0; i < 3; i++) await push.refresh({});
    assert.deepEqual(server.sent, ['on', 'on']);
  });

  test('that cannot be renewed says so, and only a lost connection is tried again', async () => {
    const {server, push, state} = await opened();
    pushRooms.value = ['K7QX2M'];
    server.answer = {ok: false, code: 'offline'};
    await push.refresh({});
    assert.deepEqual(state(), [true, null]);
    server.answer = {ok: false, code: 'bad_request'};
    for (let i = 0; i < 3; i++) await push.refresh({});
    assert.deepEqual([server.sent, state()], [['on', 'on'], [true, 'refused']]);
    permission = 'denied';
    server.connection.value = {state: 'connecting'};
    server.connection.value = {state: 'online'};
    await push.refresh({});
    assert.equal(state()[0], false);
  });
});

test('the key is asked for once per session', async () => {
  const server = new Server();
  for (const room of ['K7QX2M', '222222', 'K7QX2M']) await pushIn(room, server as unknown as Session).server.askKey();
  assert.deepEqual(server.sent, ['key']);
});

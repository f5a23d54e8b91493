// Where an address leads, and how often it is set. The browser's address is fake.
import assert from 'node:assert/strict';
import {afterEach, before, describe, test} from 'node:test';

const address = Object.assign(new EventTarget(), {pathname: '/', search: '', hash: '', hostname: 'jaipur.test', origin: 'http://jaipur.test'});
let writes = 0, allowed = Infinity;
const write = (_: null, __: string, path: string) => {
  if (++writes > allowed) throw new DOMException('too many', 'SecurityError');
  const [pathname, query] = path.split('?');
  Object.assign(address, {pathname, search: query === undefined ? '' : `?${query}`, hash: ''});
};
function visit(pathname: string, hash = ''): void {
  Object.assign(address, {pathname, search: '', hash});
  address.dispatchEvent(new Event('popstate'));
}

let it: typeof import('../../../client/web/src/ui/state/route');
before(async () => {
  const globals = {location: address, history: {pushState: write, replaceState: write}, addEventListener: address.addEventListener.bind(address)};
  for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, {value, configurable: true});
  it = await import('../../../client/web/src/ui/state/route');
});
afterEach(() => {
  writes = 0;
  allowed = Infinity;
  it.go('/');
});
const rest = () => new Promise(done => setTimeout(done, 300));

test('each screen has an address; old links have it after #', () => {
  const match = 'a'.repeat(32);
  for (const [path, route] of [
    ['/', {page: 'start'}], ['/rooms', {page: 'rooms'}], ['/help', {page: 'help'}],
    ['/new', {page: 'new', bot: false}], ['/new?bot', {page: 'new', bot: true}], ['/K7QX2M?bot', {page: 'room', room: 'K7QX2M', key: null}],
    ['/k7qx2m', {page: 'room', room: 'K7QX2M', key: null}], ['/REPLAY', {page: 'room', room: 'REPLAY', key: null}],
    ['/enter', {page: 'enter', invitation: null}], ['/watch', {page: 'watch', room: null}], ['/watch/K7QX2M', {page: 'watch', room: 'K7QX2M'}],
    ['/replay', {page: 'replay', match: null, ply: null, after: 0}], [`/replay/${match}`, {page: 'replay', match, ply: null, after: 0}],
    [`/replay/${match.toUpperCase()}/46`, {page: 'replay', match, ply: 46, after: 0}], [`/replay/${match}/46/1`, {page: 'replay', match, ply: 46, after: 1}],
    [`/replay/${match}/46/1/1`, {page: 'lost'}], ['/watch/K7QX2M/1', {page: 'lost'}], ['/K7QX2', {page: 'lost'}], ['/rooms/1', {page: 'lost'}],
  ] as const) {
    assert.deepEqual(it.routeOf(path), route, path);
    assert.deepEqual(it.routeOf('/', `#${path}`), route, path);
  }
});

test('a code is found in a link of any kind', () => {
  for (const text of ['k7qx2m', ' K7Q-X2M ', 'http://jaipur.test/K7QX2M', 'jaipur.test/watch/K7QX2M/', 'https://jaipur.test/#/K7QX2M', `https://jaipur.test/K7QX2M#${'k'.repeat(43)}`])
    assert.equal(it.codeIn(text), 'K7QX2M', text);
  for (const text of ['', 'K7QX2', 'https://jaipur.test/rooms', 'https://jaipur.test/', 'K7QX0M']) assert.equal(it.codeIn(text), null, text);
});

test('an invitation to the server is read once and leaves the address, also if part of it is missing', () => {
  for (const invitation of ['Aa0_-'.padEnd(43, 'x'), 'short', 'a/b']) {
    visit('/enter', `#${invitation}`);
    assert.deepEqual(it.route.value, {page: 'enter', invitation});
    assert.deepEqual([address.pathname, address.hash], ['/enter', '']);
  }
});

test('the key of a seat is read once and leaves the address, and an old link is rewritten', () => {
  const key = 'Aa0_-'.padEnd(43, 'x');
  visit('/K7QX2M', `#${key}`);
  assert.deepEqual(it.route.value, {page: 'room', room: 'K7QX2M', key});
  assert.deepEqual([address.pathname, address.hash], ['/K7QX2M', '']);
  visit('/', '#/watch/K7QX2M');
  assert.deepEqual(it.route.value, {page: 'watch', room: 'K7QX2M'});
  assert.deepEqual([address.pathname, address.hash], ['/watch/K7QX2M', '']);
  visit('/K7QX2M', '#short');
  assert.deepEqual(it.route.value, {page: 'room', room: 'K7QX2M', key: null});
});

describe('the address', () => {
  test('is set once the slider settles', async () => {
    writes = 0;
    for (let ply = 0; ply < 300; ply++) it.goSoon(`/replay/file/${ply}`);
    assert.equal(writes, 0);
    await rest();
    assert.equal(writes, 1);
    assert.deepEqual(it.route.value, {page: 'replay', match: 'file', ply: 299, after: 0});
  });

  test('does not bring back a visitor who has gone elsewhere', async () => {
    it.goSoon('/replay/file/7');
    it.go('/rooms');
    await rest();
    assert.deepEqual(it.route.value, {page: 'rooms'});
    it.goSoon('/replay/file/7');
    visit('/help');
    await rest();
    assert.deepEqual(it.route.value, {page: 'help'});
  });

  test('can lag behind if the browser allows no more changes; the page still goes there', () => {
    allowed = writes;
    it.go('/rooms');
    assert.deepEqual(it.route.value, {page: 'rooms'});
    it.go('/settings', true);
    assert.deepEqual(it.route.value, {page: 'settings'});
  });
});

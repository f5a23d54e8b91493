// Where an address leads, and how often it is set. The browser's address is fake.
import assert from 'node:assert/strict';
import {afterEach, before, describe, test} from 'node:test';

const address = Object.assign(new EventTarget(), {hash: '', hostname: 'jaipur.test', origin: 'http://jaipur.test'});
let writes = 0, allowed = Infinity;
const write = (_: null, __: string, hash: string) => {
  if (++writes > allowed) throw new DOMException('too many', 'SecurityError');
  address.hash = hash;
};

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

test('a moment of a replay has an address; shorter addresses work, too', () => {
  const match = 'a'.repeat(32);
  assert.deepEqual(it.routeOf(`#/replay/${match}`), {page: 'replay', match, ply: null, after: 0});
  assert.deepEqual(it.routeOf(`#/replay/${match}/46`), {page: 'replay', match, ply: 46, after: 0});
  assert.deepEqual(it.routeOf(`#/replay/${match}/46/1`), {page: 'replay', match, ply: 46, after: 1});
  assert.deepEqual(it.routeOf(`#/replay/${match}/46/1/1`), {page: 'lost'});
  assert.deepEqual(it.routeOf('#/watch/K7QX2M/1/1'), {page: 'lost'});
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
    address.hash = '#/help';
    address.dispatchEvent(new Event('hashchange'));
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

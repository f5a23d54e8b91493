// Sessions with a real server that admits only invited people: the pass, and what happens without one.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, afterEach, before, test} from 'node:test';
import {startServer} from '../kit/server.mjs';
import {endSessions, MemoryStorage, MessageProxy, newSession, urlOf} from './support/sessions';
import {until} from './support/play';

let folder = '', url = '', port = 0;
let server: Awaited<ReturnType<typeof startServer>>;
let proxy: MessageProxy | null = null;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jaipur-admission-'));
  writeFileSync(join(folder, 'password'), 'open sesame\n');
  server = await startServer('--no-limits', '--admit', 'invited', '--server-password-file', join(folder, 'password'), '--admin-socket', join(folder, 's'));
  ({port} = server);
  url = urlOf(port);
});
afterEach(() => {
  endSessions();
  proxy?.end();
  proxy = null;
});
after(async () => {
  await server.stop();
  rmSync(folder, {recursive: true, force: true});
});

const admin = (...words: string[]) => execFileSync(process.env['JAIPUR_SERVER']!, ['admin', '--socket', join(folder, 's'), ...words], {encoding: 'utf8'});
const invite = () => {
  const said = admin('invite');
  return {invitation: /\/enter#([\w-]{43})/.exec(said)![1]!, id: /`revoke (\d+)`/.exec(said)![1]!};
};
const useProxy = async () => (proxy = await MessageProxy.start(port));
const key = 'jaipur.pass';
const right = {password: 'open sesame'};

// All messages that pass the proxy to the server from now on.
function sentThrough(it: MessageProxy): Record<string, any>[] {
  const sent: Record<string, any>[] = [];
  it.fromClient = message => {
    sent.push(message);
    return message;
  };
  return sent;
}

test('a stranger is refused, and a password lets this browser in, now and later', async () => {
  const storage = new MemoryStorage();
  const asha = newSession(url, storage);
  assert.equal(asha.access.value, 'unknown');
  assert.deepEqual(await asha.listRooms(), {ok: false, code: 'server_locked'});
  assert.equal(asha.access.value, 'locked');
  assert.deepEqual(await asha.invitation('222222'), {ok: false, code: 'server_locked'});
  assert.deepEqual(await asha.enterServer({password: 'sesame'}), {ok: false, code: 'wrong_password'});
  assert.equal(storage.length, 0);
  assert.deepEqual(await asha.enterServer(right), {ok: true});
  assert.equal(asha.access.value, 'open');
  assert.ok((await asha.listRooms()).ok);
  const later = newSession(url, storage);
  assert.ok((await later.listRooms()).ok);
});

test('the pass is saved before it is sent', async () => {
  const storage = new MemoryStorage();
  const it = await useProxy();
  const saved: (string | null)[] = [];
  it.fromClient = message => {
    if (message['type'] === 'enter') saved.push(JSON.parse(storage.getItem(key) ?? '{}').pass === message['pass'] ? message['pass'] : null);
    return message;
  };
  assert.ok((await newSession(it.url, storage).enterServer(right)).ok);
  assert.equal(saved.length, 1);
  assert.match(saved[0]!, /^[\w-]{43}$/);
});

for (const again of ['is asked again', 'is reloaded'])
  test(`if the answer is lost and the page ${again}, the invitation is used once`, async () => {
    const storage = new MemoryStorage();
    const it = await useProxy();
    const {invitation} = invite();
    let lost = false;
    const ids = new Set<number>();
    it.fromClient = message => {
      if (message['type'] === 'enter') ids.add(message['id']);
      return message;
    };
    it.fromServer = (message, cut) => {
      if (lost || !ids.has(message['re'])) return message;
      lost = true;
      cut();
      return null;
    };
    const asha = newSession(it.url, storage);
    const asked = asha.enterServer({invitation});
    if (again === 'is reloaded') {
      await until('the answer is lost', () => asha.connection.value.state === 'waiting');
      asha.end();
      assert.ok((await newSession(url, storage).listRooms()).ok);
    } else assert.ok((await asked).ok);
    assert.deepEqual(await newSession(url).enterServer({invitation}), {ok: false, code: 'invitation_over'});
    assert.deepEqual(await newSession(url, storage).enterServer({invitation}), {ok: true}); // nothing to spend
  });

test('each connection shows the pass before anything else', async () => {
  const storage = new MemoryStorage();
  assert.ok((await newSession(url, storage).enterServer(right)).ok);
  const it = await useProxy();
  const sent = sentThrough(it);
  const asha = newSession(it.url, storage);
  assert.ok((await asha.listRooms()).ok);
  assert.equal(sent[0]!['type'], 'enter');
  it.cut();
  await until('it has noticed', () => asha.connection.value.state !== 'online');
  sent.length = 0;
  assert.ok((await asha.listRooms()).ok);
  assert.equal(sent[0]!['type'], 'enter');
  assert.equal(sent.filter(message => message['type'] === 'enter').length, 1);
});

test('while the server is too busy to check the pass, requests wait for it', async () => {
  const storage = new MemoryStorage();
  assert.ok((await newSession(url, storage).enterServer(right)).ok);
  const it = await useProxy();
  let refused = -1;
  it.fromClient = message => {
    if (message['type'] !== 'enter' || refused !== -1) return message;
    refused = message['id'];
    return {type: 'ping', id: refused};
  };
  it.fromServer = message => (message['re'] === refused ? {type: 'error', re: refused, code: 'rate_limited', message: ''} : message);
  const asha = newSession(it.url, storage);
  assert.ok((await asha.listRooms()).ok);
  assert.equal(asha.access.value, 'open');
});

test('a pass that another tab got is found', async () => {
  const storage = new MemoryStorage();
  const asha = newSession(url, storage), tab = newSession(url, storage);
  assert.ok(!(await tab.listRooms()).ok);
  assert.ok((await asha.enterServer(right)).ok);
  assert.ok((await tab.listRooms()).ok);
});

test('a pass that ends is noticed and forgotten; a player plays on, a spectator waits for the next pass', async () => {
  const storage = new MemoryStorage();
  const host = newSession(url);
  assert.ok((await host.enterServer(right)).ok);
  const room = await host.createRoom('Asha', {});
  assert.ok(room.ok);
  const {invitation, id} = invite();
  const it = await useProxy();
  const ravi = newSession(it.url, storage);
  assert.ok((await ravi.enterServer({invitation})).ok);
  assert.ok((await ravi.spectate(room.room)).ok);
  const guest = newSession(url, storage);
  assert.ok((await guest.joinRoom(room.room, 'Ravi')).ok);
  admin('revoke', id);
  assert.ok((await guest.say('Still here')).ok);
  it.cut();
  await until('he is locked out', () => ravi.access.value === 'locked');
  assert.ok(ravi.passEnded.value);
  assert.ok(!storage.getItem(key)!.includes('pass'));
  assert.ok(newSession(url, storage).passEnded.value); // also after a reload
  assert.equal(ravi.location.value?.room, room.room);
  assert.equal(ravi.connection.value.state, 'online');
  assert.ok((await ravi.enterServer(right)).ok);
  assert.ok(!ravi.passEnded.value);
  await until('he watches again', () => ravi.story.value.some(entry => entry.kind === 'notice' && entry.what === 'reconnected'));
  storage.removeItem(key);
  const later = newSession(url, storage);
  assert.ok((await later.resume(later.savedSeats.value[0]!)).ok); // a seat needs no pass
});

test('on a server for everybody, nothing changes', async () => {
  const open = await startServer('--no-limits');
  try {
    const asha = newSession(urlOf(open.port));
    assert.ok((await asha.enterServer({invitation: 'A'.repeat(43)})).ok);
    assert.ok((await asha.createRoom('Asha', {})).ok);
  } finally {
    endSessions();
    await open.stop();
  }
});

test('whatever is stored as the pass, the page starts', async () => {
  for (const text of ['', '{', 'null', '[]', '{"pass":1}', '{"pass":"short"}', `{"pass":"${'A'.repeat(43)}"}`]) {
    const storage = new MemoryStorage();
    storage.setItem(key, text);
    const asha = newSession(url, storage);
    assert.deepEqual(await asha.listRooms(), {ok: false, code: 'server_locked'}, text);
    assert.ok(!asha.passEnded.value);
    assert.ok((await asha.enterServer(right)).ok);
  }
});

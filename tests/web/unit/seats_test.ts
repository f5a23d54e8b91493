// Seats survive a reload, a takeover by another tab, and a server restart, in storage that may contain anything or fail.
import assert from 'node:assert/strict';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, describe, test} from 'node:test';
import type {OpenSession} from '../../../client/web/src/net/session';
import type {RoomMessage} from '../../../client/web/src/protocol/messages';
import {ShuffleVerifier} from '../../../client/web/src/shuffle/verifier';
import {startServer} from '../kit/server.mjs';
import {endSessions, fastTiming, MemoryStorage, newSession, urlOf} from './support/sessions';
import {proxy, url, useProxy, useServer} from './support/server';
import {assertFair, hasVerdict, isOver, playAll, playToTheEnd, seated, startMatch, until} from './support/play';

useServer();

// Reloads the page: it forgets everything except its storage.
async function reloaded(session: OpenSession, storage: Storage, at = url): Promise<OpenSession> {
  session.end();
  const again = newSession(at, storage);
  assert.equal(again.savedSeats.value.length, 1);
  assert.deepEqual(await again.resume(again.savedSeats.value[0]!), {ok: true});
  assert.deepEqual(again.savedSeats.value, []);
  return again;
}

class FailingStorage extends MemoryStorage {
  constructor(private readonly forbids: readonly string[]) {
    super();
  }
  private fail(what: string): void {
    if (this.forbids.includes(what)) throw new DOMException('no', 'SecurityError');
  }
  override get length(): number {
    this.fail('length');
    return super.length;
  }
  override key(index: number): string | null {
    this.fail('key');
    return super.key(index);
  }
  override getItem(key: string): string | null {
    this.fail('getItem');
    return super.getItem(key);
  }
  override setItem(key: string, value: string): void {
    this.fail('setItem');
    super.setItem(key, value);
  }
  override removeItem(key: string): void {
    this.fail('removeItem');
    super.removeItem(key);
  }
}

describe('storage', () => {
  const storages: [string, () => Storage | null][] = [
    ['there is none', () => null],
    ['every use is forbidden', () => new FailingStorage(['length', 'key', 'getItem', 'setItem', 'removeItem'])],
    ['it is full', () => new FailingStorage(['setItem'])],
    ['nothing can be removed', () => new FailingStorage(['removeItem'])],
  ];
  for (const [what, make] of storages)
    test(`${what}: a match can be played, left and resumed`, async () => {
      const asha = newSession(url, make()), ben = newSession(url, make());
      const room = await startMatch(asha, ben);
      await until('the match begins', () => asha.timedView.value?.view.phase === 'playing');
      assert.ok((await asha.leave()).ok);
      assert.equal(asha.savedSeats.value[0]?.room, room);
      assert.ok((await asha.resume(asha.savedSeats.value[0]!)).ok);
      await playToTheEnd(asha, ben);
      assertFair(asha);
    });

  test('only complete seats are read from it, whatever it contains', async () => {
    const storage = new MemoryStorage();
    const good = {room: 'K7QX2M', seat: 1, name: 'Ravi', at: 1000, token: 'm'.repeat(43), fair: null};
    const put = (key: string, value: unknown) => storage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value));
    put('jaipur.seat.K7QX2M.1', good);
    put('another.program', '{}');
    const damage: object[] = [
      {room: 5}, {room: '../..'}, {room: 'ZZZZZZ'}, {seat: 2}, {seat: 0}, {token: 'short'}, {token: undefined}, {name: null}, {at: 'yesterday'}, {at: null},
    ];
    damage.forEach((it, i) => put(`jaipur.seat.AAAAA${i}.1`, {...good, room: `AAAAA${i}`, ...it}));
    put('jaipur.seat.AAAAAA.1', JSON.stringify({...good, room: 'AAAAAA', at: 7}).replace('7', '1e999'));
    ['', '{', 'null', '[]', '3'].forEach((text, i) => put(`jaipur.seat.CCCCC${i}.1`, text));
    const kept = (['fair', 'opening', 'rounds', 'nonce', 'seatCommits'] as const).map((part, i) => {
      const fair = {match: 'a'.repeat(32), serverCommit: 'b'.repeat(64), opening: {kind: 'drawn'}, nonce: null, commit: null, seatCommits: null, rounds: []};
      put(`jaipur.seat.BBBBB${i}.0`, {...good, room: `BBBBB${i}`, seat: 0, fair: part === 'fair' ? 7 : {...fair, [part]: 'x'}});
      return {room: `BBBBB${i}`, seat: 0, name: 'Ravi', at: 1000};
    });
    const session = newSession(url, storage);
    const found = [...session.savedSeats.value].sort((a, b) => a.room.localeCompare(b.room));
    assert.deepEqual(found, [...kept, {room: 'K7QX2M', seat: 1, name: 'Ravi', at: 1000}]);
    assert.ok(!JSON.stringify(session.savedSeats.value).includes('mmm')); // no tokens outside
  });

  test('becomes full: the page knows more than the storage has', async () => {
    let full = false;
    const storage = new class extends MemoryStorage {
      override setItem(key: string, value: string): void {
        if (full) throw new DOMException('full', 'QuotaExceededError');
        super.setItem(key, value);
      }
    }();
    await useProxy();
    const asha = newSession(proxy.url, storage), ben = newSession(url);
    await seated(asha, ben, {seals: 1});
    full = true;
    await Promise.all([asha.ready(), ben.ready()]);
    await until('the match begins', () => asha.timedView.value?.view.phase === 'playing');
    assert.ok((await asha.leave()).ok);
    assert.ok((await asha.resume(asha.savedSeats.value[0]!)).ok);
    await playToTheEnd(asha, ben);
    assertFair(asha); // by our own nonce, drawn when nothing could be written any more
  });

  test('the newest twenty seats are kept', async () => {
    const storage = new MemoryStorage();
    for (let i = 0; i < 30; i++) {
      const room = `AAA${String(i).padStart(3, '0')}`;
      storage.setItem(`jaipur.seat.${room}.0`, JSON.stringify({room, seat: 0, name: 'A', at: i, token: 'm'.repeat(43), fair: null}));
    }
    const asha = newSession(url, storage);
    assert.equal(asha.savedSeats.value[0]!.at, 29);
    assert.ok((await asha.createRoom('Asha', {})).ok);
    assert.equal(storage.length, 20);
    assert.equal(storage.getItem('jaipur.seat.AAA000.0'), null);
  });
});

describe('the page is reloaded', () => {
  test('between ready and the table', async () => {
    const storage = new MemoryStorage();
    const asha = newSession(url, storage), ben = newSession(url);
    await seated(asha, ben);
    assert.ok((await asha.ready()).ok);
    const again = await reloaded(asha, storage);
    assert.ok((await ben.ready()).ok);
    await playToTheEnd(again, ben);
    assert.equal(again.room.value!.room.fair.aborted, 0);
    assertFair(again);
    assertFair(ben);
  });

  test('between the table and the reveal', async () => {
    await useProxy();
    proxy.fromClient = message => (message['type'] === 'reveal' ? null : message);
    const storage = new MemoryStorage();
    const asha = newSession(proxy.url, storage), ben = newSession(url);
    await startMatch(asha, ben);
    await until('the commitments are published', () => asha.shuffle.value.state === 'committed');
    const again = await reloaded(asha, storage);
    await playToTheEnd(again, ben);
    assert.equal(again.room.value!.room.fair.aborted, 0);
    assertFair(again);
  });

  test('with an unanswered ready: the server may already know the first commitment', async () => {
    await useProxy();
    let id = -1;
    const commits: string[] = [];
    proxy.fromClient = message => {
      if (message['type'] === 'ready') {
        id = message['id'];
        commits.push(message['commit']);
      }
      return message;
    };
    proxy.fromServer = message => (message['re'] === id || (message['type'] === 'room' && id >= 0) ? null : message);
    const storage = new MemoryStorage();
    const asha = newSession(proxy.url, storage), ben = newSession(url);
    await seated(asha, ben);
    void asha.ready();
    await until('ben sees it', () => ben.room.value?.room.players[0]?.ready === true);
    proxy.fromServer = message => message;
    const again = await reloaded(asha, storage, proxy.url);
    await until('we are ready', () => again.room.value?.room.players[0]?.ready === true);
    assert.ok((await again.ready()).ok); // again
    assert.ok((await ben.ready()).ok);
    assert.equal(commits.length, 2);
    assert.equal(commits[0], commits[1]);
    await playToTheEnd(again, ben);
    assertFair(again);
  });

  test('in every round: the whole match still counts as seen', async () => {
    const storage = new MemoryStorage();
    let asha = newSession(url, storage);
    const ben = newSession(url);
    await startMatch(asha, ben, {seals: 3});
    for (let round = 1; round <= 3; round++) {
      const stop = playAll([asha, ben], 10 * round);
      await until(`round ${round} runs`, () => [asha, ben].every(it => it.timedView.value?.view.round === round && it.timedView.value.view.phase === 'playing'));
      stop();
      asha = await reloaded(asha, storage);
      await until('the table arrives', () => asha.timedView.value?.view.round === round);
      assert.equal(asha.shuffle.value.state, 'committed');
      const told = asha.story.value.flatMap(it => (it.kind === 'event' ? [it] : []));
      assert.equal(told[0]?.event.type, 'round_started'); // with the whole round
    }
    await playToTheEnd(asha, ben);
    assertFair(asha);
  });
});

describe('another tab', () => {
  test('takes over the seat; the first one can take it back', async () => {
    const storage = new MemoryStorage();
    const first = newSession(url, storage), ben = newSession(url);
    await seated(first, ben);
    const second = newSession(url, storage);
    assert.ok((await second.resume(second.savedSeats.value[0]!)).ok);
    await until('the first tab is replaced', () => first.connection.value.state === 'closed');
    assert.deepEqual(first.connection.value, {state: 'closed', why: 'replaced'});
    assert.equal(first.location.value!.seat, 0); // still shown
    assert.ok((await Promise.all([second.ready(), ben.ready()])).every(it => it.ok));
    await until('the match begins', () => second.timedView.value?.view.phase === 'playing');
    first.reconnectNow();
    await until('the second tab is replaced', () => second.connection.value.state === 'closed');
    await playToTheEnd(first, ben);
    assertFair(first);
  });

  test('hands over the commitments that only it has seen', () => {
    const verifier = new ShuffleVerifier();
    verifier.enter(0, true);
    verifier.receiveRoom({phase: 'waiting', players: [null, null], fair: {match: '1', server_commit: '2'}} as RoomMessage);
    const seatCommits = ['3', '4'] as const;
    verifier.merge({...verifier.saved!, nonce: '5', commit: '3', seatCommits});
    assert.deepEqual(verifier.saved!.seatCommits, seatCommits);
    assert.deepEqual(verifier.shuffle, {state: 'committed', contributors: [true, true]});
    verifier.merge({...verifier.saved!, match: '6', seatCommits: ['7', '8']});
    assert.deepEqual(verifier.saved!.seatCommits, seatCommits, 'of another match');
  });
});

test('the tab that takes the seat back reveals what another tab committed to', async () => {
  const storage = new MemoryStorage();
  const first = newSession(url, storage), ben = newSession(url);
  await seated(first, ben);
  const second = newSession(url, storage);
  assert.ok((await second.resume(second.savedSeats.value[0]!)).ok);
  assert.ok((await second.ready()).ok);
  await until('the first tab is replaced', () => first.connection.value.state === 'closed');
  first.reconnectNow();
  await until('the second tab is replaced', () => second.connection.value.state === 'closed');
  await until('the first is online', () => first.connection.value.state === 'online');
  assert.ok((await first.say('I am back.')).ok); // so its seat is back, too
  assert.ok((await ben.ready()).ok);
  await playToTheEnd(first, ben);
  assert.equal(first.room.value!.room.fair.aborted, 0);
  assertFair(first);
});

describe('the server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jaipur-data-'));
  after(() => rmSync(folder, {recursive: true}));

  test('is killed and restarted: the match continues', async () => {
    let lasting = await startServer('--no-limits', '--data', folder);
    await useProxy(lasting.port);
    const asha = newSession(proxy.url), ben = newSession(proxy.url);
    await startMatch(asha, ben);
    const stop = playAll([asha, ben]);
    await until('some moves were made', () => (asha.timedView.value?.view.ply ?? 0) > 8);
    await lasting.stop('SIGKILL');
    lasting = await startServer('--no-limits', '--data', folder);
    proxy.port = lasting.port;
    await until('the match is over', () => [asha, ben].every(it => isOver(it) && hasVerdict(it)));
    stop();
    assertFair(asha);
    assertFair(ben);
    endSessions();
    await lasting.stop('SIGKILL');
  });

  test('is restarted without the room: the page says so, and forgets the seat', async () => {
    let brief = await startServer('--no-limits');
    await useProxy(brief.port);
    const asha = newSession(proxy.url), eve = newSession(proxy.url);
    const room = await asha.createRoom('Asha', {public: true});
    assert.ok(room.ok);
    assert.ok((await eve.spectate(room.room)).ok);
    await brief.stop('SIGKILL');
    brief = await startServer('--no-limits');
    proxy.port = brief.port;
    await until('both are removed', () => !!asha.removed.value && !!eve.removed.value);
    assert.deepEqual(asha.removed.value, {room: room.room, why: 'seat_gone'});
    assert.deepEqual(eve.removed.value, {room: room.room, why: 'room_closed'});
    assert.equal(asha.location.value, null);
    assert.deepEqual(asha.savedSeats.value, []);
    assert.ok((await asha.createRoom('Asha', {})).ok);
    assert.equal(asha.removed.value, null);
    endSessions();
    await brief.stop('SIGKILL');
  });

  test('limits requests: those that can wait are sent again', async () => {
    const limited = await startServer();
    const timing = {...fastTiming, pingInterval: 60_000, answerTimeout: 60_000}; // frequent pings would use up what the server allows
    const asha = newSession(urlOf(limited.port), undefined, {timing}), ben = newSession(urlOf(limited.port), undefined, {timing});
    await seated(asha, ben);
    const said = Promise.all(Array.from({length: 60}, (_, i) => asha.say(`Well traded, ${i}!`)));
    const ready = asha.ready();
    const outcomes = await said;
    assert.ok(outcomes.some(it => !it.ok && it.code === 'rate_limited'));
    assert.ok(outcomes.some(it => it.ok));
    assert.deepEqual(await Promise.all([ready, ben.ready()]), [{ok: true}, {ok: true}]);
    await until('the match begins', () => asha.timedView.value?.view.phase === 'playing');
    assert.equal(asha.room.value!.room.fair.aborted, 0);
    endSessions();
    await limited.stop('SIGKILL');
  });
});

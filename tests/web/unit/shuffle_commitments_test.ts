// The page reveals its nonce only for the commitments that it made, and remembers if they were changed.
import assert from 'node:assert/strict';
import {describe, test} from 'node:test';
import type {OpenSession} from '../../../client/web/src/net/session';
import {type Message, seed, verdict} from './support/lies';
import {isOver, pause, playAll, seated, startMatch, until} from './support/play';
import {proxy, url, useProxy, useServer} from './support/server';
import {MemoryStorage, newSession} from './support/sessions';

useServer();

describe('nothing is revealed if the table', () => {
  const tables: [string, (table: Message) => Message][] = [
    ['lacks our commitment', table => ({...table, seat_commits: ['', table['seat_commits'][1]]})],
    ['has a different commitment for us', table => ({...table, seat_commits: [seed, table['seat_commits'][1]]})],
    ['has ours for both', table => ({...table, seat_commits: [table['seat_commits'][0], table['seat_commits'][0]]})],
    ['has a different server commitment', table => ({...table, server_commit: seed})],
    ['is for another match', table => ({...table, match: seed.slice(0, 32)})],
  ];
  for (const [what, change] of tables)
    test(what, async () => {
      await useProxy();
      let revealed = 0;
      proxy.fromClient = message => {
        if (message['type'] === 'reveal') revealed++;
        return message;
      };
      proxy.fromServer = message => (message['type'] === 'table' ? change(message) : message);
      const asha = newSession(proxy.url), ben = newSession(url);
      await startMatch(asha, ben);
      await until('the mismatch is noticed', () => asha.shuffle.value.state === 'mismatch');
      assert.deepEqual(asha.shuffle.value, {state: 'mismatch', what: 'table'});
      await pause(50);
      assert.equal(revealed, 0);
      assert.equal(ben.shuffle.value.state, 'committed');
    });

  test('was wrong: the mismatch survives the void match and a reload, until we leave the room', async () => {
    await useProxy();
    let wrong = true;
    proxy.fromServer = message => (message['type'] === 'table' && wrong ? {...message, seat_commits: ['', message['seat_commits'][1]]} : message);
    const storage = new MemoryStorage();
    const asha = newSession(proxy.url, storage), ben = newSession(url);
    const room = await startMatch(asha, ben, {seals: 1});
    await until('the mismatch is noticed', () => asha.distrust.value !== null);
    const {match} = asha.room.value!.room.fair;
    assert.deepEqual(asha.distrust.value, {match, what: 'table'});
    await ben.leave(); // this voids the match, as the server would after ten seconds
    await until('another match', () => asha.room.value!.room.fair.match !== match);
    wrong = false;
    assert.deepEqual(asha.distrust.value, {match, what: 'table'});
    await ben.joinRoom(room, 'Ben');
    asha.end();
    const again = newSession(proxy.url, storage);
    assert.ok((await again.resume(again.savedSeats.value[0]!)).ok);
    assert.deepEqual(again.distrust.value, {match, what: 'table'});
    await Promise.all([again.ready(), ben.ready()]);
    playAll([again, ben]);
    await verdict(again);
    assert.equal(again.shuffle.value.state, 'verified'); // of this match
    assert.deepEqual(again.distrust.value, {match, what: 'table'});
    await again.leave();
    assert.equal(again.distrust.value, null);
    await verdict(ben);
    assert.equal(ben.distrust.value, null);
  });

  test('changes during the match: a reloaded page does not trust the match either', async () => {
    await useProxy();
    let wrong = true;
    proxy.fromServer = message =>
      (message['type'] === 'room' && message['phase'] === 'playing' && wrong ? {...message, fair: {...message['fair'], server_commit: seed}} : message);
    const storage = new MemoryStorage();
    const asha = newSession(proxy.url, storage), ben = newSession(url);
    await startMatch(asha, ben, {seals: 1});
    await until('the mismatch is noticed', () => asha.shuffle.value.state === 'mismatch' && !!asha.timedView.value?.view.round);
    wrong = false;
    asha.end();
    const again = newSession(proxy.url, storage);
    assert.ok((await again.resume(again.savedSeats.value[0]!)).ok);
    playAll([again, ben]);
    await until('the match is over', () => isOver(again));
    await verdict(ben);
    assert.deepEqual(again.shuffle.value, {state: 'mismatch', what: 'commitments'});
  });
});

describe('the nonce in our seat is our own:', () => {
  async function seatedWithLies(lie: (message: Message) => Message): Promise<{asha: OpenSession; ben: OpenSession; sent: Message[]}> {
    await useProxy();
    const sent: Message[] = [];
    proxy.fromServer = lie;
    proxy.fromClient = message => (sent.push(message), message);
    const asha = newSession(proxy.url), ben = newSession(url);
    await seated(asha, ben, {seals: 1});
    await until('both have joined', () => !!asha.room.value?.room.players[1]);
    return {asha, ben, sent};
  }

  test('we commit even if the server claims that a round is over before any deal', async () => {
    const {asha, ben, sent} = await seatedWithLies(message => (message['type'] === 'room' && message['phase'] === 'waiting' ? {...message, phase: 'round_over'} : message));
    await Promise.all([asha.ready(), ben.ready()]);
    assert.ok(sent.find(it => it['type'] === 'ready')!['commit']);
    await until('the commitments are published', () => ben.shuffle.value.state === 'committed');
    assert.deepEqual(ben.shuffle.value, {state: 'committed', contributors: [true, true]});
  });

  test('a commitment in our seat is not ours if we made none', async () => {
    const {asha, ben} = await seatedWithLies(message => message);
    proxy.inject(JSON.stringify({
      type: 'table', match: asha.room.value!.room.fair.match, server_commit: asha.room.value!.room.fair.server_commit, seat_commits: [seed, ''],
    }));
    await until('the mismatch is noticed', () => asha.distrust.value !== null);
    assert.deepEqual(asha.shuffle.value, {state: 'mismatch', what: 'table'});
    assert.equal(ben.distrust.value, null);
  });

  test('nor if ours was refused', async () => {
    const {asha} = await seatedWithLies(message => (message['type'] === 'ok' && !('at' in message) && !('room' in message)
      ? {type: 'error', re: message['re'], code: 'bad_commit', message: ''} : message));
    assert.deepEqual(await asha.ready(), {ok: false, code: 'bad_commit'});
    proxy.inject(JSON.stringify({
      type: 'table', match: asha.room.value!.room.fair.match, server_commit: asha.room.value!.room.fair.server_commit, seat_commits: [seed, ''],
    }));
    await until('the mismatch is noticed', () => asha.distrust.value !== null);
  });

  test('a seat resumed without its notes does not count as our own nonce', async () => {
    const storage = new MemoryStorage();
    const asha = newSession(url, storage), ben = newSession(url);
    await startMatch(asha, ben, {seals: 1});
    await until('the match begins', () => asha.timedView.value?.view.phase === 'playing');
    asha.end();
    const key = storage.key(0)!;
    storage.setItem(key, JSON.stringify({...JSON.parse(storage.getItem(key)!), fair: null}));
    const again = newSession(url, storage);
    assert.ok((await again.resume(again.savedSeats.value[0]!)).ok);
    playAll([again, ben]);
    await verdict(again);
    const rounds = again.timedView.value!.view.result!.rounds.length; // a drawn round gives nobody the seal
    assert.deepEqual(again.shuffle.value, {state: 'verified', contributors: [true, true], own: false, rounds, whole: false, starter: false});
  });
});

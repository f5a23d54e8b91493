// Sessions with the real server: the ways into rooms, back to seats and to other devices, and out again.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {MemoryStorage, newSession} from './support/sessions';
import {proxy, url, useProxy, useServer} from './support/server';
import {assertFair, pause, playToTheEnd, seated, until} from './support/play';

useServer();

test('an invitation is read from outside, and the second of two equal names gets a number', async () => {
  const asha = newSession(url), ben = newSession(url);
  const room = await asha.createRoom('Asha', {password: 'open sesame', seals: 1});
  assert.ok(room.ok);
  assert.deepEqual(await ben.invitation(room.room), {ok: false, code: 'no_such_room'});
  const read = await ben.invitation(room.room.toLowerCase(), 'open sesame');
  assert.ok(read.ok);
  const {owner, phase, free, options} = read.invitation;
  assert.deepEqual([owner, phase, free, options.seals, options.has_password], ['Asha', 'waiting', true, 1, true]);
  assert.equal(ben.location.value, null);
  assert.ok((await ben.joinRoom(room.room, 'Asha', 'open sesame')).ok);
  await until('they see each other', () => asha.room.value?.room.players[1]?.name === 'Asha 2');
  await until('the match begins', () => ben.timedView.value?.view.phase === 'playing');
  await ben.leave();
  assert.equal(ben.savedSeats.value[0]!.name, 'Asha 2');
});

test('a seat moves to another device before and during the match, and the list of games knows it', async () => {
  const asha = newSession(url), ben = newSession(url), storage = new MemoryStorage();
  const room = await asha.createRoom('Asha', {seals: 1});
  assert.ok(room.ok);
  await until('she is ready', () => asha.room.value?.room.players[0]?.ready === true);
  const link = await asha.moveSeat();
  assert.ok(link.ok && link.expiresIn > 0);
  const phone = newSession(url, storage);
  assert.deepEqual(await phone.takeOver(link.key), {ok: true, room: room.room});
  await until('the old device is told', () => asha.connection.value.state === 'closed');
  assert.deepEqual(asha.connection.value, {state: 'closed', why: 'moved'});
  assert.equal((await asha.leave()).ok, true);
  await until('the old device forgets the seat', () => asha.savedSeats.value.length === 0);
  assert.ok((await ben.joinRoom(room.room, 'Ben')).ok);
  await until('the match begins', () => [phone, ben].every(it => it.timedView.value?.view.phase === 'playing'));
  assert.equal(phone.room.value!.room.fair.aborted, 0); // its own secret replaced the one of the old device
  const again = await phone.moveSeat();
  assert.ok(again.ok);
  const laptop = newSession(url);
  assert.deepEqual(await laptop.takeOver(link.key), {ok: false, code: 'bad_token'});
  assert.ok((await laptop.takeOver(again.key)).ok);
  await playToTheEnd(laptop, ben);
  const games = await ben.listGames();
  assert.ok(games.ok);
  assert.deepEqual(games.games.map(({name, opponent, phase}) => [name, opponent, phase]), [['Ben', 'Asha', 'match_over']]);
  const gone = newSession(url, storage); // with the token that is void
  assert.equal(gone.savedSeats.value.length, 1);
  assert.deepEqual(await gone.listGames(), {ok: true, games: [], lacking: false});
  assert.equal(gone.savedSeats.value.length, 0);
});

test('a list of games that lacks some costs no seat', async () => {
  await useProxy();
  const storage = new MemoryStorage();
  const first = newSession(url, storage);
  assert.ok((await first.createRoom('Asha', {})).ok);
  first.end();
  const asha = newSession(proxy.url, storage);
  const room = await asha.createRoom('Asha', {});
  assert.ok(room.ok);
  const listed = async (lacking: object) => {
    proxy.fromServer = it => ('games' in it ? {type: 'error', re: it.re, code: 'shutting_down', message: '', ...lacking} : it);
    return asha.listGames();
  };
  const whole = await asha.listGames();
  assert.ok(whole.ok && whole.games.length === 2 && !whole.lacking);
  const known = whole.games.find(game => game.room === room.room)!;
  assert.deepEqual(await listed({games: [known, null]}), {ok: true, games: [known], lacking: true});
  assert.deepEqual(await listed({}), {ok: false, code: 'shutting_down'});
  proxy.fromServer = it => it;
  const again = await asha.listGames();
  assert.ok(again.ok && again.games.length === 2 && !again.lacking);
});

test('without a key on show, a seat that is taken from here is in another tab', async () => {
  const storage = new MemoryStorage();
  const asha = newSession(url, storage);
  assert.ok((await asha.createRoom('Asha', {})).ok);
  assert.ok((await asha.moveSeat()).ok);
  asha.forgetKey();
  const tab = newSession(url, storage);
  assert.ok((await tab.resume(tab.savedSeats.value[0]!)).ok);
  await until('the first tab is told', () => asha.connection.value.state === 'closed');
  assert.deepEqual(asha.connection.value, {state: 'closed', why: 'replaced'});
});

test('a seat left during a match is saved, and can be resumed', async () => {
  const storage = new MemoryStorage();
  const asha = newSession(url, storage), ben = newSession(url);
  const room = await seated(asha, ben);
  assert.equal(asha.savedSeats.value.length, 0); // in use
  await Promise.all([asha.ready(), ben.ready()]);
  await until('the match begins', () => asha.timedView.value?.view.phase === 'playing');
  assert.ok((await asha.leave()).ok);
  assert.equal(asha.location.value, null);
  assert.equal(asha.timedView.value, null);
  assert.equal(asha.room.value, null);
  assert.deepEqual(asha.story.value, []);
  const [kept] = asha.savedSeats.value;
  assert.deepEqual({...kept, at: 0}, {room, seat: 0, name: 'Asha', at: 0});
  assert.deepEqual(await asha.joinRoom(room, 'Somebody'), {ok: true, room}); // goes back
  assert.equal(asha.location.value!.seat, 0);
  await playToTheEnd(asha, ben);
  assertFair(asha);
  assert.ok((await asha.leave()).ok);
  assert.deepEqual(asha.savedSeats.value, []);
  assert.equal(storage.length, 0);
});

test('a seat that the server has forgotten is dropped, and another one taken', async () => {
  const storage = new MemoryStorage();
  const asha = newSession(url, storage), ben = newSession(url);
  const room = await seated(asha, ben);
  const key = storage.key(0)!;
  const record = JSON.parse(storage.getItem(key)!);
  await ben.leave();
  storage.setItem(key.replace(/0$/, '1'), JSON.stringify({...record, seat: 1, token: 'A'.repeat(43)}));
  const eve = newSession(url, storage);
  await until('two seats are saved', () => eve.savedSeats.value.length === 2);
  const old = eve.savedSeats.value.find(it => it.seat === 1)!;
  assert.deepEqual(await eve.resume(old), {ok: false, code: 'bad_token'});
  assert.equal(eve.savedSeats.value.length, 1);
  eve.forget(eve.savedSeats.value[0]!);
  assert.deepEqual(eve.savedSeats.value, []);
  assert.deepEqual(await eve.joinRoom(room, 'Eve'), {ok: true, room});
  assert.equal(eve.location.value!.seat, 1);
});

test('wrong rooms, passwords, names', async () => {
  const asha = newSession(url), ben = newSession(url);
  const room = await asha.createRoom('Asha', {password: 'open sesame', spectators: 'open', delay: 3}); // so that the match doesn't begin
  assert.ok(room.ok);
  assert.deepEqual(await ben.joinRoom(room.room, 'Ben'), {ok: false, code: 'no_such_room'});
  assert.deepEqual(await ben.joinRoom(room.room, 'Ben\u0007', 'open sesame'), {ok: false, code: 'bad_name'});
  assert.deepEqual(await ben.joinRoom(room.room, '\ud800', 'open sesame'), {ok: false, code: 'bad_json'});
  assert.deepEqual(await ben.joinRoom(room.room, 'B'.repeat(5000), 'open sesame'), {ok: false, code: 'bad_text'});
  assert.deepEqual(await ben.spectate('2345', 'Ben'), {ok: false, code: 'no_such_room'});
  assert.ok((await ben.joinRoom(` ${room.room.toLowerCase()} `, 'Ben', 'open sesame')).ok);
  assert.deepEqual(await ben.joinRoom(room.room, 'Ben', 'open sesame'), {ok: false, code: 'already_in_room'});
  assert.deepEqual(await ben.claimWin(), {ok: false, code: 'not_playing'});
});

test('public rooms are listed, and quick match finds them', async () => {
  const asha = newSession(url), ben = newSession(url);
  const clock = {initial: 77, increment: 3};
  const room = await asha.quickMatch('Asha', clock, 2);
  assert.ok(room.ok);
  const list = await ben.listRooms();
  assert.ok(list.ok && list.rooms.some(it => it.room === room.room && it.names[0] === 'Asha' && it.traders[0] === 2));
  assert.deepEqual(await ben.quickMatch('Ben', clock, 0), {ok: true, room: room.room});
  await until('they see each other', () => asha.room.value!.room.players[1]?.name === 'Ben');
  assert.deepEqual(asha.room.value!.room.players.map(it => it?.trader), [2, 0]);
  assert.deepEqual(asha.story.value.flatMap(it => (it.kind === 'presence' ? [it.what, it.name] : [])), ['came', 'Ben']);
  await ben.leave();
  await until('Ben is gone', () => asha.room.value!.room.players[1] === null);
  assert.deepEqual(asha.story.value.flatMap(it => (it.kind === 'presence' ? [it.what] : [])), ['came', 'left']);
});

test('a removed guest or spectator loses the seat, and stays online without the room', async () => {
  const asha = newSession(url), ben = newSession(url), mira = newSession(url);
  const room = await seated(asha, ben, {spectators: 'open', delay: 3}); // so that the match doesn't begin
  assert.ok((await mira.spectate(room, 'Mira')).ok);
  await until('Mira is there', () => asha.room.value?.room.spectators === 1);
  assert.equal(asha.room.value!.room.owner, 0);
  assert.deepEqual(await ben.remove({seat: 0}), {ok: false, code: 'not_owner'});
  const list = await ben.listSpectators();
  assert.ok(list.ok && list.spectators[0]!.name === 'Mira');
  assert.deepEqual(await mira.listSpectators(), {ok: false, code: 'not_a_player'});
  assert.ok((await asha.remove({seat: 1})).ok);
  assert.ok((await asha.remove({spectator: list.spectators[0]!.spectator})).ok);
  for (const session of [ben, mira]) {
    await until('removed', () => session.removed.value !== null);
    assert.deepEqual(session.removed.value, {room, why: 'removed'});
    assert.equal(session.location.value, null);
    await until('online again', () => session.connection.value.state === 'online');
    await until('the seat is forgotten', () => session.savedSeats.value.length === 0);
    assert.ok((await session.listRooms()).ok);
    assert.equal(session.location.value, null);
    assert.deepEqual(session.removed.value, {room, why: 'removed'});
  }
  assert.deepEqual([asha.room.value!.room.players[1], asha.room.value!.room.spectators], [null, 0]);
});

test('a player kicked by the operator keeps the seat, and goes back to it only by hand', async () => {
  await useProxy();
  const asha = newSession(url), ben = newSession(proxy.url);
  const room = await seated(asha, ben);
  proxy.kick();
  await until('the seat is still there', () => ben.removed.value?.why === 'seat_kept');
  await until('it is kept for him', () => asha.room.value?.room.players[1]?.connected === false);
  assert.equal(ben.location.value, null);
  assert.equal(ben.connection.value.state, 'online');
  assert.ok((await ben.resume(ben.savedSeats.value[0]!)).ok);
  assert.deepEqual([ben.location.value, ben.removed.value], [{room, seat: 1}, null]);
});

test('a removed player is not told that the seat is kept while nobody knows', async () => {
  await useProxy();
  const storage = new MemoryStorage();
  const first = newSession(url, storage);
  assert.ok((await first.createRoom('Ben', {})).ok);
  first.end();
  const asha = newSession(url), ben = newSession(proxy.url, storage);
  const room = await seated(asha, ben);
  const told = new Promise<void>(done => {
    proxy.fromServer = it => {
      if (!Array.isArray(it['games'])) return it;
      done();
      const games = it['games'].map((game: {room: string}) => (game.room === room ? null : game));
      return {type: 'error', re: it['re'], code: 'shutting_down', message: '', games};
    };
  });
  proxy.kick();
  await told;
  await pause(50);
  assert.deepEqual(ben.removed.value, {room, why: 'removed'});
  assert.equal(ben.savedSeats.value.length, 2);
});

test('leaving works offline, and the seat is saved', async () => {
  await useProxy();
  const asha = newSession(proxy.url), ben = newSession(url);
  await seated(asha, ben);
  proxy.refuses = true;
  proxy.cut();
  await until('disconnected', () => asha.connection.value.state === 'waiting');
  assert.ok((await asha.leave()).ok);
  assert.equal(asha.location.value, null);
  assert.equal(asha.savedSeats.value.length, 1);
  proxy.refuses = false;
  await until('reconnected', () => asha.connection.value.state === 'online');
  await pause(50);
  assert.equal(asha.location.value, null);
});

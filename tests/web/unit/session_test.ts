// Sessions against the real server: whole matches, with the line cut in every phase.
import assert from 'node:assert/strict';
import {after, afterEach, before, describe, test} from 'node:test';
import {openReplay} from '../../../client/web/src/replay/replay';
import type {Event, Replay} from '../../../client/web/src/protocol/messages';
import type {OpenSession} from '../../../client/web/src/net/session';
import {startServer} from '../kit/server.mjs';
import {seeded} from '../kit/trader.mjs';
import {MessageProxy, fastTiming, endSessions, MemoryStorage, newSession, urlOf} from './support/sessions';
import {isOver, pause, playOn, until} from './support/play';

let server: Awaited<ReturnType<typeof startServer>>;
let url = '';
let between: MessageProxy;
before(async () => {
  server = await startServer('--no-limits');
  url = urlOf(server.port);
});
afterEach(() => {
  endSessions();
  between?.end();
});
after(() => server.stop());

async function seated(asha: OpenSession, ben: OpenSession, options = {}): Promise<string> {
  const room = await asha.createRoom('Asha', options);
  assert.ok(room.ok, JSON.stringify(room));
  const joined = await ben.joinRoom(room.room.toLowerCase(), 'Ben');
  assert.ok(joined.ok, JSON.stringify(joined));
  return room.room;
}

const hasVerdict = (session: OpenSession) => ['verified', 'mismatch'].includes(session.shuffle.value.state);
async function playToTheEnd(...players: OpenSession[]): Promise<void> {
  players.forEach((player, i) => playOn(player, seeded(i + 1)));
  await until('the match is over', () => players.every(it => isOver(it) && hasVerdict(it)));
}

function assertFair(session: OpenSession, contributors: [boolean, boolean] = [true, true], whole = true): void {
  const rounds = session.timedView.value!.view.result!.rounds.length;
  const seated = session.location.value!.seat !== null; // who watches had no part in it, nor in what was agreed before
  assert.deepEqual(session.shuffle.value, {
    state: 'verified', contributors, own: seated, rounds, whole, starter: seated,
  });
}

// The log tells what happened in the match: each thing once, in order.
async function assertStory(session: OpenSession): Promise<void> {
  const {match} = session.timedView.value!.view;
  const replay = (await (await fetch(`http://127.0.0.1:${server.port}/replays/${match}`)).json()) as Replay;
  const reel = await openReplay(replay);
  const bare = (event: Event) => (event.type === 'sold' && event.bonus ? {...event, bonus: {...event.bonus, value: null}} : event);
  const due = Array.from({length: reel.moments}, (_, i) => reel.at(i).view.events).flat().map(bare);
  const told = session.story.value.flatMap(it => (it.kind === 'event' ? [bare(it.event)] : []));
  assert.deepEqual(told, due);
  const keys = session.story.value.map(it => it.key);
  assert.deepEqual(keys, [...new Set(keys)].sort((a, b) => a - b));
}

test('two play a whole match, and both find the shuffle fair', async () => {
  const asha = newSession(url), ben = newSession(url);
  await seated(asha, ben);
  assert.deepEqual(await Promise.all([asha.ready(), ben.ready()]), [{ok: true}, {ok: true}]);
  await playToTheEnd(asha, ben);
  for (const session of [asha, ben]) {
    assertFair(session);
    await assertStory(session);
    assert.ok(session.story.value.some(it => it.kind === 'shuffle' && it.shuffle.state === 'verified'));
    assert.ok(session.lag.value !== null && session.lag.value < 1000);
  }
});

test('against the computer; and once more, where the loser starts', async () => {
  const asha = newSession(url);
  assert.ok((await asha.createRoom('Asha', {opponent: {bot: 'easy'}, seals: 1})).ok);
  for (let match = 1; match <= 3; match++) {
    assert.ok((await asha.ready()).ok);
    await until('a further match has begun', () => asha.timedView.value?.view.phase === 'playing');
    const stop = playOn(asha, seeded(match));
    await until('the match is over', () => isOver(asha) && hasVerdict(asha));
    stop();
    assertFair(asha, [true, false]);
    assert.ok((await asha.rematch()).ok);
    await until('a new match is seen', () => asha.timedView.value?.view.phase === 'waiting');
    assert.deepEqual(asha.shuffle.value, {state: 'unknown'});
  }
  assert.equal(asha.story.value.filter(it => it.kind === 'notice' && it.what === 'new_match').length, 3);
});

// Where the line breaks: as such a message of Asha's goes out or comes in, for the n-th time.
interface Break {
  at: string;
  of: 'client' | 'server';
  type: string;
  nth?: number;
  arrives: boolean;
}
const breaks: Break[] = [
  {at: 'before ready arrives', of: 'client', type: 'ready', arrives: false},
  {at: 'before the answer to ready', of: 'client', type: 'ready', arrives: true},
  {at: 'with the table', of: 'server', type: 'table', arrives: false},
  {at: 'after the table', of: 'server', type: 'table', arrives: true},
  {at: 'before reveal arrives', of: 'client', type: 'reveal', arrives: false},
  {at: 'before the answer to reveal', of: 'client', type: 'reveal', arrives: true},
  {at: 'with an action that did not arrive', of: 'client', type: 'act', nth: 3, arrives: false},
  {at: 'with an action unanswered', of: 'client', type: 'act', nth: 3, arrives: true},
  {at: 'with a view lost', of: 'server', type: 'view', nth: 12, arrives: false},
  {at: 'between rounds, before ready arrives', of: 'client', type: 'ready', nth: 2, arrives: false},
  {at: 'between rounds, before its answer', of: 'client', type: 'ready', nth: 2, arrives: true},
];

describe('the line breaks', () => {
  for (const {at, of, type, nth = 1, arrives} of breaks)
    test(at, async () => {
      between = await MessageProxy.before(server.port);
      let count = 0, cutAtOk: number | null = null, cuts = 0;
      const watch = (message: Record<string, any>, cut: () => void) => {
        if (message['type'] !== type || ++count !== nth) return message;
        cuts++;
        if (arrives && of === 'client') cutAtOk = message['id'];
        else if (arrives) setImmediate(cut);
        else cut();
        return arrives ? message : null;
      };
      between.fromClient = (message, cut) => (of === 'client' ? watch(message, cut) : message);
      between.fromServer = (message, cut) => {
        if (cutAtOk !== null && message['re'] === cutAtOk) {
          cutAtOk = null;
          cut();
          return null;
        }
        return of === 'server' ? watch(message, cut) : message;
      };
      const asha = newSession(between.url), ben = newSession(url);
      await seated(asha, ben);
      assert.deepEqual(await Promise.all([asha.ready(), ben.ready()]), [{ok: true}, {ok: true}]);
      await playToTheEnd(asha, ben);
      assert.equal(cuts, 1);
      assert.equal(between.connections, 2);
      assert.equal(asha.room.value!.room.fair.aborted, 0);
      assertFair(asha);
      assertFair(ben);
      await assertStory(asha);
      assert.equal(asha.story.value.filter(it => it.kind === 'notice' && it.what === 'reconnected').length, 1);
      assert.deepEqual(ben.story.value.flatMap(it => (it.kind === 'presence' ? [it.what] : [])), ['away', 'back']);
    });

  test('after the match: a rematch can be agreed on all the same', async () => {
    between = await MessageProxy.before(server.port);
    const asha = newSession(between.url), ben = newSession(url);
    await seated(asha, ben, {seals: 1});
    await Promise.all([asha.ready(), ben.ready()]);
    await playToTheEnd(asha, ben);
    const told = asha.story.value.length;
    between.cut();
    assert.deepEqual(await asha.rematch(), {ok: false, code: 'offline'});
    await until('the line is back', () => asha.story.value.length > told);
    await until('the seat, too', () => asha.room.value!.room.players[0]!.connected);
    await pause(50);
    assertFair(asha);
    assert.equal(asha.story.value.length, told + 1); // `reconnected`, and nothing twice
    assert.ok((await asha.rematch()).ok);
    assert.ok((await ben.rematch()).ok);
    await until('a new match is announced', () => asha.room.value!.room.phase === 'waiting' && ben.room.value!.room.phase === 'waiting');
    await Promise.all([asha.ready(), ben.ready()]);
    await until('it begins', () => [asha, ben].every(it => it.timedView.value!.view.phase === 'playing'));
    await until('and ends', () => [asha, ben].every(it => isOver(it) && hasVerdict(it)));
    assertFair(asha);
    assertFair(ben);
  });

  test('again and again, on both sides', async () => {
    between = await MessageProxy.before(server.port);
    const asha = newSession(between.url), ben = newSession(between.url);
    await seated(asha, ben);
    let messages = 0;
    between.fromServer = (message, cut) => {
      if (++messages % 29 === 0) cut();
      return message;
    };
    assert.deepEqual(await Promise.all([asha.ready(), ben.ready()]), [{ok: true}, {ok: true}]);
    [asha, ben].forEach((player, i) => playOn(player, seeded(i + 5)));
    await until('the match is over', () => isOver(asha) && isOver(ben));
    between.fromServer = message => message;
    await until('verdicts', () => [asha, ben].every(hasVerdict));
    assert.ok(between.connections > 10, String(between.connections));
    for (const session of [asha, ben]) {
      assertFair(session);
      await assertStory(session);
    }
  });

  test('without anybody being told: it is noticed, and mended', async () => {
    between = await MessageProxy.before(server.port);
    const asha = newSession(between.url, new MemoryStorage(), {timing: {...fastTiming, answerTimeout: 1500}}), ben = newSession(url);
    await seated(asha, ben);
    between.stalled = true;
    await until('the line is given up', () => asha.connection.value.state === 'waiting');
    between.stalled = false;
    between.cut();
    await until('the line is back', () => asha.connection.value.state === 'online' && asha.room.value!.room.players[0]!.connected);
    assert.deepEqual(await Promise.all([asha.ready(), ben.ready()]), [{ok: true}, {ok: true}]);
    await until('it begins', () => asha.timedView.value?.view.phase === 'playing');
  });
});

test('an action played while there is no line is played when it is back', async () => {
  between = await MessageProxy.before(server.port);
  const asha = newSession(between.url), ben = newSession(url);
  await seated(asha, ben);
  await Promise.all([asha.ready(), ben.ready()]);
  await until('it begins', () => !!asha.timedView.value && !!ben.timedView.value && asha.timedView.value.view.phase === 'playing');
  if (asha.timedView.value!.view.turn === 1) {
    const stop = playOn(ben, seeded(9));
    await until("it is Asha's turn", () => asha.timedView.value!.view.turn === 0);
    stop();
  }
  between.refuses = true;
  between.cut();
  await until('the line is gone', () => asha.connection.value.state === 'waiting');
  const {ply} = asha.timedView.value!.view;
  const played = asha.act({type: 'take_camels'}).then(outcome => outcome, () => null);
  assert.deepEqual(asha.pendingAction.value, {type: 'take_camels'});
  assert.deepEqual(await asha.act({type: 'take_camels'}), {ok: false, code: 'not_your_turn'}); // one at a time
  assert.deepEqual(await asha.say('Hello?'), {ok: false, code: 'offline'});
  between.refuses = false;
  asha.reconnectNow();
  const outcome = await played;
  if (outcome!.ok) await until('Ben sees it', () => ben.timedView.value!.view.ply === ply + 1);
  else assert.equal(outcome!.code, 'no_camels');
  await until('nothing is under way', () => asha.pendingAction.value === null);
});

test('what the rules refuse is told with its rule', async () => {
  const asha = newSession(url), ben = newSession(url);
  await seated(asha, ben);
  await Promise.all([asha.ready(), ben.ready()]);
  await until('it begins', () => [asha, ben].every(it => it.timedView.value?.view.phase === 'playing'));
  const [first, second] = asha.timedView.value!.view.turn === 0 ? [asha, ben] : [ben, asha];
  assert.deepEqual(await first.act({type: 'sell', good: 'leather', count: 9}), {ok: false, code: 'not_in_hand', rule: 'R11'});
  assert.equal(first.pendingAction.value, null);
  assert.deepEqual(await second.act({type: 'take_camels'}), {ok: false, code: 'not_your_turn'});
});

test('chat is heard once, what was said meanwhile too', async () => {
  between = await MessageProxy.before(server.port);
  const asha = newSession(between.url), ben = newSession(url);
  await seated(asha, ben);
  const heard = () => asha.story.value.flatMap(it => (it.kind === 'chat' ? [it.chat.text] : []));
  await ben.say('one');
  await until('it is heard', () => heard().length === 1);
  between.refuses = true;
  between.cut();
  await until('the line is gone', () => asha.connection.value.state === 'waiting');
  await ben.say('two');
  await ben.say('three');
  between.refuses = false;
  await until('all is heard', () => heard().length >= 3);
  await asha.say('four');
  await until('and our own', () => heard().length >= 4);
  assert.deepEqual(heard(), ['one', 'two', 'three', 'four']);
});

test('a table is voided when somebody leaves; the next one is joined with another number', async () => {
  between = await MessageProxy.before(server.port);
  const commits: string[] = [];
  between.fromClient = message => {
    if (message['type'] === 'ready') commits.push(message['commit']);
    return message['type'] === 'reveal' && commits.length === 1 ? null : message;
  };
  const asha = newSession(url), ben = newSession(between.url);
  const room = await seated(asha, ben);
  await Promise.all([asha.ready(), ben.ready()]);
  await until('the table is there', () => ben.shuffle.value.state === 'committed');
  assert.ok((await ben.leave()).ok);
  await until('it is told', () => asha.story.value.some(it => it.kind === 'notice' && it.what === 'table_voided'));
  assert.equal(asha.room.value!.room.fair.aborted, 1);
  assert.deepEqual(ben.savedSeats.value, []);
  assert.ok((await ben.joinRoom(room, 'Ben')).ok);
  assert.deepEqual(await Promise.all([asha.ready(), ben.ready()]), [{ok: true}, {ok: true}]);
  await playToTheEnd(asha, ben);
  assertFair(asha);
  assertFair(ben);
  assert.equal(new Set(commits.filter(it => it)).size, 2);
});

test('who watches sees the story, is told the verdict, and watches again after a cut', async () => {
  between = await MessageProxy.before(server.port);
  const asha = newSession(url), ben = newSession(url), eve = newSession(between.url);
  const room = await seated(asha, ben, {spectators: 'open', delay: 2});
  assert.ok((await eve.spectate(room, 'Eve')).ok);
  assert.deepEqual(eve.location.value, {room, seat: null});
  assert.deepEqual(await eve.ready(), {ok: false, code: 'not_a_player'});
  await Promise.all([asha.ready(), ben.ready()]);
  const stops = [asha, ben].map((player, i) => playOn(player, seeded(i + 1)));
  await until('something is seen', () => (eve.timedView.value?.view.ply ?? 0) > 3);
  stops.forEach(stop => stop());
  between.cut();
  await until('she is back', () => eve.story.value.some(it => it.kind === 'notice' && it.what === 'reconnected'));
  [asha, ben].forEach((player, i) => playOn(player, seeded(i + 1)));
  await until('the match is over', () => [asha, ben, eve].every(it => isOver(it) && hasVerdict(it)));
  assertFair(eve);
  await assertStory(eve);
  assert.deepEqual(eve.savedSeats.value, []);
});

test('of a round that ended unseen the end is told', async () => {
  between = await MessageProxy.before(server.port);
  const asha = newSession(url), ben = newSession(url), eve = newSession(between.url);
  const room = await seated(asha, ben, {seals: 3});
  assert.ok((await eve.spectate(room)).ok);
  await Promise.all([asha.ready(), ben.ready()]);
  const inRound = (session: OpenSession, round: number) => session.timedView.value?.view.round === round && session.timedView.value.view.phase === 'playing';
  await until('round 1 is seen', () => inRound(eve, 1));
  between.refuses = true;
  between.cut();
  const stops = [asha, ben].map((player, i) => playOn(player, seeded(i + 1)));
  await until('round 2 runs', () => inRound(asha, 2) && asha.timedView.value!.view.deck < 38);
  stops.forEach(stop => stop());
  between.refuses = false;
  await until('round 2 is seen', () => inRound(eve, 2));
  const told = eve.story.value.flatMap(it => (it.kind === 'event' ? [`${it.round} ${it.event.type}`] : []));
  assert.deepEqual(told.slice(0, 3), ['1 round_started', '1 round_ended', '2 round_started']);
  [asha, ben].forEach((player, i) => playOn(player, seeded(i + 3)));
  await until('the match is over', () => [asha, ben, eve].every(it => isOver(it) && hasVerdict(it)));
  const rounds = eve.timedView.value!.view.result!.rounds.length;
  assert.deepEqual(eve.shuffle.value, {state: 'verified', contributors: [true, true], own: false, rounds: rounds - 1, whole: false, starter: false});
});

describe('ways in and out', () => {
  test('a seat left in a match is kept, and may be taken up again', async () => {
    const storage = new MemoryStorage();
    const asha = newSession(url, storage), ben = newSession(url);
    const room = await seated(asha, ben);
    assert.deepEqual(asha.savedSeats.value, []); // in use
    await Promise.all([asha.ready(), ben.ready()]);
    await until('it begins', () => asha.timedView.value?.view.phase === 'playing');
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

  test('a seat that the server forgot is forgotten, and another one taken', async () => {
    const storage = new MemoryStorage();
    const asha = newSession(url, storage), ben = newSession(url);
    const room = await seated(asha, ben);
    const key = storage.key(0)!;
    const record = JSON.parse(storage.getItem(key)!);
    await ben.leave();
    storage.setItem(key.replace(/0$/, '1'), JSON.stringify({...record, seat: 1, token: 'A'.repeat(43)}));
    const eve = newSession(url, storage);
    await until('two are kept', () => eve.savedSeats.value.length === 2);
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
    const room = await asha.createRoom('Asha', {password: 'open sesame'});
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

  test('public rooms are listed and quickly found', async () => {
    const asha = newSession(url), ben = newSession(url);
    const clock = {initial: 77, increment: 3};
    const room = await asha.quickMatch('Asha', clock);
    assert.ok(room.ok);
    const list = await ben.listRooms();
    assert.ok(list.ok && list.rooms.some(it => it.room === room.room && it.names[0] === 'Asha'));
    assert.deepEqual(await ben.quickMatch('Ben', clock), {ok: true, room: room.room});
    await until('they see each other', () => asha.room.value!.room.players[1]?.name === 'Ben');
    assert.deepEqual(asha.story.value.flatMap(it => (it.kind === 'presence' ? [it.what, it.name] : [])), ['came', 'Ben']);
    await ben.leave();
    await until('he went', () => asha.room.value!.room.players[1] === null);
    assert.deepEqual(asha.story.value.flatMap(it => (it.kind === 'presence' ? [it.what] : [])), ['came', 'left']);
  });

  test('who has no line is out all the same, and his seat is kept', async () => {
    between = await MessageProxy.before(server.port);
    const asha = newSession(between.url), ben = newSession(url);
    await seated(asha, ben);
    between.refuses = true;
    between.cut();
    await until('the line is gone', () => asha.connection.value.state === 'waiting');
    assert.ok((await asha.leave()).ok);
    assert.equal(asha.location.value, null);
    assert.equal(asha.savedSeats.value.length, 1);
    between.refuses = false;
    await until('the line is back', () => asha.connection.value.state === 'online');
    await pause(50);
    assert.equal(asha.location.value, null);
  });
});

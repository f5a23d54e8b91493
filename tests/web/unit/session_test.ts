// Sessions with the real server: whole matches, disconnected in every phase.
import assert from 'node:assert/strict';
import {describe, test} from 'node:test';
import {openReplay} from '../../../client/web/src/replay/replay';
import type {Event, Replay} from '../../../client/web/src/protocol/messages';
import type {OpenSession} from '../../../client/web/src/net/session';
import {seeded} from '../kit/trader.mjs';
import {fastTiming, MemoryStorage, newSession} from './support/sessions';
import {proxy, server, url, useProxy, useServer} from './support/server';
import {assertFair, hasVerdict, isOver, pause, playAll, playOn, playToTheEnd, seated, startMatch, until} from './support/play';

useServer();

// The log has every event of the match once, in order.
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
  await startMatch(asha, ben);
  await playToTheEnd(asha, ben);
  for (const session of [asha, ben]) {
    assertFair(session);
    await assertStory(session);
    assert.ok(session.story.value.some(it => it.kind === 'shuffle' && it.shuffle.state === 'verified'));
    assert.ok(session.lag.value !== null && session.lag.value < 1000);
  }
});

test('against the bot, with rematches in which the loser starts', async () => {
  const asha = newSession(url);
  assert.ok((await asha.createRoom('Asha', {opponent: {bot: 'easy'}, seals: 1})).ok);
  for (let match = 1; match <= 3; match++) {
    assert.ok((await asha.ready()).ok);
    await until('the next match begins', () => asha.timedView.value?.view.phase === 'playing');
    const stop = playOn(asha, seeded(match));
    await until('the match is over', () => isOver(asha) && hasVerdict(asha));
    stop();
    assertFair(asha, [true, false]);
    assert.ok((await asha.rematch()).ok);
    await until('a new match arrives', () => asha.timedView.value?.view.phase === 'waiting');
    assert.deepEqual(asha.shuffle.value, {state: 'unknown'});
  }
  assert.equal(asha.story.value.filter(it => it.kind === 'notice' && it.what === 'new_match').length, 3);
});

// The connection breaks when Asha sends or receives the n-th message of a type.
interface Break {
  at: string;
  of: 'client' | 'server';
  type: string;
  nth?: number;
  arrives: boolean;
}
const breaks: Break[] = [
  {at: 'before ready arrives', of: 'client', type: 'ready', arrives: false},
  {at: 'before the reply to ready', of: 'client', type: 'ready', arrives: true},
  {at: 'with the commitments', of: 'server', type: 'table', arrives: false},
  {at: 'after the commitments', of: 'server', type: 'table', arrives: true},
  {at: 'before reveal arrives', of: 'client', type: 'reveal', arrives: false},
  {at: 'before the reply to reveal', of: 'client', type: 'reveal', arrives: true},
  {at: 'with an action that gets lost', of: 'client', type: 'act', nth: 3, arrives: false},
  {at: 'with an action that gets no reply', of: 'client', type: 'act', nth: 3, arrives: true},
  {at: 'with a view lost', of: 'server', type: 'view', nth: 12, arrives: false},
  {at: 'between rounds, before ready arrives', of: 'client', type: 'ready', nth: 2, arrives: false},
  {at: 'between rounds, before the reply to ready', of: 'client', type: 'ready', nth: 2, arrives: true},
];

describe('the connection breaks', () => {
  for (const {at, of, type, nth = 1, arrives} of breaks)
    test(at, async () => {
      await useProxy();
      let count = 0, cutAtOk: number | null = null, cuts = 0;
      const watch = (message: Record<string, any>, cut: () => void) => {
        if (message['type'] !== type || ++count !== nth) return message;
        cuts++;
        if (arrives && of === 'client') cutAtOk = message['id'];
        else if (arrives) setImmediate(cut);
        else cut();
        return arrives ? message : null;
      };
      proxy.fromClient = (message, cut) => (of === 'client' ? watch(message, cut) : message);
      proxy.fromServer = (message, cut) => {
        if (cutAtOk !== null && message['re'] === cutAtOk) {
          cutAtOk = null;
          cut();
          return null;
        }
        return of === 'server' ? watch(message, cut) : message;
      };
      const asha = newSession(proxy.url), ben = newSession(url);
      await startMatch(asha, ben);
      await playToTheEnd(asha, ben);
      assert.equal(cuts, 1);
      assert.equal(proxy.connections, 2);
      assert.equal(asha.room.value!.room.fair.aborted, 0);
      assertFair(asha);
      assertFair(ben);
      await assertStory(asha);
      assert.equal(asha.story.value.filter(it => it.kind === 'notice' && it.what === 'reconnected').length, 1);
      assert.deepEqual(ben.story.value.flatMap(it => (it.kind === 'presence' ? [it.what] : [])), ['away', 'back']);
    });

  test('after the match: a rematch is still possible', async () => {
    await useProxy();
    const asha = newSession(proxy.url), ben = newSession(url);
    await startMatch(asha, ben, {seals: 1});
    await playToTheEnd(asha, ben);
    const told = asha.story.value.length;
    proxy.cut();
    assert.deepEqual(await asha.rematch(), {ok: false, code: 'offline'});
    await until('reconnected', () => asha.story.value.length > told);
    await until('the seat is back', () => asha.room.value!.room.players[0]!.connected);
    await pause(50);
    assertFair(asha);
    assert.equal(asha.story.value.length, told + 1); // `reconnected`, and nothing twice
    assert.ok((await asha.rematch()).ok);
    assert.ok((await ben.rematch()).ok);
    await until('a new match is announced', () => asha.room.value!.room.phase === 'waiting' && ben.room.value!.room.phase === 'waiting');
    await Promise.all([asha.ready(), ben.ready()]);
    await until('the match begins', () => [asha, ben].every(it => it.timedView.value!.view.phase === 'playing'));
    await until('the match ends', () => [asha, ben].every(it => isOver(it) && hasVerdict(it)));
    assertFair(asha);
    assertFair(ben);
  });

  test('again and again, on both sides', async () => {
    await useProxy();
    const asha = newSession(proxy.url), ben = newSession(proxy.url);
    await seated(asha, ben);
    let messages = 0;
    proxy.fromServer = (message, cut) => {
      if (++messages % 29 === 0) cut();
      return message;
    };
    assert.deepEqual(await Promise.all([asha.ready(), ben.ready()]), [{ok: true}, {ok: true}]);
    playAll([asha, ben], 5);
    await until('the match is over', () => isOver(asha) && isOver(ben));
    proxy.fromServer = message => message;
    await until('verdicts', () => [asha, ben].every(hasVerdict));
    assert.ok(proxy.connections > 10, String(proxy.connections));
    for (const session of [asha, ben]) {
      assertFair(session);
      await assertStory(session);
    }
  });

  test('silently: the page notices and reconnects', async () => {
    await useProxy();
    const asha = newSession(proxy.url, new MemoryStorage(), {timing: {...fastTiming, answerTimeout: 1500}}), ben = newSession(url);
    await seated(asha, ben);
    proxy.stalled = true;
    await until('disconnected', () => asha.connection.value.state === 'waiting');
    proxy.stalled = false;
    proxy.cut();
    await until('reconnected', () => asha.connection.value.state === 'online' && asha.room.value!.room.players[0]!.connected);
    assert.deepEqual(await Promise.all([asha.ready(), ben.ready()]), [{ok: true}, {ok: true}]);
    await until('the match begins', () => asha.timedView.value?.view.phase === 'playing');
  });
});

test('an action played offline is sent after reconnecting', async () => {
  await useProxy();
  const asha = newSession(proxy.url), ben = newSession(url);
  await startMatch(asha, ben);
  await until('the match begins', () => !!asha.timedView.value && !!ben.timedView.value && asha.timedView.value.view.phase === 'playing');
  if (asha.timedView.value!.view.turn === 1) {
    const stop = playOn(ben, seeded(9));
    await until("it is Asha's turn", () => asha.timedView.value!.view.turn === 0);
    stop();
  }
  proxy.refuses = true;
  proxy.cut();
  await until('disconnected', () => asha.connection.value.state === 'waiting');
  const {ply} = asha.timedView.value!.view;
  const played = asha.act({type: 'take_camels'}).then(outcome => outcome, () => null);
  assert.deepEqual(asha.pendingAction.value, {type: 'take_camels'});
  assert.deepEqual(await asha.act({type: 'take_camels'}), {ok: false, code: 'not_your_turn'}); // one action at a time
  assert.deepEqual(await asha.say('Hello?'), {ok: false, code: 'offline'});
  proxy.refuses = false;
  asha.reconnectNow();
  const outcome = await played;
  if (outcome!.ok) await until('Ben sees it', () => ben.timedView.value!.view.ply === ply + 1);
  else assert.equal(outcome!.code, 'no_camels');
  await until('no action is pending', () => asha.pendingAction.value === null);
});

test('a connection that closes before we are back in the room is not told as one', async () => {
  await useProxy();
  const asha = newSession(proxy.url), ben = newSession(url);
  await seated(asha, ben);
  const states: string[] = [];
  const stop = asha.connection.subscribe(({state}) => void states.push(state));
  let resumes = 0;
  proxy.fromClient = (message, cut) => {
    if (message['type'] !== 'resume' || ++resumes > 3) return message;
    cut(); // as a server does that doesn't have the room yet
    return null;
  };
  proxy.cut();
  await until('back', () => asha.connection.value.state === 'online' && resumes > 3);
  stop();
  assert.equal(resumes, 4);
  assert.equal(states.filter(it => it === 'online').length, 2, String(states)); // at first, and once we were back
  assert.equal(asha.story.value.filter(it => it.kind === 'notice' && it.what === 'reconnected').length, 1);
});

test('a refused action names its rule', async () => {
  const asha = newSession(url), ben = newSession(url);
  await startMatch(asha, ben);
  await until('the match begins', () => [asha, ben].every(it => it.timedView.value?.view.phase === 'playing'));
  const [first, second] = asha.timedView.value!.view.turn === 0 ? [asha, ben] : [ben, asha];
  assert.deepEqual(await first.act({type: 'sell', good: 'leather', count: 9}), {ok: false, code: 'not_in_hand', rule: 'R11'});
  assert.equal(first.pendingAction.value, null);
  assert.deepEqual(await second.act({type: 'take_camels'}), {ok: false, code: 'not_your_turn'});
});

test('chat arrives once, even from while we were offline', async () => {
  await useProxy();
  const asha = newSession(proxy.url), ben = newSession(url);
  await seated(asha, ben);
  const heard = () => asha.story.value.flatMap(it => (it.kind === 'chat' ? [it.chat.text] : []));
  await ben.say('one');
  await until('the message arrives', () => heard().length === 1);
  proxy.refuses = true;
  proxy.cut();
  await until('disconnected', () => asha.connection.value.state === 'waiting');
  await ben.say('two');
  await ben.say('three');
  proxy.refuses = false;
  await until('all messages arrive', () => heard().length >= 3);
  await asha.say('four');
  await until('our own message arrives', () => heard().length >= 4);
  assert.deepEqual(heard(), ['one', 'two', 'three', 'four']);
});

test('leaving voids the commitments, and the next ones use another nonce', async () => {
  await useProxy();
  const commits: string[] = [];
  proxy.fromClient = message => {
    if (message['type'] === 'ready') commits.push(message['commit']);
    return message['type'] === 'reveal' && commits.length === 1 ? null : message;
  };
  const asha = newSession(url), ben = newSession(proxy.url);
  const room = await startMatch(asha, ben);
  await until('the commitments are published', () => ben.shuffle.value.state === 'committed');
  assert.ok((await ben.leave()).ok);
  await until('the log shows it', () => asha.story.value.some(it => it.kind === 'notice' && it.what === 'table_voided'));
  assert.equal(asha.room.value!.room.fair.aborted, 1);
  assert.deepEqual(ben.savedSeats.value, []);
  assert.ok((await ben.joinRoom(room, 'Ben')).ok);
  assert.deepEqual(await Promise.all([asha.ready(), ben.ready()]), [{ok: true}, {ok: true}]);
  await playToTheEnd(asha, ben);
  assertFair(asha);
  assertFair(ben);
  assert.equal(new Set(commits.filter(it => it)).size, 2);
});

test('a spectator sees the log and the verdict, and returns after a disconnect', async () => {
  await useProxy();
  const asha = newSession(url), ben = newSession(url), eve = newSession(proxy.url);
  const room = await seated(asha, ben, {spectators: 'open', delay: 2});
  assert.ok((await eve.spectate(room, 'Eve')).ok);
  assert.deepEqual(eve.location.value, {room, seat: null});
  assert.deepEqual(await eve.ready(), {ok: false, code: 'not_a_player'});
  await Promise.all([asha.ready(true), ben.ready(true)]);
  const stop = playAll([asha, ben]);
  await until('the view has moved on', () => (eve.timedView.value?.view.ply ?? 0) > 3);
  stop();
  proxy.cut();
  await until('she is back', () => eve.story.value.some(it => it.kind === 'notice' && it.what === 'reconnected'));
  playAll([asha, ben]);
  await until('the match is over', () => [asha, ben, eve].every(it => isOver(it) && hasVerdict(it)));
  assertFair(eve);
  await assertStory(eve);
  assert.deepEqual(eve.savedSeats.value, []);
});

test('a player agrees to the spectator delay only when asked to, and can withdraw that until the deal', async () => {
  const asha = newSession(url), ben = newSession(url);
  await seated(asha, ben, {spectators: 'open', delay: 3});
  const agreed = () => ben.room.value?.room.players.map(player => player?.agreed);
  assert.equal(ben.room.value?.room.options.open_after, 'actions');
  for (const agrees of [false, true, false]) {
    assert.ok((await asha.ready(agrees)).ok);
    await until('the other player is told', () => ben.room.value?.room.players[0]?.ready === true && agreed()?.[0] === agrees);
  }
  assert.ok((await asha.ready(true)).ok);
  assert.ok((await ben.ready(true)).ok);
  await until('the match runs', () => ben.timedView.value?.view.phase === 'playing');
  assert.deepEqual(agreed(), [true, true]);
});

test('joining and agreeing to a rematch count as being ready, unless the room offers a spectator delay', async () => {
  const asha = newSession(url), ben = newSession(url);
  await seated(asha, ben, {seals: 1});
  await playToTheEnd(asha, ben);
  assertFair(asha); // with both secrets
  assert.ok((await ben.rematch()).ok);
  await pause(50);
  assert.ok(isOver(asha));
  assert.ok((await asha.rematch()).ok);
  await until('the rematch begins', () => [asha, ben].every(it => it.timedView.value?.view.phase === 'playing'));
  assert.equal(asha.room.value!.room.fair.aborted, 0);
  assert.equal(asha.gettingReady.value, false);

  const [mira, noor] = [newSession(url), newSession(url)];
  await seated(mira, noor, {spectators: 'open', delay: 3});
  await until('both are there', () => [mira, noor].every(it => it.room.value?.room.players[1]));
  await pause(50);
  assert.deepEqual(mira.room.value!.room.players.map(player => player?.ready), [false, false]);
  assert.equal(mira.gettingReady.value, false);
});

test('a server that sends no push messages says so, and takes no subscription', async () => {
  const asha = newSession(url);
  assert.deepEqual(await asha.pushKey(), {ok: true, key: null});
  const to = {endpoint: 'https://push.example/x', p256dh: 'A'.repeat(87), auth: 'A'.repeat(22)};
  assert.deepEqual(await asha.pushSubscribe(to), {ok: false, code: 'not_in_room'});
  assert.ok((await asha.createRoom('Asha', {patience: 86400})).ok);
  assert.deepEqual(await asha.pushSubscribe(to), {ok: false, code: 'bad_request'});
  assert.deepEqual(await asha.pushUnsubscribe(), {ok: true});
});

test('an agreement to the spectator delay is not lost with the connection', async () => {
  await useProxy();
  const asha = newSession(proxy.url), ben = newSession(url);
  await seated(asha, ben, {spectators: 'open', delay: 3});
  assert.ok((await asha.ready()).ok);
  proxy.cut();
  await until('the connection is lost', () => asha.connection.value.state !== 'online');
  assert.ok((await asha.ready(true)).ok); // already ready, but hasn't agreed yet
  await until('the other player is told', () => ben.room.value?.room.players[0]?.agreed === true);
});

test('an agreement to the spectator delay is not for a new opponent', async () => {
  await useProxy();
  const asha = newSession(proxy.url), ben = newSession(url), mira = newSession(url);
  await seated(asha, ben, {spectators: 'open', delay: 3});
  proxy.refuses = true;
  proxy.cut();
  await until('the connection is lost', () => asha.connection.value.state !== 'online');
  const ready = asha.ready(true);
  const room = asha.location.value!.room;
  assert.ok((await ben.leave()).ok);
  assert.ok((await mira.joinRoom(room, 'Ben')).ok); // the same name
  proxy.refuses = false;
  assert.ok((await ready).ok);
  await until('the new opponent is told', () => mira.room.value?.room.players[0]?.ready === true);
  assert.equal(mira.room.value?.room.players[0]?.agreed, false);
});

test('the log shows the end of a round that we missed', async () => {
  await useProxy();
  const asha = newSession(url), ben = newSession(url), eve = newSession(proxy.url);
  const room = await seated(asha, ben, {seals: 3});
  assert.ok((await eve.spectate(room)).ok);
  await Promise.all([asha.ready(), ben.ready()]);
  const inRound = (session: OpenSession, round: number) => session.timedView.value?.view.round === round && session.timedView.value.view.phase === 'playing';
  await until('round 1 arrives', () => inRound(eve, 1));
  proxy.refuses = true;
  proxy.cut();
  const stop = playAll([asha, ben]);
  await until('round 2 runs', () => inRound(asha, 2) && asha.timedView.value!.view.deck < 38);
  stop();
  proxy.refuses = false;
  await until('round 2 arrives', () => inRound(eve, 2));
  const told = eve.story.value.flatMap(it => (it.kind === 'event' ? [`${it.round} ${it.event.type}`] : []));
  assert.deepEqual(told.slice(0, 3), ['1 round_started', '1 round_ended', '2 round_started']);
  playAll([asha, ben], 3);
  await until('the match is over', () => [asha, ben, eve].every(it => isOver(it) && hasVerdict(it)));
  const rounds = eve.timedView.value!.view.result!.rounds.length;
  assert.deepEqual(eve.shuffle.value, {state: 'verified', contributors: [true, true], own: false, rounds: rounds - 1, whole: false, starter: false});
});

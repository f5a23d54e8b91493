// A server that lies is found out: each lie is told to one player by a proxy that changes what the real
// server says. And what was not seen is not called fair.
import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {after, afterEach, before, describe, test} from 'node:test';
import {serverCommit, tableHash} from '../../../client/web/src/shuffle/fair';
import {judge} from '../../../client/web/src/shuffle/verdict';
import type {Mismatch} from '../../../client/web/src/model';
import type {OpenSession} from '../../../client/web/src/net/session';
import type {Proof, ViewMessage} from '../../../client/web/src/protocol/messages';
import {startServer} from '../kit/server.mjs';
import {seeded} from '../kit/trader.mjs';
import {MessageProxy, endSessions, MemoryStorage, newSession, urlOf} from './support/sessions';
import {isOver, pause, playOn, until} from './support/play';

let server: Awaited<ReturnType<typeof startServer>>;
let between: MessageProxy;
before(async () => {
  server = await startServer('--no-limits');
});
afterEach(() => {
  endSessions();
  between?.end();
});
after(() => server.stop());

type Message = Record<string, any>;
const other = (seat: number) => 1 - seat;
const verdict = (session: OpenSession) => until('a verdict', () => ['verified', 'mismatch'].includes(session.shuffle.value.state));

// A match in which Asha hears what `lie` makes of the server's words.
async function matchWithLies(lie: (message: Message) => Message, options = {}): Promise<{asha: OpenSession; ben: OpenSession}> {
  between = await MessageProxy.before(server.port);
  between.fromServer = lie;
  const asha = newSession(between.url), ben = newSession(urlOf(server.port));
  const room = await asha.createRoom('Asha', {seals: 1, ...options});
  assert.ok(room.ok);
  await ben.joinRoom(room.room, 'Ben');
  await Promise.all([asha.ready(), ben.ready()]);
  [asha, ben].forEach((player, i) => playOn(player, seeded(i + 1)));
  return {asha, ben};
}

const inViews = (change: (view: Message) => void) => (message: Message): Message => {
  if (message['type'] !== 'view') return message;
  const view = structuredClone(message);
  change(view);
  return view;
};
const inProof = (change: (proof: Message) => void) => inViews(view => {
  if (view['result']?.proof) change(view['result'].proof);
});
// Once, in the first view that has what `change` is for.
const once = (change: (view: Message) => boolean) => {
  let done = false;
  return inViews(view => {
    if (!done) done = change(view);
  });
};
const another = (card: string) => (card === 'leather' ? 'spice' : 'leather');
const seed = randomBytes(32).toString('hex');

const lies: [string, Mismatch, (message: Message) => Message][] = [
  ['the proof has another seed', 'secrets', inProof(proof => void (proof['server_seed'] = seed))],
  ['the proof has another number of ours', 'secrets', inProof(proof => void (proof['nonces'][0] = seed))],
  ['the proof has another table', 'secrets', inProof(proof => void (proof['table'] = seed))],
  ['the proof has another commitment of the server', 'commitments', inProof(proof => void (proof['server_commit'] = seed))],
  ['the proof has another commitment of a player', 'commitments', inProof(proof => void (proof['seat_commits'][1] = seed))],
  ['the proof has other parameters', 'commitments', inProof(proof => void (proof['params'] = proof['params'].replace('8,8,9', '9,8,9')))],
  ['the proof is of another match', 'commitments', inProof(proof => void (proof['match'] = seed.slice(0, 32)))],
  ['there is no proof', 'secrets', inViews(view => void (view['result'] && (view['result'].proof = null)))],
  ['the opponent began, it is said', 'starter', inViews(view => {
    for (const event of view['events']) if (event.type === 'round_started') event.starter = other(event.starter);
  })],
  ['another card came into the market, it is said', 'deal', once(view => {
    const took = view['events'].find((event: Message) => event.type === 'took' && event.seat === 1 && event.refill.length);
    if (took) took.refill[0] = another(took.refill[0]);
    return !!took;
  })],
  ['another card lies in the market', 'deal', once(view => {
    const open = view['phase'] === 'playing' && view['turn'] === 1;
    if (open) view['market'][0] = another(view['market'][0]);
    return open;
  })],
  ['the deck has another size', 'deal', once(view => view['phase'] === 'playing' && view['turn'] === 1 && !!++view['deck'])],
  ['we hold other cards', 'deal', once(view => {
    const open = view['phase'] === 'playing' && view['turn'] === 1;
    if (open) view['players'][0].hand = {leather: view['players'][0].hand_size};
    return open;
  })],
  ["the opponent's herd was another, it is said", 'results', inViews(view => {
    const round = view['result']?.rounds[0];
    if (round) round.players[1].herd++;
  })],
  ['the opponent got more rupees, it is said', 'results', inViews(view => {
    const round = view['result']?.rounds[0];
    if (round) round.players[1].rupees += 5;
  })],
  ['the round was won by the other one, it is said', 'results', inViews(view => {
    const round = view['result']?.rounds[0];
    if (round) round.winner = round.winner === null ? 0 : other(round.winner);
  })],
  ['a bonus token was worth more', 'deal', inViews(view => {
    for (const player of view['phase'] === 'match_over' ? view['players'] : []) player.bonus_tokens.push({cards: 3, value: 3});
  })],
];

describe('a lie is found out', () => {
  for (const [lie, what, change] of lies)
    test(lie, async () => {
      const {asha, ben} = await matchWithLies(change);
      await verdict(asha);
      assert.deepEqual(asha.shuffle.value, {state: 'mismatch', what});
      assert.ok(asha.story.value.some(it => it.kind === 'shuffle' && it.shuffle.state === 'mismatch'));
      await verdict(ben); // who was told the truth
      assert.equal(ben.shuffle.value.state, 'verified');
    });

  test('the result of a round is told otherwise later', async () => {
    const {asha} = await matchWithLies(once(view => {
      const round = view['result']?.rounds[0];
      if (round) round.players[1].rupees += 5;
      return !!round;
    }), {seals: 2});
    await verdict(asha);
    assert.deepEqual(asha.shuffle.value, {state: 'mismatch', what: 'results'});
  });

  test('a round is told otherwise after the line was cut', async () => {
    let told = 0;
    const {asha, ben} = await matchWithLies(message => {
      const lying = once(view => {
        const took = view['events'].find((event: Message) => event.type === 'took' && event.seat === 1 && event.refill.length);
        if (took) took.refill[0] = another(took.refill[0]);
        if (took) told++;
        return !!took;
      });
      if (told) return message;
      const lie = lying(message);
      if (told) setImmediate(() => between.cut());
      return lie;
    });
    await verdict(asha);
    assert.equal(between.connections, 2);
    assert.deepEqual(asha.shuffle.value, {state: 'mismatch', what: 'deal'});
    await verdict(ben);
  });

  test('the server changes its commitment in the middle of the match', async () => {
    const {asha} = await matchWithLies(message =>
      message['type'] === 'room' && message['phase'] === 'playing' ? {...message, fair: {...message['fair'], server_commit: seed}} : message);
    await verdict(asha);
    assert.deepEqual(asha.shuffle.value, {state: 'mismatch', what: 'commitments'});
    assert.ok(!isOver(asha) || asha.shuffle.value.state === 'mismatch');
  });

  test('another seed, commitment and table, all fitting one another', async () => {
    let made: Message | null = null;
    const forged = async (proof: Proof) => {
      const commit = await serverCommit(proof.match, seed);
      made = {...proof, server_seed: seed, server_commit: commit, table: await tableHash({...proof, server_commit: commit})};
    };
    between = await MessageProxy.before(server.port);
    const asha = newSession(between.url), ben = newSession(urlOf(server.port));
    let held: Message | null = null;
    between.fromServer = message => {
      if (!message['result']?.proof || made) return made && message['result']?.proof ? {...message, result: {...message['result'], proof: made}} : message;
      held = message;
      void forged(message['result'].proof);
      return null;
    };
    const room = await asha.createRoom('Asha', {seals: 1});
    assert.ok(room.ok);
    await ben.joinRoom(room.room, 'Ben');
    await Promise.all([asha.ready(), ben.ready()]);
    [asha, ben].forEach((player, i) => playOn(player, seeded(i + 1)));
    for (let i = 0; i < 500 && !made; i++) await pause(10);
    between.inject(JSON.stringify({...held!, result: {...held!['result'], proof: made}}));
    await verdict(asha);
    assert.deepEqual(asha.shuffle.value, {state: 'mismatch', what: 'commitments'});
  });
});

describe('nothing is revealed to a table that', () => {
  const tables: [string, (table: Message) => Message][] = [
    ['lacks our commitment', table => ({...table, seat_commits: ['', table['seat_commits'][1]]})],
    ['has another one of ours', table => ({...table, seat_commits: [seed, table['seat_commits'][1]]})],
    ['has ours for both', table => ({...table, seat_commits: [table['seat_commits'][0], table['seat_commits'][0]]})],
    ['has another one of the server', table => ({...table, server_commit: seed})],
    ['is of another match', table => ({...table, match: seed.slice(0, 32)})],
  ];
  for (const [what, change] of tables)
    test(what, async () => {
      between = await MessageProxy.before(server.port);
      let revealed = 0;
      between.fromClient = message => {
        if (message['type'] === 'reveal') revealed++;
        return message;
      };
      between.fromServer = message => (message['type'] === 'table' ? change(message) : message);
      const asha = newSession(between.url), ben = newSession(urlOf(server.port));
      const room = await asha.createRoom('Asha', {});
      assert.ok(room.ok);
      await ben.joinRoom(room.room, 'Ben');
      await Promise.all([asha.ready(), ben.ready()]);
      await until('it is noticed', () => asha.shuffle.value.state === 'mismatch');
      assert.deepEqual(asha.shuffle.value, {state: 'mismatch', what: 'table'});
      await pause(50);
      assert.equal(revealed, 0);
      assert.equal(ben.shuffle.value.state, 'committed');
    });

  test('was wrong: that stays known when the match is called off, when the page is loaded again, and until the room is left', async () => {
    between = await MessageProxy.before(server.port);
    let wrong = true;
    between.fromServer = message => (message['type'] === 'table' && wrong ? {...message, seat_commits: ['', message['seat_commits'][1]]} : message);
    const storage = new MemoryStorage();
    const asha = newSession(between.url, storage), ben = newSession(urlOf(server.port));
    const room = await asha.createRoom('Asha', {seals: 1});
    assert.ok(room.ok);
    await ben.joinRoom(room.room, 'Ben');
    await Promise.all([asha.ready(), ben.ready()]);
    await until('it is noticed', () => asha.distrust.value !== null);
    const {match} = asha.room.value!.room.fair;
    assert.deepEqual(asha.distrust.value, {match, what: 'table'});
    await ben.leave(); // which calls the match off, as the server would after ten seconds
    await until('another match', () => asha.room.value!.room.fair.match !== match);
    wrong = false;
    assert.deepEqual(asha.distrust.value, {match, what: 'table'});
    await ben.joinRoom(room.room, 'Ben');
    asha.end();
    const again = newSession(between.url, storage);
    assert.ok((await again.resume(again.savedSeats.value[0]!)).ok);
    assert.deepEqual(again.distrust.value, {match, what: 'table'});
    await Promise.all([again.ready(), ben.ready()]);
    [again, ben].forEach((player, i) => playOn(player, seeded(i + 1)));
    await verdict(again);
    assert.equal(again.shuffle.value.state, 'verified'); // of this match
    assert.deepEqual(again.distrust.value, {match, what: 'table'});
    await again.leave();
    assert.equal(again.distrust.value, null);
    await verdict(ben);
    assert.equal(ben.distrust.value, null);
  });

  test('or changed in the middle: the match is not trusted after the page was loaded again either', async () => {
    between = await MessageProxy.before(server.port);
    let wrong = true;
    between.fromServer = message =>
      (message['type'] === 'room' && message['phase'] === 'playing' && wrong ? {...message, fair: {...message['fair'], server_commit: seed}} : message);
    const storage = new MemoryStorage();
    const asha = newSession(between.url, storage), ben = newSession(urlOf(server.port));
    const room = await asha.createRoom('Asha', {seals: 1});
    assert.ok(room.ok);
    await ben.joinRoom(room.room, 'Ben');
    await Promise.all([asha.ready(), ben.ready()]);
    await until('it is noticed', () => asha.shuffle.value.state === 'mismatch' && !!asha.timedView.value?.view.round);
    wrong = false;
    asha.end();
    const again = newSession(between.url, storage);
    assert.ok((await again.resume(again.savedSeats.value[0]!)).ok);
    [again, ben].forEach((player, i) => playOn(player, seeded(i + 1)));
    await until('the match is over', () => isOver(again));
    await verdict(ben);
    assert.deepEqual(again.shuffle.value, {state: 'mismatch', what: 'commitments'});
  });
});

describe('the number in our seat is our own:', () => {
  async function seated(lie: (message: Message) => Message): Promise<{asha: OpenSession; ben: OpenSession; sent: Message[]}> {
    between = await MessageProxy.before(server.port);
    const sent: Message[] = [];
    between.fromServer = lie;
    between.fromClient = message => (sent.push(message), message);
    const asha = newSession(between.url), ben = newSession(urlOf(server.port));
    const room = await asha.createRoom('Asha', {seals: 1});
    assert.ok(room.ok);
    await ben.joinRoom(room.room, 'Ben');
    await until('both are seen', () => !!asha.room.value?.room.players[1]);
    return {asha, ben, sent};
  }

  test('where the server says that a round is over before one was dealt, we commit all the same', async () => {
    const {asha, ben, sent} = await seated(message => (message['type'] === 'room' && message['phase'] === 'waiting' ? {...message, phase: 'round_over'} : message));
    await Promise.all([asha.ready(), ben.ready()]);
    assert.ok(sent.find(it => it['type'] === 'ready')!['commit']);
    await until('the table is there', () => ben.shuffle.value.state === 'committed');
    assert.deepEqual(ben.shuffle.value, {state: 'committed', contributors: [true, true]});
  });

  test('a commitment in our seat, where we made none, is not ours', async () => {
    const {asha, ben} = await seated(message => message);
    between.inject(JSON.stringify({
      type: 'table', match: asha.room.value!.room.fair.match, server_commit: asha.room.value!.room.fair.server_commit, seat_commits: [seed, ''],
    }));
    await until('it is noticed', () => asha.distrust.value !== null);
    assert.deepEqual(asha.shuffle.value, {state: 'mismatch', what: 'table'});
    assert.equal(ben.distrust.value, null);
  });

  test('nor where the one that we made was refused', async () => {
    const {asha} = await seated(message => (message['type'] === 'ok' && !('at' in message) && !('room' in message)
      ? {type: 'error', re: message['re'], code: 'bad_commit', message: ''} : message));
    assert.deepEqual(await asha.ready(), {ok: false, code: 'bad_commit'});
    between.inject(JSON.stringify({
      type: 'table', match: asha.room.value!.room.fair.match, server_commit: asha.room.value!.room.fair.server_commit, seat_commits: [seed, ''],
    }));
    await until('it is noticed', () => asha.distrust.value !== null);
  });

  test('who goes back to a seat without its notes is told that it was not this page', async () => {
    const storage = new MemoryStorage();
    const asha = newSession(urlOf(server.port), storage), ben = newSession(urlOf(server.port));
    const room = await asha.createRoom('Asha', {seals: 1});
    assert.ok(room.ok);
    await ben.joinRoom(room.room, 'Ben');
    await Promise.all([asha.ready(), ben.ready()]);
    await until('it begins', () => asha.timedView.value?.view.phase === 'playing');
    asha.end();
    const key = storage.key(0)!;
    storage.setItem(key, JSON.stringify({...JSON.parse(storage.getItem(key)!), fair: null}));
    const again = newSession(urlOf(server.port), storage);
    assert.ok((await again.resume(again.savedSeats.value[0]!)).ok);
    [again, ben].forEach((player, i) => playOn(player, seeded(i + 1)));
    await verdict(again);
    assert.deepEqual(again.shuffle.value, {state: 'verified', contributors: [true, true], own: false, rounds: 1, whole: false, starter: false});
  });
});

describe('a verdict stands', () => {
  test('when the next match is announced, as long as the old one is seen', async () => {
    const {asha} = await matchWithLies(inProof(proof => void (proof['server_seed'] = seed)));
    await verdict(asha);
    const {room} = asha.room.value!;
    between.inject(JSON.stringify({...room, phase: 'waiting', fair: {...room.fair, match: seed.slice(0, 32), server_commit: seed}}));
    await until('it is announced', () => asha.room.value!.room.fair.server_commit === seed);
    assert.deepEqual(asha.shuffle.value, {state: 'mismatch', what: 'secrets'});
    assert.equal(asha.distrust.value?.what, 'secrets');
  });

  test('but not if the end is told otherwise later', async () => {
    const {asha} = await matchWithLies(message => message);
    await verdict(asha);
    assert.equal(asha.shuffle.value.state, 'verified');
    const {view} = asha.timedView.value!;
    const lie = {...view, events: [], result: {...view.result!, winner: other(view.result!.winner!)}};
    between.inject(JSON.stringify(lie));
    await until('it is noticed', () => asha.shuffle.value.state === 'mismatch');
    assert.deepEqual(asha.shuffle.value, {state: 'mismatch', what: 'results'});
  });
});

test('a view for another seat is passed over', async () => {
  const {asha} = await matchWithLies(inViews(view => {
    if (view['phase'] === 'match_over') view['you'] = null;
  }));
  await until('it is nearly over', () => (asha.timedView.value?.view.ply ?? 0) > 10);
  await pause(500);
  assert.equal(asha.timedView.value!.view.phase, 'playing');
});

describe('what was not seen is not called fair', () => {
  test('who comes to watch in the middle', async () => {
    const asha = newSession(urlOf(server.port)), ben = newSession(urlOf(server.port)), eve = newSession(urlOf(server.port));
    const room = await asha.createRoom('Asha', {});
    assert.ok(room.ok);
    await ben.joinRoom(room.room, 'Ben');
    await Promise.all([asha.ready(), ben.ready()]);
    const stops = [asha, ben].map((player, i) => playOn(player, seeded(i + 1)));
    await until('the second round runs', () => asha.timedView.value?.view.round === 2 && asha.timedView.value.view.phase === 'playing');
    stops.forEach(stop => stop());
    assert.ok((await eve.spectate(room.room)).ok);
    await until('she sees it', () => !!eve.timedView.value);
    assert.deepEqual(eve.shuffle.value, {state: 'unknown'});
    [asha, ben].forEach((player, i) => playOn(player, seeded(i + 1)));
    await verdict(eve);
    const rounds = eve.timedView.value!.view.result!.rounds.length;
    assert.deepEqual(eve.shuffle.value, {state: 'verified', contributors: [true, true], own: false, rounds: rounds - 1, whole: false, starter: false});
  });

  test('our own number has to be in the proof, also where no table was seen', async () => {
    const vectors = JSON.parse(readFileSync(join(process.env['JAIPUR_ROOT']!, 'protocol/fair/vectors.json'), 'utf8')) as Record<string, Message>;
    const it = vectors['B']!; // seat 1 had no part
    const proof = {
      v: it['v'], match: it['match'], params: it['params'], server_commit: it['server_commit'], seat_commits: [it['seat0_commit'], ''],
      nonces: [it['seat0_nonce'], ''], table: it['table'], server_seed: it['server_seed'],
    };
    const judged = (seat: 0 | 1, nonce: string) => judge(
      {seat, fair: {match: proof.match, serverCommit: proof.server_commit, opening: {kind: 'unknown'}, nonce, commit: null, seatCommits: null, rounds: [], distrust: null}, rounds: []},
      {round: 0, result: {rounds: [], winner: null, reason: 'abandoned', proof}} as unknown as ViewMessage);
    assert.deepEqual(await judged(0, it['seat0_nonce']), {state: 'verified', contributors: [true, false], own: true, rounds: 0, whole: false, starter: false});
    assert.deepEqual(await judged(0, seed), {state: 'mismatch', what: 'secrets'});
    assert.deepEqual(await judged(1, seed), {state: 'mismatch', what: 'secrets'});
  });

  for (const [how, options] of [['timeout', {clock: {initial: 3, increment: 0}}], ['claimed', {grace: 1}], ['resigned', {}]] as const)
    test(`an honest match that ends ${how}, in its second round, is fair; and so is the rematch`, async () => {
      const ben = newSession(urlOf(server.port)), asha = newSession(urlOf(server.port));
      const room = await asha.createRoom('Asha', {seals: 3, ...options});
      assert.ok(room.ok);
      await ben.joinRoom(room.room, 'Ben');
      for (const match of [1, 2]) {
        await Promise.all([asha.ready(), ben.ready()]);
        await until('it begins', () => asha.timedView.value?.view.phase === 'playing');
        const stops = [asha, ben].map((player, i) => playOn(player, seeded(i + match)));
        await until('the second round runs', () => asha.timedView.value?.view.round === 2 && asha.timedView.value.view.phase === 'playing');
        stops.forEach(stop => stop());
        if (how === 'resigned') await ben.resign();
        if (how === 'claimed') {
          await ben.leave();
          await pause(1100);
          for (let i = 0; i < 30 && !(await asha.claimWin()).ok; i++) await pause(100);
        }
        await verdict(asha);
        assert.equal(asha.timedView.value!.view.result!.reason, how);
        assert.deepEqual(asha.shuffle.value, {state: 'verified', contributors: [true, true], own: true, rounds: 2, whole: true, starter: true});
        assert.equal(asha.distrust.value, null);
        if (how === 'claimed') await ben.resume(ben.savedSeats.value[0]!);
        if (match === 2) continue;
        assert.ok((await asha.rematch()).ok && (await ben.rematch()).ok);
        await until('a further match', () => [asha, ben].every(it => it.room.value?.room.phase === 'waiting'));
      }
    });

  test('an honest match that ends between two rounds is fair', async () => {
    const asha = newSession(urlOf(server.port)), ben = newSession(urlOf(server.port));
    const room = await asha.createRoom('Asha', {seals: 3});
    assert.ok(room.ok);
    await ben.joinRoom(room.room, 'Ben');
    await Promise.all([asha.ready(), ben.ready()]);
    [asha, ben].forEach((player, i) => playOn(player, seeded(i + 1), view => view.phase === 'round_over'));
    await until('the round is over', () => asha.timedView.value?.view.phase === 'round_over');
    assert.ok((await ben.resign()).ok);
    await verdict(asha);
    assert.deepEqual(asha.shuffle.value, {state: 'verified', contributors: [true, true], own: true, rounds: 1, whole: true, starter: true});
  });

  test('a match cut short is judged, too', async () => {
    const asha = newSession(urlOf(server.port)), ben = newSession(urlOf(server.port));
    const room = await asha.createRoom('Asha', {});
    assert.ok(room.ok);
    await ben.joinRoom(room.room, 'Ben');
    await Promise.all([asha.ready(), ben.ready()]);
    const stops = [asha, ben].map((player, i) => playOn(player, seeded(i + 1)));
    await until('some moves', () => (asha.timedView.value?.view.ply ?? 0) > 5);
    stops.forEach(stop => stop());
    assert.ok((await ben.resign()).ok);
    await verdict(asha);
    assert.deepEqual(asha.shuffle.value, {state: 'verified', contributors: [true, true], own: true, rounds: 1, whole: true, starter: true});
    assert.ok((await asha.rematch()).ok && (await ben.rematch()).ok);
    await until('a further match', () => [asha, ben].every(it => it.room.value!.room.phase === 'waiting'));
    await Promise.all([asha.ready(), ben.ready()]);
    await until('begins with the loser', () => asha.timedView.value!.view.phase === 'playing');
    assert.ok(asha.story.value.some(it => it.kind === 'event' && it.event.type === 'round_started' && it.event.starter === 1));
    await asha.resign();
    await verdict(asha);
    assert.equal(asha.shuffle.value.state, 'verified');
  });

  test('a rematch in which the wrong one starts', async () => {
    let match = '';
    const {asha, ben} = await matchWithLies(message => {
      const lying = inViews(view => {
        for (const event of view['events']) if (event.type === 'round_started') event.starter = other(event.starter);
      });
      return match && message['match'] !== match ? lying(message) : message;
    });
    await verdict(asha);
    match = asha.timedView.value!.view.match;
    await asha.rematch();
    await ben.rematch();
    await until('a further match', () => [asha, ben].every(it => it.room.value!.room.phase === 'waiting'));
    await Promise.all([asha.ready(), ben.ready()]);
    await until('its end', () => asha.timedView.value!.view.match !== match && isOver(asha));
    await verdict(asha);
    assert.deepEqual(asha.shuffle.value, {state: 'mismatch', what: 'starter'});
  });
});

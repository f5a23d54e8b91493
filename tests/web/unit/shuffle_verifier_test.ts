// A lying server is caught: a proxy changes what the real server tells one player. Also, only what was seen is called
// fair.
import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, test} from 'node:test';
import {serverCommit, tableHash} from '../../../client/web/src/shuffle/fair';
import {judge} from '../../../client/web/src/shuffle/verdict';
import type {Mismatch} from '../../../client/web/src/model';
import type {OpenSession} from '../../../client/web/src/net/session';
import type {Proof, ViewMessage} from '../../../client/web/src/protocol/messages';
import {seeded} from '../kit/trader.mjs';
import {MemoryStorage, newSession} from './support/sessions';
import {proxy, url, useProxy, useServer} from './support/server';
import {isOver, pause, playAll, playOn, seated, startMatch, until} from './support/play';

useServer();

type Message = Record<string, any>;
const other = (seat: number) => 1 - seat;
const verdict = (session: OpenSession) => until('a verdict', () => ['verified', 'mismatch'].includes(session.shuffle.value.state));

// A match in which `lie` changes what Asha receives.
async function matchWithLies(lie: (message: Message) => Message, options = {}): Promise<{asha: OpenSession; ben: OpenSession}> {
  await useProxy();
  proxy.fromServer = lie;
  const asha = newSession(proxy.url), ben = newSession(url);
  await startMatch(asha, ben, {seals: 1, ...options});
  playAll([asha, ben]);
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
// Changes only the first view that `change` applies to.
const once = (change: (view: Message) => boolean) => {
  let done = false;
  return inViews(view => {
    if (!done) done = change(view);
  });
};
const another = (card: string) => (card === 'leather' ? 'spice' : 'leather');
const seed = randomBytes(32).toString('hex');

const lies: [string, Mismatch, (message: Message) => Message][] = [
  ['the proof has a different seed', 'secrets', inProof(proof => void (proof['server_seed'] = seed))],
  ['the proof has a different server commitment', 'commitments', inProof(proof => void (proof['server_commit'] = seed))],
  ['the proof has a different player commitment', 'commitments', inProof(proof => void (proof['seat_commits'][1] = seed))],
  ['the proof is for another match', 'commitments', inProof(proof => void (proof['match'] = seed.slice(0, 32)))],
  ['there is no proof', 'secrets', inViews(view => void (view['result'] && (view['result'].proof = null)))],
  ['the wrong player is said to have started', 'starter', inViews(view => {
    for (const event of view['events']) if (event.type === 'round_started') event.starter = other(event.starter);
  })],
  ['the wrong card is said to have entered the market', 'deal', once(view => {
    const took = view['events'].find((event: Message) => event.type === 'took' && event.seat === 1 && event.refill.length);
    if (took) took.refill[0] = another(took.refill[0]);
    return !!took;
  })],
  ['the wrong card is in the market', 'deal', once(view => {
    const open = view['phase'] === 'playing' && view['turn'] === 1;
    if (open) view['market'][0] = another(view['market'][0]);
    return open;
  })],
  ['the deck has the wrong size', 'deal', once(view => view['phase'] === 'playing' && view['turn'] === 1 && !!++view['deck'])],
  ['we hold the wrong cards', 'deal', once(view => {
    const own = view['players'][0];
    const open = view['phase'] === 'playing' && view['turn'] === 1 && own.hand_size > 0;
    if (open) own.hand = {[own.hand.leather ? 'spice' : 'leather']: own.hand_size}; // never the true hand
    return open;
  })],
  ['the opponent is said to have had a different herd', 'results', inViews(view => {
    const round = view['result']?.rounds[0];
    if (round) round.players[1].herd++;
  })],
  ['the opponent is said to have had more rupees', 'results', inViews(view => {
    const round = view['result']?.rounds[0];
    if (round) round.players[1].rupees += 5;
  })],
  ['the other player is said to have won the round', 'results', inViews(view => {
    const round = view['result']?.rounds[0];
    if (round) round.winner = round.winner === null ? 0 : other(round.winner);
  })],
  ['a bonus token was worth more', 'deal', inViews(view => {
    for (const player of view['phase'] === 'match_over' ? view['players'] : []) player.bonus_tokens.push({cards: 3, value: 3});
  })],
];

describe('a lie is caught', () => {
  for (const [lie, what, change] of lies)
    test(lie, async () => {
      const {asha, ben} = await matchWithLies(change);
      await verdict(asha);
      assert.deepEqual(asha.shuffle.value, {state: 'mismatch', what});
      assert.ok(asha.story.value.some(it => it.kind === 'shuffle' && it.shuffle.state === 'mismatch'));
      await verdict(ben); // Ben got the true messages
      assert.equal(ben.shuffle.value.state, 'verified');
    });

  test('the result of a round changes later', async () => {
    const {asha} = await matchWithLies(once(view => {
      const round = view['result']?.rounds[0];
      if (round) round.players[1].rupees += 5;
      return !!round;
    }), {seals: 2});
    await verdict(asha);
    assert.deepEqual(asha.shuffle.value, {state: 'mismatch', what: 'results'});
  });

  test('a round changes after a disconnect', async () => {
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
      if (told) setImmediate(() => proxy.cut());
      return lie;
    });
    await verdict(asha);
    assert.equal(proxy.connections, 2);
    assert.deepEqual(asha.shuffle.value, {state: 'mismatch', what: 'deal'});
    await verdict(ben);
  });

  test('the server changes its commitment during the match', async () => {
    const {asha} = await matchWithLies(message =>
      message['type'] === 'room' && message['phase'] === 'playing' ? {...message, fair: {...message['fair'], server_commit: seed}} : message);
    await verdict(asha);
    assert.deepEqual(asha.shuffle.value, {state: 'mismatch', what: 'commitments'});
    assert.ok(!isOver(asha) || asha.shuffle.value.state === 'mismatch');
  });

  test('a forged seed, commitment and table hash that match one another', async () => {
    let made: Message | null = null;
    const forged = async (proof: Proof) => {
      const commit = await serverCommit(proof.match, seed);
      made = {...proof, server_seed: seed, server_commit: commit, table: await tableHash({...proof, server_commit: commit})};
    };
    await useProxy();
    const asha = newSession(proxy.url), ben = newSession(url);
    let held: Message | null = null;
    proxy.fromServer = message => {
      if (!message['result']?.proof || made) return made && message['result']?.proof ? {...message, result: {...message['result'], proof: made}} : message;
      held = message;
      void forged(message['result'].proof);
      return null;
    };
    await startMatch(asha, ben, {seals: 1});
    playAll([asha, ben]);
    for (let i = 0; i < 500 && !made; i++) await pause(10);
    proxy.inject(JSON.stringify({...held!, result: {...held!['result'], proof: made}}));
    await verdict(asha);
    assert.deepEqual(asha.shuffle.value, {state: 'mismatch', what: 'commitments'});
  });
});

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

describe('a verdict stands', () => {
  test('after the next match is announced, as long as the old one is in view', async () => {
    const {asha} = await matchWithLies(inProof(proof => void (proof['server_seed'] = seed)));
    await verdict(asha);
    const {room} = asha.room.value!;
    proxy.inject(JSON.stringify({...room, phase: 'waiting', fair: {...room.fair, match: seed.slice(0, 32), server_commit: seed}}));
    await until('the next match is announced', () => asha.room.value!.room.fair.server_commit === seed);
    assert.deepEqual(asha.shuffle.value, {state: 'mismatch', what: 'secrets'});
    assert.equal(asha.distrust.value?.what, 'secrets');
  });

  test('unless the result changes later', async () => {
    const {asha} = await matchWithLies(message => message);
    await verdict(asha);
    assert.equal(asha.shuffle.value.state, 'verified');
    const {view} = asha.timedView.value!;
    const lie = {...view, events: [], result: {...view.result!, winner: other(view.result!.winner!)}};
    proxy.inject(JSON.stringify(lie));
    await until('the mismatch is noticed', () => asha.shuffle.value.state === 'mismatch');
    assert.deepEqual(asha.shuffle.value, {state: 'mismatch', what: 'results'});
  });
});

test('a view for another seat is dropped', async () => {
  const {asha} = await matchWithLies(inViews(view => {
    if (view['phase'] === 'match_over') view['you'] = null;
  }));
  await until('the match is well under way', () => (asha.timedView.value?.view.ply ?? 0) > 10);
  await pause(500);
  assert.equal(asha.timedView.value!.view.phase, 'playing');
});

describe('only what was seen is called fair', () => {
  test('a spectator who arrives in the middle', async () => {
    const asha = newSession(url), ben = newSession(url), eve = newSession(url);
    const room = await startMatch(asha, ben);
    const stop = playAll([asha, ben]);
    await until('the second round runs', () => asha.timedView.value?.view.round === 2 && asha.timedView.value.view.phase === 'playing');
    stop();
    assert.ok((await eve.spectate(room)).ok);
    await until('she sees the match', () => !!eve.timedView.value);
    assert.deepEqual(eve.shuffle.value, {state: 'unknown'});
    playAll([asha, ben]);
    await verdict(eve);
    const rounds = eve.timedView.value!.view.result!.rounds.length;
    assert.deepEqual(eve.shuffle.value, {state: 'verified', contributors: [true, true], own: false, rounds: rounds - 1, whole: false, starter: false});
  });

  test('our own nonce must be in the proof, even if we saw no commitments', async () => {
    const vectors = JSON.parse(readFileSync(join(process.env['JAIPUR_ROOT']!, 'protocol/fair/vectors.json'), 'utf8')) as Record<string, Message>;
    const it = vectors['B']!; // seat 1 contributed nothing
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
    test(`an honest match that ends ${how} in its second round is fair, and so is the rematch`, async () => {
      const ben = newSession(url), asha = newSession(url);
      await seated(asha, ben, {seals: 3, ...options});
      for (const match of [1, 2]) {
        await Promise.all([asha.ready(), ben.ready()]);
        await until('the match begins', () => asha.timedView.value?.view.phase === 'playing');
        const stop = playAll([asha, ben], match);
        await until('the second round runs', () => asha.timedView.value?.view.round === 2 && asha.timedView.value.view.phase === 'playing');
        stop();
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
        await until('the next match', () => [asha, ben].every(it => it.room.value?.room.phase === 'waiting'));
      }
    });

  test('an honest match that ends between two rounds is fair', async () => {
    const asha = newSession(url), ben = newSession(url);
    await startMatch(asha, ben, {seals: 3});
    [asha, ben].forEach((player, i) => playOn(player, seeded(i + 1), view => view.phase === 'round_over'));
    await until('the round is over', () => asha.timedView.value?.view.phase === 'round_over');
    assert.ok((await ben.resign()).ok);
    await verdict(asha);
    assert.deepEqual(asha.shuffle.value, {state: 'verified', contributors: [true, true], own: true, rounds: 1, whole: true, starter: true});
  });

  test('a rematch in which the wrong player starts', async () => {
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
    await until('the next match', () => [asha, ben].every(it => it.room.value!.room.phase === 'waiting'));
    await Promise.all([asha.ready(), ben.ready()]);
    await until('the match ends', () => asha.timedView.value!.view.match !== match && isOver(asha));
    await verdict(asha);
    assert.deepEqual(asha.shuffle.value, {state: 'mismatch', what: 'starter'});
  });
});

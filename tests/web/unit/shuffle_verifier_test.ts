// Only what was seen is called fair, and a verdict stands.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, test} from 'node:test';
import {judge} from '../../../client/web/src/shuffle/verdict';
import type {ViewMessage} from '../../../client/web/src/protocol/messages';
import {seeded} from '../kit/trader.mjs';
import {inProof, inViews, matchWithLies, type Message, other, seed, verdict} from './support/lies';
import {isOver, pause, playAll, playOn, seated, startMatch, until} from './support/play';
import {proxy, url, useServer} from './support/server';
import {newSession} from './support/sessions';

useServer();

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

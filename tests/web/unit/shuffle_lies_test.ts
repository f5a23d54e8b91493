// A lying server is caught: a proxy changes what the real server tells one player.
import assert from 'node:assert/strict';
import {describe, test} from 'node:test';
import {serverCommit, tableHash} from '../../../client/web/src/shuffle/fair';
import type {Mismatch} from '../../../client/web/src/model';
import type {Proof} from '../../../client/web/src/protocol/messages';
import {another, inProof, inViews, matchWithLies, type Message, once, other, seed, verdict} from './support/lies';
import {isOver, pause, playAll, startMatch} from './support/play';
import {proxy, url, useProxy, useServer} from './support/server';
import {newSession} from './support/sessions';

useServer();

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

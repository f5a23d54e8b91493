// A server that skips rounds that it doesn't like: it knows all decks beforehand, and each one matches the proof. Only
// the order of the rounds gives it away.
import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {test} from 'node:test';
import {goods, total} from '../../../client/web/src/game/cards';
import {params, version} from '../../../client/web/src/shuffle/commit';
import {drawStarter, serverCommit, shuffleRound, tableHash} from '../../../client/web/src/shuffle/fair';
import {otherSeat} from '../../../client/web/src/game/match';
import {apply, check, deckLeft, score, scoreCutShort, setUp, shownCounts, type Round} from '../../../client/web/src/game/rules';
import {judge} from '../../../client/web/src/shuffle/verdict';
import {ShuffleVerifier} from '../../../client/web/src/shuffle/verifier';
import type {Mismatch, Shuffle} from '../../../client/web/src/model';
import type {Action, Event, Proof, RoomMessage, RoundResult, Seat, ViewMessage} from '../../../client/web/src/protocol/messages';

const hex = (bytes: number) => randomBytes(bytes).toString('hex');

function anyMove(round: Round): Action {
  const {hand} = round.traders[round.turn];
  const all: Action[] = [
    ...goods.map(good => ({type: 'sell' as const, good, count: hand[good]})), ...goods.map(card => ({type: 'take' as const, card})), {type: 'take_camels'},
  ];
  return all.find(action => !('count' in action && action.count === 0) && check(round, round.turn, action) === null)!;
}

interface Cheat {
  skipped: readonly number[];      // rounds that are dealt and skipped
  told?: 'abandoned' | 'deck' | 'not'; // how they are said to have ended; `not`: neither shown nor counted
  last?: 'resigned';               // how the second round ends, if not by the rules
  number?: (round: number) => number; // the number that a round gets, and is dealt by
  padded?: boolean;                // adds results so that the numbers match
  seals?: number;                  // that the winner didn't win
}

// Shows a match to a shuffle verifier, and returns its verdict.
class Dealer {
  private readonly verifier = new ShuffleVerifier();
  private readonly results: RoundResult[] = [];
  private readonly seals: [number, number] = [0, 0];
  private events: Event[] = [];
  private proof!: Proof;
  private starter: Seat = 0;
  private ply = 0;
  private first = true;

  private async begin(): Promise<void> {
    const match = hex(16), seed = hex(32), nonce = hex(32);
    const commit = await serverCommit(match, seed);
    const player = {name: 'Asha', connected: true};
    const room = (other: object | null) => ({
      type: 'room', room: 'AAAAAA', phase: 'waiting', players: [player, other], pairing: 1, fair: {match, params, server_commit: commit, aborted: 0},
    }) as unknown as RoomMessage;
    this.verifier.enter(0, true);
    this.verifier.receiveRoom(room(null));
    const ours = (await this.verifier.commit(() => nonce))!;
    this.verifier.receiveRoom(room({name: 'Ben', connected: true}));
    assert.ok(this.verifier.receiveCommitments({type: 'table', match, server_commit: commit, seat_commits: [ours, '']}));
    const proof = {
      v: version, match, params, server_commit: commit, seat_commits: [ours, ''], nonces: [nonce, ''], table: '', server_seed: seed,
    } as Proof;
    this.proof = {...proof, table: await tableHash(proof)};
    this.starter = await drawStarter(this.proof);
  }

  private show(round: Round, number: number, phase: ViewMessage['phase'], end: {winner: Seat; reason: 'seals' | 'resigned'} | null = null): ViewMessage {
    const player = (seat: Seat) => {
      const {hand, herd, goodsTokens, bonusTokens} = round.traders[seat];
      return {seals: this.seals[seat], hand_size: total(hand), hand: shownCounts(hand), herd, goods_tokens: [...goodsTokens], bonus_tokens: [...bonusTokens]};
    };
    const view = {
      type: 'view', match: this.proof.match, round: number, ply: this.ply, phase, events: this.events, you: 0, market: [...round.market], deck: deckLeft(round),
      discard: shownCounts(round.discard), players: [player(0), player(1)],
      result: {rounds: [...this.results], winner: null, reason: null, ...end, proof: end && this.proof},
    } as unknown as ViewMessage;
    this.verifier.receiveView(view, this.first);
    this.first = false;
    this.events = [];
    return view;
  }

  private end(round: Round, number: number, result: RoundResult): void {
    this.results.push(result);
    if (result.winner !== null) this.seals[result.winner]++;
    this.events.push({type: 'round_ended', round: number, reason: result.reason, winner: result.winner});
    this.starter = otherSeat(result.winner ?? round.starter);
  }

  // Plays for two seals.
  async tell({skipped, told = 'abandoned', last, number: called = round => round, padded, seals = 0}: Cheat): Promise<{shuffle: Shuffle; rounds: number}> {
    await this.begin();
    for (let number = 1, played = 0; ; number++) {
      const name = called(number);
      const round = setUp(await shuffleRound(this.proof, name), this.starter);
      if (skipped.includes(number)) {
        if (told === 'not') continue;
        this.events.push({type: 'round_started', round: number, starter: this.starter});
        this.end(round, number, scoreCutShort(round, told));
        continue;
      }
      played++;
      this.events.push({type: 'round_started', round: name, starter: this.starter});
      this.show(round, name, 'playing');
      while (!round.ended && !(played === 2 && last)) {
        const done = apply(round, round.turn, anyMove(round));
        assert.ok('event' in done);
        this.ply++;
        this.events.push(done.event);
        if (!round.ended) this.show(round, name, 'playing');
      }
      const result = round.ended ? score(round) : scoreCutShort(round, last!);
      while (padded && this.results.length < name - 1) this.results.push(score({...round, ended: 'deck'}));
      this.end(round, name, result);
      const winner = this.seals[0] === 2 ? 0 : this.seals[1] === 2 ? 1 : !round.ended ? 0 : null;
      if (winner !== null) this.seals[winner] += seals;
      const view = this.show(round, name, winner === null ? 'round_over' : 'match_over', winner === null ? null : {winner, reason: round.ended ? 'seals' : 'resigned'});
      if (winner === null) continue;
      // A mismatch seen at once, or the verdict on the proof.
      const {shuffle} = this.verifier;
      return {shuffle: shuffle.state === 'mismatch' ? shuffle : await judge(this.verifier.notes!, view), rounds: this.results.length};
    }
  }
}

const fair = (rounds: number): Shuffle => ({state: 'verified', contributors: [true, false], own: true, rounds, whole: true, starter: true});
const wrong = (what: Mismatch) => (): Shuffle => ({state: 'mismatch', what});
const cases: [string, Cheat, (rounds: number) => Shuffle][] = [
  ['no round is skipped', {skipped: []}, fair],
  ['the last round is cut short', {skipped: [], last: 'resigned'}, fair],
  ['one round is cut short, and the match goes on', {skipped: [2]}, wrong('rounds')],
  ['the first round is skipped', {skipped: [1]}, wrong('rounds')],
  ['five rounds are skipped', {skipped: [2, 3, 4, 5, 6]}, wrong('rounds')],
  ['a skipped round is said to have ended by the rules', {skipped: [2], told: 'deck'}, wrong('results')],
  ['a round is neither shown nor counted', {skipped: [2], told: 'not'}, wrong('rounds')],
  ['the first round has a different number', {skipped: [], number: round => round + 87}, wrong('rounds')],
  ['the first round has a different number, with made-up results before it', {skipped: [], number: round => round + 87, padded: true}, wrong('rounds')],
  ['the second round has a different number', {skipped: [], number: round => (round === 1 ? 1 : round + 100), padded: true}, wrong('rounds')],
  ['the winner has a seal that no round gave', {skipped: [], seals: 1}, wrong('results')],
];
for (const [what, cheat, due] of cases)
  test(what, async () => {
    const {shuffle, rounds} = await new Dealer().tell(cheat);
    assert.deepEqual(shuffle, due(rounds));
  });

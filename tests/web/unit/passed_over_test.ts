// A server that deals rounds, passes over those that it does not like, and goes on: it knows all decks
// beforehand, and each of them fits its proof. Only the order of the rounds shows it.
import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {test} from 'node:test';
import {goods, total} from '../../../client/web/src/game/cards';
import {params, version} from '../../../client/web/src/game/commit';
import {drawStarter, serverCommit, shuffleRound, tableHash} from '../../../client/web/src/game/fair';
import {apply, check, deckLeft, other, score, scoreCutShort, setUp, shownCounts, type Round} from '../../../client/web/src/game/rules';
import {judge} from '../../../client/web/src/game/verdict';
import {Witness} from '../../../client/web/src/game/witness';
import type {Shuffle} from '../../../client/web/src/model';
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
  skipped: readonly number[];      // rounds that are dealt and passed over
  told?: 'abandoned' | 'deck' | 'not'; // how they ended, it is said; `not`: neither shown nor counted
  last?: 'resigned';               // how the last round ends, where not by the rules
  rounds?: number;                 // that are played
}

// Tells a witness of a match, and gives what it finds in the end.
class Dealer {
  private readonly witness = new Witness();
  private readonly results: RoundResult[] = [];
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
      type: 'room', room: 'AAAAAA', phase: 'waiting', players: [player, other], fair: {match, params, server_commit: commit, aborted: 0},
    }) as unknown as RoomMessage;
    this.witness.enter(0, true);
    this.witness.sawRoom(room(null));
    const ours = (await this.witness.commit(() => nonce))!;
    this.witness.sawRoom(room({name: 'Ben', connected: true}));
    assert.ok(this.witness.sawTable({type: 'table', match, server_commit: commit, seat_commits: [ours, '']}));
    const proof = {
      v: version, match, params, server_commit: commit, seat_commits: [ours, ''], nonces: [nonce, ''], table: '', server_seed: seed,
    } as Proof;
    this.proof = {...proof, table: await tableHash(proof)};
    this.starter = await drawStarter(this.proof);
  }

  private show(round: Round, number: number, phase: ViewMessage['phase']): ViewMessage {
    const player = (seat: Seat) => {
      const {hand, herd, goodsTokens, bonusTokens} = round.traders[seat];
      return {seals: 0, hand_size: total(hand), hand: shownCounts(hand), herd, goods_tokens: [...goodsTokens], bonus_tokens: [...bonusTokens]};
    };
    const over = phase === 'match_over';
    const view = {
      type: 'view', match: this.proof.match, round: number, ply: this.ply, phase, events: this.events, market: [...round.market], deck: deckLeft(round),
      discard: shownCounts(round.discard), players: [player(0), player(1)],
      result: {rounds: [...this.results], winner: over ? 0 : null, reason: over ? 'seals' : null, proof: over ? this.proof : null},
    } as unknown as ViewMessage;
    this.witness.sawView(view, this.first);
    this.first = false;
    this.events = [];
    return view;
  }

  private end(round: Round, number: number, result: RoundResult): void {
    this.results.push(result);
    this.events.push({type: 'round_ended', round: number, reason: result.reason, winner: result.winner});
    this.starter = other(result.winner ?? round.starter);
  }

  async tell({skipped, told = 'abandoned', last, rounds = 2}: Cheat): Promise<Shuffle> {
    await this.begin();
    for (let number = 1, played = 0; ; number++) {
      const round = setUp(await shuffleRound(this.proof, number), this.starter);
      if (skipped.includes(number)) {
        if (told === 'not') continue;
        this.events.push({type: 'round_started', round: number, starter: this.starter});
        this.end(round, number, scoreCutShort(round, told));
        continue;
      }
      this.events.push({type: 'round_started', round: number, starter: this.starter});
      this.show(round, number, 'playing');
      const isLast = ++played === rounds;
      while (!round.ended) {
        if (isLast && last) break;
        const done = apply(round, round.turn, anyMove(round));
        assert.ok('event' in done);
        this.ply++;
        this.events.push(done.event);
        if (!round.ended) this.show(round, number, 'playing');
      }
      this.end(round, number, round.ended ? score(round) : scoreCutShort(round, last!));
      const view = this.show(round, number, isLast ? 'match_over' : 'round_over');
      if (isLast) return judge(this.witness.notes!, view);
    }
  }
}

const cases: [string, Cheat, Shuffle][] = [
  ['nothing is passed over', {skipped: []}, {state: 'verified', contributors: [true, false], rounds: 2, whole: true}],
  ['the last round is cut short', {skipped: [], last: 'resigned'}, {state: 'verified', contributors: [true, false], rounds: 2, whole: true}],
  ['one round is cut short, and the match goes on', {skipped: [2]}, {state: 'mismatch', what: 'rounds'}],
  ['the first one', {skipped: [1]}, {state: 'mismatch', what: 'rounds'}],
  ['five rounds', {skipped: [2, 3, 4, 5, 6]}, {state: 'mismatch', what: 'rounds'}],
  ['one is said to have ended by the rules', {skipped: [2], told: 'deck'}, {state: 'mismatch', what: 'results'}],
  ['one is neither shown nor counted', {skipped: [2], told: 'not'}, {state: 'mismatch', what: 'rounds'}],
];
for (const [what, cheat, due] of cases)
  test(what, async () => assert.deepEqual(await new Dealer().tell(cheat), due));

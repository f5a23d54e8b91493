// Replays a finished match: every position, with both hands open. Takes any well-formed replay, even one that
// contradicts itself (replay.ts says how).
import type {Action, Event, MatchReason, Replay, RoundResult, Seat, ViewMessage} from '../protocol/messages';
import {goods, total} from '../game/cards';
import {maxRounds} from '../game/constants';
import {otherSeat} from '../game/match';
import type {Refusal} from '../game/turn';
import {shuffleRound} from '../shuffle/fair';
import {
  apply, bonusLeft, deckLeft, score, scoreCutShort, setUp, shownCounts, tokensLeft, type Round,
} from '../game/rules';

export interface Position {
  view: ViewMessage; // `events` led here from the previous position; `seq` counts positions from 1
  action: Action | null; // null: a deal, or an end that no action caused
  seat: Seat | null;
  time: number | null; // when it was played
}

export interface Playback {
  positions: readonly Position[]; // at least one deal
  played: number;                 // actions
  refusal: Refusal | null;        // of the action after those, if it is illegal
  rounds: readonly RoundResult[];
  end: {winner: Seat | null; reason: MatchReason} | null;
  cutShort: {between: boolean; turn: Seat | null} | null; // ended from outside: between two rounds, or whose turn it was
}

class ReplayPlayer {
  private readonly positions: Position[] = [];
  private readonly results: RoundResult[] = [];
  private readonly seals: [number, number] = [0, 0];
  private state!: Round;
  private round = 0;
  private ply = 0;
  private phase: ViewMessage['phase'] = 'waiting';
  private end: Playback['end'] = null;
  private cut: Playback['cutShort'] = null;
  private refusal: Refusal | null = null;

  constructor(private readonly replay: Replay) {}

  async play(): Promise<Playback> {
    const {actions, reason} = this.replay;
    await this.deal(); // every match starts with a deal
    while (this.ply < actions.length && this.phase !== 'match_over' && !this.refusal) await this.act(actions[this.ply]!);
    // Reasons that the rules don't produce, except `abandoned` after the last possible round.
    if (this.phase !== 'match_over' && !this.refusal && reason !== 'seals') await this.cutShort();
    return {
      positions: this.positions, played: this.ply, refusal: this.refusal, rounds: this.results, end: this.end, cutShort: this.cut,
    };
  }

  private async deal(): Promise<void> {
    const before = this.results.at(-1);
    const starter = !before ? this.replay.starter : otherSeat(before.winner ?? this.state.starter); // R5, R17
    this.round++;
    this.state = setUp(await shuffleRound(this.replay.proof, this.round), starter);
    this.phase = 'playing';
    this.addPosition([{type: 'round_started', round: this.round, starter}], null);
  }

  private async act(step: Replay['actions'][number]): Promise<void> {
    if (this.phase === 'round_over') await this.deal();
    const done = apply(this.state, step.seat, step.action);
    if ('refusal' in done) {
      this.refusal = done.refusal;
      return;
    }
    this.ply++;
    this.addPosition([done.event, ...(this.state.ended ? this.countRound() : [])], step);
  }

  // The rules ended the round: a seal for its winner, and perhaps the end of the match (R18).
  private countRound(): Event[] {
    const result = score(this.state);
    this.results.push(result);
    const events: Event[] = [{type: 'round_ended', round: this.round, reason: result.reason, winner: result.winner}];
    if (result.winner !== null && ++this.seals[result.winner] === this.replay.options.seals) events.push(this.finish(result.winner, 'seals'));
    else if (this.round === maxRounds) events.push(this.finish(null, 'abandoned'));
    else this.phase = 'round_over';
    return events;
  }

  private finish(winner: Seat | null, reason: MatchReason): Event {
    this.phase = 'match_over';
    this.end = {winner, reason};
    return {type: 'match_ended', winner, reason};
  }

  // If the replay counts one more round, that round was dealt, but ended before anybody acted.
  private async cutShort(): Promise<void> {
    const {reason, winner, rounds} = this.replay;
    if (this.phase === 'round_over' && rounds.length > this.results.length) await this.deal();
    const between = this.phase === 'round_over';
    this.cut = {between, turn: between ? null : this.state.turn};
    const events: Event[] = [];
    if (!between) {
      this.results.push(scoreCutShort(this.state, reason));
      events.push({type: 'round_ended', round: this.round, reason, winner: null});
    }
    this.addPosition([...events, this.finish(winner, reason)], null);
  }

  private addPosition(events: Event[], step: Replay['actions'][number] | null): void {
    const view = this.view(events);
    this.positions.push({view, action: step?.action ?? null, seat: step?.seat ?? null, time: step?.at ?? null});
  }

  private view(events: Event[]): ViewMessage {
    const {state, replay} = this;
    const player = (seat: Seat) => {
      const {hand, herd, goodsTokens, bonusTokens} = state.traders[seat];
      return {
        seals: this.seals[seat], hand_size: total(hand), hand: shownCounts(hand), herd,
        goods_tokens: [...goodsTokens], bonus_tokens: [...bonusTokens],
      };
    };
    const over = this.phase === 'match_over';
    return {
      type: 'view', room: replay.room, seq: this.positions.length + 1, you: null, phase: this.phase, match: replay.match, round: this.round,
      ply: this.ply, turn: this.phase === 'playing' ? state.turn : null, exchanges_in_a_row: state.exchangesInARow,
      market: [...state.market], deck: deckLeft(state), discard: shownCounts(state.discard),
      goods_tokens: Object.fromEntries(goods.map(good => [good, tokensLeft(state, good)])) as unknown as ViewMessage['goods_tokens'],
      bonus_tokens: {3: bonusLeft(state, 3), 4: bonusLeft(state, 4), 5: bonusLeft(state, 5)},
      players: [player(0), player(1)], legal: null, clock: null, move_in: null, events,
      result: this.results.length || over
        ? {rounds: [...this.results], winner: this.end?.winner ?? null, reason: this.end?.reason ?? null, proof: over ? replay.proof : null}
        : null,
    };
  }
}

export const playReplay = (replay: Replay): Promise<Playback> => new ReplayPlayer(replay).play();

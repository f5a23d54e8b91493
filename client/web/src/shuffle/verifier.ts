// Watches the fair shuffle: notes the commitments and what is seen of every round, to compare everything with the proof
// at the end (verdict.ts, loaded then). Only what was seen is ever called fair.
import type {Distrust, Mismatch, Shuffle} from '../model';
import type {RoomMessage, Seat, TableMessage, ViewMessage} from '../protocol/messages';
import {otherSeat} from '../game/match';
import {seatCommit} from './commit';
import type {SavedShuffle, Notes, Opening, SeenRound, Sighting} from './notes';
import {jsonEqual} from '../protocol/json_equal';

const maxEvents = 5000; // far more than any real round: bounds the memory that a server can fill

export class ShuffleVerifier {
  shuffle: Shuffle = {state: 'unknown'};
  private seat: Seat | null = null;
  private room: RoomMessage | null = null;
  private fair: SavedShuffle | null = null;
  private rounds: SeenRound[] = [];
  private following = false; // we know the current round from its first event on
  private wasDisconnected = false; // since the last `room`
  private pair: 'unknown' | 'new' | 'same' = 'unknown'; // whether the two players are those of the previous match
  private currentRound: number | null = null; // the running or last round; 0 before the first; null: unknown
  private soleConnection = false; // the match was announced on this connection, and nobody else had our seat on it
  private tookFreeSeat = false;
  private previousMatch: {match: string; shuffle: Shuffle} | null = null;
  private finalResult: ViewMessage['result'] = null;
  private finished = false;
  private nextStarter: Seat | null = null; // of a rematch

  // Enters a room. `satDown`: on a free seat, so this is the two players' first match.
  enter(seat: Seat | null, satDown: boolean): void {
    Object.assign(this, new ShuffleVerifier());
    this.seat = seat;
    this.tookFreeSeat = satDown;
    this.pair = satDown ? 'new' : 'unknown';
  }

  // What an earlier page saved of the current match. Call it after `enter`.
  restore(saved: SavedShuffle): void {
    this.fair = saved;
    this.rounds = [...saved.rounds];
    this.doubtOpening();
    if (saved.distrust?.match === saved.match) this.shuffle = {state: 'mismatch', what: saved.distrust.what};
    if (saved.seatCommits) this.commitTo(saved.seatCommits);
  }

  // Another tab had this seat meanwhile. It may have drawn the nonce, and seen the commitments.
  merge(saved: SavedShuffle): void {
    if (saved.distrust && this.fair) this.fair = {...this.fair, distrust: this.fair.distrust ?? saved.distrust};
    if (saved.match !== this.fair?.match) return;
    if (saved.nonce !== null) this.fair = {...this.fair, nonce: saved.nonce, commit: saved.commit};
    const {seatCommits} = saved;
    if (!seatCommits || this.fair.seatCommits) return;
    this.fair = {...this.fair, seatCommits};
    this.commitTo(seatCommits);
  }

  // The connection was lost, and is back in the same room.
  disconnected(): void {
    this.wasDisconnected = true;
    this.following = false;
    this.currentRound = null;
    this.soleConnection = false;
    if (this.room?.phase === 'waiting') this.doubtOpening();
  }

  get saved(): SavedShuffle | null {
    return this.fair && {...this.fair, rounds: this.rounds.filter(it => it.result).map(it => ({...it, sights: it.sights.slice(-1)}))};
  }

  // A mismatch stays known, even when its match is called off.
  get distrust(): Distrust | null {
    return this.fair?.distrust ?? null;
  }

  // The match may be over, and the next one announced.
  shuffleOf(match: string): Shuffle {
    return match === this.fair?.match ? this.shuffle : match === this.previousMatch?.match ? this.previousMatch.shuffle : {state: 'unknown'};
  }

  // Once cards of this match have been seen, it is too late to commit.
  get dealt(): boolean {
    return this.rounds.length > 0;
  }

  get nonce(): string | null {
    return this.fair?.nonce ?? null;
  }

  get notes(): Notes | null {
    return this.fair && {seat: this.seat, fair: this.fair, rounds: [...this.rounds]};
  }

  // Our commitment for this match. Draws a nonce only if there is none: the server may already know a commitment to the
  // earlier one. Null: the match has changed meanwhile.
  async commit(fresh: () => string): Promise<string | null> {
    const fair = this.fair;
    if (!fair || this.seat === null) return null;
    const nonce = fair.nonce ?? fresh();
    const commit = await seatCommit(fair.match, fair.serverCommit, this.seat, nonce);
    if (this.fair?.match !== fair.match || (this.fair.nonce !== null && this.fair.nonce !== nonce)) return null;
    this.fair = {...this.fair, nonce, commit};
    return commit;
  }

  // The server refused the commitment: the next one needs another nonce.
  forgetNonce(): void {
    if (this.fair) this.fair = {...this.fair, nonce: null, commit: null};
  }

  receiveRoom(room: RoomMessage): void {
    this.notePair(room);
    if (room.fair.match !== this.fair?.match) this.beginMatch(room);
    else if (room.fair.server_commit !== this.fair.serverCommit) this.reportMismatch('commitments');
    this.room = room;
    this.wasDisconnected = false;
  }

  // True: the published commitments are right, so the nonce may be revealed.
  receiveCommitments(table: TableMessage): boolean {
    const fair = this.fair;
    const [zero, one] = table.seat_commits;
    const own = this.seat === null ? null : table.seat_commits[this.seat];
    const wrong =
      !fair || table.match !== fair.match || table.server_commit !== fair.serverCommit ||
      (fair.seatCommits !== null && !jsonEqual(fair.seatCommits, table.seat_commits)) ||
      (zero !== '' && zero === one) ||
      (fair.commit !== null && own !== null && own !== fair.commit) ||
      (fair.commit === null && this.soleConnection && own !== null && own !== ''); // we made none, and nobody else could
    if (wrong) {
      this.reportMismatch('table');
      return false;
    }
    this.fair = {...fair, seatCommits: [zero, one]};
    this.commitTo([zero, one]);
    return own !== null && own !== '' && fair.nonce !== null;
  }

  // A connection's first view has all events of the round, later ones only new events. Returns whether the match has
  // just ended and should be judged.
  receiveView(view: ViewMessage, wholeRound: boolean): boolean {
    if (view.match !== this.fair?.match) return false; // only the announced match can be called fair
    if (wholeRound) this.noteWholeRound(view);
    else this.noteEvents(view);
    this.noteSighting(view);
    this.noteResults(view);
    return view.phase === 'match_over' && this.finish(view);
  }

  // Takes the verdict on that match. False: another match has been announced meanwhile.
  conclude(match: string, verdict: Shuffle): boolean {
    if (verdict.state === 'mismatch') this.noteDistrust(match, verdict.what);
    if (this.fair?.match !== match) {
      if (this.previousMatch?.match === match && this.previousMatch.shuffle.state !== 'mismatch') this.previousMatch = {match, shuffle: verdict};
      return false;
    }
    if (this.shuffle.state !== 'mismatch') this.shuffle = verdict;
    return true;
  }

  private noteDistrust(match: string, what: Mismatch): void {
    if (this.fair) this.fair = {...this.fair, distrust: this.fair.distrust ?? {match, what}};
  }

  private reportMismatch(what: Mismatch): void {
    this.noteDistrust(this.fair?.match ?? '', what);
    if (this.shuffle.state !== 'mismatch') this.shuffle = {state: 'mismatch', what};
  }

  private commitTo(commits: readonly [string, string]): void {
    if (this.shuffle.state === 'unknown')
      this.shuffle = {state: 'committed', contributors: [commits[0] !== '', commits[1] !== '']};
  }

  // Until the commitments are published, a player who agreed to a rematch can leave, and somebody else with the same
  // name can come; then the shuffle decides who starts.
  private doubtOpening(): void {
    if (this.fair?.opening.kind === 'settled' && !this.fair.seatCommits) this.fair = {...this.fair, opening: {kind: 'unknown'}};
  }

  // Whether the same two players sit there. Anyone who sits down counts as new, even under the same name.
  private notePair(room: RoomMessage): void {
    const missed = this.wasDisconnected && room.fair.match !== this.fair?.match; // one match, or many
    const free = room.players.includes(null);
    const renamed = room.players.some((now, seat) => {
      const before = this.room?.players[seat];
      return now && before && now.name !== before.name;
    });
    if (missed) this.pair = 'unknown';
    if (!free && (!renamed || missed)) return; // new players may have played each other meanwhile, too
    this.pair = 'new';
    this.finished = false;
    if (room.phase === 'waiting' && this.fair) this.fair = {...this.fair, opening: {kind: 'drawn'}};
  }

  private openingOfNext(): Opening {
    if (this.pair === 'new') return {kind: 'drawn'};
    if (this.pair === 'same' && this.finished && this.nextStarter !== null) return {kind: 'settled', starter: this.nextStarter}; // R18
    return {kind: 'unknown'};
  }

  private beginMatch(room: RoomMessage): void {
    // If we didn't see a match begin, we don't know whether it was the two players' first.
    if (this.fair) this.previousMatch = {match: this.fair.match, shuffle: this.shuffle};
    const waits = room.phase === 'waiting';
    this.currentRound = waits ? 0 : null;
    this.soleConnection = waits && (this.room ? !this.wasDisconnected : this.tookFreeSeat);
    this.finalResult = null;
    const opening: Opening = waits ? this.openingOfNext() : {kind: 'unknown'};
    this.fair = {
      match: room.fair.match, serverCommit: room.fair.server_commit, opening, nonce: null, commit: null, seatCommits: null, rounds: [],
      distrust: this.distrust,
    };
    this.following = false;
    this.rounds = [];
    this.shuffle = {state: 'unknown'};
  }

  private change(round: SeenRound): void {
    this.rounds = [...this.rounds.slice(0, -1), round];
  }

  private noteEvents(view: ViewMessage): void {
    for (const event of view.events) {
      if (event.type === 'round_started') {
        if (this.currentRound !== null && event.round !== this.currentRound + 1) this.reportMismatch('rounds');
        this.currentRound = event.round;
        this.rounds.push({number: event.round, events: [], sights: [], result: null});
        this.following = true;
      }
      const round = this.rounds.at(-1);
      if (this.following && round) this.change({...round, events: [...round.events, event]});
    }
    if (this.currentRound !== null && view.round !== this.currentRound) this.reportMismatch('rounds');
    if (this.following && (this.rounds.at(-1)?.events.length ?? 0) > maxEvents) {
      this.rounds.pop();
      this.following = false;
    }
  }

  private noteWholeRound(view: ViewMessage): void {
    this.following = false;
    if (this.currentRound !== null && view.round !== this.currentRound && !(view.round === 1 && this.currentRound === 0)) this.reportMismatch('rounds');
    this.currentRound = view.phase === 'waiting' ? 0 : view.round;
    const start = view.events[0];
    if (start?.type !== 'round_started' || start.round !== view.round || view.events.length > maxEvents) return;
    const before = this.rounds.at(-1);
    if (before?.number !== view.round) {
      this.rounds.push({number: view.round, events: view.events, sights: [], result: null});
    } else {
      if (!jsonEqual(before.events, view.events.slice(0, before.events.length))) this.reportMismatch('deal');
      this.change({...before, events: view.events});
    }
    this.following = true;
  }

  private noteSighting(view: ViewMessage): void {
    const round = this.rounds.at(-1);
    if (!this.following || round?.number !== view.round || view.phase === 'waiting') return;
    const sight: Sighting = {after: round.events.length, market: view.market, deck: view.deck, discard: view.discard, players: view.players};
    if (!jsonEqual(round.sights.at(-1), sight)) this.change({...round, sights: [...round.sights, sight].slice(-maxEvents)});
  }

  // Only a round that we followed to its end gets a result: without its last events it can't be replayed.
  private noteResults(view: ViewMessage): void {
    this.rounds = this.rounds.map(round => {
      const result = view.result?.rounds[round.number - 1];
      if (!result || !round.events.some(event => event.type === 'round_ended')) return round;
      if (round.result && !jsonEqual(round.result, result)) this.reportMismatch('results');
      return {...round, result};
    });
  }

  private finish(view: ViewMessage): boolean {
    if (this.finalResult && !jsonEqual(this.finalResult, view.result)) this.reportMismatch('results'); // the server said something else before
    this.finalResult = view.result;
    const judgeNow = this.shuffle.state !== 'verified' && this.shuffle.state !== 'mismatch';
    this.finished = true;
    if (this.room && !this.room.players.includes(null)) this.pair = 'same';
    const start = this.rounds.at(-1)?.events[0];
    const winner = view.result?.winner ?? null;
    if (winner !== null) this.nextStarter = otherSeat(winner);
    else if (start?.type === 'round_started' && view.round === start.round) this.nextStarter = otherSeat(start.starter);
    else this.nextStarter = null;
    return judgeNow;
  }
}

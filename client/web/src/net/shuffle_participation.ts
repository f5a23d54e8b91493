// The session's part in the fair shuffle: commits to a secret number with `ready`, reveals it once the published
// commitments have been checked, and has the proof judged after the match.
import {toHex} from '../shuffle/commit';
import {prepareHashing} from '../shuffle/hashing';
import type {Outcome, Shuffle} from '../model';
import type {RoomMessage, Seat, TableMessage, ViewMessage} from '../protocol/messages';
import type {Requests} from './requests';
import {whenIdle} from '../browser/events';
import type {RequestBody} from './connection';
import type {SessionState} from './session_state';

const secretSize = 32;
const judgeRetryDelay = 2000; // ms, times the number of attempts, if the judging code couldn't be loaded
const attempts = 4;

export interface ShuffleEnvironment {
  random: (count: number) => Uint8Array; // cryptographically secure
  loadVerdict?: () => Promise<typeof import('../shuffle/verdict')>;
  judgeRetryDelay?: number;
}

export class ShuffleParticipation {
  private waitingForReady: ((outcome: Outcome) => void)[] = []; // callers of ready()
  private busy = false; // a `ready` has been sent
  private wantsMatch = false; // took a seat, returned to one, or wants a rematch
  private missedReveals = 0;
  private commitsAnew = false; // the secret behind our seat's commitment, if any, is elsewhere
  private agreesIn: number | null = null; // to the spectator delay: the pairing
  private judging: string | null = null; // a match
  private again: ReturnType<typeof setTimeout> | undefined;
  private verdict: ReturnType<NonNullable<ShuffleEnvironment['loadVerdict']>> | null = null; // the judging code

  constructor(private readonly state: SessionState, private readonly requests: Requests, private readonly environment: ShuffleEnvironment) {}

  // Loads what this room's matches will need right away: if the server is replaced meanwhile, its files have other
  // names.
  prepare(): void {
    whenIdle(() => {
      if (!this.state.location.value) return;
      this.loadVerdict().catch(() => undefined);
      prepareHashing().catch(() => undefined);
    });
  }

  // Being ready for the next match needs no further word from the player, unless there is something to agree to.
  wantMatch(): void {
    this.wantsMatch = true;
    const room = this.state.room.value?.room;
    if (room) this.receiveRoom(room);
  }

  // On the seat's first `room`: it has been ready elsewhere.
  commitAnew(): void {
    this.commitsAnew = true;
  }

  ready(settled: boolean, agrees: boolean): Promise<Outcome> {
    const room = this.state.room.value?.room;
    if (room?.phase === 'playing') return Promise.resolve({ok: true});
    return new Promise(done => {
      this.agreesIn = agrees && room && this.hasOpponent(room) ? room.pairing : null;
      this.waitingForReady.push(done);
      if (settled) void this.sendReady();
    });
  }

  // After a lost connection the first `room` says whether we are ready already.
  receiveRoom(room: RoomMessage): void {
    const location = this.state.location.value;
    if (!location || location.seat === null) return;
    this.noteReadiness(room, location.seat);
    if (!this.waitingForReady.length || this.busy) return;
    const player = room.players[location.seat];
    const settled = player?.ready && !this.commitsAnew && (room.phase !== 'waiting' || player.agreed === this.agreesTo(room));
    if (settled || room.phase === 'playing' || room.phase === 'match_over') this.resolveReady({ok: true});
    else void this.sendReady();
  }

  private noteReadiness(room: RoomMessage, seat: Seat): void {
    const me = room.players[seat];
    const missed = me?.missed_reveals ?? 0;
    // Without this, a page that can't reveal would cancel one shuffle after the other.
    if (room.phase === 'playing' || missed > this.missedReveals) this.wantsMatch = false;
    this.missedReveals = missed;
    const waits = room.phase === 'waiting' && room.options.open_after !== 'actions';
    this.commitsAnew &&= waits && me?.ready === true;
    const begins = this.wantsMatch && waits && !!me && (!me.ready || this.commitsAnew);
    this.state.gettingReady.value = begins;
    if (begins && !this.waitingForReady.length) this.waitingForReady.push(outcome => outcome.ok || this.giveUpMatch());
  }

  private giveUpMatch(): void {
    this.wantsMatch = false;
    this.state.gettingReady.value = false;
  }

  receiveCommitments(table: TableMessage): void {
    const mayReveal = this.state.verifier.receiveCommitments(table);
    const nonce = this.state.verifier.nonce;
    this.state.updateShuffle();
    this.state.saveSeat();
    if (mayReveal && nonce !== null) void this.requests.sendWithRetries({type: 'reveal', nonce});
  }

  // Compares everything that this page saw of the match with the proof.
  judge(view: ViewMessage, attempt = 1): void {
    const notes = this.state.verifier.notes;
    if (!notes || this.judging === view.match) return;
    clearTimeout(this.again);
    this.judging = view.match;
    const location = this.state.location.value;
    const conclude = (verdict: Shuffle) => {
      const ofThisMatch = this.state.verifier.conclude(view.match, verdict);
      if (!this.state.updateShuffle() && !ofThisMatch) this.state.log({kind: 'shuffle', shuffle: verdict}); // the next match is in view by now
      this.state.saveSeat();
    };
    this.loadVerdict().then(({judge}) => judge(notes, view)).then(
      verdict => {
        this.judging = null;
        if (this.state.location.value === location) conclude(verdict);
      },
      () => {
        this.judging = null;
        if (this.state.location.value !== location) return;
        if (attempt === attempts) return conclude({state: 'unchecked'});
        const wait = (this.environment.judgeRetryDelay ?? judgeRetryDelay) * attempt;
        this.again = setTimeout(() => this.state.location.value === location && this.judge(view, attempt + 1), wait);
      },
    );
  }

  // The room was left.
  abandon(): void {
    clearTimeout(this.again);
    this.busy = false;
    this.wantsMatch = false;
    this.commitsAnew = false;
    this.missedReveals = 0;
    this.resolveReady({ok: false, code: 'not_in_room'});
  }

  private loadVerdict(): NonNullable<typeof this.verdict> {
    const load = this.environment.loadVerdict ?? (() => import('../shuffle/verdict'));
    return (this.verdict ??= load().catch((problem: unknown) => {
      this.verdict = null;
      throw problem;
    }));
  }

  private resolveReady(outcome: Outcome): void {
    const waiting = this.waitingForReady;
    this.waitingForReady = [];
    for (const done of waiting) done(outcome);
  }

  private async sendReady(): Promise<void> {
    const room = this.state.room.value?.room;
    const location = this.state.location.value;
    if (!room || this.busy) return; // a `room` follows
    this.busy = true;
    this.commitsAnew = false;
    let body: RequestBody | null;
    try {
      body = await this.readyBody(room);
    } catch { // no hashing code could be loaded; the next call tries again
      if (this.state.location.value !== location) return;
      this.busy = false;
      return this.resolveReady({ok: false, code: 'offline'});
    }
    if (this.state.location.value !== location) return;
    if (!body) return this.tryAgain();
    this.requests.sendWithRetries(body, outcome => {
      if (this.state.location.value !== location) return;
      this.busy = false;
      if (outcome.ok) return this.resolveReady(outcome);
      if (outcome.code === 'offline') return; // resent after reconnecting
      if (outcome.code === 'bad_commit') {
        const now = this.state.room.value?.room;
        if (now?.fair.match !== room.fair.match || now.pairing !== room.pairing) {
          this.agreesIn = null; // that was for the match or opponent before
          return this.tryAgain();
        }
        this.state.verifier.forgetNonce();
      }
      this.resolveReady(outcome);
    });
  }

  private tryAgain(): void {
    this.busy = false;
    if (this.waitingForReady.length) void this.sendReady();
  }

  // Before a match `ready` carries a commitment, later rounds need none. Null: the match has changed meanwhile.
  private async readyBody(room: RoomMessage): Promise<RequestBody | null> {
    if (room.phase !== 'waiting' && this.state.verifier.dealt) return {type: 'ready'}; // don't trust the phase alone
    const commit = await this.state.verifier.commit(() => toHex(this.environment.random(secretSize)));
    if (commit === null) return null;
    this.state.saveSeat(); // before the server can know the commitment
    return {type: 'ready', commit, match: room.fair.match, ...(this.agreesTo(room) ? {delay: room.options.delay, pairing: room.pairing} : {})};
  }

  private agreesTo(room: RoomMessage): boolean {
    return this.agreesIn === room.pairing && room.phase === 'waiting' && room.options.open_after === 'actions';
  }

  private hasOpponent(room: RoomMessage): boolean {
    const seat = this.state.location.value?.seat;
    return typeof seat === 'number' && room.players[seat === 0 ? 1 : 0] !== null;
  }
}

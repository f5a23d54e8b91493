// A session's part in the fair shuffle: commits to a secret number when it is to be ready, reveals it
// once the table has been checked, and has the proof judged when the match is over.
import {toHex} from '../game/commit';
import {prepareHashing} from '../game/hashing';
import type {Outcome, Shuffle} from '../model';
import type {RoomMessage, TableMessage, ViewMessage} from '../protocol/messages';
import type {Asking} from './asking';
import {whenIdle} from './browser';
import type {RequestBody} from './line';
import type {SessionState} from './session_state';

const secretSize = 32;
const judgeAgainAfter = 2000; // ms, times the attempts made, where the code that judges could not be loaded
const attempts = 4;

export interface ShufflingNeeds {
  random: (count: number) => Uint8Array; // fit for secrets
  loadVerdict?: () => Promise<typeof import('../game/verdict')>;
  judgeAgainAfter?: number;
}

export class Shuffling {
  private wanted: ((outcome: Outcome) => void)[] = []; // whoever waits for being ready
  private busy = false; // `ready` is on its way
  private judging: string | null = null; // a match
  private again: ReturnType<typeof setTimeout> | undefined;
  private verdict: ReturnType<NonNullable<ShufflingNeeds['loadVerdict']>> | null = null; // the code that judges

  constructor(private readonly state: SessionState, private readonly asking: Asking, private readonly needs: ShufflingNeeds) {}

  // A room was entered. What its matches will need is fetched now: a server that is replaced meanwhile
  // has other files.
  prepare(): void {
    whenIdle(() => {
      if (!this.state.place.value) return;
      this.loadVerdict().catch(() => undefined);
      prepareHashing().catch(() => undefined);
    });
  }

  wantReady(settled: boolean): Promise<Outcome> {
    return new Promise(done => {
      this.wanted.push(done);
      if (settled) void this.beReady();
    });
  }

  // After a broken line the first `room` says whether we are ready already.
  sawRoom(room: RoomMessage): void {
    const place = this.state.place.value;
    if (!place || place.seat === null || !this.wanted.length || this.busy) return;
    if (room.players[place.seat]?.ready || room.phase === 'playing' || room.phase === 'match_over') this.answer({ok: true});
    else void this.beReady();
  }

  sawTable(table: TableMessage): void {
    const mayReveal = this.state.witness.sawTable(table);
    const nonce = this.state.witness.nonce;
    this.state.noteShuffle();
    this.state.saveSeat();
    if (mayReveal && nonce !== null) void this.asking.patiently({type: 'reveal', nonce});
  }

  // Everything that this page saw of the match, against the proof.
  judge(view: ViewMessage, attempt = 1): void {
    const notes = this.state.witness.notes;
    if (!notes || this.judging === view.match) return;
    clearTimeout(this.again);
    this.judging = view.match;
    const place = this.state.place.value;
    const conclude = (verdict: Shuffle) => {
      const ofThisMatch = this.state.witness.conclude(view.match, verdict);
      if (!this.state.noteShuffle() && !ofThisMatch) this.state.tell({kind: 'shuffle', shuffle: verdict}); // the next one is seen by now
      this.state.saveSeat();
    };
    this.loadVerdict().then(({judge}) => judge(notes, view)).then(
      verdict => {
        this.judging = null;
        if (this.state.place.value === place) conclude(verdict);
      },
      () => {
        this.judging = null;
        if (this.state.place.value !== place) return;
        if (attempt === attempts) return conclude({state: 'unchecked'});
        const wait = (this.needs.judgeAgainAfter ?? judgeAgainAfter) * attempt;
        this.again = setTimeout(() => this.state.place.value === place && this.judge(view, attempt + 1), wait);
      },
    );
  }

  // The room was left.
  giveUp(): void {
    clearTimeout(this.again);
    this.busy = false;
    this.answer({ok: false, code: 'not_in_room'});
  }

  private loadVerdict(): NonNullable<typeof this.verdict> {
    const load = this.needs.loadVerdict ?? (() => import('../game/verdict'));
    return (this.verdict ??= load().catch((problem: unknown) => {
      this.verdict = null;
      throw problem;
    }));
  }

  private answer(outcome: Outcome): void {
    const waiting = this.wanted;
    this.wanted = [];
    for (const done of waiting) done(outcome);
  }

  private async beReady(): Promise<void> {
    const room = this.state.room.value?.room;
    const place = this.state.place.value;
    if (!room || this.busy) return; // a `room` follows
    this.busy = true;
    let body: RequestBody | null;
    try {
      body = await this.readyBody(room);
    } catch { // what hashes could not be loaded; the next one who asks tries again
      if (this.state.place.value !== place) return;
      this.busy = false;
      return this.answer({ok: false, code: 'offline'});
    }
    if (this.state.place.value !== place) return;
    if (!body) return this.tryAgain();
    this.asking.patiently(body, outcome => {
      if (this.state.place.value !== place) return;
      this.busy = false;
      if (outcome.ok) return this.answer(outcome);
      if (outcome.code === 'offline') return; // when the line is back
      if (outcome.code === 'bad_commit') {
        if (this.state.room.value?.room.fair.match !== room.fair.match) return this.tryAgain();
        this.state.witness.forgetNonce();
      }
      this.answer(outcome);
    });
  }

  private tryAgain(): void {
    this.busy = false;
    if (this.wanted.length) void this.beReady();
  }

  // With a commitment before the match; later rounds need none. Null: there is another match by now.
  private async readyBody(room: RoomMessage): Promise<RequestBody | null> {
    if (room.phase !== 'waiting' && this.state.witness.dealt) return {type: 'ready'}; // a phase is only said
    const commit = await this.state.witness.commit(() => toHex(this.needs.random(secretSize)));
    if (commit === null) return null;
    this.state.saveSeat(); // before the server can know of it
    return {type: 'ready', commit, match: room.fair.match};
  }
}

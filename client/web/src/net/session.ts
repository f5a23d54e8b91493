// The session with a server: keeps the model, sends what the controls ask for, goes back to its seat
// when the line is back, repeats an action whose answer was lost, and takes part in the fair shuffle.
// It draws nothing and knows no rule of the game. session_state.ts holds what it knows, shuffling.ts
// its part in the shuffle.
import {batch} from '@preact/signals';
import type {Controls, KeptSeat, Outcome, Session} from '../model';
import type {Action, Push, Seat} from '../protocol/messages';
import {Asking} from './asking';
import {watchBrowser} from './browser';
import {ServerLine, usualTiming, type RequestBody, type Timing} from './line';
import {SessionState} from './session_state';
import {Shuffling, type ShufflingNeeds} from './shuffling';

export interface SessionSurroundings extends Partial<ShufflingNeeds> {
  url: string;
  storage: Storage | null;
  WebSocket?: typeof WebSocket;
  now?: () => number;
  timing?: Partial<Timing>;
}

// `end` closes the line for good; the page itself never does.
export type OpenSession = Session & {end(): void};

export function openSession(surroundings: SessionSurroundings): OpenSession {
  const session = new Running(surroundings);
  session.start();
  return session;
}

const ownRandom = (count: number) => crypto.getRandomValues(new Uint8Array(count));
const roomCode = (text: string) => text.trim().toUpperCase();

class Running extends SessionState implements Controls {
  private readonly serverLine: ServerLine;
  private readonly asking: Asking;
  private readonly shuffling: Shuffling;
  private settled = false;        // in the room, on this connection
  private returning = false;      // to it, has been asked on this connection
  private wholeRoundNext = false; // the next view tells the whole round
  private awaited: {action: Action; ply: number; match: string; done: (outcome: Outcome) => void} | null = null;
  private actSent = false;
  private readonly stopListening: () => void;

  constructor(surroundings: SessionSurroundings) {
    const now = surroundings.now ?? Date.now;
    const random = surroundings.random ?? ownRandom;
    super(surroundings.storage, now);
    const chance = () => random(4).reduce((sum, byte) => sum * 256 + byte, 0) / 2 ** 32;
    this.serverLine = new ServerLine(
      {url: surroundings.url, WebSocket: surroundings.WebSocket ?? WebSocket, now, chance, timing: {...usualTiming, ...surroundings.timing}},
      {
        state: line => void (this.line.value = line),
        opened: () => this.opened(),
        broken: () => this.broken(),
        pushed: push => this.pushed(push),
        lag: ms => void (this.lag.value = ms),
      },
    );
    this.asking = new Asking(this.serverLine);
    this.shuffling = new Shuffling(this, this.asking, {...surroundings, random});
    this.stopListening = watchBrowser(() => this.serverLine.wake(), () => this.listKept());
  }

  start(): void {
    this.serverLine.open();
  }

  end(): void {
    this.stopListening();
    this.asking.end();
    this.serverLine.shut();
  }

  // ---- Controls

  createRoom(name: string, options: Parameters<Controls['createRoom']>[1]): Promise<Outcome<{room: string}>> {
    return this.sitDown(name, {type: 'create_room', name, options});
  }

  async joinRoom(room: string, name: string, password?: string): Promise<Outcome<{room: string}>> {
    const code = roomCode(room);
    const kept = this.place.value ? null : this.seats.find(code);
    if (kept) { // better than a second seat
      const back = await this.resume(kept);
      if (back.ok || back.code !== 'bad_token') return back.ok ? {ok: true, room: code} : back;
    }
    return this.sitDown(name, {type: 'join_room', room: code, name, ...(password ? {password} : {})});
  }

  quickMatch(name: string, clock?: Parameters<Controls['quickMatch']>[1]): Promise<Outcome<{room: string}>> {
    return this.sitDown(name, {type: 'quick_match', name, ...(clock === undefined ? {} : {clock})});
  }

  async spectate(room: string, name?: string, password?: string): Promise<Outcome<{room: string}>> {
    const body = {type: 'spectate' as const, room: roomCode(room), ...(name ? {name} : {}), ...(password ? {password} : {})};
    return this.asking.enter(body, 'idempotent', ok => {
      this.enter({room: ok.room, seat: null}, false, null);
      this.watching = body;
      return {room: ok.room};
    });
  }

  async resume(seat: KeptSeat): Promise<Outcome> {
    const record = this.seats.find(seat.room, seat.seat);
    if (!record) return {ok: false, code: 'bad_token'};
    const body = {type: 'resume' as const, room: record.room, token: record.token, chat_after: 0};
    const outcome = await this.asking.enter(body, 'idempotent', () => {
      const latest = this.seats.find(record.room, record.seat) ?? record; // another tab may have gone on with it
      this.enter({room: record.room, seat: record.seat}, false, latest.fair);
      this.sit(latest);
      return {};
    });
    if (!outcome.ok && outcome.code === 'bad_token') this.forget(record);
    return outcome;
  }

  forget(seat: KeptSeat): void {
    this.seats.forget(seat);
    this.listKept();
  }

  listRooms(after?: string): ReturnType<Controls['listRooms']> {
    return this.asking.whenOnline({type: 'list_rooms', ...(after ? {after} : {})}, 'idempotent', ok => ({rooms: ok.rooms, next: ok.next}));
  }

  // Whoever has no line is out all the same; the server finds out by itself. What was asked on a line
  // that is back comes before: we may be in the room already when the server reads this.
  async leave(): Promise<Outcome> {
    const place = this.place.value;
    if (!place) return this.asking.giveUpEntering() ? {ok: true} : {ok: false, code: 'not_in_room'};
    if (this.settled || this.returning) {
      const outcome = await this.asking.patiently({type: 'leave_room'});
      if (!outcome.ok && outcome.code !== 'offline' && outcome.code !== 'not_in_room') return outcome;
      if (this.place.value !== place) return {ok: true};
      const running = this.room.value?.room.phase === 'playing' || this.room.value?.room.phase === 'round_over';
      if (this.seat && !running && outcome.ok) this.seats.forget(this.seat);
    }
    this.clear();
    if (this.line.value.state === 'closed') this.serverLine.open(); // there is no seat to fight for any more
    return {ok: true};
  }

  async ready(): Promise<Outcome> {
    if (!this.place.value) return {ok: false, code: 'not_in_room'};
    if (this.place.value.seat === null) return {ok: false, code: 'not_a_player'};
    return this.shuffling.wantReady(this.settled);
  }

  async act(action: Action): Promise<Outcome> {
    const sight = this.sight.value;
    if (!sight || !this.place.value) return {ok: false, code: 'not_in_room'};
    if (this.awaited) return {ok: false, code: 'not_your_turn'};
    return new Promise(done => {
      this.awaited = {action, ply: sight.view.ply, match: sight.view.match, done};
      this.acting.value = action;
      this.sendAct();
    });
  }

  resign = (): Promise<Outcome> => this.inRoom({type: 'resign'});
  claimWin = (): Promise<Outcome> => this.inRoom({type: 'claim_win'});
  rematch = (): Promise<Outcome> => this.inRoom({type: 'rematch'});
  say = (text: string): Promise<Outcome> => this.inRoom({type: 'chat', text});

  reconnectNow(): void {
    this.serverLine.open();
  }

  // ---- requests of those in a room

  private async inRoom(body: RequestBody): Promise<Outcome> {
    if (!this.place.value) return {ok: false, code: 'not_in_room'};
    if (!this.settled) return {ok: false, code: 'offline'};
    const outcome = await this.asking.once(body);
    if (!outcome.ok && outcome.code === 'not_in_room' && this.settled) this.part('room_closed');
    return outcome;
  }

  // A repeat is safe, so it is sent till it is answered.
  private sendAct(): void {
    const awaited = this.awaited;
    if (!awaited || !this.settled || this.actSent) return;
    this.actSent = true;
    const {action, ply, match} = awaited;
    this.asking.patiently({type: 'act', ply, match, action}, outcome => {
      if (this.awaited !== awaited || (!outcome.ok && outcome.code === 'offline')) return;
      this.awaited = null;
      this.actSent = false;
      if (!outcome.ok || this.isBeyond(match, ply)) this.acting.value = null; // else the view that follows says so
      awaited.done(outcome);
    });
  }

  private isBeyond(match: string, ply: number): boolean {
    const view = this.sight.value?.view;
    return view?.match !== match || view.ply > ply || view.phase === 'match_over';
  }

  // ---- the ways in

  private sitDown(name: string, body: RequestBody & {type: 'create_room' | 'join_room' | 'quick_match'}): Promise<Outcome<{room: string}>> {
    return this.asking.enter(body, 'once', ok => {
      this.enter({room: ok.room, seat: ok.seat}, true, null);
      this.sit({room: ok.room, seat: ok.seat, token: ok.token, name, at: this.now(), fair: null});
      return {room: ok.room};
    });
  }

  private enter(place: {room: string; seat: Seat | null}, satDown: boolean, fair: Parameters<SessionState['enterRoom']>[2]): void {
    this.clear();
    this.enterRoom(place, satDown, fair);
    this.settled = true;
    this.wholeRoundNext = true;
    this.shuffling.prepare();
  }

  private clear(): void {
    const awaited = this.awaited;
    this.awaited = null;
    this.actSent = false;
    this.settled = false;
    this.returning = false;
    this.shuffling.giveUp();
    this.clearRoom();
    awaited?.done({ok: false, code: 'not_in_room'});
  }

  private part(why: 'seat_gone' | 'room_closed'): void {
    const room = this.place.value?.room;
    if (!room) return;
    batch(() => {
      if (this.seat) this.seats.forget(this.seat);
      this.clear();
      this.parted.value = {room, why};
    });
  }

  // ---- the line

  private opened(): void {
    if (this.place.value) this.goBack();
    this.asking.opened();
  }

  private broken(): void {
    this.asking.broken();
    this.settled = false;
    this.returning = false;
    this.actSent = false;
  }

  // To the same room as before the line broke.
  private goBack(): void {
    const place = this.place.value;
    const body: RequestBody | null = this.seat
      ? {type: 'resume', room: this.seat.room, token: this.seat.token, chat_after: this.log.chatHeard}
      : this.watching;
    if (!body) return;
    this.returning = true;
    this.asking.patiently(body, outcome => {
      if (this.place.value !== place) return;
      this.returning = false;
      if (outcome.ok) this.isBack();
      else if (outcome.code === 'bad_token' || outcome.code === 'no_such_room') this.part(this.seat ? 'seat_gone' : 'room_closed');
      else if (outcome.code !== 'offline') this.serverLine.drop(); // not in the room without it: try it all again
    }, () => this.place.value === place);
  }

  private isBack(): void {
    this.settled = true;
    this.wholeRoundNext = true;
    const kept = this.seat && this.seats.find(this.seat.room, this.seat.seat)?.fair;
    if (kept) this.witness.adopt(kept);
    this.witness.lineWasCut();
    this.tell({kind: 'notice', what: 'reconnected'});
    this.sendAct();
  }

  // ---- what the server says unasked

  private pushed(push: Push): void {
    if (!this.settled) return;
    if ((push.type === 'room' || push.type === 'view') && push.room !== this.place.value?.room) return;
    if (push.type === 'view' && push.you !== this.place.value?.seat) return; // meant for another seat
    batch(() => {
      if (push.type === 'room') {
        this.sawRoom(push);
        this.shuffling.sawRoom(push);
      } else if (push.type === 'view') {
        const whole = this.wholeRoundNext;
        this.wholeRoundNext = false;
        const over = this.sawView(push, whole);
        if (!this.awaited && this.acting.value) this.acting.value = null;
        if (over) this.shuffling.judge(push);
      } else if (push.type === 'table') {
        this.shuffling.sawTable(push);
      } else {
        this.heard(push);
      }
    });
  }
}

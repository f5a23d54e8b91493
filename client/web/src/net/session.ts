// The session with a server: keeps the model, sends what the controls ask for, returns to its seat after a lost
// connection, repeats unanswered actions, and takes part in the fair shuffle. It draws nothing and knows no rules.
// session_state.ts holds what it knows, entering_session.ts the ways into rooms, room_session.ts what it asks for there,
// shuffle_participation.ts its part in the shuffle.
import {batch} from '@preact/signals';
import type {ConnectionState, Controls, Outcome, Removed, Session} from '../model';
import type {Action, Push, Seat} from '../protocol/messages';
import {Admission} from './admission';
import {AskedSeats} from './asked_seat';
import {Passes} from './passes';
import {Requests} from './requests';
import {watchBrowser} from '../browser/events';
import {ServerConnection, defaultTiming, type RequestBody, type Timing} from './connection';
import {RoomSession} from './room_session';
import type {SessionState} from './session_state';
import {ShuffleParticipation, type ShuffleEnvironment} from './shuffle_participation';

export interface SessionEnvironment extends Partial<ShuffleEnvironment> {
  url: string;
  storage: Storage | null;
  tabStorage?: Storage | null;
  WebSocket?: typeof WebSocket;
  now?: () => number;
  timing?: Partial<Timing>;
}

// `end` closes the connection for good; the page never calls it.
export type OpenSession = Session & {end(): void};

export function openSession(surroundings: SessionEnvironment): OpenSession {
  const session = new RunningSession(surroundings);
  session.start();
  return session;
}

const cryptoRandom = (count: number) => crypto.getRandomValues(new Uint8Array(count));

class RunningSession extends RoomSession implements Controls {
  private readonly serverConnection: ServerConnection;
  protected readonly requests: Requests;
  protected readonly participation: ShuffleParticipation;
  protected readonly askedSeats: AskedSeats;
  protected readonly admission: Admission;
  private opened = false;
  private rejoining = false;      // has asked to rejoin the room on this connection
  private wholeRoundNext = false; // the next view has all events of the round
  private pendingAct: {action: Action; ply: number; match: string; done: (outcome: Outcome) => void} | null = null;
  private actSent = false;
  private keyUntil = 0;          // a key that we asked for moves our seat
  private readonly stopListening: () => void;

  constructor(surroundings: SessionEnvironment) {
    const now = surroundings.now ?? Date.now;
    const random = surroundings.random ?? cryptoRandom;
    super(surroundings.storage, now);
    const chance = () => random(4).reduce((sum, byte) => sum * 256 + byte, 0) / 2 ** 32;
    this.serverConnection = new ServerConnection(
      {url: surroundings.url, WebSocket: surroundings.WebSocket ?? WebSocket, now, chance, timing: {...defaultTiming, ...surroundings.timing}},
      {
        state: state => {
          this.opened = state.state === 'online';
          this.connection.value = this.explained(state);
        },
        opened: () => this.connected(),
        closed: removed => this.disconnected(removed),
        pushed: push => this.receive(push),
        lag: ms => void (this.lag.value = ms),
        slow: slow => void (this.slow.value = slow),
      },
    );
    this.requests = new Requests(this.serverConnection);
    this.askedSeats = new AskedSeats(surroundings.tabStorage ?? null, random);
    this.participation = new ShuffleParticipation(this, this.requests, {...surroundings, random});
    this.admission = new Admission(this, this.requests, new Passes(surroundings.storage, random), () => this.comeBack());
    this.stopListening = watchBrowser({
      wake: () => this.serverConnection.wake(), lost: () => this.serverConnection.lost(),
      stored: () => {
        this.updateSavedSeats();
        this.admission.stored();
      },
    });
  }

  start(): void {
    this.serverConnection.open();
    void this.returnToAskedSeat();
  }

  end(): void {
    this.stopListening();
    this.requests.end();
    this.serverConnection.close();
  }

  // ---- Controls

  // Without a connection we leave anyway; the server will notice. If a request to rejoin is under way, the server reads
  // it before this one, so leave then as well.
  async leave(): Promise<Outcome> {
    const location = this.location.value;
    if (!location) {
      this.askedSeats.forget();
      return this.requests.cancelEntry() ? {ok: true} : {ok: false, code: 'not_in_room'};
    }
    if (this.joined || this.rejoining) {
      const outcome = await this.requests.sendWithRetries({type: 'leave_room'});
      if (!outcome.ok && outcome.code !== 'offline' && outcome.code !== 'not_in_room') return outcome;
      if (this.location.value !== location) return {ok: true};
      const running = this.room.value?.room.phase === 'playing' || this.room.value?.room.phase === 'round_over';
      if (this.seat && !running && outcome.ok) this.seats.forget(this.seat);
    }
    this.clear();
    const state = this.connection.value;
    if (state.state === 'closed') this.serverConnection.open(); // with no seat left, nothing is taken from the other tab
    if (state.state === 'closed' && state.why === 'moved') void this.listGames(); // forgets the seat
    return {ok: true};
  }

  async ready(agrees = false): Promise<Outcome> {
    if (!this.location.value) return {ok: false, code: 'not_in_room'};
    if (this.location.value.seat === null) return {ok: false, code: 'not_a_player'};
    return this.participation.ready(this.joined, agrees);
  }

  async act(action: Action): Promise<Outcome> {
    const timedView = this.timedView.value;
    if (!timedView || !this.location.value) return {ok: false, code: 'not_in_room'};
    if (this.pendingAct) return {ok: false, code: 'not_your_turn'};
    return new Promise(done => {
      this.pendingAct = {action, ply: timedView.view.ply, match: timedView.view.match, done};
      this.pendingAction.value = action;
      this.sendAct();
    });
  }

  async rematch(): Promise<Outcome> {
    const outcome = await this.requestInRoom({type: 'rematch'});
    if (outcome.ok) this.participation.wantMatch();
    return outcome;
  }

  // After a lost connection, the request follows the one that returns to the seat.
  async moveSeat(): ReturnType<Controls['moveSeat']> {
    if (!this.joined && !this.rejoining) return {ok: false, code: 'not_in_room'};
    return this.requests.sendWhenOnline({type: 'move_seat'}, ok => {
      this.keyUntil = this.now() + ok.expires_in;
      return {key: ok.key, expiresIn: ok.expires_in};
    });
  }

  forgetKey(): void {
    this.keyUntil = 0;
  }

  reconnectNow(): void {
    this.serverConnection.open();
  }

  // Repeating an action is safe, so send it until there is a reply.
  private sendAct(): void {
    const awaited = this.pendingAct;
    if (!awaited || !this.joined || this.actSent) return;
    this.actSent = true;
    const {action, ply, match} = awaited;
    this.requests.sendWithRetries({type: 'act', ply, match, action}, outcome => {
      if (this.pendingAct !== awaited || (!outcome.ok && outcome.code === 'offline')) return;
      this.pendingAct = null;
      this.actSent = false;
      if (!outcome.ok || this.isPast(match, ply)) this.pendingAction.value = null; // otherwise the next view clears it
      awaited.done(outcome);
    });
  }

  private isPast(match: string, ply: number): boolean {
    const view = this.timedView.value?.view;
    return view?.match !== match || view.ply > ply || view.phase === 'match_over';
  }

  // ---- entering

  protected enter(location: {room: string; seat: Seat | null}, satDown: boolean, fair: Parameters<SessionState['enterRoom']>[2]): void {
    this.clear();
    this.enterRoom(location, satDown, fair);
    this.joined = true;
    this.wholeRoundNext = true;
    this.participation.prepare();
    if (location.seat !== null) this.participation.wantMatch();
  }

  private clear(): void {
    const awaited = this.pendingAct;
    this.pendingAct = null;
    this.actSent = false;
    this.keyUntil = 0;
    this.joined = false;
    this.rejoining = false;
    this.participation.abandon();
    this.clearRoom();
    this.showOnline();
    awaited?.done({ok: false, code: 'not_in_room'});
  }

  protected removeFromRoom(why: Removed['why']): void {
    const {seat} = this, room = this.location.value?.room;
    if (!room) return;
    batch(() => {
      if (seat && why !== 'removed') this.seats.forget(seat);
      this.clear();
      this.removed.value = {room, why};
    });
    if (seat && why === 'removed') void this.askWhoRemovedUs(seat);
  }

  // ---- the connection

  // We aren't rejoining any more.
  private showOnline(): void {
    if (this.opened && this.connection.peek().state !== 'online') this.connection.value = {state: 'online'};
  }

  // A connection may lead to a server that doesn't have our room yet, and close again: it counts once we are back.
  private explained(state: ConnectionState): ConnectionState {
    if (state.state === 'online' && this.rejoining) return {state: 'connecting'};
    const moved = state.state === 'closed' && state.why === 'replaced' && this.now() < this.keyUntil;
    return moved ? {state: 'closed', why: 'moved'} : state;
  }

  private connected(): void {
    void this.admission.check();
    if (this.location.value) this.rejoin();
    this.requests.connected();
  }

  // The server has let us in: we can watch again.
  private comeBack(): void {
    if (this.location.value && !this.joined && !this.rejoining) this.rejoin();
  }

  private disconnected(removed: boolean): void {
    this.requests.disconnected();
    this.joined = false;
    this.rejoining = false;
    this.actSent = false;
    const announcement = this.notice.value?.announcement;
    this.updateNotice(announcement && {announcement}); // if that server was about to restart, the next one isn't
    if (removed) this.removeFromRoom('removed');
  }

  // Returns to the room that we were in before the connection broke.
  private rejoin(): void {
    const location = this.location.value;
    const body: RequestBody | null = this.seat
      ? {type: 'resume', room: this.seat.room, token: this.seat.token, chat_after: this.roomStory.latestChatAt}
      : this.spectateRequest;
    if (!body) return;
    this.rejoining = true;
    this.requests.sendWithRetries(body, outcome => {
      if (this.location.value !== location) return;
      this.rejoining = false;
      if (outcome.ok) this.rejoined();
      else if (outcome.code === 'bad_token' || outcome.code === 'no_such_room') this.removeFromRoom(this.seat ? 'seat_gone' : 'room_closed');
      else if (outcome.code !== 'offline' && outcome.code !== 'server_locked') this.serverConnection.drop(); // useless without the room: start over
      this.showOnline();
    }, () => this.location.value === location);
  }

  private rejoined(): void {
    this.joined = true;
    this.wholeRoundNext = true;
    const saved = this.seat && this.seats.find(this.seat.room, this.seat.seat)?.fair;
    if (saved) this.verifier.merge(saved);
    this.verifier.disconnected();
    this.log({kind: 'notice', what: 'reconnected'});
    this.sendAct();
  }

  // ---- pushes

  private receive(push: Push): void {
    if (!this.joined) return;
    if ((push.type === 'room' || push.type === 'view') && push.room !== this.location.value?.room) return;
    if (push.type === 'view' && push.you !== this.location.value?.seat) return; // meant for another seat
    batch(() => {
      if (push.type === 'room') {
        this.receiveRoom(push);
        this.participation.receiveRoom(push);
      } else if (push.type === 'view') {
        const whole = this.wholeRoundNext;
        this.wholeRoundNext = false;
        const over = this.receiveView(push, whole);
        if (!this.pendingAct && this.pendingAction.value) this.pendingAction.value = null;
        if (over) this.participation.judge(push);
      } else if (push.type === 'table') {
        this.participation.receiveCommitments(push);
      } else {
        this.receiveChat(push);
      }
    });
  }
}

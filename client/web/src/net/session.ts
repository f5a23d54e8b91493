// The session with a server: keeps the model, sends what the controls ask for, returns to its seat after a lost
// connection, repeats unanswered actions and requests for a seat, and takes part in the fair shuffle. It draws nothing and knows no
// rules. session_state.ts holds what it knows, shuffle_participation.ts its part in the shuffle.
import {batch} from '@preact/signals';
import type {ConnectionState, Controls, SavedSeat, Outcome, PushSubscriber, Removable, Removed, Session} from '../model';
import type {Action, GamesRequest, Push, Seat} from '../protocol/messages';
import {AskedSeats} from './asked_seat';
import {Requests} from './requests';
import {watchBrowser} from '../browser/events';
import {ServerConnection, defaultTiming, type RequestBody, type Timing} from './connection';
import {SessionState} from './session_state';
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
const faceField = (trader: number | undefined) => (trader === undefined ? {} : {trader});
const roomCode = (text: string) => text.trim().toUpperCase();

class RunningSession extends SessionState implements Controls {
  private readonly serverConnection: ServerConnection;
  private readonly requests: Requests;
  private readonly participation: ShuffleParticipation;
  private readonly askedSeats: AskedSeats;
  private joined = false;        // in the room, on this connection
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
        state: state => void (this.connection.value = this.explained(state)),
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
    this.stopListening = watchBrowser({
      wake: () => this.serverConnection.wake(), lost: () => this.serverConnection.lost(), stored: () => this.updateSavedSeats(),
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

  createRoom(name: string, options: Parameters<Controls['createRoom']>[1], trader?: number): Promise<Outcome<{room: string}>> {
    return this.takeSeat(name, {type: 'create_room', name, options, ...faceField(trader)});
  }

  async joinRoom(room: string, name: string, password?: string, trader?: number): Promise<Outcome<{room: string}>> {
    const code = roomCode(room);
    const saved = this.location.value ? null : this.seats.find(code);
    if (saved) { // better than a second seat
      const back = await this.resume(saved);
      if (back.ok || back.code !== 'bad_token') return back.ok ? {ok: true, room: code} : back;
    }
    return this.takeSeat(name, {type: 'join_room', room: code, name, ...(password ? {password} : {}), ...faceField(trader)});
  }

  quickMatch(name: string, clock?: Parameters<Controls['quickMatch']>[1], trader?: number): Promise<Outcome<{room: string}>> {
    return this.takeSeat(name, {type: 'quick_match', name, ...(clock === undefined ? {} : {clock}), ...faceField(trader)});
  }

  async spectate(room: string, name?: string, password?: string): Promise<Outcome<{room: string}>> {
    const body = {type: 'spectate' as const, room: roomCode(room), ...(name ? {name} : {}), ...(password ? {password} : {})};
    this.askedSeats.forget();
    return this.requests.enter(body, ok => {
      this.enter({room: ok.room, seat: null}, false, null);
      this.spectateRequest = body;
      return {room: ok.room};
    });
  }

  async resume(seat: SavedSeat): Promise<Outcome> {
    const record = this.seats.find(seat.room, seat.seat);
    if (!record) return {ok: false, code: 'bad_token'};
    const body = {type: 'resume' as const, room: record.room, token: record.token, chat_after: 0};
    this.askedSeats.forget();
    const outcome = await this.requests.enter(body, () => {
      const latest = this.seats.find(record.room, record.seat) ?? record; // another tab may have used the seat since
      this.enter({room: record.room, seat: record.seat}, false, latest.fair);
      this.occupySeat(latest);
      return {};
    });
    if (!outcome.ok && outcome.code === 'bad_token') this.forget(record);
    return outcome;
  }

  forget(seat: SavedSeat): void {
    this.seats.forget(seat);
    this.updateSavedSeats();
  }

  invitation(room: string, password?: string): ReturnType<Controls['invitation']> {
    const body = {type: 'invitation' as const, room: roomCode(room), ...(password ? {password} : {})};
    return this.requests.sendWhenOnline(body, ({owner, owner_trader, phase, free, options}) => ({invitation: {owner, owner_trader, phase, free, options}}));
  }

  async listGames(): ReturnType<Controls['listGames']> {
    const records = this.seats.list();
    if (!records.length) return {ok: true, games: []};
    const seats = records.map(({room, token}) => ({room, token})) as GamesRequest['seats']; // at most 20 are kept
    return this.requests.sendWhenOnline({type: 'games', seats}, ({games}) => {
      records.forEach((record, i) => games[i] ?? this.seats.forget(record));
      this.updateSavedSeats();
      return {games: games.flatMap(game => game ?? [])};
    });
  }

  listRooms(after?: string): ReturnType<Controls['listRooms']> {
    return this.requests.sendWhenOnline({type: 'list_rooms', ...(after ? {after} : {})}, ok => ({rooms: ok.rooms, next: ok.next}));
  }

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

  resign = (): Promise<Outcome> => this.requestInRoom({type: 'resign'});
  claimWin = (): Promise<Outcome> => this.requestInRoom({type: 'claim_win'});
  say = (text: string): Promise<Outcome> => this.requestInRoom({type: 'chat', text});
  remove = (target: Removable): Promise<Outcome> => this.requestInRoom({type: 'remove', ...target});

  async rematch(): Promise<Outcome> {
    const outcome = await this.requestInRoom({type: 'rematch'});
    if (outcome.ok) this.participation.wantMatch();
    return outcome;
  }

  async listSpectators(): ReturnType<Controls['listSpectators']> {
    if (!this.joined) return {ok: false, code: 'not_in_room'};
    return this.requests.sendWhenOnline({type: 'list_spectators'}, ok => ({spectators: ok.spectators}));
  }

  async moveSeat(): ReturnType<Controls['moveSeat']> {
    if (!this.joined) return {ok: false, code: 'not_in_room'};
    return this.requests.sendWhenOnline({type: 'move_seat'}, ok => {
      this.keyUntil = this.now() + ok.expires_in;
      return {key: ok.key, expiresIn: ok.expires_in};
    });
  }

  forgetKey(): void {
    this.keyUntil = 0;
  }

  async pushKey(): ReturnType<Controls['pushKey']> {
    return this.requests.sendWhenOnline({type: 'push_key'}, ok => ({key: ok.push_key}));
  }

  pushSubscribe = (to: PushSubscriber): Promise<Outcome> => this.requestInRoom({type: 'push_subscribe', ...to});
  pushUnsubscribe = (): Promise<Outcome> => this.requestInRoom({type: 'push_unsubscribe'});

  reconnectNow(): void {
    this.serverConnection.open();
  }

  // ---- requests within a room

  private async requestInRoom(body: RequestBody): Promise<Outcome> {
    if (!this.location.value) return {ok: false, code: 'not_in_room'};
    if (!this.joined) return {ok: false, code: 'offline'};
    const outcome = await this.requests.send(body);
    if (!outcome.ok && outcome.code === 'not_in_room' && this.joined) this.removeFromRoom('room_closed');
    return outcome;
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

  // Our seat of another device, with its key. The token is saved before the server knows it.
  async takeOver(key: string): Promise<Outcome<{room: string}>> {
    const body = {type: 'take_over' as const, key};
    const token = this.askedSeats.ask(body, '');
    const outcome = await this.requests.enter({...body, token}, ok => {
      this.enter({room: ok.room, seat: ok.seat}, false, null);
      this.participation.commitAnew();
      this.occupySeat({room: ok.room, seat: ok.seat, token, name: ok.name, at: this.now(), fair: null});
      return {room: ok.room};
    });
    this.askedSeats.answered(token, outcome);
    return outcome;
  }

  private async takeSeat(name: string, body: RequestBody & {type: 'create_room' | 'join_room' | 'quick_match'}): Promise<Outcome<{room: string}>> {
    const token = this.askedSeats.ask(body, name);
    const outcome = await this.requests.enter({...body, token}, ok => {
      this.enter({room: ok.room, seat: ok.seat}, true, null);
      this.occupySeat({room: ok.room, seat: ok.seat, token, name: ok.name, at: this.now(), fair: null});
      return {room: ok.room};
    });
    this.askedSeats.answered(token, outcome);
    return outcome;
  }

  // The page was reloaded before it knew whether it had a seat.
  private async returnToAskedSeat(): Promise<void> {
    const asked = this.askedSeats.load();
    if (!asked) return;
    const outcome = await this.requests.enter({type: 'resume', token: asked.token, chat_after: 0}, ok => {
      this.enter({room: ok.room, seat: ok.seat}, false, null);
      this.participation.commitAnew();
      this.occupySeat({room: ok.room, seat: ok.seat, ...asked, name: ok.name, at: this.now(), fair: null});
      return {};
    });
    this.askedSeats.answered(asked.token, outcome);
  }

  private enter(location: {room: string; seat: Seat | null}, satDown: boolean, fair: Parameters<SessionState['enterRoom']>[2]): void {
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
    awaited?.done({ok: false, code: 'not_in_room'});
  }

  private removeFromRoom(why: Removed['why']): void {
    const room = this.location.value?.room;
    if (!room) return;
    batch(() => {
      if (this.seat) this.seats.forget(this.seat);
      this.clear();
      this.removed.value = {room, why};
    });
  }

  // ---- the connection

  private explained(state: ConnectionState): ConnectionState {
    const moved = state.state === 'closed' && state.why === 'replaced' && this.now() < this.keyUntil;
    return moved ? {state: 'closed', why: 'moved'} : state;
  }

  private connected(): void {
    if (this.location.value) this.rejoin();
    this.requests.connected();
  }

  private disconnected(removed: boolean): void {
    this.requests.disconnected();
    this.joined = false;
    this.rejoining = false;
    this.actSent = false;
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
      else if (outcome.code !== 'offline') this.serverConnection.drop(); // useless without the room: start over
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

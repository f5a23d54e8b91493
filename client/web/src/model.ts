// What the page knows and can do: the model, as signals that the session (net/session.ts) writes and the screens (ui/)
// read, and the controls. No texts, no DOM, no rules of the game.
import type {ReadonlySignal} from '@preact/signals';
import type {
  Action, ChatFrom, ChatMessage, ClockOptions, CreateOptions, ErrorCode, Event, Game, Invitation, ListedRoom, Notice, RoomMessage, Seat, Spectator, ViewMessage,
} from './protocol/messages';

// The connection to the server.
export type ConnectionState =
  | {state: 'connecting'}                               // the first attempt, or one after a delay
  | {state: 'online'}
  // Until `retryAt` (Date.now()), then reconnects. `brief`: another server may take over, and then we are back before it matters.
  | {state: 'waiting'; retryAt: number; brief?: true}
  // For good: the seat was resumed elsewhere, or moved there by the key that we asked for; or the browser refuses to connect.
  | {state: 'closed'; why: 'replaced' | 'moved' | 'refused'};

// The room we are in.
export interface Location {
  room: string;
  seat: Seat | null; // null: spectator
}

// A seat whose token this browser keeps, so that the player can return to it.
export interface SavedSeat {
  room: string;
  seat: Seat;
  name: string;
  at: number; // last use, Unix milliseconds
}

// Why we were removed from a room without leaving it.
export interface Removed {
  room: string;
  // The server no longer knows our seat, or the room that we watched; or its owner or the server's operator removed us. If
  // we then still have our seat, it was the operator, and the user can go back (`seat_kept`).
  why: 'seat_gone' | 'room_closed' | 'removed' | 'seat_kept';
}

// Whether the server lets us into its rooms. Some admit only invited people.
export type Access = 'unknown' | 'open' | 'locked';

// What gets us in.
export type ServerKey = {password: string} | {invitation: string};

// A person that the room's owner can remove.
export type Removable = {seat: Seat} | {spectator: number};

// A view and when it arrived (performance.now()): a running clock counts down from then.
export interface TimedView {
  view: ViewMessage;
  at: number;
}

// The same for the room: an absent player's grace counts down from `at`.
export interface TimedRoom {
  room: RoomMessage;
  at: number;
}

// An entry of the log. `key` is unique and grows.
export type StoryEntry = {key: number; at: number} & ( // at: Date.now()
  | {kind: 'event'; match: string; round: number; event: Event}
  | {kind: 'presence'; seat: Seat; name: string; what: 'came' | 'left' | 'away' | 'back'}
  | {kind: 'chat'; chat: ChatMessage}
  | {kind: 'shuffle'; shuffle: Shuffle}
  | {kind: 'notice'; what: 'reconnected' | 'table_voided' | 'new_match'}
);

// What we know about the shuffle of the current or last match.
export type Shuffle =
  | {state: 'unknown'}                                             // no match yet
  | {state: 'committed'; contributors: readonly [boolean, boolean]} // every commitment is in; the proof comes at the end of the match
  | {
    state: 'verified';
    contributors: readonly [boolean, boolean];
    own: boolean;     // one of the secret numbers is this page's
    rounds: number;   // dealt again and compared with what we saw
    whole: boolean;   // we saw the whole match, from its first commitment on
    starter: boolean; // we knew who had to start the first round
  }
  | {state: 'mismatch'; what: Mismatch}
  | {state: 'unchecked'};                                          // the proof is here, but the code that checks it could not be loaded

export type Mismatch =
  | 'table'       // the commitments don't include ours, or the server's
  | 'commitments' // the proof's commitments are not the published ones
  | 'secrets'     // its secrets don't match its commitments
  | 'deal'        // a deal doesn't follow from it
  | 'starter'     // the wrong player started
  | 'rounds'      // a round was skipped, or ended without a reason, and the match went on
  | 'results';    // a round's result is not what we saw

// The first mismatch in this room, and the match that had it.
export interface Distrust {
  match: string;
  what: Mismatch;
}

// Where this browser gets push messages, and how they are encrypted for it.
export interface PushSubscriber {
  endpoint: string;
  p256dh: string;
  auth: string;
}

// `offline`: the connection broke before the reply.
export type Outcome<Extra = unknown> = ({ok: true} & Extra) | {ok: false; code: ErrorCode | 'offline'; rule?: string};

export interface Model {
  readonly connection: ReadonlySignal<ConnectionState>;
  readonly lag: ReadonlySignal<number | null>; // round trip in ms
  readonly slow: ReadonlySignal<boolean>; // a request has been waiting for its reply for some seconds
  readonly access: ReadonlySignal<Access>;
  readonly passEnded: ReadonlySignal<boolean>; // the server had let this browser in, and no longer does
  readonly savedSeats: ReadonlySignal<readonly SavedSeat[]>; // newest first, without the one in use
  readonly location: ReadonlySignal<Location | null>;
  readonly removed: ReadonlySignal<Removed | null>; // reset in the next room
  readonly notice: ReadonlySignal<Notice | null>; // what the server's operator tells everybody
  readonly restarts: ReadonlySignal<number>; // how many the operator has announced, including the current one
  readonly room: ReadonlySignal<TimedRoom | null>;
  readonly timedView: ReadonlySignal<TimedView | null>;
  readonly gettingReady: ReadonlySignal<boolean>; // the session does it, as soon as it can: nothing to ask the player
  readonly pendingAction: ReadonlySignal<Action | null>; // sent, or waiting for the connection; no reply yet
  readonly story: ReadonlySignal<readonly StoryEntry[]>; // of the room, oldest first, at most 500
  readonly shuffle: ReadonlySignal<Shuffle>;
  readonly distrust: ReadonlySignal<Distrust | null>; // kept until we leave the room, whatever happens to that match
}

// The session takes care of seats, tokens, the server's pass, reconnecting, repeating a lost action, and the fair shuffle.
export interface Controls {
  enterServer(by: ServerKey): Promise<Outcome>;
  // `trader`: the player's face, if they have chosen one.
  createRoom(name: string, options: CreateOptions, trader?: number): Promise<Outcome<{room: string}>>;
  // Returns to our own seat if we have one in that room.
  joinRoom(room: string, name: string, password?: string, trader?: number): Promise<Outcome<{room: string}>>;
  quickMatch(name: string, clock?: ClockOptions | null, trader?: number): Promise<Outcome<{room: string}>>;
  spectate(room: string, name?: string, password?: string): Promise<Outcome<{room: string}>>;
  // What a room offers, without entering it. A wrong code or password counts as a wrong guess.
  invitation(room: string, password?: string): Promise<Outcome<{invitation: Invitation}>>;
  resume(seat: SavedSeat): Promise<Outcome>;
  forget(seat: SavedSeat): void;
  // A key for our seat: another device that takes it over with the key within `expiresIn` ms has the seat from then on.
  moveSeat(): Promise<Outcome<{key: string; expiresIn: number}>>;
  forgetKey(): void; // a seat that is taken from here is no longer put down to it
  takeOver(key: string): Promise<Outcome<{room: string}>>;
  // How the games of all our seats stand, newest first. Seats that are gone are forgotten. `lacking`: nobody knows some
  // of them at the moment.
  listGames(): Promise<Outcome<{games: readonly Game[]; lacking: boolean}>>;
  listRooms(after?: string): Promise<Outcome<{rooms: readonly ListedRoom[]; next: string | null}>>;
  // A seat in a running match stays ours and moves to `savedSeats`.
  leave(): Promise<Outcome>;
  // Taking a seat, returning to one and agreeing to a rematch count as being ready, unless the room offers a spectator
  // delay. Sends a commitment if one is due. `agrees`: to the spectator delay, for this match, if the room offers one.
  ready(agrees?: boolean): Promise<Outcome>;
  act(action: Action): Promise<Outcome>; // at the last view's ply
  resign(): Promise<Outcome>;
  claimWin(): Promise<Outcome>;
  rematch(): Promise<Outcome>;
  say(text: string): Promise<Outcome>;
  listSpectators(): Promise<Outcome<{spectators: readonly Spectator[]}>>;
  remove(target: Removable): Promise<Outcome>;
  setChat(from: ChatFrom): Promise<Outcome>; // who may write; for the room's owner
  // The key with which this browser can subscribe to push messages; null: the server sends none.
  pushKey(): Promise<Outcome<{key: string | null}>>;
  pushSubscribe(to: PushSubscriber): Promise<Outcome>; // for our seat
  pushUnsubscribe(): Promise<Outcome>;
  reconnectNow(): void;
}

export type Session = Model & Controls;

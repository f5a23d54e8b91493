// What the page knows and what it can ask for: the model as signals, which the session
// (net/session.ts) writes and the screens (ui/) read, and the controls. No words in any language, no
// DOM, no rules of the game.
import type {ReadonlySignal} from '@preact/signals';
import type {
  Action, ChatMessage, ClockOptions, CreateOptions, ErrorCode, Event, ListedRoom, RoomMessage, Seat, ViewMessage,
} from './protocol/messages';

// The line to the server.
export type ConnectionState =
  | {state: 'connecting'}                               // the first attempt, or one that follows a wait
  | {state: 'online'}
  | {state: 'waiting'; retryAt: number; attempt: number} // until `retryAt` (Date.now()), then tries again
  | {state: 'closed'; why: 'replaced' | 'refused'};      // for good: the seat was resumed elsewhere, or the server will not have us

// Where we are.
export interface Location {
  room: string;
  seat: Seat | null; // null: watching
}

// A seat whose token this browser keeps: one may go back to it.
export interface SavedSeat {
  room: string;
  seat: Seat;
  name: string;
  at: number; // when it was last used, Unix milliseconds
}

// Why we are not in a room any more without having asked for it.
export interface Removed {
  room: string;
  why: 'seat_gone' | 'room_closed'; // the server knows our seat no longer; nor, of a room that was watched, the room
}

// A view, and when it came (performance.now()): a running clock counts down from then.
export interface TimedView {
  view: ViewMessage;
  at: number;
}

// The same for the room: grace of an absent player counts down from `at`.
export interface TimedRoom {
  room: RoomMessage;
  at: number;
}

// One line of the story that the log tells. `key` is unique and grows.
export type StoryEntry = {key: number; at: number} & ( // at: Date.now()
  | {kind: 'event'; match: string; round: number; event: Event}
  | {kind: 'presence'; seat: Seat; name: string; what: 'came' | 'left' | 'away' | 'back'}
  | {kind: 'chat'; chat: ChatMessage}
  | {kind: 'shuffle'; shuffle: Shuffle}
  | {kind: 'notice'; what: 'reconnected' | 'table_voided' | 'new_match'}
);

// What is known of the shuffle of the match in progress or just over.
export type Shuffle =
  | {state: 'unknown'}                                             // no match yet
  | {state: 'committed'; contributors: readonly [boolean, boolean]} // all are bound; the proof comes with the end
  | {
    state: 'verified';
    contributors: readonly [boolean, boolean];
    own: boolean;     // a secret number of this page's is in it
    rounds: number;   // dealt again and compared with what we saw
    whole: boolean;   // we saw all of the match from its first commitment on
    starter: boolean; // it was known who had to begin the first round
  }
  | {state: 'mismatch'; what: Mismatch}
  | {state: 'unchecked'};                                          // the proof is there, but what checks it could not be loaded

export type Mismatch =
  | 'table'       // the table does not bear our commitment, or the server's
  | 'commitments' // the proof's commitments are not those that were published
  | 'secrets'     // its secrets do not fit its commitments
  | 'deal'        // a deal does not follow from it
  | 'starter'     // the wrong player began
  | 'rounds'      // a round was left out, or ended by no rule, and the match went on
  | 'results';    // what a round gave is not what was seen

// The first thing that was wrong with a shuffle in this room, and in which match.
export interface Distrust {
  match: string;
  what: Mismatch;
}

// What came of a request. `offline`: the line broke before the answer.
export type Outcome<Extra = unknown> = ({ok: true} & Extra) | {ok: false; code: ErrorCode | 'offline'; rule?: string};

export interface Model {
  readonly connection: ReadonlySignal<ConnectionState>;
  readonly lag: ReadonlySignal<number | null>; // our own round trip, ms
  readonly savedSeats: ReadonlySignal<readonly SavedSeat[]>; // newest first, without the one in use
  readonly location: ReadonlySignal<Location | null>;
  readonly removed: ReadonlySignal<Removed | null>; // null again in the next room
  readonly room: ReadonlySignal<TimedRoom | null>;
  readonly timedView: ReadonlySignal<TimedView | null>;
  readonly pendingAction: ReadonlySignal<Action | null>; // sent, or waiting for the line; not yet answered
  readonly story: ReadonlySignal<readonly StoryEntry[]>; // of the room, oldest first; 500 at most
  readonly shuffle: ReadonlySignal<Shuffle>;
  readonly distrust: ReadonlySignal<Distrust | null>; // stays while we are in the room, whatever becomes of that match
}

// Seats, tokens, resuming, repeating a lost action, and the fair shuffle are the session's business.
export interface Controls {
  createRoom(name: string, options: CreateOptions): Promise<Outcome<{room: string}>>;
  // Goes back to a seat of ours in that room where we have one.
  joinRoom(room: string, name: string, password?: string): Promise<Outcome<{room: string}>>;
  quickMatch(name: string, clock?: ClockOptions | null): Promise<Outcome<{room: string}>>;
  spectate(room: string, name?: string, password?: string): Promise<Outcome<{room: string}>>;
  resume(seat: SavedSeat): Promise<Outcome>;
  forget(seat: SavedSeat): void;
  listRooms(after?: string): Promise<Outcome<{rooms: readonly ListedRoom[]; next: string | null}>>;
  // Out of the room; a seat in a running match stays ours and is in `kept`.
  leave(): Promise<Outcome>;
  ready(): Promise<Outcome>; // with a fresh commitment where one is due
  act(action: Action): Promise<Outcome>; // at the ply of the last view
  resign(): Promise<Outcome>;
  claimWin(): Promise<Outcome>;
  rematch(): Promise<Outcome>;
  say(text: string): Promise<Outcome>;
  reconnectNow(): void;
}

export type Session = Model & Controls;

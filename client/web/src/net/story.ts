// The story of a room, as the log shows it: each event once, in order.
import type {StoryEntry} from '../model';
import type {ChatMessage, Event, RoomMessage, Seat, ViewMessage} from '../protocol/messages';

type WithoutKey<Entry> = Entry extends unknown ? Omit<Entry, 'key' | 'at'> : never;
export type NewStoryEntry = WithoutKey<StoryEntry>;

const maxEntries = 500;
const seats: readonly Seat[] = [0, 1];

export class Story {
  entries: readonly StoryEntry[] = [];
  private key = 0;
  // How much of the current round is in the story.
  private reported = {match: '', round: 0, events: 0, ended: 0}; // `ended`: the last round whose end is in it
  private lastChat = 0; // server time of the newest chat message

  constructor(private readonly now: () => number) {}

  get latestChatAt(): number {
    return this.lastChat;
  }

  // For another room.
  clear(): void {
    this.entries = [];
    this.reported = {match: '', round: 0, events: 0, ended: 0};
    this.lastChat = 0;
  }

  add(happening: NewStoryEntry): void {
    const entry = {...happening, key: ++this.key, at: this.now()} as StoryEntry;
    this.entries = [...this.entries, entry].slice(-maxEntries);
  }

  addChat(chat: ChatMessage): void {
    this.lastChat = Math.max(this.lastChat, chat.at);
    this.add({kind: 'chat', chat});
  }

  // A connection's first view repeats all events of the round, from `round_started` on; only the new ones are added.
  addEvents(view: ViewMessage, wholeRound: boolean): void {
    if (this.reported.match !== view.match) this.reported = {match: view.match, round: view.round, events: 0, ended: Math.max(0, view.round - 1)};
    else if (wholeRound) this.addMissedEnds(view);
    let known = wholeRound && this.reported.round === view.round ? this.reported.events : 0;
    for (const event of view.events) {
      if (event.type === 'round_started') this.reported = {...this.reported, round: event.round, events: 0};
      if (event.type === 'round_ended') this.reported.ended = event.round;
      this.reported.events++;
      if (known-- > 0) continue;
      this.addEvent(view, event);
    }
  }

  // Rounds that ended while we were disconnected: no later message mentions them.
  private addMissedEnds(view: ViewMessage): void {
    for (let round = this.reported.ended + 1; round < view.round; round++) {
      const result = view.result?.rounds[round - 1];
      this.reported = {...this.reported, round, ended: round};
      if (result) this.addEvent(view, {type: 'round_ended', round, reason: result.reason, winner: result.winner});
    }
  }

  private addEvent(view: ViewMessage, event: Event): void {
    this.add({kind: 'event', match: view.match, round: this.reported.round, event});
  }

  // Players (other than us) who joined, left, disconnected or reconnected.
  addPresence(before: RoomMessage | null, now: RoomMessage, ourSeat: Seat | null): void {
    if (!before) return;
    for (const seat of seats) {
      const was = before.players[seat], is = now.players[seat];
      if (seat === ourSeat) continue;
      const addChange = (name: string, what: 'came' | 'left' | 'away' | 'back') => this.add({kind: 'presence', seat, name, what});
      const another = was?.name !== is?.name;
      if (was && another) addChange(was.name, 'left');
      if (is && another) addChange(is.name, 'came');
      if (was && is && !another && was.connected !== is.connected) addChange(is.name, is.connected ? 'back' : 'away');
    }
    const next = now.fair.match !== before.fair.match;
    if (next) this.add({kind: 'notice', what: now.fair.aborted > before.fair.aborted ? 'table_voided' : 'new_match'});
  }
}

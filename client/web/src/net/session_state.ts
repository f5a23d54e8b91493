// What a session knows: the model's signals, our seat, the story, and the shuffle verifier. The server's messages are
// applied here.
import {batch, signal} from '@preact/signals';
import type {SavedShuffle} from '../shuffle/notes';
import {jsonEqual} from '../protocol/json_equal';
import {ShuffleVerifier} from '../shuffle/verifier';
import type {Access, Distrust, SavedSeat, ConnectionState, Model, Removed, Location, TimedRoom, Shuffle, TimedView, StoryEntry} from '../model';
import type {Action, ChatMessage, Notice, RoomMessage, ViewMessage} from '../protocol/messages';
import type {RequestBody} from './connection';
import {SavedSeats, type SeatRecord} from './saved_seats';
import {Story, type NewStoryEntry} from './story';

export class SessionState implements Model {
  readonly connection = signal<ConnectionState>({state: 'connecting'});
  readonly lag = signal<number | null>(null);
  readonly slow = signal(false);
  readonly access = signal<Access>('unknown');
  readonly passEnded = signal(false);
  readonly savedSeats = signal<readonly SavedSeat[]>([]);
  readonly location = signal<Location | null>(null);
  readonly removed = signal<Removed | null>(null);
  readonly notice = signal<Notice | null>(null);
  readonly restarts = signal(0);
  readonly room = signal<TimedRoom | null>(null);
  readonly timedView = signal<TimedView | null>(null);
  readonly gettingReady = signal(false);
  readonly pendingAction = signal<Action | null>(null);
  readonly story = signal<readonly StoryEntry[]>([]);
  readonly shuffle = signal<Shuffle>({state: 'unknown'});
  readonly distrust = signal<Distrust | null>(null);

  protected readonly seats: SavedSeats;
  protected readonly roomStory: Story;
  readonly verifier = new ShuffleVerifier();
  protected seat: SeatRecord | null = null; // ours, in the current room
  private restarting = false; // as the server said last
  protected spectateRequest: (RequestBody & {type: 'spectate'}) | null = null; // how we came to watch

  constructor(storage: Storage | null, readonly now: () => number) {
    this.seats = new SavedSeats(storage);
    this.roomStory = new Story(now);
    this.updateSavedSeats();
  }

  log(happening: NewStoryEntry): void {
    this.roomStory.add(happening);
    this.story.value = this.roomStory.entries;
  }

  // Takes over the verifier's current verdict. True: it is new and was logged.
  updateShuffle(): boolean {
    const {distrust} = this.verifier;
    const view = this.timedView.value?.view;
    // The match in view may be over, and the next one announced.
    const shuffle = view?.phase === 'match_over' ? this.verifier.shuffleOf(view.match) : this.verifier.shuffle;
    if (!jsonEqual(distrust, this.distrust.value)) this.distrust.value = distrust;
    if (jsonEqual(shuffle, this.shuffle.value)) return false;
    this.shuffle.value = shuffle;
    if (shuffle.state !== 'unknown') this.log({kind: 'shuffle', shuffle});
    return shuffle.state !== 'unknown';
  }

  // What we noted about the shuffle survives the page.
  saveSeat(): void {
    if (!this.seat) return;
    const fair = this.verifier.saved;
    if (jsonEqual(fair, this.seat.fair)) return;
    this.seat = {...this.seat, fair, at: this.now()};
    this.seats.save(this.seat);
  }

  protected updateSavedSeats(): void {
    const all = this.seats.list().filter(it => it.room !== this.seat?.room || it.seat !== this.seat.seat);
    const saved = all.map(({room, seat, name, at}) => ({room, seat, name, at})); // without the tokens
    if (!jsonEqual(saved, this.savedSeats.value)) this.savedSeats.value = saved;
  }

  // `satDown`: on a free seat; otherwise we watch, or return to our seat.
  protected enterRoom(location: Location, satDown: boolean, fair: SavedShuffle | null): void {
    batch(() => {
      this.removed.value = null;
      this.location.value = location;
      this.verifier.enter(location.seat, satDown);
      if (fair) this.verifier.restore(fair);
      this.shuffle.value = this.verifier.shuffle;
      this.distrust.value = this.verifier.distrust;
    });
  }

  protected occupySeat(record: SeatRecord): void {
    this.seat = {...record, at: this.now()};
    this.seats.save(this.seat);
    this.updateSavedSeats();
  }

  protected clearRoom(): void {
    this.seat = null;
    this.spectateRequest = null;
    this.roomStory.clear();
    this.verifier.enter(null, false);
    batch(() => {
      this.location.value = null;
      this.room.value = null;
      this.timedView.value = null;
      this.gettingReady.value = false;
      this.pendingAction.value = null;
      this.story.value = this.roomStory.entries;
      this.shuffle.value = this.verifier.shuffle;
      this.distrust.value = null;
      this.updateSavedSeats();
    });
  }

  protected receiveRoom(room: RoomMessage): void {
    this.roomStory.addPresence(this.room.value?.room ?? null, room, this.location.value?.seat ?? null);
    this.story.value = this.roomStory.entries;
    this.room.value = {room, at: performance.now()};
    this.receiveNotice(room.notice);
    this.verifier.receiveRoom(room);
    this.updateShuffle();
    this.saveSeat();
  }

  // Takes the server's latest notice. A restart counts as a new one if the server had withdrawn the last one.
  protected receiveNotice(notice: Notice | undefined): void {
    const restarting = notice?.restarting ?? false;
    if (restarting && !this.restarting) this.restarts.value++;
    this.restarting = restarting;
    this.updateNotice(notice);
  }

  protected updateNotice(notice: Notice | undefined): void {
    if (!jsonEqual(notice ?? null, this.notice.value)) this.notice.value = notice ?? null;
  }

  // True: the match has just ended, and its shuffle can be judged.
  protected receiveView(view: ViewMessage, wholeRound: boolean): boolean {
    this.roomStory.addEvents(view, wholeRound);
    this.story.value = this.roomStory.entries;
    this.timedView.value = {view, at: performance.now()};
    const over = this.verifier.receiveView(view, wholeRound);
    this.updateShuffle();
    this.saveSeat();
    return over;
  }

  protected receiveChat(chat: ChatMessage): void {
    this.roomStory.addChat(chat);
    this.story.value = this.roomStory.entries;
  }
}

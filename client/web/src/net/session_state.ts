// What a session knows: the model's signals, the seat that is ours, the story, and what the witness of
// the shuffle has noted. What the server says is put into them here.
import {batch, signal} from '@preact/signals';
import type {KeptFair} from '../game/notes';
import {same} from '../game/same';
import {Witness} from '../game/witness';
import type {Distrust, KeptSeat, Line, Model, Parted, Place, RoomSight, Shuffle, Sight, StoryEntry} from '../model';
import type {Action, ChatMessage, RoomMessage, ViewMessage} from '../protocol/messages';
import type {RequestBody} from './line';
import {Seats, type SeatRecord} from './seats';
import {Story, type Happening} from './story';

export class SessionState implements Model {
  readonly line = signal<Line>({state: 'connecting'});
  readonly lag = signal<number | null>(null);
  readonly kept = signal<readonly KeptSeat[]>([]);
  readonly place = signal<Place | null>(null);
  readonly parted = signal<Parted | null>(null);
  readonly room = signal<RoomSight | null>(null);
  readonly sight = signal<Sight | null>(null);
  readonly acting = signal<Action | null>(null);
  readonly story = signal<readonly StoryEntry[]>([]);
  readonly shuffle = signal<Shuffle>({state: 'unknown'});
  readonly distrust = signal<Distrust | null>(null);

  protected readonly seats: Seats;
  protected readonly log: Story;
  readonly witness = new Witness();
  protected seat: SeatRecord | null = null; // ours, in the room where we are
  protected watching: (RequestBody & {type: 'spectate'}) | null = null; // how we came to watch

  constructor(storage: Storage | null, readonly now: () => number) {
    this.seats = new Seats(storage);
    this.log = new Story(now);
    this.listKept();
  }

  tell(happening: Happening): void {
    this.log.add(happening);
    this.story.value = this.log.entries;
  }

  // The witness may have come to another verdict. True: it has, and it was told.
  noteShuffle(): boolean {
    const {distrust} = this.witness;
    const view = this.sight.value?.view;
    // The match that is seen may be over, and the next one announced.
    const shuffle = view?.phase === 'match_over' ? this.witness.shuffleOf(view.match) : this.witness.shuffle;
    if (!same(distrust, this.distrust.value)) this.distrust.value = distrust;
    if (same(shuffle, this.shuffle.value)) return false;
    this.shuffle.value = shuffle;
    if (shuffle.state !== 'unknown') this.tell({kind: 'shuffle', shuffle});
    return shuffle.state !== 'unknown';
  }

  // What has been noted of the shuffle outlives the page.
  saveSeat(): void {
    if (!this.seat) return;
    const fair = this.witness.kept;
    if (same(fair, this.seat.fair)) return;
    this.seat = {...this.seat, fair, at: this.now()};
    this.seats.keep(this.seat);
  }

  protected listKept(): void {
    const all = this.seats.list().filter(it => it.room !== this.seat?.room || it.seat !== this.seat.seat);
    const kept = all.map(({room, seat, name, at}) => ({room, seat, name, at})); // without the tokens
    if (!same(kept, this.kept.value)) this.kept.value = kept;
  }

  // `satDown`: on a free seat; else we watch, or come back to a seat.
  protected enterRoom(place: Place, satDown: boolean, fair: KeptFair | null): void {
    batch(() => {
      this.parted.value = null;
      this.place.value = place;
      this.witness.enter(place.seat, satDown);
      if (fair) this.witness.remember(fair);
      this.shuffle.value = this.witness.shuffle;
      this.distrust.value = this.witness.distrust;
    });
  }

  protected sit(record: SeatRecord): void {
    this.seat = {...record, at: this.now()};
    this.seats.keep(this.seat);
    this.listKept();
  }

  protected clearRoom(): void {
    this.seat = null;
    this.watching = null;
    this.log.clear();
    this.witness.enter(null, false);
    batch(() => {
      this.place.value = null;
      this.room.value = null;
      this.sight.value = null;
      this.acting.value = null;
      this.story.value = this.log.entries;
      this.shuffle.value = this.witness.shuffle;
      this.distrust.value = null;
      this.listKept();
    });
  }

  protected sawRoom(room: RoomMessage): void {
    this.log.sawRoom(this.room.value?.room ?? null, room, this.place.value?.seat ?? null);
    this.story.value = this.log.entries;
    this.room.value = {room, at: performance.now()};
    this.witness.sawRoom(room);
    this.noteShuffle();
    this.saveSeat();
  }

  // True: the match has just ended, and the shuffle can be judged.
  protected sawView(view: ViewMessage, wholeRound: boolean): boolean {
    this.log.saw(view, wholeRound);
    this.story.value = this.log.entries;
    this.sight.value = {view, at: performance.now()};
    const over = this.witness.sawView(view, wholeRound);
    this.noteShuffle();
    this.saveSeat();
    return over;
  }

  protected heard(chat: ChatMessage): void {
    this.log.heard(chat);
    this.story.value = this.log.entries;
  }
}

// The seats that this browser keeps, with their tokens, so that players can return after a reload. Each one has its own
// storage key, because several tabs write. What is read is validated. If storage is forbidden, full or broken, seats
// last as long as the page.
import type {SavedSeat} from '../model';
import type {Seat} from '../protocol/messages';
import {readSavedShuffle, type SavedShuffle} from '../shuffle/notes';
import {isToken} from './tokens';

export interface SeatRecord extends SavedSeat {
  token: string;
  fair: SavedShuffle | null;
}

const prefix = 'jaipur.seat.';
const maxSeats = 20; // older ones are dropped

const keyOf = (seat: {room: string; seat: Seat}) => `${prefix}${seat.room}.${seat.seat}`;

function read(text: string | null): SeatRecord | null {
  if (text === null) return null;
  try {
    const value = JSON.parse(text) as Partial<SeatRecord> | null;
    if (typeof value !== 'object' || value === null) return null;
    const {room, seat, name, at, token} = value;
    if (typeof room !== 'string' || !/^[0-9A-Z]{6}$/.test(room) || (seat !== 0 && seat !== 1)) return null;
    if (typeof name !== 'string' || typeof at !== 'number' || !Number.isFinite(at)) return null;
    if (!isToken(token)) return null;
    return {room, seat, name, at, token, fair: readSavedShuffle(value.fair)};
  } catch {
    return null;
  }
}

export class SavedSeats {
  private readonly byKey = new Map<string, SeatRecord>(); // used if storage fails

  constructor(private readonly storage: Storage | null) {}

  // Newest first.
  list(): SeatRecord[] {
    const found = new Map(this.byKey);
    try {
      for (const key of this.storedKeys()) {
        const record = read(this.storage?.getItem(key) ?? null);
        // A record that couldn't be written is still stored in its old state; ours is newer.
        if (record && keyOf(record) === key && record.at > (found.get(key)?.at ?? -Infinity)) found.set(key, record);
      }
    } catch {
      // Keep what could be read.
    }
    return [...found.values()].sort((a, b) => b.at - a.at);
  }

  find(room: string, seat?: Seat): SeatRecord | null {
    return this.list().find(it => it.room === room && (seat === undefined || it.seat === seat)) ?? null;
  }

  save(record: SeatRecord): void {
    const key = keyOf(record);
    try {
      if (!this.storage) throw new Error('no storage');
      this.storage.setItem(key, JSON.stringify(record));
      this.byKey.delete(key);
    } catch {
      this.byKey.set(key, record);
    }
    for (const old of this.list().slice(maxSeats)) this.forget(old);
  }

  forget(seat: {room: string; seat: Seat}): void {
    this.byKey.delete(keyOf(seat));
    try {
      this.storage?.removeItem(keyOf(seat));
    } catch {
      // It stays until storage works again; by then the server refuses it.
    }
  }

  private storedKeys(): string[] {
    const keys: string[] = [];
    for (let i = 0; i < (this.storage?.length ?? 0); i++) {
      const key = this.storage?.key(i);
      if (key?.startsWith(prefix)) keys.push(key);
    }
    return keys;
  }
}

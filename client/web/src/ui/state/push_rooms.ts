// The rooms for which the visitor wants push messages in this browser, newest last. The server knows them too; this only
// says what the switch shows.
import {signal} from '@preact/signals';
import {store, stored} from '../../browser/storage';

const key = 'jaipur.push';
const most = 20; // as many as seats are kept

function load(): readonly string[] {
  try {
    const rooms: unknown = JSON.parse(stored(key) ?? '[]');
    return Array.isArray(rooms) ? rooms.filter((room): room is string => typeof room === 'string') : [];
  } catch {
    return [];
  }
}

export const pushRooms = signal<readonly string[]>(load());

export function setPush(room: string, on: boolean): void {
  const others = pushRooms.value.filter(it => it !== room);
  pushRooms.value = on ? [...others, room].slice(-most) : others;
  store(key, JSON.stringify(pushRooms.value));
}

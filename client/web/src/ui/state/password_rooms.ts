// Rooms known to need a password: their invitations ask for it at once.
import {signal} from '@preact/signals';

export const passwordRooms = signal<ReadonlySet<string>>(new Set());

export function rememberPasswords(rooms: readonly {room: string; has_password: boolean}[]): void {
  passwordRooms.value = new Set([...passwordRooms.peek(), ...rooms.filter(it => it.has_password).map(it => it.room)]);
}

// Of which rooms it is known that they want a password: their invitations ask for it at once.
import {signal} from '@preact/signals';

export const passwordRooms = signal<ReadonlySet<string>>(new Set());

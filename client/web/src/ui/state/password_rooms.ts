// Rooms known to need a password: their invitations ask for it at once.
import {signal} from '@preact/signals';

export const passwordRooms = signal<ReadonlySet<string>>(new Set());

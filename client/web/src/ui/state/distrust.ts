// What the server of this room has shown that may not be trusted: kept in sight for as long as the room is.
import {effect, signal} from '@preact/signals';
import type {Mismatch, Session} from '../../model';

export const distrust = signal<Mismatch | null>(null); // the first thing that was wrong in this room

export function followDistrust(session: Session): void {
  effect(() => { distrust.value = session.distrust.value?.what ?? null; });
}

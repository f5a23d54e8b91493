// A shuffle mismatch of this room, shown for as long as we are in it.
import {effect, signal} from '@preact/signals';
import type {Mismatch, Session} from '../../model';

export const distrust = signal<Mismatch | null>(null); // the first mismatch in this room

export function followDistrust(session: Session): void {
  effect(() => { distrust.value = session.distrust.value?.what ?? null; });
}

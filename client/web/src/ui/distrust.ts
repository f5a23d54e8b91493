// What a server has shown that may not be trusted: said aloud at once, and kept in sight for as long as
// the room is.
import {effect, signal} from '@preact/signals';
import type {Mismatch, Session} from '../model';
import {words} from '../i18n';
import {alarm} from './live';

export const distrust = signal<Mismatch | null>(null); // the first thing that was wrong in this room

export function watchShuffle(session: Session): void {
  let told = -1;
  effect(() => { distrust.value = session.distrust.value?.what ?? null; });
  effect(() => {
    for (const entry of session.story.value) {
      if (entry.key <= told) continue;
      told = entry.key;
      if (entry.kind !== 'shuffle' || entry.shuffle.state !== 'mismatch') continue;
      const {results} = words.peek().app;
      alarm(`${results.unfair} ${results.mismatch(entry.shuffle.what)}`);
    }
  });
}

// What a server has shown that may not be trusted: said aloud at once, and kept in sight for as long as
// the room is.
import {effect, signal} from '@preact/signals';
import type {Mismatch, Session} from '../model';
import {words} from '../i18n';
import {alarm} from './live';

export const distrust = signal<Mismatch | null>(null); // the last thing that was wrong in this room

export function watchShuffle(session: Session): void {
  let room: string | undefined;
  let told = -1;
  const wrong = (what: Mismatch) => {
    distrust.value = what;
    const {results} = words.peek().app;
    alarm(`${results.unfair} ${results.mismatch(what)}`);
  };
  effect(() => {
    if (session.place.value?.room !== room) distrust.value = null;
    room = session.place.value?.room;
    // A match that is called off takes what was known of its shuffle with it; the story keeps it.
    for (const entry of session.story.value) {
      if (entry.key <= told) continue;
      told = entry.key;
      if (entry.kind === 'shuffle' && entry.shuffle.state === 'mismatch') wrong(entry.shuffle.what);
    }
  });
}

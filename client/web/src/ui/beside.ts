// What is beside the table, log and chat: which of them is shown, and what has not been read.
import {effect, signal} from '@preact/signals';
import type {Session} from '../model';

// Where there is no room for both beside the table, one of them is shown or none.
export const beside = signal<'log' | 'chat' | null>(null);

export const unread = signal(0); // lines of chat that were not on the screen

const chatShows = () => beside.peek() === 'chat' || matchMedia('(min-width: 1100px)').matches;

export function countUnread(session: Session): void {
  let told = -1;
  effect(() => {
    for (const entry of session.story.value) {
      if (entry.key <= told) continue;
      told = entry.key;
      const own = entry.kind === 'chat' && entry.chat.seat !== null && entry.chat.seat === session.place.peek()?.seat;
      if (entry.kind === 'chat' && !own && !chatShows()) unread.value = unread.peek() + 1;
    }
  });
  effect(() => {
    if (beside.value === 'chat') unread.value = 0;
  });
}

// What is beside the table, log and chat: which of them is shown, and what has not been read.
import {effect, signal} from '@preact/signals';
import type {Session} from '../../model';
import {newEntries} from './new_entries';
import {isNewChat} from './new_chat';

// Where there is no room for both beside the table, one of them is shown or none.
export const sidePanel = signal<'log' | 'chat' | null>(null);

export const unread = signal(0); // lines of chat that were not on the screen

const chatShows = () => sidePanel.peek() === 'chat' || matchMedia('(min-width: 1100px)').matches;

export function countUnread(session: Session): void {
  const fresh = newEntries();
  effect(() => {
    for (const entry of fresh(session.story.value)) {
      if (entry.kind !== 'chat') continue;
      const place = session.location.peek();
      const own = entry.chat.seat !== null && entry.chat.seat === place?.seat;
      if (isNewChat(place?.room, entry.chat) && !own && !chatShows()) unread.value = unread.peek() + 1;
    }
  });
  effect(() => {
    if (sidePanel.value === 'chat') unread.value = 0;
  });
}

// The side panel with log and chat: which part is open, and how many messages are unread.
import {effect, signal} from '@preact/signals';
import type {Session} from '../../model';
import {newEntries} from './new_entries';
import {isNewChat} from './new_chat';

// Without room for both parts, one or none is shown.
export const sidePanel = signal<'log' | 'chat' | null>(null);

export const unread = signal(0); // chat messages that were not on screen

const chatShows = () => sidePanel.peek() === 'chat' || matchMedia('(min-width: 1100px)').matches;

export function countUnread(session: Session): void {
  const fresh = newEntries();
  effect(() => {
    for (const entry of fresh(session.story.value)) {
      if (entry.kind !== 'chat') continue;
      const location = session.location.peek();
      const own = entry.chat.seat !== null && entry.chat.seat === location?.seat;
      if (isNewChat(location?.room, entry.chat) && !own && !chatShows()) unread.value = unread.peek() + 1;
    }
  });
  effect(() => {
    if (sidePanel.value === 'chat') unread.value = 0;
  });
}

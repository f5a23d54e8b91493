// The side panel with log, chat and spectators: which part is open, and how many messages are unread.
import {effect, signal} from '@preact/signals';
import type {ChatMessage} from '../../protocol/messages';
import type {Session} from '../../model';
import {newEntries} from './new_entries';
import {isNewChat} from './new_chat';

// Without space for all parts, one or none is shown.
export type SidePart = 'log' | 'chat' | 'watchers';
export const sidePanel = signal<SidePart | null>(null);

export const unread = signal(0); // chat messages that were not on screen
export const preview = signal<ChatMessage | null>(null); // the last of them, for a while

export const besideTable = '(min-width: 1100px)'; // the screens with space for all parts

const chatShows = () => sidePanel.peek() === 'chat' || matchMedia(besideTable).matches;

export function countUnread(session: Session): void {
  const fresh = newEntries();
  effect(() => {
    for (const entry of fresh(session.story.value)) {
      if (entry.kind !== 'chat') continue;
      const location = session.location.peek();
      const own = entry.chat.seat !== null && entry.chat.seat === location?.seat;
      if (isNewChat(location?.room, entry.chat) && !own && !chatShows()) {
        unread.value = unread.peek() + 1;
        preview.value = entry.chat;
      }
    }
  });
  effect(() => {
    if (sidePanel.value !== 'chat') return;
    unread.value = 0;
    preview.value = null;
  });
  effect(() => {
    if (session.location.value === null) preview.value = null;
  });
}

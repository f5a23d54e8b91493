// Which chat messages are new to this tab: after a return or a reload the server repeats the last ones.
import type {ChatMessage} from '../../protocol/messages';

const key = 'jaipur.heard';
const mostRooms = 10;
const judged = new WeakMap<ChatMessage, boolean>(); // several callers ask about the same message

// Server time of the newest message in each room.
function read(): [room: string, at: number][] {
  try {
    const list: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(list) ? list.filter(it => Array.isArray(it) && typeof it[0] === 'string' && typeof it[1] === 'number') : [];
  } catch {
    return []; // the browser keeps nothing
  }
}

const heard = new Map(read());

function remember(room: string, at: number): void {
  heard.delete(room);
  heard.set(room, at);
  try {
    sessionStorage.setItem(key, JSON.stringify([...heard].slice(-mostRooms)));
  } catch {
    // Forgotten with the page.
  }
}

export function isNewChat(room: string | undefined, chat: ChatMessage): boolean {
  const known = judged.get(chat);
  if (known !== undefined || room === undefined) return known ?? true;
  const news = chat.at > (heard.get(room) ?? 0);
  judged.set(chat, news);
  if (news) remember(room, chat.at);
  return news;
}

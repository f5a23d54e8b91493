// The session, for every component below the application.
import {createContext} from 'preact';
import {useContext} from 'preact/hooks';
import type {Session} from '../../model';

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('no session');
  return session;
}

// The connection is closed for good: our seat is on another device or in another tab, or the server refuses this page.
// What it shows is how it was, and nothing can be asked of the room.
export const useClosed = (): boolean => useSession().connection.value.state === 'closed';

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

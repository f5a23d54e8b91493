// Servers that admit only invited people, or let only them open rooms: where the page asks for the password, and how
// what the visitor wanted to do goes on afterwards.
import {useEffect} from 'preact/hooks';
import {effect, signal} from '@preact/signals';
import type {Outcome, Session} from '../../model';
import {route} from './route';

// Whether the form for the password stands in the place of the current screen. The start screen has its own.
export function isGated(session: Session): boolean {
  const at = route.value;
  if (session.access.value !== 'locked') return false;
  if (at.page !== 'room') return at.page === 'new' || at.page === 'rooms' || at.page === 'watch';
  const location = session.location.value;
  const sits = location?.room === at.room && location.seat !== null;
  return !sits && at.key === null && !session.savedSeats.value.some(seat => seat.room === at.room);
}

// The dialog that asks for the password: what it calls with whether the visitor got in; null: it is closed.
export const passwordDialog = signal<((isIn: boolean) => void) | null>(null);

export const closePasswordDialog = (isIn: boolean): void => {
  passwordDialog.peek()?.(isIn);
  passwordDialog.value = null;
};

// False: the visitor went elsewhere.
const whenOpen = (session: Session): Promise<boolean> => new Promise(resolve => {
  const from = route.peek();
  const stop = effect(() => {
    const isOpen = session.access.value === 'open';
    if (!isOpen && route.value === from) return;
    resolve(isOpen);
    queueMicrotask(() => stop());
  });
});

const askInDialog = (): Promise<boolean> => new Promise(resolve => {
  closePasswordDialog(false);
  passwordDialog.value = resolve;
});

// Asks the server again once the visitor has got in, if that is what it takes.
export async function askServer<Extra>(session: Session, ask: () => Promise<Outcome<Extra>>): Promise<Outcome<Extra>> {
  const outcome = await ask();
  if (outcome.ok || outcome.code !== 'server_locked') return outcome;
  const isIn = await (isGated(session) ? whenOpen(session) : askInDialog());
  return isIn ? askServer(session, ask) : outcome;
}

// Finds out whether strangers may enter rooms: before the visitor asks for one, and again after a restart. No code comes
// after that one, so the answer is short.
export function useAccess(session: Session, isWanted: boolean): void {
  const {state} = session.connection.value;
  const access = session.access.value;
  useEffect(() => {
    if (state === 'online' && (access === 'locked' || (isWanted && access === 'unknown'))) void session.listRooms('ZZZZZZ');
  }, [state, access === 'open', isWanted]);
}

// Gets the player's attention: page title, notification, sound.
import {effect, signal} from '@preact/signals';
import type {Session} from '../../model';
import type {ViewMessage} from '../../protocol/messages';
import {words} from '../../i18n';
import {newEntries} from '../state/new_entries';
import {isNewChat} from '../state/new_chat';
import {settings} from '../state/settings';
import {actionsBetween, flight as landing, mostActions, starts, timeBetween} from '../state/pace';
import {showing, shownView} from '../state/shown_view';
import {playSound, vibrate} from './sounds';

export const pageTitle = signal(''); // of the current screen; '' on the start screen

export const mayAsk = (): boolean => 'Notification' in window && Notification.permission !== 'denied';

// True: the browser hasn't asked yet, so offer it.
export const mayOffer = (): boolean => 'Notification' in window && Notification.permission === 'default' && settings.notify.value === 'off';

// Call it on a click. True: allowed.
export async function askForNotifications(): Promise<boolean> {
  if (!('Notification' in window)) return false;
  try {
    return (await Notification.requestPermission()) === 'granted';
  } catch {
    return false;
  }
}

const tag = 'jaipur';
let shown: Notification | null = null;

function notify(text: string): void {
  if (!document.hidden || settings.notify.peek() !== 'on' || !('Notification' in window) || Notification.permission !== 'granted') return;
  const title = words.peek().app.title;
  // One notification at a time; each new one alerts again.
  const options: NotificationOptions & {renotify: boolean} = {body: text, tag, renotify: true, icon: '/icon-192.png'};
  try {
    const note = new Notification(title, options);
    note.onclick = () => {
      window.focus();
      note.close();
    };
    shown = note;
  } catch {
    // Some phones leave notifications to the service worker, which then also gets the click (public/sw.js).
    navigator.serviceWorker?.ready.then(worker => worker.showNotification(title, options)).catch(() => undefined);
  }
}

// Not needed while the page is visible.
function closeNotifications(): void {
  shown?.close();
  shown = null;
  navigator.serviceWorker?.getRegistration()
    .then(worker => worker?.getNotifications({tag}))
    .then(notes => notes?.forEach(note => note.close()))
    .catch(() => undefined);
}

// Browsers take long for a title, so it changes after the frame that shows the move.
function followTitle(session: Session): void {
  let title = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const {app} = words.value;
    const view = session.timedView.value?.view;
    const mine = view !== undefined && view.turn !== null && view.turn === view.you;
    const first = mine ? app.match.yourTurn : pageTitle.value;
    const next = first ? `${first} – ${app.title}` : app.title;
    if (next === title) return;
    title = next;
    clearTimeout(timer);
    timer = setTimeout(() => { document.title = next; }, document.hidden ? 0 : 100);
  });
}

// Notifications, as soon as the server says so.
function followTurns(session: Session): void {
  let last = '';
  effect(() => {
    const view = session.timedView.value?.view;
    if (!view) return;
    const now = `${view.match} ${view.phase} ${view.round} ${view.ply}`;
    if (now === last) return;
    const first = last === '';
    last = now;
    if (first) return;
    const {app} = words.peek();
    if (view.phase === 'match_over') notify(app.notify.ended);
    else if (view.phase === 'playing' && view.turn === view.you) notify(app.notify.yourTurn);
  });
}

function soundsOf(before: ViewMessage, view: ViewMessage): void {
  const time = timeBetween(before, view) / 1000;
  for (const event of actionsBetween(before, view).slice(-mostActions)) {
    if (event.type === 'sold') event.tokens.forEach((_, i) => playSound('coin', (starts.coin(i) + landing) / 1000));
    else playSound('take', landing / 2000);
  }
  if (view.phase !== 'playing') {
    if (!showing.peek()) playSound('seal'); // otherwise the account of the round does
  } else if (view.turn === view.you && (before.turn !== view.turn || before.round !== view.round)) {
    playSound('turn', time);
    vibrate();
  }
}

// Sounds, with what is on the screen.
function followScreen(): void {
  let before: ViewMessage | null = null;
  effect(() => {
    const view = shownView.value?.view ?? null;
    if (before && view && (view.ply !== before.ply || view.phase !== before.phase || view.round !== before.round)) soundsOf(before, view);
    before = view;
  });
}

function followStory(session: Session): void {
  const fresh = newEntries();
  effect(() => {
    for (const entry of fresh(session.story.value)) {
      const you = session.location.peek()?.seat ?? null;
      if (entry.kind === 'chat' && isNewChat(session.location.peek()?.room, entry.chat) && entry.chat.seat !== you) playSound('chat');
      if (entry.kind === 'presence' && entry.what === 'came' && you !== null && entry.seat !== you)
        notify(words.peek().app.notify.joined(entry.name));
    }
  });
}

export function callForAttention(session: Session): void {
  followTitle(session);
  followTurns(session);
  followScreen();
  followStory(session);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) closeNotifications();
  });
}

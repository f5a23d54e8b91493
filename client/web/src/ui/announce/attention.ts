// Gets the player's attention: page title, notification, sound.
import {effect, signal} from '@preact/signals';
import type {Session} from '../../model';
import {words} from '../../i18n';
import {newEntries} from '../state/new_entries';
import {isNewChat} from '../state/new_chat';
import {settings} from '../state/settings';
import {playSound} from './sounds';

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

function followTitle(session: Session): void {
  effect(() => {
    const {app} = words.value;
    const view = session.timedView.value?.view;
    const mine = view !== undefined && view.turn !== null && view.turn === view.you;
    const first = mine ? app.match.yourTurn : pageTitle.value;
    document.title = first ? `${first} – ${app.title}` : app.title;
  });
}

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
    if (view.phase === 'round_over' || view.phase === 'match_over') {
      playSound('seal');
      if (view.phase === 'match_over') notify(app.notify.ended);
    } else if (view.phase === 'playing') {
      const mine = view.turn === view.you;
      playSound(mine ? 'turn' : 'move');
      if (mine) notify(app.notify.yourTurn);
    }
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
  followStory(session);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) closeNotifications();
  });
}

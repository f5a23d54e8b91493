// Help and settings over a match, so that nobody has to leave the table for them; and the keys that
// work everywhere.
import {signal} from '@preact/signals';
import {useEffect} from 'preact/hooks';
import {words} from '../i18n';
import {Dialog} from './parts/dialog';
import {lazy} from './parts/lazy';
import {go, route} from './route';
import {settings} from './settings';

const SettingsBody = lazy(() => import('./screens/later').then(it => it.SettingsBody));
const HelpBody = lazy(() => import('./screens/later').then(it => it.HelpBody));

export const overlay = signal<'help' | 'settings' | null>(null);

// Of what is beside the table: shown or not (on screens that have no room for both), and which part.
export const side = signal<'log' | 'chat' | null>(null);

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
    && !(target instanceof HTMLInputElement && /^(radio|checkbox|range|button)$/.test(target.type)));

function help(): void {
  if (route.peek().page === 'room' || route.peek().page === 'watch' || route.peek().page === 'replay') overlay.value = 'help';
  else go('/help');
}

function pressed(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || settings.shortcuts.peek() === 'off') return;
  if (typing(event.target) || document.querySelector('dialog[open]')) return;
  if (event.key === '?') help();
  else if (event.key === 't' || event.key === 'l') {
    const part = event.key === 't' ? 'chat' : 'log';
    if (!document.getElementById(`side-${part}`)) return;
    side.value = part;
    requestAnimationFrame(() => document.querySelector<HTMLElement>(part === 'chat' ? '#side-chat input' : '#side-log [role=log]')?.focus());
  } else return;
  event.preventDefault();
}

export function Overlays() {
  useEffect(() => {
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
  const {app} = words.value;
  const close = () => { overlay.value = null; };
  if (overlay.value === 'help') return <Dialog title={app.start.help} onClose={close} wide><HelpBody /></Dialog>;
  if (overlay.value === 'settings') return <Dialog title={app.settings.title} onClose={close}><SettingsBody /></Dialog>;
  return null;
}

// Keyboard shortcuts that work everywhere.
import {sidePanel} from './state/side_panel';
import {overlay} from './screens/overlays';
import {go, route} from './state/route';
import {settings} from './state/settings';

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
    sidePanel.value = part;
    requestAnimationFrame(() => document.querySelector<HTMLElement>(part === 'chat' ? '#side-chat input' : '#side-log [role=log]')?.focus());
  } else return;
  event.preventDefault();
}

export function listenToKeys(): void {
  addEventListener('keydown', pressed);
}

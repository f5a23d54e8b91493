// Help and settings as dialogs over a match, so that nobody has to leave the table.
import {signal} from '@preact/signals';
import {words} from '../../i18n';
import {Dialog} from '../parts/dialog';
import {HelpBody, SettingsBody} from './lazy_screens';

export const overlay = signal<'help' | 'settings' | null>(null);

export function Overlays() {
  const {app} = words.value;
  const close = () => { overlay.value = null; };
  if (overlay.value === 'help') return <Dialog title={app.start.help} onClose={close} wide><HelpBody /></Dialog>;
  if (overlay.value === 'settings') return <Dialog title={app.settings.title} onClose={close}><SettingsBody /></Dialog>;
  return null;
}

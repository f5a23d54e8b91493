// Help, settings and the link to another device as dialogs over a match, so that nobody has to leave the table.
import {useEffect} from 'preact/hooks';
import {signal} from '@preact/signals';
import {words} from '../../i18n';
import {Button} from '../parts/button';
import {Dialog} from '../parts/dialog';
import {passwordDialog} from '../state/access';
import {useClosed, useSession} from '../state/session_context';
import {HelpBody, MoveSeat, PasswordDialog, SettingsBody} from './lazy_screens';

export const overlay = signal<'help' | 'settings' | 'move' | null>(null);

export function Overlays() {
  const {app} = words.value;
  const session = useSession();
  const plays = session.location.value?.seat != null;
  const close = () => { overlay.value = null; };
  const closed = useClosed();
  useEffect(() => { if (closed && overlay.peek() === 'move') close(); }, [closed]);
  if (passwordDialog.value) return <PasswordDialog />;
  if (overlay.value === 'help') return <Dialog title={app.start.help} onClose={close} wide><HelpBody /></Dialog>;
  if (overlay.value === 'move') return <Dialog key="move" title={app.match.carry} onClose={close} wide><MoveSeat /></Dialog>;
  if (overlay.value !== 'settings') return null;
  return (
    <Dialog key="settings" title={app.settings.title} onClose={close}>
      {plays && !closed && <div class="actions"><Button icon="device" onClick={() => { overlay.value = 'move'; }}>{app.match.carry}</Button></div>}
      <SettingsBody />
    </Dialog>
  );
}

// Watching: at once by a link, by entering a code, or with a password after a refusal.
import {useEffect, useRef, useState} from 'preact/hooks';
import {words} from '../../i18n';
import {enter, errorText} from './enter_room';
import {Button} from '../parts/button';
import {Field} from '../parts/field';
import {NoticePage} from '../parts/notice_page';
import {codeIn} from '../state/route';
import {useSession} from '../state/session_context';
import {settings} from '../state/settings';
import {AtTable} from './lazy_screens';
import {RemovedPage} from './removal';

interface Trouble {where: 'room' | 'name'; text: string}

function WatchForm({room, trouble, busy, onWatch}: {room: string | null; trouble: Trouble | null; busy: boolean; onWatch: (room: string, name: string, password: string) => void}) {
  const {enter: text, start} = words.value.app;
  const [code, setCode] = useState(room ?? '');
  const [name, setName] = useState(settings.name.value);
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  return (
    <form class="page narrow" noValidate onSubmit={event => {
      event.preventDefault();
      const found = codeIn(code);
      if (found) return onWatch(found, name.trim(), password);
      setWrong(true);
      field.current?.focus();
    }}>
      <h1 tabIndex={-1}>{text.watchTitle}</h1>
      <p>{text.watchLead}</p>
      <div class="panel fields">
        <Field label={start.code} hint={start.codeHint} error={wrong ? start.codeWrong : trouble?.where === 'room' ? trouble.text : null} value={code} input={field} capitals maxLength={80}
          onText={it => { setCode(it); setWrong(false); }} />
        <Field label={text.watchName} error={trouble?.where === 'name' ? trouble.text : null} value={name} maxLength={40} onText={setName} />
        <details class="more" open={trouble?.where === 'room'}>
          <summary>{text.hasPassword}</summary>
          <Field label={text.password} type="password" value={password} maxLength={128} onText={setPassword} />
        </details>
        <div class="actions"><Button type="submit" look="first" icon="watch" busy={busy}>{text.watch}</Button></div>
      </div>
    </form>
  );
}

export function Watch({room}: {room: string | null}) {
  const session = useSession();
  const location = session.location.value;
  const here = room !== null && location?.room === room;
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [busy, setBusy] = useState(room !== null && !here);
  const watch = async (code: string, name: string, password = '', unasked = false) => {
    setBusy(true);
    let outcome = await enter.watch(session, code, name, password);
    // The visitor didn't choose to send the saved name: if it is refused, watch without one.
    if (!outcome.ok && outcome.code === 'bad_name' && unasked) outcome = await enter.watch(session, code, '', password);
    setBusy(false);
    setTrouble(outcome.ok ? null : {where: outcome.code === 'bad_name' ? 'name' : 'room', text: errorText(outcome, 'watch')});
  };
  useEffect(() => {
    if (room !== null && !here) void watch(room, settings.name.peek(), '', true);
  }, []);
  if (here) return <AtTable room={room} />;
  if (busy && !trouble) return <NoticePage title={words.value.app.enter.title(room ?? '')} text={words.value.app.common.loading} />;
  const removed = session.removed.value;
  if (removed && removed.room === room && removed.why === 'removed') return <RemovedPage room={removed.room} />;
  const ended = removed && removed.room === room ? words.value.app.enter.parted[removed.why] : null;
  return <WatchForm room={room} trouble={trouble ?? (ended ? {where: 'room', text: ended} : null)} busy={busy} onWatch={(code, name, password) => void watch(code, name, password)} />;
}

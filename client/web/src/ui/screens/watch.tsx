// Watching: at once by a link, with a password if the room asks for one, or by entering a code.
import {useEffect, useRef, useState} from 'preact/hooks';
import type {Outcome} from '../../model';
import {words} from '../../i18n';
import {enter, errorText} from './enter_room';
import {Elsewhere} from './elsewhere';
import {Button} from '../parts/button';
import {Field} from '../parts/field';
import {focusHeading, nothingHasFocus} from '../parts/focus';
import {NoticePage} from '../parts/notice_page';
import {passwordRooms} from '../state/password_rooms';
import {codeIn} from '../state/route';
import {useSession} from '../state/session_context';
import {settings} from '../state/settings';
import {AtTable} from './lazy_screens';
import {PublicMatches} from './public_matches';
import {RemovedPage} from './removal';

interface Trouble {where: 'room' | 'name'; text: string}

interface FormProps {trouble: Trouble | null; busy: boolean; onWatch: (room: string, name: string, password: string) => void}

function CodeForm({trouble, busy, onWatch}: FormProps) {
  const {enter: text, start} = words.value.app;
  const [code, setCode] = useState('');
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
      <PublicMatches />
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

// A link led here, and the room may need a password: `why` says so, not as an error.
function LockedForm({room, why, trouble, busy, onWatch}: FormProps & {room: string; why: string}) {
  const {enter: text, rooms} = words.value.app;
  const [name, setName] = useState(settings.name.value);
  const [password, setPassword] = useState('');
  useEffect(() => { if (nothingHasFocus()) focusHeading(); }, []);
  return (
    <div class="page narrow">
      <h1 tabIndex={-1}>{rooms.watch(room)}</h1>
      <p>{why}</p>
      <form class="panel fields" noValidate onSubmit={event => { event.preventDefault(); onWatch(room, name.trim(), password); }}>
        <Field label={text.password} type="password" error={trouble?.where === 'room' ? trouble.text : null} value={password} maxLength={128} onText={setPassword} />
        <Field label={text.watchName} error={trouble?.where === 'name' ? trouble.text : null} value={name} maxLength={40} onText={setName} />
        <div class="actions"><Button type="submit" look="first" icon="watch" busy={busy}>{text.watch}</Button></div>
      </form>
      <Elsewhere />
    </div>
  );
}

const troubleOf = (outcome: Outcome): Trouble | null =>
  (outcome.ok ? null : {where: outcome.code === 'bad_name' ? 'name' : 'room', text: errorText(outcome, 'watch')});

function useWatching(room: string | null) {
  const session = useSession();
  const here = room !== null && session.location.value?.room === room;
  const known = room !== null && passwordRooms.value.has(room);
  const [locked, setLocked] = useState(known); // it wants a password, or can't be watched at all
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [busy, setBusy] = useState(room !== null && !here && !known);
  const watch = async (code: string, name: string, password = '') => {
    setBusy(true);
    setTrouble(null);
    const outcome = await enter.watch(session, code, name, password);
    setBusy(false);
    setTrouble(troubleOf(outcome));
  };
  const watchUnasked = async (code: string) => {
    let outcome = await enter.watch(session, code, settings.name.peek());
    // The visitor didn't choose to send the saved name: if it is refused, watch without one.
    if (!outcome.ok && outcome.code === 'bad_name') outcome = await enter.watch(session, code);
    setBusy(false);
    if (!outcome.ok && outcome.code === 'no_such_room') setLocked(true);
    else setTrouble(troubleOf(outcome));
  };
  useEffect(() => { if (room !== null && !here && !known) void watchUnasked(room); }, []);
  return {here, known, locked, trouble, busy, watch};
}

export function WatchPage({room}: {room: string | null}) {
  const session = useSession();
  const {here, known, locked, trouble, busy, watch} = useWatching(room);
  const {enter: text, common} = words.value.app;
  if (here && room) return <AtTable room={room} />;
  if (room !== null && busy && !locked && !trouble) return <NoticePage title={text.title(room)} text={common.loading} />;
  const removed = session.removed.value;
  if (removed && removed.room === room && removed.why === 'removed') return <RemovedPage {...removed} />;
  const form = {trouble, busy, onWatch: (code: string, name: string, password: string) => void watch(code, name, password)};
  if (room === null) return <CodeForm {...form} />;
  const ended = removed?.room === room ? text.parted[removed.why] : null;
  return <LockedForm room={room} why={ended ?? (known ? text.locked : text.watchUnknown)} {...form} />;
}

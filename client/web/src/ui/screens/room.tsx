// Where a link to a room leads: players go to the table, owners of a saved seat return to it, and everyone else,
// spectators too, gets an invitation.
import {useEffect, useRef, useState} from 'preact/hooks';
import type {SavedSeat} from '../../model';
import {words} from '../../i18n';
import {enter, errorText, keepName, nameProblem} from './enter_room';
import {passwordRooms} from '../state/password_rooms';
import {Mark} from '../parts/art';
import {Button} from '../parts/button';
import {ErrorText, Field, NameField} from '../parts/field';
import {NoticePage} from '../parts/notice_page';
import {useSession} from '../state/session_context';
import {settings} from '../state/settings';
import {AtTable} from './lazy_screens';
import {RemovedPage} from './removal';

function Invitation({room, initialRefusal}: {room: string; initialRefusal: string | null}) {
  const session = useSession();
  const {enter: text, start} = words.value.app;
  const [name, setName] = useState(settings.name.value);
  const [password, setPassword] = useState('');
  const [wantsPassword, setWantsPassword] = useState(passwordRooms.value.has(room));
  const [problem, setProblem] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(initialRefusal);
  const [busy, setBusy] = useState<'join' | 'watch' | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const wrong = (text: string) => {
    setProblem(text);
    field.current?.focus();
  };

  const come = async (how: 'join' | 'watch') => {
    if (busy) return;
    const found = how === 'join' ? nameProblem(name) : null;
    if (found) return wrong(found);
    keepName(name);
    setBusy(how);
    setRefused(null);
    const outcome = await enter[how](session, room, name.trim(), password);
    setBusy(null);
    if (outcome.ok) return;
    if (outcome.code === 'bad_name') return wrong(errorText(outcome));
    if (outcome.code === 'no_such_room') setWantsPassword(true);
    setRefused(errorText(outcome, how));
  };
  return (
    <form class="page narrow invitation" noValidate onSubmit={event => { event.preventDefault(); void come('join'); }}>
      <Mark />
      <h1 tabIndex={-1}>{text.title(room)}</h1>
      <p class="lead">{text.invited}</p>
      <div class="panel fields">
        <NameField label={start.name} hint={start.nameHint} error={problem} value={name} input={field}
          onText={it => { setName(it); setProblem(null); }} />
        <details class="more" open={wantsPassword}>
          <summary>{text.hasPassword}</summary>
          <Field label={text.password} type="password" value={password} maxLength={128} onText={setPassword} />
        </details>
        <ErrorText text={refused} />
        <div class="actions">
          <Button type="submit" look="first" busy={busy === 'join'}>{text.join}</Button>
          <Button look="plain" icon="watch" busy={busy === 'watch'} onClick={() => void come('watch')}>{text.justWatch}</Button>
        </div>
      </div>
    </form>
  );
}

function ReturnToSeat({seat, onRefused}: {seat: SavedSeat; onRefused: (why: string) => void}) {
  const session = useSession();
  const {enter: text} = words.value.app;
  useEffect(() => {
    void (async () => {
      if (session.location.peek()) await session.leave();
      const outcome = await session.resume(seat);
      if (!outcome.ok) onRefused(errorText(outcome));
    })();
    return () => {
      if (!session.location.peek()) void session.leave(); // don't come back to this room later
    };
  }, []);
  return <NoticePage title={text.title(seat.room)} text={text.going} />;
}

export function Room({room}: {room: string}) {
  const session = useSession();
  const [refused, setRefused] = useState<string | null>(null);
  const location = session.location.value;
  const saved = session.savedSeats.value.find(seat => seat.room === room);
  const removed = session.removed.value;
  if (location?.room === room && location.seat !== null) return <AtTable room={room} />;
  if (removed?.room === room && removed.why === 'removed') return <RemovedPage room={room} />;
  if (saved && refused === null) return <ReturnToSeat seat={saved} onRefused={setRefused} />;
  return <Invitation room={room} initialRefusal={refused ?? (removed?.room === room ? words.value.app.enter.parted[removed.why] : null)} />;
}

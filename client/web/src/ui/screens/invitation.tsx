// What a guest sees behind a link to a room: who invites, to what, and the way in; or why there is none, and what to do
// instead.
import {useEffect, useRef, useState} from 'preact/hooks';
import type {Outcome} from '../../model';
import type {Invitation} from '../../protocol/messages';
import {words} from '../../i18n';
import {enter, errorText, keepName, nameProblem} from './enter_room';
import {Elsewhere} from './elsewhere';
import {NewcomerRules} from './lazy_screens';
import {Terms} from './terms';
import {NoticePage} from '../parts/notice_page';
import {askServer} from '../state/access';
import {passwordRooms} from '../state/password_rooms';
import {Button} from '../parts/button';
import {FacePicker} from '../parts/face_picker';
import {ErrorText, Field, NameField} from '../parts/field';
import {focusHeading, nothingHasFocus} from '../parts/focus';
import {faceOf, type Faced} from '../state/faces';
import {isNewcomer} from '../state/newcomer';
import {useSession} from '../state/session_context';
import {settings} from '../state/settings';

type Refusal = Extract<Outcome, {ok: false}>;

type State =
  | {is: 'asking'}
  | {is: 'locked'; refused: Refusal | null} // it wants a password, or doesn't exist; `refused`: a password was wrong
  | {is: 'shown'; invitation: Invitation; password: string}
  | {is: 'failed'; refused: Refusal; password: string};

// The invitation, and how to ask for it again.
function useInvitation(room: string): [State, (password: string) => Promise<void>] {
  const session = useSession();
  const known = passwordRooms.value.has(room);
  const [state, setState] = useState<State>(known ? {is: 'locked', refused: null} : {is: 'asking'});
  const ask = async (password: string) => {
    const outcome = await askServer(session, () => session.invitation(room, password || undefined));
    if (outcome.ok) setState({is: 'shown', invitation: outcome.invitation, password});
    else if (outcome.code === 'no_such_room') setState({is: 'locked', refused: password ? outcome : null});
    else setState({is: 'failed', refused: outcome, password});
  };
  useEffect(() => { if (!known) void ask(''); }, []);
  // What has the focus may be gone.
  useEffect(() => { if (state.is !== 'asking' && nothingHasFocus()) focusHeading(); }, [state]);
  return [state, ask];
}

function PasswordForm({refused, known, onPassword}: {refused: Refusal | null; known: boolean; onPassword: (password: string) => Promise<void>}) {
  const {enter: text, room: {password: label}} = words.value.app;
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => { if (refused) field.current?.focus(); }, [refused]);
  const submit = async () => {
    if (busy || !password) return void field.current?.focus();
    setBusy(true);
    await onPassword(password);
    setBusy(false);
  };
  return (
    <>
      <form class="panel fields" noValidate onSubmit={event => { event.preventDefault(); void submit(); }}>
        <div class="with-button">
          <Field label={label} type="password" value={password} maxLength={128} input={field} error={refused && errorText(refused, 'join')} onText={setPassword} />
          <Button type="submit" look="first" busy={busy}>{text.goOn}</Button>
        </div>
      </form>
      {!known && <Elsewhere />}
    </>
  );
}

// `onGone`: called when the invitation is out of date.
function GuestForm({room, invitation, owner, password, notice, onGone}: {
  room: string; invitation: Invitation; owner: Faced | null; password: string; notice: string | null; onGone: () => void;
}) {
  const session = useSession();
  const {enter: text, start} = words.value.app;
  const [name, setName] = useState(settings.name.value);
  const [problem, setProblem] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(notice);
  const [busy, setBusy] = useState<'join' | 'watch' | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const wrong = (what: string) => {
    setProblem(what);
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
    if (outcome.code === 'room_full' || outcome.code === 'no_such_room') onGone();
    setRefused(errorText(outcome, how));
  };
  const {free, options} = invitation;
  const nameField = <NameField label={free ? start.name : text.watchName} error={problem} value={name} input={field} onText={it => { setName(it); setProblem(null); }} />;
  return (
    <form class="panel fields" noValidate onSubmit={event => { event.preventDefault(); void come(free ? 'join' : 'watch'); }}>
      {free ? <div class="with-button">{nameField}<Button type="submit" look="first" busy={busy === 'join'}>{text.join}</Button></div> : nameField}
      {free && <FacePicker brief taken={owner && faceOf(owner) as number} />}
      <ErrorText text={refused} />
      {options.spectators !== 'none' && (
        <div class="actions">
          {free ? <Button look="quiet" icon="watch" busy={busy === 'watch'} onClick={() => void come('watch')}>{text.justWatch}</Button>
          : <Button type="submit" look="first" icon="watch" busy={busy === 'watch'}>{text.watch}</Button>}
        </div>
      )}
    </form>
  );
}

const ownerOf = ({owner, owner_trader: trader = null}: Invitation): Faced | null => (owner === null ? null : {name: owner, trader, bot: null});

function titleOf({owner, free, phase}: Invitation): string {
  const {enter: text} = words.value.app;
  if (free) return owner === null ? text.invited : text.invitedBy(owner);
  return phase === 'waiting' ? text.full(owner) : phase === 'match_over' ? text.over(owner) : text.running(owner);
}

export function InvitationPage({room, notice}: {room: string; notice: string | null}) {
  const {enter: text, common} = words.value.app;
  const [state, ask] = useInvitation(room);
  if (state.is === 'asking') return <NoticePage title={text.title(room)} text={common.loading}>{null}</NoticePage>;
  if (state.is === 'locked') {
    const known = passwordRooms.value.has(room);
    return (
      <NoticePage title={text.title(room)} text={known ? text.locked : text.unknown}>
        <ErrorText text={notice} />
        <PasswordForm refused={state.refused} known={known} onPassword={ask} />
      </NoticePage>
    );
  }
  if (state.is === 'failed') {
    const {refused, password} = state;
    return (
      <NoticePage title={text.title(room)} text={refused.code === 'room_full' ? text.barred : errorText(refused, 'join')}>
        {refused.code !== 'room_full' && <div class="actions"><Button look="first" icon="refresh" onClick={() => void ask(password)}>{common.again}</Button></div>}
        <Elsewhere />
      </NoticePage>
    );
  }
  const {invitation, password} = state;
  const watchable = invitation.options.spectators !== 'none';
  return (
    <NoticePage owner={ownerOf(invitation)} title={titleOf(invitation)} text={invitation.free ? text.about : watchable ? text.takenWatch : text.taken}>
      <Terms options={invitation.options} />
      {(invitation.free || watchable) && <GuestForm room={room} invitation={invitation} owner={ownerOf(invitation)} password={password} notice={notice} onGone={() => void ask(password)} />}
      {!invitation.free && <Elsewhere />}
      {invitation.free && isNewcomer.value && <NewcomerRules />}
    </NoticePage>
  );
}

// The form for the server's password. It takes an invitation link, too: an installed page can't be opened by one.
import {useRef, useState} from 'preact/hooks';
import {words} from '../../i18n';
import {announce} from '../announce/live_regions';
import {Button} from '../parts/button';
import {ErrorText, Field} from '../parts/field';
import {useSession} from '../state/session_context';
import type {AccessWords} from './access_words';
import {errorText} from './enter_room';

const invitationIn = (text: string): string | undefined => /\/enter#([\w-]{43})$/.exec(text.trim())?.[1];

export function PasswordForm({text, autofocus = false, onIn = () => {}}: {text: AccessWords; autofocus?: boolean; onIn?: () => void}) {
  const session = useSession();
  const {enter, room} = words.value.app;
  const [password, setPassword] = useState('');
  const [visible, setVisible] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const complain = (why: string) => {
    setWrong(why);
    field.current?.focus();
  };
  const submit = async () => {
    if (busy) return;
    const invitation = invitationIn(password);
    if (!password) return complain(text.missing);
    if (!invitation && [...password].length > 64) return complain(room.passwordLong);
    setBusy(true);
    setWrong(null);
    setRefused(null);
    const outcome = await session.enterServer(invitation ? {invitation} : {password});
    setBusy(false);
    if (outcome.ok) {
      announce(text.isIn);
      onIn();
    } else if (outcome.code === 'wrong_password' || outcome.code === 'invitation_over') complain(errorText(outcome));
    else setRefused(errorText(outcome, 'join'));
  };
  return (
    <form class="password-form" noValidate onSubmit={event => { event.preventDefault(); void submit(); }}>
      <div class="with-button">
        <Field label={text.password} hint={text.hint} error={wrong} type={visible ? 'text' : 'password'} name="password" autocomplete="current-password"
          value={password} input={field} maxLength={300} autofocus={autofocus} onText={it => { setPassword(it); setWrong(null); }} />
        <Button look="quiet" aria-label={visible ? text.hidePassword : text.showPassword} onClick={() => setVisible(!visible)}>{visible ? text.hide : text.show}</Button>
      </div>
      <ErrorText text={refused} />
      <div class="actions"><Button type="submit" look="first" busy={busy}>{enter.goOn}</Button></div>
    </form>
  );
}

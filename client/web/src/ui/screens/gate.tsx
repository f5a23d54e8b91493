// Asks for the server's password: in the place of a screen, on the start screen, or in a dialog over the screen.
import {useEffect} from 'preact/hooks';
import {Dialog} from '../parts/dialog';
import {focusHeading, nothingHasFocus} from '../parts/focus';
import {closePasswordDialog} from '../state/access';
import {useSession} from '../state/session_context';
import {useAccessWords, type AccessWords} from './access_words';
import {PasswordForm} from './password_form';
import {NoticePage} from '../parts/notice_page';

const Ended = ({text}: {text: AccessWords}) => (useSession().passEnded.value ? <p>{text.ended}</p> : null);

export function Gate() {
  const text = useAccessWords();
  useEffect(() => { if (text && nothingHasFocus()) focusHeading(); }, [text === null]);
  if (!text) return null;
  return (
    <NoticePage title={text.title} text={text.lead}>
      <Ended text={text} />
      <div class="panel"><PasswordForm text={text} /></div>
    </NoticePage>
  );
}

export function StartGate() {
  const text = useAccessWords();
  if (!text) return null;
  return (
    <section class="panel gate" aria-labelledby="gate-title">
      <h2 id="gate-title">{text.title}</h2>
      <Ended text={text} />
      <p>{text.lead}</p>
      <PasswordForm text={text} />
    </section>
  );
}

export function PasswordDialog() {
  const text = useAccessWords();
  const isLocked = useSession().access.value === 'locked'; // otherwise only for opening rooms
  if (!text) return null;
  return (
    <Dialog title={isLocked ? text.title : text.openTitle} onClose={() => closePasswordDialog(false)}>
      <Ended text={text} />
      <p>{isLocked ? text.lead : text.openLead}</p>
      <PasswordForm text={text} autofocus onIn={() => closePasswordDialog(true)} />
    </Dialog>
  );
}

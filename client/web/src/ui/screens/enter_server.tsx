// Where an invitation to the server leads: it gets the visitor in at once, or the page says why not.
import {useEffect, useState} from 'preact/hooks';
import type {Outcome} from '../../model';
import {words} from '../../i18n';
import {useAnnouncement} from '../announce/live_regions';
import {Button, Link} from '../parts/button';
import {focusHeading, nothingHasFocus} from '../parts/focus';
import {useSession} from '../state/session_context';
import {useAccessWords, type AccessWords} from './access_words';
import {errorText} from './enter_room';
import {Gate} from './gate';
import {PasswordForm} from './password_form';
import {NoticePage} from '../parts/notice_page';

const isWhole = (invitation: string): boolean => /^[\w-]{43}$/.test(invitation);

// What happened, for everybody who doesn't see it.
function said(text: AccessWords | null, outcome: Outcome | null): string {
  if (!text || !outcome) return '';
  if (outcome.ok) return `${text.isIn} ${text.invitation.acceptedText}`;
  return outcome.code === 'invitation_over' ? `${text.invitation.over}. ${text.invitation.overText}` : errorText(outcome, 'join');
}

function Accepted({text: {invitation: text}}: {text: AccessWords}) {
  return (
    <NoticePage title={text.accepted} text={words.value.app.enter.about}>
      <p>{text.acceptedText}</p>
      <div class="actions"><Link to="/" look="first">{text.play}</Link></div>
    </NoticePage>
  );
}

function Over({text, onIn}: {text: AccessWords; onIn: () => void}) {
  return (
    <NoticePage title={text.invitation.over} text={text.invitation.overText}>
      <p>{text.invitation.orPassword}</p>
      <div class="panel"><PasswordForm text={text} onIn={onIn} /></div>
    </NoticePage>
  );
}

// `invitation`: what the link had after its `#`; null: nothing, because the page was reloaded.
export function EnterServer({invitation}: {invitation: string | null}) {
  const session = useSession();
  const text = useAccessWords();
  const {common} = words.value.app;
  const broken: Outcome | null = invitation !== null && !isWhole(invitation) ? {ok: false, code: 'invitation_over'} : null;
  const [outcome, setOutcome] = useState<Outcome | null>(broken);
  const ask = async (found: string) => {
    setOutcome(null);
    setOutcome(await session.enterServer({invitation: found}));
  };
  useEffect(() => { if (invitation !== null && !broken) void ask(invitation); }, []);
  useEffect(() => { if (nothingHasFocus()) focusHeading(); }, [outcome, text === null]);
  useAnnouncement(said(text, outcome));
  if (!text) return null;
  if (outcome?.ok) return <Accepted text={text} />;
  if (outcome?.code === 'invitation_over') return <Over text={text} onIn={() => setOutcome({ok: true})} />;
  if (outcome && invitation !== null) {
    return (
      <NoticePage title={text.invitation.title} text={errorText(outcome, 'join')}>
        <div class="actions"><Button look="first" icon="refresh" onClick={() => void ask(invitation)}>{common.again}</Button></div>
      </NoticePage>
    );
  }
  if (invitation === null && session.access.value === 'open') return <Accepted text={text} />;
  if (invitation === null && session.access.value === 'locked') return <Gate />;
  return <NoticePage title={text.invitation.title} text={invitation === null ? common.loading : text.invitation.asking} />;
}

// A one-time link that moves our seat to another device, and its QR code. Once the connection breaks, the link may be
// worth nothing: the server may have been restarted. So it is taken away, and a new one is asked for.
import {useEffect, useState} from 'preact/hooks';
import {words} from '../../i18n';
import {errorText} from './enter_room';
import {CopyLink} from './copy_link';
import {Button} from '../parts/button';
import {ErrorText} from '../parts/field';
import {useOnChange} from '../parts/hooks';
import {lazy} from '../parts/lazy';
import {duration, useTimeLeft} from '../parts/time_left';
import {linkTo} from '../state/route';
import {useSession} from '../state/session_context';

export const Qr = lazy(() => import('../parts/qr').then(it => it.Qr));

interface Issued {link: string; ms: number; at: number}

function IssuedLink({issued: {link, ms, at}, onAgain}: {issued: Issued; onAgain: () => void}) {
  const {match} = words.value.app;
  const left = useTimeLeft(ms, at, true);
  if (left <= 0) {
    return (
      <>
        <p>{match.carryOver}</p>
        <div class="actions"><Button look="first" icon="refresh" onClick={onAgain}>{match.carryAgain}</Button></div>
      </>
    );
  }
  return (
    <div class="invite">
      <div class="invite-words">
        <p>{match.carryText}</p>
        <CopyLink link={link} note={<p class="quiet-text">{match.carryOnce(duration(left))}</p>} />
      </div>
      <Qr text={link} label={match.carryQr} />
    </div>
  );
}

export function MoveSeat() {
  const session = useSession();
  const {common, line} = words.value.app;
  const {state} = session.connection.value;
  const [issued, setIssued] = useState<Issued | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const ask = async () => {
    setRefused(null);
    const room = session.location.peek()?.room;
    const outcome = await session.moveSeat();
    if (outcome.ok) setIssued({link: linkTo(`/${room}#${outcome.key}`), ms: outcome.expiresIn, at: performance.now()});
    else setRefused(errorText(outcome));
  };
  useEffect(() => {
    const asked = ask();
    return () => void asked.then(() => session.forgetKey());
  }, []);
  useOnChange(state, () => {
    setIssued(null);
    if (state === 'online') void ask();
  });
  if (state !== 'online') return <p class="quiet-text">{line.broken}</p>;
  if (issued) return <IssuedLink issued={issued} onAgain={() => void ask()} />;
  return refused === null ? <p class="quiet-text">{common.loading}</p>
    : <><ErrorText text={refused} /><div class="actions"><Button look="first" onClick={() => void ask()}>{common.again}</Button></div></>;
}

// Shows a connection problem above the screen, which stays as it was.
import {useEffect, useRef} from 'preact/hooks';
import type {ConnectionState} from '../../model';
import {words} from '../../i18n';
import {useLate} from '../parts/hooks';
import {useTimeLeft} from '../parts/time_left';
import {announce} from '../announce/live_regions';
import {Button} from '../parts/button';
import {Icon} from '../parts/icons';
import {useSession} from '../state/session_context';
import {leaveRoom} from './enter_room';

// Announces a lost or slow connection once, without the countdown, and not while the page unloads: some browsers close
// its connection first. Takes it back afterwards; in a room, the log does.
function useConnectionAnnouncement(line: ConnectionState, slow: boolean, inRoom: boolean): void {
  const told = useRef('');
  const before = useRef('');
  const state = line.state === 'closed' ? line.why : line.state === 'online' && slow ? 'slow' : line.state;
  const now = state === 'connecting' && before.current === 'waiting' ? 'waiting' : state; // an attempt may hang
  before.current = now;
  useEffect(() => {
    if (now === 'online') {
      if (told.current === 'slow' || (told.current && !inRoom)) announce(words.peek().story.notice('reconnected'));
      told.current = '';
    }
    if (now === 'online' || now === 'connecting' || now === told.current) return;
    const timer = setTimeout(() => {
      told.current = now;
      const text = words.peek().app.line;
      announce(now === 'waiting' ? text.broken : text[now]);
    }, now === 'slow' ? 0 : line.state === 'waiting' && line.brief ? 1000 : 500);
    return () => clearTimeout(timer);
  }, [now]);
}

export function ConnectionBanner() {
  const session = useSession();
  const line = session.connection.value;
  const text = words.value.app.line;
  const slow = session.slow.value;
  useConnectionAnnouncement(line, slow, session.location.value !== null);
  const brief = line.state === 'connecting' || (line.state === 'waiting' && line.brief === true);
  const late = useLate(brief, 1000); // not if it is back within a moment
  const lost = useRef(false);
  if (!brief) lost.current = line.state === 'waiting';
  const left = useTimeLeft(line.state === 'waiting' ? Math.max(0, line.retryAt - Date.now()) : 0, performance.now(), line.state === 'waiting');
  if ((line.state === 'online' && !slow) || (brief && !late && !lost.current)) return null;
  const counts = line.state === 'waiting' && left > 1000; // shorter waits would only flicker
  return (
    <div class="banner" data-connection={line.state === 'online' ? 'slow' : line.state} role="region" aria-label={text.name}>
      <Icon name={line.state !== 'closed' ? 'connection' : line.why === 'moved' ? 'device' : 'warning'} />
      {line.state === 'online' && <p>{text.slow}</p>}
      {brief && !lost.current && <p>{text.connecting}</p>}
      {lost.current && !counts && <p>{text.broken}</p>}
      {counts && (
        <>
          <p>{text.waiting(Math.ceil(left / 1000))}</p>
          <Button look="plain" onClick={() => session.reconnectNow()}>{text.tryNow}</Button>
        </>
      )}
      {line.state === 'closed' && (
        <>
          <p>{text[line.why]}</p>
          {line.why === 'replaced' && <Button look="plain" onClick={() => session.reconnectNow()}>{text.takeBack}</Button>}
          {line.why === 'moved' && <Button look="plain" icon="home" onClick={() => void leaveRoom(session)}>{words.value.app.common.toStart}</Button>}
          {line.why === 'refused' && <Button look="plain" onClick={() => location.reload()}>{text.reload}</Button>}
        </>
      )}
    </div>
  );
}

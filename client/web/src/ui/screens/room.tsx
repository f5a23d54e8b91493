// Where a link to a room leads: players go to the table, owners of a saved seat return to it, a seat that moves here sits
// down, and everyone else, spectators too, gets an invitation.
import {useEffect, useState} from 'preact/hooks';
import type {SavedSeat} from '../../model';
import {words} from '../../i18n';
import {enter, errorText} from './enter_room';
import {Button, Link} from '../parts/button';
import {NoticePage} from '../parts/notice_page';
import {useSession} from '../state/session_context';
import {AtTable, InvitationPage} from './lazy_screens';
import {RemovedPage} from './removal';

function ReturnToSeat({seat, onRefused}: {seat: SavedSeat; onRefused: (why: string) => void}) {
  const session = useSession();
  const {enter: text} = words.value.app;
  useEffect(() => {
    void (async () => {
      if (session.location.peek()) await session.leave();
      const outcome = await session.resume(seat);
      if (!outcome.ok && outcome.code !== 'bad_token') onRefused(errorText(outcome)); // a seat that is gone leads to the invitation
    })();
    return () => {
      if (!session.location.peek()) void session.leave(); // don't come back to this room later
    };
  }, []);
  return <NoticePage title={text.title(seat.room)} text={text.going} />;
}

// Takes our seat over from another device. Only when asked: the key works once, and programs open links as well, to check
// or to preview them.
function MoveHere({room, seatKey}: {room: string; seatKey: string}) {
  const session = useSession();
  const {enter: text, common} = words.value.app;
  const [moving, setMoving] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const take = async () => {
    setMoving(true);
    setRefused(null);
    const outcome = await enter.takeOver(session, seatKey);
    if (!outcome.ok) setRefused(outcome.code === 'bad_token' || outcome.code === 'bad_request' ? words.peek().app.enter.keyRefused : errorText(outcome));
  };
  if (!moving) {
    return (
      <NoticePage title={text.title(room)} text={text.moveHere}>
        <div class="actions">
          <Button look="first" onClick={() => void take()}>{text.goOn}</Button>
          <Link to="/" look="plain" icon="home">{common.toStart}</Link>
        </div>
      </NoticePage>
    );
  }
  if (refused === null) return <NoticePage title={text.title(room)} text={text.moving} />;
  return (
    <NoticePage title={text.title(room)} text={refused}>
      <div class="actions">
        {refused !== text.keyRefused && <Button look="first" onClick={() => void take()}>{common.again}</Button>}
        <Link to={`/${room}`} look="plain">{text.title(room)}</Link>
        <Link to="/" look="plain" icon="home">{common.toStart}</Link>
      </div>
    </NoticePage>
  );
}

export function Room({room, seatKey}: {room: string; seatKey: string | null}) {
  const session = useSession();
  const [refused, setRefused] = useState<string | null>(null);
  const location = session.location.value;
  const saved = session.savedSeats.value.find(seat => seat.room === room);
  const removed = session.removed.value;
  if (location?.room === room && location.seat !== null) return <AtTable room={room} />;
  if (seatKey !== null) return <MoveHere key={seatKey} room={room} seatKey={seatKey} />;
  if (removed?.room === room && (removed.why === 'removed' || removed.why === 'seat_kept')) return <RemovedPage {...removed} />;
  if (saved && refused === null) return <ReturnToSeat seat={saved} onRefused={setRefused} />;
  return <InvitationPage room={room} notice={refused ?? (removed?.room === room ? words.value.app.enter.parted[removed.why] : null)} />;
}

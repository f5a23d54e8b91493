// Removing people from a room: what its owner clicks, and what the removed person sees.
import {useState} from 'preact/hooks';
import type {Removable, Removed} from '../../model';
import {words} from '../../i18n';
import {useAnnouncement} from '../announce/live_regions';
import {Button, Link} from '../parts/button';
import {Question} from '../parts/dialog';
import {NoticePage} from '../parts/notice_page';
import {useClosed, useSession} from '../state/session_context';
import {orShowError} from './enter_room';

export function RemoveButton({name, target}: {name: string; target: Removable}) {
  const session = useSession();
  const {people, common} = words.value.app;
  const [asking, setAsking] = useState(false);
  if (useClosed()) return null;
  return (
    <>
      <Button look="quiet" aria-label={people.removeNamed(name)} onClick={() => setAsking(true)}>{people.remove}</Button>
      {asking && (
        <Question title={people.removeTitle(name)} text={people.removeText} yes={people.remove} no={common.cancel}
          onYes={() => { setAsking(false); void orShowError(session.remove(target)); }} onNo={() => setAsking(false)} />
      )}
    </>
  );
}

export function RemovedPage({room, why}: Removed) {
  const session = useSession();
  const {enter, common} = words.value.app;
  const kept = why === 'seat_kept' && session.savedSeats.value.find(seat => seat.room === room);
  useAnnouncement(enter.parted[why]);
  return (
    <NoticePage title={enter.title(room)} text={enter.parted[why]}>
      <div class="actions">
        {kept && <Button look="first" onClick={() => void orShowError(session.resume(kept))}>{enter.goOn}</Button>}
        <Link to="/" look={kept ? 'plain' : 'first'}>{common.toStart}</Link>
      </div>
    </NoticePage>
  );
}

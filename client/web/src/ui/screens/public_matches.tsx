// The public rooms whose match can be watched.
import {useEffect, useState} from 'preact/hooks';
import type {ListedRoom} from '../../protocol/messages';
import {words} from '../../i18n';
import {Link} from '../parts/button';
import {askServer, isGated} from '../state/access';
import {rememberPasswords} from '../state/password_rooms';
import {useSession} from '../state/session_context';
import {RoomRow} from './rooms';

const refreshEvery = 20_000; // ms
const shown = 4; // the form for a code comes below

const canBeWatched = (it: ListedRoom): boolean => it.phase !== 'waiting' && it.spectator_mode !== 'none';

// Null until the server has answered. If it refuses, there are none.
function useMatches(): readonly ListedRoom[] | null {
  const session = useSession();
  const [rooms, setRooms] = useState<readonly ListedRoom[] | null>(null);
  useEffect(() => {
    let here = true;
    const ask = async () => {
      if (document.visibilityState !== 'visible' || isGated(session)) return;
      const answer = await askServer(session, () => session.listRooms());
      if (!here) return;
      if (answer.ok) rememberPasswords(answer.rooms);
      setRooms(before => (answer.ok ? answer.rooms.filter(canBeWatched) : before ?? []));
    };
    void ask();
    const timer = setInterval(() => void ask(), refreshEvery);
    return () => {
      here = false;
      clearInterval(timer);
    };
  }, []);
  return rooms;
}

export function PublicMatches() {
  const {enter, common, start} = words.value.app;
  const matches = useMatches();
  return (
    <section class="public-matches" aria-labelledby="matches-title">
      <h2 id="matches-title">{enter.watchPublic}</h2>
      {matches === null || matches.length === 0 ? <p class="quiet-text">{matches ? enter.watchNone : common.loading}</p>
      : <ul class="panel rows room-list">{matches.slice(0, shown).map(it => <RoomRow key={it.room} it={it} watched />)}</ul>}
      {matches && matches.length > shown && <Link to="/rooms" class="link">{start.rooms}</Link>}
    </section>
  );
}

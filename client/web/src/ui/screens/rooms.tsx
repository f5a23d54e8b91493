// The list of public rooms.
import {useEffect, useState} from 'preact/hooks';
import type {ListedRoom} from '../../protocol/messages';
import {words} from '../../i18n';
import {clockText} from './clock_choices';
import {spectatorsText} from './spectators';
import {errorText} from './enter_room';
import {useLobbyWords} from '../parts/late_words';
import {RulePictures} from './rule_pictures';
import {askServer} from '../state/access';
import {rememberPasswords} from '../state/password_rooms';
import {Button, Link} from '../parts/button';
import {ErrorText} from '../parts/field';
import {Icon} from '../parts/icons';
import {PersonLabel} from '../parts/person_label';
import {span} from '../parts/time_left';
import {peopleIn} from '../state/player_names';
import {useSession} from '../state/session_context';

// The server keeps a room for some time after everybody has left. Nobody would come to play there.
const isAlive = (it: ListedRoom): boolean => it.phase !== 'waiting' || peopleIn(it).length > 0;

// `watched`: only to watch it.
export function RoomRow({it, watched = false}: {it: ListedRoom; watched?: boolean}) {
  const {rooms, room} = words.value.app;
  const people = peopleIn(it);
  const free = it.phase === 'waiting' && people.length < 2;
  return (
    <li class="room-row">
      <div class="room-words">
        <p class="room-names">
          {people.map((person, i) => <span key={i}>{i > 0 && <span class="quiet-text"> {rooms.versus} </span>}<PersonLabel person={person} seat={person.seat} /></span>)}
        </p>
        <p class="quiet-text room-facts">
          <span class="code-small">{it.room}</span>
          <span>{free ? rooms.waiting : it.phase === 'waiting' ? rooms.begins : rooms.playing}</span>
          <span>{rooms.seals(it.seals)}</span>
          <span>{it.clock || people.some(person => person.bot) ? clockText(it.clock) : rooms.perMove(span(it.patience))}</span>
          {it.spectators > 0 && <span>{rooms.watching(it.spectators)}</span>}
          {!watched && <span>{room.spectators}: {spectatorsText({spectators: it.spectator_mode})}</span>}
          {it.has_password && <span><Icon name="lock" /> {rooms.locked}</span>}
        </p>
      </div>
      {free && !watched && <Link to={`/${it.room}`} look="first" aria-label={rooms.join(it.room)}>{rooms.joinShort}</Link>}
      {it.spectator_mode !== 'none' && <Link to={`/watch/${it.room}`} look="plain" icon="watch" aria-label={rooms.watch(it.room)}>{rooms.watchShort}</Link>}
    </li>
  );
}

export function Rooms() {
  const session = useSession();
  const {rooms, common, start} = words.value.app;
  const late = useLobbyWords();
  const [list, setList] = useState<readonly ListedRoom[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const fetchRooms = async (after?: string) => {
    setBusy(true);
    const answer = await askServer(session, () => session.listRooms(after));
    setBusy(false);
    if (!answer.ok) return setProblem(errorText(answer));
    setProblem(null);
    setList(before => [...(after && before ? before : []), ...answer.rooms.filter(isAlive)]);
    setNext(answer.next);
    rememberPasswords(answer.rooms);
  };
  useEffect(() => { void fetchRooms(); }, []);
  return (
    <section class="page">
      <div class="page-head">
        <h1 tabIndex={-1}>{rooms.title}</h1>
        <Button icon="refresh" busy={busy} onClick={() => void fetchRooms()}>{rooms.refresh}</Button>
      </div>
      <ErrorText text={problem} />
      {list === null && !problem && <p class="quiet-text">{common.loading}</p>}
      {list?.length === 0 && (
        <>
          <div class="panel empty">
            <p>{rooms.none}</p><p class="quiet-text">{rooms.noneHint}</p>
            <div class="actions"><Link to="/new" look="first" icon="friend">{start.friend}</Link><Link to="/" look="plain" icon="bot">{start.bot}</Link></div>
          </div>
          {late && <section class="panel" aria-labelledby="rules-title"><h2 id="rules-title">{late.meanwhile.rules}</h2><RulePictures text={late.meanwhile} /></section>}
        </>
      )}
      {list && list.length > 0 && <ul class="panel rows room-list">{list.map(it => <RoomRow key={it.room} it={it} />)}</ul>}
      {next && <Button busy={busy} onClick={() => void fetchRooms(next)}>{rooms.more}</Button>}
    </section>
  );
}

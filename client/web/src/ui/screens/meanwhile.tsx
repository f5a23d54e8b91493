// Shown while you wait for an opponent: a game against the bot, other public rooms, and the rules in pictures.
import {useEffect, useState} from 'preact/hooks';
import type {ListedRoom} from '../../protocol/messages';
import {words} from '../../i18n';
import {Link} from '../parts/button';
import {Icon} from '../parts/icons';
import {PersonLabel} from '../parts/person_label';
import {overlay} from './overlays';
import {peopleIn} from '../state/player_names';
import {linkTo} from '../state/route';
import {useSession} from '../state/session_context';
import {useLobbyWords, type LobbyWords} from '../parts/late_words';
import {RulePictures} from './rule_pictures';

type Text = LobbyWords['meanwhile'];

const refreshEvery = 30_000; // ms
const shown = 3;

// The public rooms that others have opened; without an answer, none.
function useOtherRooms(own: string): readonly ListedRoom[] {
  const session = useSession();
  const [rooms, setRooms] = useState<readonly ListedRoom[]>([]);
  useEffect(() => {
    let here = true;
    const ask = () => {
      if (document.visibilityState !== 'visible') return;
      void session.listRooms().then(answer => { if (here && answer.ok) setRooms(answer.rooms); });
    };
    ask();
    const timer = setInterval(ask, refreshEvery);
    return () => {
      here = false;
      clearInterval(timer);
    };
  }, []);
  return rooms.filter(it => it.room !== own && peopleIn(it).length > 0);
}

function Others({text, own}: {text: Text; own: string}) {
  const {rooms} = words.value.app;
  const others = useOtherRooms(own);
  const open = others.filter(it => it.phase === 'waiting' && peopleIn(it).length === 1 && !it.has_password);
  const running = others.filter(it => it.phase !== 'waiting' && it.spectator_mode !== 'none' && !it.has_password);
  const list = [...open.slice(0, shown), ...running].slice(0, shown);
  if (!list.length) return null;
  return (
    <section aria-labelledby="about-title">
      <h3 id="about-title">{text.about}</h3>
      <ul class="rows">
        {list.map(it => (
          <li key={it.room}>
            <p class="others">{peopleIn(it).map(person => <PersonLabel key={person.seat} person={person} seat={person.seat} />)} <span class="quiet-text">{it.phase === 'waiting' ? text.waits : text.plays}</span></p>
            {it.phase === 'waiting'
              ? <Link to={`/${it.room}`} look="plain" aria-label={rooms.join(it.room)}>{rooms.joinShort}</Link>
              : <a class="button plain" href={linkTo(`/watch/${it.room}`)} target="_blank" rel="noopener" aria-label={rooms.watch(it.room)}><Icon name="watch" /><span class="button-text">{rooms.watchShort}</span></a>}
          </li>
        ))}
      </ul>
      {open.length > 0 && <p class="field-hint">{text.aboutHint}</p>}
    </section>
  );
}

// Phones suspend hidden tabs, which disconnects the seat: so don't offer a second tab there.
const keepsTabs = () => matchMedia('(pointer: fine)').matches;

export function Meanwhile({room}: {room: string}) {
  const text = useLobbyWords()?.meanwhile;
  if (!text) return null;
  return (
    <section class="panel meanwhile" aria-labelledby="meanwhile-title">
      <h2 id="meanwhile-title">{text.title}</h2>
      {keepsTabs() && (
        <div class="offer">
          <a class="button plain" href={linkTo('/')} target="_blank" rel="noopener"><Icon name="bot" /><span class="button-text">{text.bot}</span></a>
          <p class="field-hint">{text.botHint}</p>
        </div>
      )}
      <Others text={text} own={room} />
      <section aria-labelledby="rules-title">
        <h3 id="rules-title">{text.rules}</h3>
        <RulePictures text={text} />
        <button type="button" class="button quiet" onClick={() => { overlay.value = 'help'; }}><Icon name="help" /><span class="button-text">{text.allRules}</span></button>
      </section>
    </section>
  );
}

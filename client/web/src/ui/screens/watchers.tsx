// The part of the side panel for the people in a room: the players see who watches. The room's owner can remove the guest
// and spectators, and says who may write in the chat.
import {useEffect, useRef, useState} from 'preact/hooks';
import type {ChatFrom, Spectator} from '../../protocol/messages';
import {otherSeat} from '../../game/match';
import {words} from '../../i18n';
import {Select} from '../parts/field';
import {useMedia} from '../parts/hooks';
import {useLobbyWords, type LobbyWords} from '../parts/late_words';
import {besideTable, sidePanel} from '../state/side_panel';
import {useClosed, useSession} from '../state/session_context';
import {orShowError} from './enter_room';
import type {MatchContext} from './match_context';
import {RemoveButton} from './removal';
import {SpectatorCount} from './spectator_count';

const pause = 2000; // ms between two requests, however often spectators come and go

// Asks again after every change of the room.
function useSpectators({room}: MatchContext): readonly Spectator[] {
  const session = useSession();
  const [list, setList] = useState<readonly Spectator[]>([]);
  const askedAt = useRef(-pause);
  useEffect(() => {
    if (room.room.spectators === 0) return setList([]);
    const timer = setTimeout(() => {
      askedAt.current = performance.now();
      void session.listSpectators().then(outcome => { if (outcome.ok) setList(outcome.spectators); });
    }, Math.max(0, askedAt.current + pause - performance.now()));
    return () => clearTimeout(timer);
  }, [room]);
  return list;
}

export const ownsRoom = ({room: {room}, timedView: {view}}: MatchContext): boolean => room.owner !== null && room.owner === view.you;

const sources: readonly ChatFrom[] = ['everyone', 'players', 'nobody'];

export const chatChoices = (people: LobbyWords['people']) => sources.map(value => ({value, label: people.chat[value]}));

function ChatControl({context}: {context: MatchContext}) {
  const session = useSession();
  const people = useLobbyWords()?.people;
  const closed = useClosed();
  if (!people || closed) return null;
  return (
    <Select label={people.chatFrom} choices={chatChoices(people)} value={context.room.room.options.chat ?? 'everyone'}
      onChoice={from => void orShowError(session.setChat(from))} />
  );
}

// After a match; before it, the screen itself lists the players.
function Guest({context: {room: {room}, timedView: {view}}}: {context: MatchContext}) {
  const seat = otherSeat(view.you ?? 0);
  const guest = room.players[seat];
  if (!guest || guest.bot !== null || room.phase !== 'match_over') return null;
  return <ul class="rows"><li><p><bdi class="person">{guest.name}</bdi></p><RemoveButton name={guest.name} target={{seat}} /></li></ul>;
}

function Spectators({context, owns}: {context: MatchContext; owns: boolean}) {
  const {people} = words.value.app;
  const list = useSpectators(context);
  return (
    <div class="lines" role="group" aria-label={people.spectators} tabIndex={0}>
      {list.length === 0 && <p class="quiet-text">{people.nobodyWatches}</p>}
      <ul class="rows">
        {list.map(({spectator, name}) => {
          const shown = name ?? people.nameless(spectator);
          return <li key={spectator}><p><bdi class="person">{shown}</bdi></p>{owns && <RemoveButton name={shown} target={{spectator}} />}</li>;
        })}
      </ul>
    </div>
  );
}

export function usePeopleTitle(context: MatchContext): string {
  const title = useLobbyWords()?.people.title;
  const {spectators} = words.value.app.people;
  return ownsRoom(context) ? title ?? spectators : spectators;
}

// Beside the table, it is folded, so that it takes no space from the log. It says how many people watch, and doesn't open
// when somebody comes: nothing should move under a player's hand.
export function Watchers({context}: {context: MatchContext}) {
  const {people} = words.value.app;
  const title = usePeopleTitle(context);
  const owns = ownsRoom(context);
  const folded = useMedia(besideTable);
  const body = (
    <>
      {owns && <ChatControl context={context} />}
      {owns && <Guest context={context} />}
      {owns && <p class="part-label" aria-hidden="true">{people.spectators}</p>}
      <Spectators context={context} owns={owns} />
    </>
  );
  return (
    <section class="side-part watchers" id="side-watchers" data-shown={sidePanel.value === 'watchers' ? '' : undefined}>
      {folded ? <details class="more"><summary>{title}<SpectatorCount count={context.room.room.spectators} /></summary><div class="owner-part">{body}</div></details> : <><h2>{title}</h2>{body}</>}
    </section>
  );
}

// The part of the side panel that lists the spectators, for the players. The room's owner can remove them.
import {useEffect, useRef, useState} from 'preact/hooks';
import type {Spectator} from '../../protocol/messages';
import {words} from '../../i18n';
import {sidePanel} from '../state/side_panel';
import {useSession} from '../state/session_context';
import type {MatchContext} from './match_context';
import {RemoveButton} from './removal';

const pause = 2000; // ms between two requests, however often spectators come and go

// Asks again after every change of the room.
function useSpectators({room}: MatchContext): readonly Spectator[] {
  const session = useSession();
  const [list, setList] = useState<readonly Spectator[]>([]);
  const askedAt = useRef(-pause);
  useEffect(() => {
    const timer = setTimeout(() => {
      askedAt.current = performance.now();
      void session.listSpectators().then(outcome => { if (outcome.ok) setList(outcome.spectators); });
    }, Math.max(0, askedAt.current + pause - performance.now()));
    return () => clearTimeout(timer);
  }, [room]);
  return list;
}

export function Watchers({context}: {context: MatchContext}) {
  const {people} = words.value.app;
  const list = useSpectators(context);
  const owns = context.room.room.owner === context.timedView.view.you;
  return (
    <section class="side-part watchers" id="side-watchers" data-shown={sidePanel.value === 'watchers' ? '' : undefined}>
      <h2>{people.spectators}</h2>
      <div class="lines" role="group" aria-label={people.spectators} tabIndex={0}>
        {list.length === 0 && <p class="quiet-text">{people.nobodyWatches}</p>}
        <ul class="rows">
          {list.map(({spectator, name}) => {
            const shown = name ?? people.nameless(spectator);
            return <li key={spectator}><p><bdi class="person">{shown}</bdi></p>{owns && <RemoveButton name={shown} target={{spectator}} />}</li>;
          })}
        </ul>
      </div>
    </section>
  );
}

// In a room: what there is to see in its middle, by the phase of the match, and what stands around it
// all the time.
import {useEffect, useRef, useState} from 'preact/hooks';
import type {Seat} from '../../protocol/messages';
import {words} from '../../i18n';
import {Button} from '../parts/button';
import {whenIdle} from '../parts/lazy';
import {useSession} from '../state/session_context';
import {SidePanel} from './side_panel';
import type {MatchContext} from './match_context';
import {BelowTable, MatchBar} from './match_bar';
import {MatchSummary} from './match_summary';
import {Playing} from './playing';
import {RoundOver} from './round_over';
import {Qr, Waiting} from './waiting';

function Middle({here}: {here: MatchContext}) {
  const {phase} = here.sight.view;
  if (phase === 'waiting') return <Waiting here={here} />;
  if (phase === 'playing') return <Playing here={here} />;
  return phase === 'round_over' ? <RoundOver here={here} /> : <MatchSummary here={here} />;
}

// Where the thing that had the focus is gone, the heading takes it: of a new screen, or of the same, whose button had
// done its work. Gives what is to hear of the focus as it moves.
function useKeptFocus(key: string): (event: FocusEvent) => void {
  const before = useRef(key);
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const another = before.current !== key;
    before.current = key;
    if (another) window.scrollTo(0, 0);
    else if (!last.current || last.current.isConnected) return;
    last.current = null;
    if (document.activeElement && document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('#main h1')?.focus({preventScroll: true});
  });
  return event => { last.current = event.target as Element; };
}

export function AtTable({room}: {room: string}) {
  const session = useSession();
  const [flipped, setFlipped] = useState(false);
  const roomSight = session.room.value;
  const sight = session.timedView.value;
  const onFocusIn = useKeptFocus(`${sight?.view.phase} ${sight?.view.round}`);
  useEffect(() => whenIdle(() => void Qr.preload().catch(() => undefined)), []);
  if (!roomSight || !sight) {
    return (
      <section class="page narrow">
        <h1 tabIndex={-1}>{words.value.app.enter.title(room)}</h1>
        <p class="quiet-text">{words.value.app.match.gettingTable}</p>
        <Button look="quiet" onClick={() => location.reload()}>{words.value.app.line.reload}</Button>
      </section>
    );
  }
  const own = sight.view.you ?? 0;
  const bottom: Seat = flipped && sight.view.you === null ? (own === 0 ? 1 : 0) : own;
  const here: MatchContext = {room: roomSight, sight, bottom, flip: () => setFlipped(!flipped)};
  return (
    <div class="at-table" data-phase={sight.view.phase} onFocusIn={onFocusIn}>
      <MatchBar here={here} />
      <div class="middle" tabIndex={-1}>
        <BelowTable here={here} />
        <Middle here={here} />
      </div>
      <SidePanel here={here} />
    </div>
  );
}

// In a room: the bar and the side panel around what the match's phase asks for.
import {useEffect, useState} from 'preact/hooks';
import type {Seat} from '../../protocol/messages';
import {otherSeat} from '../../game/match';
import {words} from '../../i18n';
import {Button} from '../parts/button';
import {focusHeading, nothingHasFocus, useFocusFallback, useOnChange} from '../parts/hooks';
import {whenIdle} from '../../browser/events';
import {NoticePage} from '../parts/notice_page';
import {useSession} from '../state/session_context';
import {SidePanel} from './side_panel';
import type {MatchContext} from './match_context';
import {BelowTable, MatchBar} from './match_bar';
import {MatchSummary} from './match_summary';
import {Playing} from './playing';
import {RoundOver} from './round_over';
import {Qr, Waiting} from './waiting';

function Middle({context}: {context: MatchContext}) {
  const {phase} = context.timedView.view;
  if (phase === 'waiting') return <Waiting context={context} />;
  if (phase === 'playing') return <Playing context={context} />;
  return phase === 'round_over' ? <RoundOver context={context} /> : <MatchSummary context={context} />;
}

export function AtTable({room}: {room: string}) {
  const session = useSession();
  const [flipped, setFlipped] = useState(false);
  const timedRoom = session.room.value;
  const timedView = session.timedView.value;
  const onFocusIn = useFocusFallback(focusHeading);
  useOnChange(`${timedView?.view.phase} ${timedView?.view.round}`, () => {
    window.scrollTo(0, 0);
    if (nothingHasFocus()) focusHeading();
  });
  useEffect(() => whenIdle(() => void Qr.preload().catch(() => undefined)), []);
  if (!timedRoom || !timedView) {
    return (
      <NoticePage title={words.value.app.enter.title(room)} text={words.value.app.match.gettingTable}>
        <Button look="quiet" onClick={() => location.reload()}>{words.value.app.line.reload}</Button>
      </NoticePage>
    );
  }
  const own = timedView.view.you ?? 0;
  const bottom: Seat = flipped && timedView.view.you === null ? otherSeat(own) : own;
  const context: MatchContext = {room: timedRoom, timedView, bottom, flip: () => setFlipped(!flipped)};
  return (
    <div class="at-table" data-phase={timedView.view.phase} onFocusIn={onFocusIn}>
      <MatchBar context={context} />
      <div class="middle" tabIndex={-1}>
        <BelowTable context={context} />
        <Middle context={context} />
      </div>
      <SidePanel context={context} />
    </div>
  );
}

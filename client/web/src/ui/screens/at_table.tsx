// In a room: the bar and the side panel around what the match's phase asks for.
import {useEffect, useRef, useState} from 'preact/hooks';
import type {Seat, ViewMessage} from '../../protocol/messages';
import {otherSeat} from '../../game/match';
import {words} from '../../i18n';
import {Button} from '../parts/button';
import {focusHeading, nothingHasFocus} from '../parts/focus';
import {useOnChange} from '../parts/hooks';
import {whenIdle} from '../../browser/events';
import {Later} from '../parts/later';
import {NoticePage} from '../parts/notice_page';
import {useSession} from '../state/session_context';
import {isCalm, shownView, showing, tableShown} from '../state/shown_view';
import {PushAtTable} from '../announce/lazy_push';
import {ChatPreview} from './chat_preview';
import {SidePanel} from './side_panel';
import type {MatchContext} from './match_context';
import {AboveTable, MatchBar} from './match_bar';
import {MatchSummary} from './match_summary';
import {Playing} from './playing';
import {RoundOver} from './round_over';
import {Qr} from './move_seat';
import {Waiting} from './waiting';
import {Sprite} from '../table/pictures';

type Stage = ViewMessage['phase'];

// The table stays until its last action has been seen.
const stageOf = ({phase}: ViewMessage): Stage => ((phase === 'round_over' || phase === 'match_over') && showing.value ? 'playing' : phase);

// The account of a round is drawn below the table, while its last action is still being seen. Its place is always there,
// because a new one would lay out the table again. When the next round begins, it is hidden, and removed some frames later.
function Middle({context, stage, told}: {context: MatchContext; stage: Stage; told: boolean}) {
  const {phase, match} = context.timedView.view;
  if (stage === 'waiting') return <Waiting context={context} />;
  const coming = stage === 'playing';
  return (
    <>
      {stage === 'playing' && <Playing context={context} />}
      <div class="after-table" data-coming={coming ? '' : undefined} data-going={phase === 'playing' ? '' : undefined} aria-hidden={coming ? 'true' : undefined}>
        <Later when={phase} atOnce={phase !== 'playing' || isCalm()}>
          {phase === 'round_over' && <RoundOver context={context} told={told || coming} coming={coming} />}
          {phase === 'match_over' && <MatchSummary key={match} context={context} told={told || coming} coming={coming} />}
        </Later>
      </div>
    </>
  );
}

export function AtTable({room}: {room: string}) {
  const session = useSession();
  const [flipped, setFlipped] = useState(false);
  const last = useRef<{stage: Stage | null; told: boolean}>({stage: null, told: false});
  const timedRoom = session.room.value;
  const timedView = shownView.value;
  const stage = timedView && stageOf(timedView.view);
  // `told`: the visitor saw how it came to this stage.
  if (last.current.stage !== stage) last.current = {stage, told: last.current.stage === 'playing' && !isCalm()};
  const middle = useRef<HTMLDivElement>(null);
  useEffect(tableShown, []);
  useOnChange(`${stage} ${timedView?.view.round}`, () => {
    window.scrollTo(0, 0);
    middle.current?.scrollTo(0, 0); // on wide screens it scrolls instead of the window
    if (nothingHasFocus() || document.activeElement?.closest('[data-going]')) focusHeading();
  });
  useEffect(() => whenIdle(() => void Qr.preload().catch(() => undefined)), []);
  if (!timedRoom || !timedView || !stage) {
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
    <div class="at-table" data-phase={stage}>
      <Sprite />
      <MatchBar context={context} />
      <div class="middle" tabIndex={-1} ref={middle}>
        <AboveTable context={context} table={stage === 'playing'} />
        <PushAtTable waits={timedView.view.turn !== null && timedView.view.turn !== timedView.view.you} />
        <Middle context={context} stage={stage} told={last.current.told} />
      </div>
      <ChatPreview />
      <SidePanel context={context} />
    </div>
  );
}

// After a round: who wins the seal and why, the score, and on to the next round.
import {useState} from 'preact/hooks';
import type {RoundResult, Seat, ViewMessage} from '../../protocol/messages';
import {endedByRules} from '../../game/match';
import {words} from '../../i18n';
import {useReady} from './enter_room';
import {useAnnouncement} from '../announce/live_regions';
import {nameOf} from '../state/player_names';
import {Button} from '../parts/button';
import {Icon} from '../parts/icons';
import {useSession} from '../state/session_context';
import {Sprite} from '../table/pictures';
import {Seals} from '../table/seals';
import {Table} from '../table/table';
import type {MatchContext} from './match_context';
import {ScoreTable, wonBy} from './score_table';
import {seatInfos} from './playing';

export function RoundOutcome({view, round, sealsNeeded, order}: {view: ViewMessage; round: RoundResult; sealsNeeded: number; order: readonly [Seat, Seat]}) {
  const {results} = words.value.app;
  const outcome = round.winner === null ? (endedByRules(round.reason) ? results.roundDrawn : results.roundCut)
    : round.winner === view.you ? results.roundWonYou : results.roundWon(nameOf(view.match, round.winner));
  return (
    <div class="round-story">
      <p class="outcome" data-mine={round.winner !== null && round.winner === view.you ? '' : undefined}>{outcome}</p>
      <p>{results.why(round.reason)} {wonBy(round)}</p>
      <ul class="standing">
        {order.map(seat => <li key={seat}><bdi class="person">{nameOf(view.match, seat)}</bdi> <Seals won={view.players[seat].seals} of={sealsNeeded} /></li>)}
      </ul>
    </div>
  );
}

export function RoundOver({context}: {context: MatchContext}) {
  const session = useSession();
  const {match, results} = words.value.app;
  const [table, setTable] = useState(false);
  const {busy, sendReady} = useReady(session);
  const {view, at} = context.timedView;
  const round = view.result?.rounds.at(-1);
  const order: [Seat, Seat] = context.bottom === 0 ? [0, 1] : [1, 0];
  const {players, options} = context.room.room;
  const ready = view.you !== null && (players[view.you]?.ready ?? false);
  const waitedFor = order.find(seat => seat !== view.you && !players[seat]?.ready);
  const waiting = (ready || view.you === null) && waitedFor !== undefined ? results.waitingFor(nameOf(view.match, waitedFor)) : '';
  useAnnouncement(waiting);
  return (
    <div class="over">
      <Sprite />
      <div class="over-head">
        <h1 tabIndex={-1}>{match.round(view.round)}</h1>
        <Button look="quiet" onClick={() => setTable(!table)}>{table ? results.showSummary : results.showTable}</Button>
      </div>
      {table || !round
        ? <Table view={view} at={at} seats={seatInfos(context)} bottom={context.bottom} acting={null} still sealsToWin={options.seals} />
        : <><RoundOutcome view={view} round={round} sealsNeeded={options.seals} order={order} /><ScoreTable view={view} round={round} order={order} caption={match.round(view.round)} /></>}
      <div class="ready-bar">
        {view.you !== null && !ready && <Button look="first" wide busy={busy} aria-describedby="next-round" onClick={() => sendReady()}>{match.nextRound}</Button>}
        <p class="situation" id="next-round">{waiting && <><Icon name="replays" /> {waiting}</>} <span class="quiet-text">{results.soon}</span></p>
      </div>
    </div>
  );
}

// After a round: the account, who wins the seal and why, and on to the next round.
import type {CSSProperties} from 'preact';
import {useState} from 'preact/hooks';
import type {RoundResult, Seat, ViewMessage} from '../../protocol/messages';
import {endedByRules, otherSeat} from '../../game/match';
import {words} from '../../i18n';
import {useReady} from './enter_room';
import {useAnnouncement} from '../announce/live_regions';
import {SoundOffer} from '../announce/sound_offer';
import {nameOf, playerName} from '../state/player_names';
import {PlayerFace} from './player_face';
import {Button} from '../parts/button';
import {Icon} from '../parts/icons';
import {memo} from '../parts/memo';
import {wonBy} from '../parts/won_by';
import {useClosed, useSession} from '../state/session_context';
import {Seals} from '../table/seals';
import {Table} from '../table/table';
import {counted, useCount, useDrawn, useRace, type Count, type Drawn} from './account';
import type {MatchContext} from './match_context';
import {ScoreTable, lineCount, rowCount, totalUpTo} from './score_table';
import {seatInfos} from './playing';
import {WaxSeal} from './trophies';

const Racing = ({value, runs}: {value: number; runs: boolean}) => <strong aria-hidden="true">{useRace(value, runs)}</strong>;

function Racer({view, round, seat, sealsNeeded, count}: {view: ViewMessage; round: RoundResult; seat: Seat; sealsNeeded: number; count: Count}) {
  const total = totalUpTo(count.seen, view.players[seat], round, seat);
  const most = Math.max(1, ...round.players.map(player => player.rupees));
  const won = round.winner === seat;
  const seals = view.players[seat].seals - (won && !count.done ? 1 : 0); // the new one comes last
  return (
    <li data-won={count.done && won ? '' : undefined} style={{'--of': total / most} as CSSProperties}>
      <span class="with-face"><PlayerFace match={view.match} seat={seat} /><bdi class="person">{nameOf(view.match, seat)}</bdi></span> <Seals won={seals} of={sealsNeeded} />
      <span class="race" aria-hidden="true" />
      <Racing value={total} runs={!count.done} /><span class="visually-hidden">{words.value.table.rupees(round.players[seat].rupees)}</span>
    </li>
  );
}

interface OutcomeProps {
  view: ViewMessage;
  round: RoundResult;
  sealsNeeded: number;
  order: readonly [Seat, Seat];
  count?: Count;
}

export const RoundOutcome = memo(({view, round, sealsNeeded, order, count = counted}: OutcomeProps) => {
  const {results} = words.value.app;
  const outcome = round.winner === null ? (endedByRules(round.reason) ? results.roundDrawn : results.roundCut)
    : round.winner === view.you ? results.roundWonYou : results.roundWon(nameOf(view.match, round.winner));
  return (
    <div class="round-story" data-done={count.done ? '' : undefined}>
      <div class="sealed">
        {round.winner !== null && <span class="late"><WaxSeal pressed={count.done && count !== counted} /></span>}
        <div>
          <p class="outcome late" data-mine={round.winner !== null && round.winner === view.you ? '' : undefined}>{outcome}</p>
          <p>{results.why(round.reason)} <span class="late">{wonBy(round)}</span></p>
        </div>
      </div>
      <ul class="racers">
        {order.map(seat => <Racer key={seat} view={view} round={round} seat={seat} sealsNeeded={sealsNeeded} count={count} />)}
      </ul>
    </div>
  );
});

// The account of the round that has just ended.
export function RoundAccount({context, round, count, drawn}: {context: MatchContext; round: RoundResult; count: Count; drawn: Drawn}) {
  const {view} = context.timedView;
  const order: [Seat, Seat] = context.bottom === 0 ? [0, 1] : [1, 0];
  return (
    <div class="account" onClick={count.skip}>
      {drawn.story && <RoundOutcome view={view} round={round} sealsNeeded={context.room.room.options.seals} order={order} count={count} />}
      {drawn.table && <ScoreTable view={view} round={round} order={order} caption={words.value.app.match.round(view.round)} count={count} lines={drawn.lines} />}
    </div>
  );
}

// `coming`: the table is still over it.
export function RoundOver({context, told, coming}: {context: MatchContext; told: boolean; coming: boolean}) {
  const session = useSession();
  const {match, results} = words.value.app;
  const [table, setTable] = useState(false);
  const {busy, sendReady} = useReady(session);
  const closed = useClosed();
  const {view, at} = context.timedView;
  const round = view.result?.rounds.at(-1);
  const count = useCount(told && round !== undefined, lineCount, coming);
  const drawn = useDrawn(told && round !== undefined, rowCount);
  const order: [Seat, Seat] = context.bottom === 0 ? [0, 1] : [1, 0];
  const {players, options} = context.room.room;
  const reachable = coming ? -1 : undefined; // `inert` would compute all styles once more
  const ready = view.you !== null && (players[view.you]?.ready ?? false);
  const waitedFor = order.find(seat => seat !== view.you && !players[seat]?.ready);
  const other = view.you === null ? null : players[otherSeat(view.you)];
  const waits = other?.ready && other.bot === null; // a bot always is
  const situation = (ready || view.you === null) && waitedFor !== undefined ? results.waitingFor(nameOf(view.match, waitedFor))
    : !ready && waits ? words.value.app.waiting.waitYou(playerName(other)) : '';
  useAnnouncement(situation);
  if (!drawn.begun && coming) return null;
  return (
    <div class="over" data-table={table || !round ? '' : undefined}>
      <div class="over-head">
        <h1 tabIndex={-1}>{match.round(view.round)}</h1>
        <Button look="quiet" tabIndex={reachable} onClick={() => setTable(!table)}>{table ? results.showSummary : results.showTable}</Button>
      </div>
      {table || !round
        ? <Table view={view} at={at} seats={seatInfos(context)} bottom={context.bottom} acting={null} still sealsToWin={options.seals} />
        : <RoundAccount context={context} round={round} count={count} drawn={drawn} />}
      <div class="ready-bar">
        {view.you !== null && count.done && !table && <SoundOffer last />}
        {view.you !== null && !ready && !closed && <Button look="first" wide busy={busy} tabIndex={reachable} aria-describedby="next-round" onClick={() => sendReady()}>{match.nextRound}</Button>}
        <p class="situation" id="next-round">{situation && <><Icon name={waits && !ready ? 'check' : 'replays'} /> {situation}</>} <span class="quiet-text">{results.soon}</span></p>
      </div>
    </div>
  );
}

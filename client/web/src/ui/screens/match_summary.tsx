// After a match: the winner, all rounds, the shuffle, and the next steps.
import {Fragment} from 'preact';
import {useEffect, useState} from 'preact/hooks';
import type {RoundResult, Seat, ViewMessage} from '../../protocol/messages';
import {endedByRules, otherSeat} from '../../game/match';
import {words} from '../../i18n';
import {enter, leaveRoom, orShowError} from './enter_room';
import {useAnnouncement} from '../announce/live_regions';
import {levelAfter} from '../state/levels';
import {nameOf, playerName} from '../state/player_names';
import {PlayerFace} from './player_face';
import {Border} from '../parts/art';
import {Button, DownloadReplay, Link} from '../parts/button';
import {Icon} from '../parts/icons';
import {wonBy} from '../parts/won_by';
import {useClosed, useSession} from '../state/session_context';
import type {MatchContext} from './match_context';
import {ScoreTable, lineCount, rowCount} from './score_table';
import {RoundAccount, RoundOutcome} from './round_over';
import {useCount, useDrawn} from './account';
import {Garland} from './trophies';
import {focusHeading, nothingHasFocus} from '../parts/focus';
import {useOnChange} from '../parts/hooks';
import {Picture} from '../table/pictures';
import {Seals} from '../table/seals';
import {ShuffleLine, ShuffleTrouble} from './shuffle_report';

// How the viewer gave the match away; null: they didn't.
function ownEnd({result, you}: ViewMessage): 'resigned' | 'timeout' | 'claimed' | null {
  if (!result?.reason || result.winner === null || otherSeat(result.winner) !== you) return null;
  const {reason} = result;
  return reason === 'resigned' || reason === 'timeout' || reason === 'claimed' ? reason : null;
}

// '' for a reason that only a newer server knows.
function reasonText(view: ViewMessage): string {
  const {results} = words.value.app;
  const result = view.result;
  if (!result?.reason || !Object.hasOwn(results.matchWhy, result.reason)) return '';
  const {reason, winner} = result;
  if (winner === null) return results.matchWhy[reason]('', 0, 0);
  const own = ownEnd(view);
  if (own) return results.matchWhyYou[own];
  const loser = otherSeat(winner);
  return results.matchWhy[reason](nameOf(view.match, loser), view.players[winner].seals, view.players[loser].seals);
}

// Tokens are only known of the last round.
function LastAccount({view, order, sealsNeeded}: {view: ViewMessage; order: readonly [Seat, Seat]; sealsNeeded: number}) {
  const {match} = words.value.app;
  const rounds = view.result?.rounds ?? [];
  const last = rounds.at(-1);
  return last ? (
    <details class="more last-round" open={rounds.length === 1 && endedByRules(last.reason)}>
      <summary>{match.round(rounds.length)}</summary>
      <RoundOutcome view={view} round={last} sealsNeeded={sealsNeeded} order={order} />
      <ScoreTable view={view} round={last} order={order} caption={match.round(rounds.length)} />
    </details>
  ) : null;
}

function Rounds({view, order, sealsNeeded}: {view: ViewMessage; order: readonly [Seat, Seat]; sealsNeeded: number}) {
  const {app, cards} = words.value;
  const {match, results} = app;
  const rounds = view.result?.rounds ?? [];
  if (!rounds.length) return null;
  const camels = (round: RoundResult, seat: Seat) => round.camel_token === seat && (
    <span class="sign" data-sign="camel_token" title={results.camelToken}><Picture name="camel_token" /><span class="visually-hidden">{results.camelToken}, {cards.counted('camel', round.players[seat].herd)}</span></span>
  );
  return (
    <section class="panel" aria-labelledby="rounds-title">
      <h2 id="rounds-title">{results.allRounds}</h2>
      <table class="counted rounds">
        <thead><tr><th scope="col"><span class="visually-hidden">{results.allRounds}</span></th>{order.map(seat => <th key={seat} scope="col"><bdi class="person">{nameOf(view.match, seat)}</bdi></th>)}</tr></thead>
        <tbody>
          {rounds.map((round, i) => (
            <Fragment key={i}>
              <tr>
                <th scope="row">{match.round(i + 1)}</th>
                {order.map(seat => (
                  <td key={seat} data-won={round.winner === seat ? '' : undefined}>
                    <strong>{round.players[seat].rupees}</strong>{camels(round, seat)}
                    {round.winner === seat && <span class="won-sign"><Icon name="seal" /><span class="visually-hidden">{results.winner}</span></span>}
                  </td>
                ))}
              </tr>
              <tr class="round-why"><td colSpan={3}>{i === rounds.length - 1 && round.reason === view.result?.reason ? reasonText(view) : results.why(round.reason)} {wonBy(round)} {round.winner === null && endedByRules(round.reason) && `${results.roundDrawn}.`}</td></tr>
            </Fragment>
          ))}
        </tbody>
      </table>
      <LastAccount view={view} order={order} sealsNeeded={sealsNeeded} />
    </section>
  );
}

// The state of a rematch, for players; '' if there is none.
function rematchText({room, timedView}: MatchContext): string {
  const {results} = words.value.app;
  const {you} = timedView.view;
  if (you === null) return '';
  const {players} = room.room;
  const other = players[otherSeat(you)];
  if (!other) return results.rematchGone;
  if (players[you]?.rematch) return results.rematchAsked;
  return other.rematch && !other.bot ? results.rematchOffered(playerName(other)) : '';
}

// Against a bot: one press to the next level if you won, or to an easier one.
function OtherLevel({context: {room: {room}, timedView: {view}}}: {context: MatchContext}) {
  const session = useSession();
  const {bots} = words.value.app;
  const [busy, setBusy] = useState(false);
  const winner = view.result?.winner ?? null;
  if (view.you === null || winner === null) return null;
  const [me, other] = [room.players[view.you], room.players[otherSeat(view.you)]];
  const won = winner === view.you;
  const level = levelAfter(other?.bot ?? null, won ? 'won' : 'lost');
  if (!me || !level) return null;
  const play = async () => {
    setBusy(true);
    const {seals, clock, spectators} = room.options;
    await orShowError(enter.bot(session, me.name, {seals, clock, spectators}, level));
    setBusy(false);
  };
  const name = bots.levels[level];
  return <Button look="plain" busy={busy} onClick={() => void play()}>{won ? bots.stronger(name) : bots.weaker(name)}</Button>;
}

function NextMatch({context}: {context: MatchContext}) {
  const session = useSession();
  const closed = useClosed();
  const {results} = words.value.app;
  const {view} = context.timedView;
  const now = rematchText(context);
  useAnnouncement(now === results.rematchGone ? '' : now); // that the opponent left is announced anyway
  if (view.you === null || closed) return null;
  const {players} = context.room.room;
  const me = players[view.you];
  const other = players[otherSeat(view.you)];
  return (
    <div class="ready-bar">
      {now && <p class="situation">{now}</p>}
      <div class="actions">
        {other && !me?.rematch && <Button look="first" onClick={() => void orShowError(session.rematch())}>{results.rematch}</Button>}
        <Button look="plain" onClick={() => void leaveRoom(session)}>{results.newGame}</Button>
        <OtherLevel context={context} />
      </div>
    </div>
  );
}

// The heading, and the sentence below it. What the viewer did comes first.
function outcomeOf(view: ViewMessage): [string, string] {
  const {results} = words.value.app;
  const winner = view.result?.winner ?? null;
  if (winner === null) return [results.nobody, reasonText(view)];
  if (winner === view.you) return [results.won, reasonText(view)];
  const lost = results.lost(nameOf(view.match, winner));
  return ownEnd(view) ? [reasonText(view).replace(/\.$/, ''), `${lost}.`] : [lost, reasonText(view)];
}

function Triumph({context}: {context: MatchContext}) {
  const {results} = words.value.app;
  const {view} = context.timedView;
  const winner = view.result?.winner ?? null;
  const order: [Seat, Seat] = context.bottom === 0 ? [0, 1] : [1, 0];
  const lost = winner !== null && view.you !== null && winner !== view.you;
  const [title, why] = outcomeOf(view);
  return (
    <div class="triumph">
      {winner !== null && !lost && <Garland />}
      <h1 tabIndex={-1}>{title}</h1>
      <p>{why}</p>
      {lost && view.result?.reason === 'seals' && <p class="kind-word">{results.kind}</p>}
      <ul class="standing">
        {order.map(seat => <li key={seat}><PlayerFace match={view.match} seat={seat} /><bdi class="person">{nameOf(view.match, seat)}</bdi> <Seals won={view.players[seat].seals} of={context.room.room.options.seals} /></li>)}
      </ul>
      <Border />
    </div>
  );
}

const lastPause = 1800; // ms between the seal of the last round and the end of the match

// The account of the last round, if the visitor has just seen it end. It leads on to the end of the match.
function LastRound({context, round, coming, onEnd}: {context: MatchContext; round: RoundResult; coming: boolean; onEnd: () => void}) {
  const {match, results} = words.value.app;
  const count = useCount(true, lineCount, coming);
  const drawn = useDrawn(true, rowCount);
  useEffect(() => {
    if (!count.done) return;
    const timer = setTimeout(onEnd, lastPause);
    return () => clearTimeout(timer);
  }, [count.done]);
  if (!drawn.begun && coming) return null;
  return (
    <div class="over">
      <div class="over-head"><h1 tabIndex={-1}>{match.round(context.timedView.view.round)}</h1></div>
      <RoundAccount context={context} round={round} count={count} drawn={drawn} />
      <div class="ready-bar"><Button look="first" wide tabIndex={coming ? -1 : undefined} onClick={onEnd}>{results.toEnd}</Button></div>
    </div>
  );
}

// `coming`: the table is still over it.
export function MatchSummary({context, told, coming}: {context: MatchContext; told: boolean; coming: boolean}) {
  const {results} = words.value.app;
  const {view} = context.timedView;
  const order: [Seat, Seat] = context.bottom === 0 ? [0, 1] : [1, 0];
  const last = view.result?.rounds.at(-1);
  // A match that ended otherwise, perhaps between two rounds, says so at once.
  const [accounted, setAccounted] = useState(!told || !last || view.result?.reason !== 'seals');
  useOnChange(accounted, () => {
    window.scrollTo(0, 0);
    document.querySelector('.middle')?.scrollTo(0, 0); // on wide screens it scrolls instead of the window
    if (nothingHasFocus()) focusHeading();
  });
  if (!accounted && last) return <LastRound context={context} round={last} coming={coming} onEnd={() => setAccounted(true)} />;
  if (coming) return null;
  return (
    <div class="over match-over" data-mine={view.you !== null && view.result?.winner === view.you ? '' : undefined}>
      <Triumph context={context} />
      <NextMatch context={context} />
      <div class="actions">
        <Link to={`/replay/${view.match}`} look="plain" icon="replays">{results.replay}</Link>
        <DownloadReplay match={view.match}>{results.save}</DownloadReplay>
      </div>
      <ShuffleTrouble />
      <Rounds view={view} order={order} sealsNeeded={context.room.room.options.seals} />
      <ShuffleLine you={view.you} />
    </div>
  );
}

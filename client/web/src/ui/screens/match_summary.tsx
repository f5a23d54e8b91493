// After a match: the winner, all rounds, the shuffle, and the next steps.
import type {Seat, ViewMessage} from '../../protocol/messages';
import {otherSeat} from '../../game/match';
import {words} from '../../i18n';
import {leaveRoom, orShowError, startImmediately} from './enter_room';
import {useAnnouncement} from '../announce/live_regions';
import {nameOf, playerName} from '../state/player_names';
import {Border} from '../parts/art';
import {Button, DownloadReplay, Link} from '../parts/button';
import {Icon} from '../parts/icons';
import {useSession} from '../state/session_context';
import type {MatchContext} from './match_context';
import {ScoreTable} from './score_table';
import {RoundOutcome} from './round_over';
import {Sprite} from '../table/pictures';
import {Seals} from '../table/seals';
import {ShuffleReport} from './shuffle_report';

// '' for a reason that only a newer server knows.
function reasonText(view: ViewMessage): string {
  const {results} = words.value.app;
  const result = view.result;
  if (!result?.reason || !Object.hasOwn(results.matchWhy, result.reason)) return '';
  const {reason, winner} = result;
  if (winner === null) return results.matchWhy[reason]('');
  const loser = otherSeat(winner);
  if (loser === view.you && (reason === 'resigned' || reason === 'timeout' || reason === 'claimed')) return results.matchWhyYou[reason];
  return results.matchWhy[reason](nameOf(view.match, loser));
}

function Rounds({view, order}: {view: ViewMessage; order: readonly [Seat, Seat]}) {
  const {match, results} = words.value.app;
  const rounds = view.result?.rounds ?? [];
  if (!rounds.length) return null;
  return (
    <section class="panel" aria-labelledby="rounds-title">
      <h2 id="rounds-title">{results.allRounds}</h2>
      <table class="counted rounds">
        <thead><tr><th scope="col"><span class="visually-hidden">{results.allRounds}</span></th>{order.map(seat => <th key={seat} scope="col"><bdi class="person">{nameOf(view.match, seat)}</bdi></th>)}</tr></thead>
        <tbody>
          {rounds.map((round, i) => (
            <tr key={i}>
              <th scope="row">{match.round(i + 1)}</th>
              {order.map(seat => (
                <td key={seat} data-won={round.winner === seat ? '' : undefined}>
                  <strong>{round.players[seat].rupees}</strong>{round.winner === seat && <span class="won-sign"><Icon name="seal" /><span class="visually-hidden">{results.winner}</span></span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
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

function NextMatch({context}: {context: MatchContext}) {
  const session = useSession();
  const {results} = words.value.app;
  const {view} = context.timedView;
  const now = rematchText(context);
  useAnnouncement(now === results.rematchGone ? '' : now); // that the opponent left is announced anyway
  if (view.you === null) return null;
  const {players} = context.room.room;
  const me = players[view.you];
  const other = players[otherSeat(view.you)];
  return (
    <div class="ready-bar">
      {now && <p class="situation">{now}</p>}
      <div class="actions">
        {other && !me?.rematch && <Button look="first" onClick={() => void rematch(context, session)}>{results.rematch}</Button>}
        <Button look="plain" onClick={() => void leaveRoom(session)}>{results.newGame}</Button>
      </div>
    </div>
  );
}

// The computer is always ready: the next match starts at once.
async function rematch(context: MatchContext, session: ReturnType<typeof useSession>): Promise<void> {
  const bot = context.room.room.players.some(player => player?.bot);
  await orShowError(bot ? startImmediately(session, () => session.rematch()) : session.rematch());
}

export function MatchSummary({context}: {context: MatchContext}) {
  const {match, results} = words.value.app;
  const {view} = context.timedView;
  const winner = view.result?.winner ?? null;
  const order: [Seat, Seat] = context.bottom === 0 ? [0, 1] : [1, 0];
  const last = view.result?.rounds.at(-1);
  const {options} = context.room.room;
  const title = winner === null ? results.nobody : winner === view.you ? results.won : results.lost(nameOf(view.match, winner));
  return (
    <div class="over match-over" data-mine={winner !== null && winner === view.you ? '' : undefined}>
      <Sprite />
      <div class="triumph">
        <h1 tabIndex={-1}>{title}</h1>
        <p>{reasonText(view)}</p>
        <ul class="standing">
          {order.map(seat => <li key={seat}><bdi class="person">{nameOf(view.match, seat)}</bdi> <Seals won={view.players[seat].seals} of={options.seals} /></li>)}
        </ul>
        <Border />
      </div>
      <NextMatch context={context} />
      <ShuffleReport you={view.you} />
      <Rounds view={view} order={order} />
      {last && (
        <details class="panel more last-round">
          <summary><h2>{match.round(view.result!.rounds.length)}</h2></summary>
          <RoundOutcome view={view} round={last} sealsNeeded={options.seals} order={order} />
          <ScoreTable view={view} round={last} order={order} caption={match.round(view.result!.rounds.length)} />
        </details>
      )}
      <div class="actions">
        <Link to={`/replay/${view.match}`} look="plain" icon="replays">{results.replay}</Link>
        <DownloadReplay match={view.match}>{results.save}</DownloadReplay>
      </div>
    </div>
  );
}

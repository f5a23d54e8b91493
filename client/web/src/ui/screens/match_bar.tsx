// The bar above the table: room, score, connection, leaving. Below it: notices about absent players, and for spectators.
import {useState} from 'preact/hooks';
import {otherSeat, seats} from '../../game/match';
import type {RoomMessage, ViewMessage} from '../../protocol/messages';
import {words} from '../../i18n';
import {besideTable, sidePanel, unread} from '../state/side_panel';
import {defaultPatience, duration, shortMove, span, useElapsed, useTimeLeft} from '../parts/time_left';
import {distrust} from '../state/distrust';
import {SpectatorCount} from './spectator_count';
import {spectatorsAreLate} from './spectators';
import {leaveRoom, orShowError} from './enter_room';
import {useAnnouncement} from '../announce/live_regions';
import {isNewcomer} from '../state/newcomer';
import {nameOf} from '../state/player_names';
import {overlay} from './overlays';
import {Button, IconButton} from '../parts/button';
import {Question} from '../parts/dialog';
import {useMedia} from '../parts/hooks';
import {Icon} from '../parts/icons';
import {memo} from '../parts/memo';
import {useClosed, useSession} from '../state/session_context';
import type {MatchContext} from './match_context';
import {useChats} from './side_panel';

function Resign() {
  const session = useSession();
  const {match} = words.value.app;
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <button type="button" class="icon-button named" onClick={() => setConfirming(true)} title={match.resign}><Icon name="flag" /><span class="hidden-if-narrow">{match.resign}</span></button>
      {confirming && (
        <Question title={match.resignTitle} text={match.resignText} yes={match.resign} no={match.keepPlaying}
          onYes={() => { setConfirming(false); void orShowError(session.resign()); }} onNo={() => setConfirming(false)} />
      )}
    </>
  );
}

// `waits`: for us, as no opponent can claim the win and no clock runs.
function Leave({running, waits}: {running: boolean; waits: boolean}) {
  const session = useSession();
  const {match} = words.value.app;
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <button type="button" class="icon-button named" onClick={() => (running ? setConfirming(true) : void leaveRoom(session))} title={match.leave}><Icon name="leave" /><span class="hidden-if-narrow">{match.leave}</span></button>
      {confirming && (
        <Question title={match.leaveTitle} text={waits ? match.leaveTextBot : match.leaveText} yes={match.leave} no={match.stay}
          onYes={() => void leaveRoom(session)} onNo={() => setConfirming(false)} />
      )}
    </>
  );
}

// A move changes nothing in the bar, so it isn't drawn again.
export function MatchBar({context}: {context: MatchContext}) {
  const {round, phase, you, clock} = context.timedView.view;
  return <BarParts round={round} phase={phase} you={you} clocked={clock !== null} room={context.room.room} chats={useChats(context)} />;
}

type PartsProps = Pick<ViewMessage, 'round' | 'phase' | 'you'> & {clocked: boolean; room: RoomMessage; chats: boolean};

const BarParts = memo(({round, phase, you, clocked, room, chats}: PartsProps) => {
  const session = useSession();
  const {app} = words.value;
  const running = phase === 'playing' || phase === 'round_over';
  const plays = you !== null;
  const closed = useClosed();
  const line = session.connection.value;
  const moved = line.state === 'closed' && line.why === 'moved'; // the banner leads to the start
  const panel = chats ? app.match.panel : app.match.log;
  const lag = session.lag.value;
  const {spectators, players} = room;
  const bot = you !== null && players[otherSeat(you)]?.bot != null;
  return (
    <header class="match-bar">
      <p class="match-where">
        {round > 0 && <span class="match-round">{app.match.round(round)}</span>}
        <span class="match-fact match-length">{app.rooms.seals(room.options.seals)}</span>
        {!bot && <span class={phase === 'waiting' ? 'code-small' : 'code-small wide-only'}><span class="visually-hidden">{app.waiting.code} </span>{room.room}</span>}
        <SpectatorCount count={spectators} />
        {lag !== null && <span class="match-fact wide-only" title={app.match.lagSpoken(lag)}><Icon name="connection" />{app.match.lag(Math.round(lag))}</span>}
      </p>
      <IconButton class="icon-button side-toggle" icon={chats ? 'chat' : 'log'} aria-expanded={sidePanel.value !== null} aria-controls="side"
        label={unread.value ? `${panel}, ${app.match.unread(unread.value)}` : panel}
        badge={unread.value > 0 && <span class="count-badge" aria-hidden="true">{unread.value}</span>}
        onClick={() => { sidePanel.value = sidePanel.value === null ? (unread.value ? 'chat' : 'log') : null; }} />
      <button type="button" class="icon-button named" data-new={plays && isNewcomer.value ? '' : undefined} title={app.start.help} onClick={() => { overlay.value = 'help'; }}>
        <Icon name="help" /><span class="hidden-if-narrow">{app.start.help}</span>
      </button>
      <IconButton icon="settings" label={app.start.settings} onClick={() => { overlay.value = 'settings'; }} />
      {plays && !closed && <IconButton class="icon-button wide-only" icon="device" label={app.match.carry} onClick={() => { overlay.value = 'move'; }} />}
      {plays && running && !closed && <Resign />}
      {!moved && <Leave running={plays && running && !closed} waits={bot && !clocked} />}
    </header>
  );
});

// An absent player, and what the others can do about it.
function Away({context}: {context: MatchContext}) {
  const session = useSession();
  const {match} = words.value.app;
  const {view} = context.timedView;
  const running = view.phase === 'playing' || view.phase === 'round_over';
  const seat = seats.find(it => it !== view.you && context.room.room.players[it]?.connected === false);
  const grace = seat === undefined ? null : context.room.room.players[seat]!.claim_in;
  const timeLeft = useTimeLeft(grace ?? 0, context.room.at, running && grace !== null);
  const left = grace === null ? null : timeLeft;
  const long = running && left !== null && left <= 0;
  const mayClaim = long && view.you !== null;
  useAnnouncement(mayClaim ? `${match.claimNow} ${match.claim}.` : '');
  if (!running || seat === undefined) return null;
  return (
    <div class="notice-bar" data-away={long ? 'long' : 'waits'}>
      <Icon name="warning" />
      <p>{match.away(nameOf(view.match, seat))}{' '}
        {view.you !== null && left !== null && (left > 0 ? match.claimIn(duration(left)) : match.claimNow)}</p>
      {mayClaim && <Button look="first" onClick={() => void orShowError(session.claimWin())}>{match.claim}</Button>}
    </div>
  );
}

// Without a clock: that our time for a move is short or up; '': neither.
export function useMoveWarning({timedView: {view, at}, room: {room}}: MatchContext): string {
  const {match} = words.value.app;
  const patience = room.options.patience ?? defaultPatience;
  const mine = view.you !== null && view.turn === view.you && view.move_in !== null;
  const short = useElapsed(mine ? at + view.move_in! - shortMove(patience) : null);
  if (view.you !== null && room.players[view.you]?.overdue) return match.moveOver(span(patience));
  return short ? match.moveShort(span(shortMove(patience) / 1000)) : '';
}

// A player who takes long for a move. Small screens tell us about our own time in the action bar: here it would cover the
// opponent's side.
function Slow({context}: {context: MatchContext}) {
  const session = useSession();
  const {match} = words.value.app;
  const {view} = context.timedView;
  const {players, options} = context.room.room;
  const wide = useMedia(besideTable);
  const seat = seats.find(it => it !== view.you && players[it]?.overdue);
  const mayClaim = seat !== undefined && view.you !== null && players[seat]?.claim_in !== 0;
  const own = useMoveWarning(context);
  const text = seat === undefined ? own : `${match.slow(nameOf(view.match, seat), span(options.patience ?? defaultPatience))}${mayClaim ? ` ${match.slowClaim}` : ''}`;
  useAnnouncement(text);
  if (!text || (seat === undefined && !wide)) return null;
  return (
    <div class="notice-bar" data-slow>
      <Icon name="warning" />
      <p>{text}</p>
      {mayClaim && <Button look="first" onClick={() => void orShowError(session.claimWin())}>{match.claim}</Button>}
    </div>
  );
}

export function BelowTable({context}: {context: MatchContext}) {
  const closed = useClosed();
  const {match, results} = words.value.app;
  const {options} = context.room.room;
  const watching = context.timedView.view.you === null;
  return (
    <>
      {distrust.value && <div class="notice-bar" data-distrust><Icon name="warning" /><p><strong>{results.unfair}</strong> {results.mismatch(distrust.value)}</p></div>}
      {watching && (
        <div class="notice-bar" data-watching>
          <Icon name="watch" />
          <p><strong>{match.watching}</strong> <span>{spectatorsAreLate(context.room.room) ? match.watchingLate(options.delay) : options.spectators === 'open' ? match.watchingOpen : match.watchingPublic}</span></p>
          <Button look="quiet" icon="swap" onClick={context.flip}>{match.switchSides}</Button>
        </div>
      )}
      {!closed && <Away context={context} />}
      {!closed && <Slow context={context} />}
    </>
  );
}

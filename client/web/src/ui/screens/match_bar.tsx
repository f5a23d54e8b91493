// The bar above the table: room, score, connection, leaving. Below it, notices: about absent players when no table
// is shown, and for spectators.
import {useCallback, useState} from 'preact/hooks';
import {otherSeat, seats} from '../../game/match';
import type {Session} from '../../model';
import type {RoomMessage, ViewMessage} from '../../protocol/messages';
import {words} from '../../i18n';
import {sidePanel, unread} from '../state/side_panel';
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
import {Icon} from '../parts/icons';
import {Lag} from '../parts/lag';
import {memo} from '../parts/memo';
import type {BarNotice} from '../table/bar';
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
        {lag !== null && <span class="match-fact wide-only"><Icon name="connection" /><Lag ms={lag} /></span>}
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

// What is told about an absent or slow player, and what the others can do about it.
interface Told {
  text: string;
  mayClaim: boolean; // we may claim the win
}

function useAway({timedView: {view}, room: {room, at}}: MatchContext): Told | null {
  const {match} = words.value.app;
  const running = view.phase === 'playing' || view.phase === 'round_over';
  const seat = seats.find(it => it !== view.you && room.players[it]?.connected === false);
  const grace = seat === undefined ? null : room.players[seat]!.claim_in;
  const left = useTimeLeft(grace ?? 0, at, running && grace !== null);
  if (!running || seat === undefined) return null;
  const away = match.away(nameOf(view.match, seat));
  if (view.you === null || grace === null) return {text: away, mayClaim: false};
  return {text: `${away} ${left > 0 ? match.claimIn(duration(left)) : match.claimNow}`, mayClaim: left <= 0};
}

// A player who takes long for a move.
function useSlow({timedView: {view}, room: {room}}: MatchContext): Told | null {
  const {match} = words.value.app;
  const {players, options} = room;
  const seat = seats.find(it => it !== view.you && players[it]?.overdue);
  if (seat === undefined) return null;
  return {text: match.slow(nameOf(view.match, seat), span(options.patience ?? defaultPatience)), mayClaim: view.you !== null && players[seat]?.claim_in !== 0};
}

// Without a clock: that our time for a move is short or up; '': neither.
function useMoveWarning({timedView: {view, at}, room: {room}}: MatchContext): string {
  const {match} = words.value.app;
  const patience = room.options.patience ?? defaultPatience;
  const mine = view.you !== null && view.turn === view.you && view.move_in !== null;
  const short = useElapsed(mine ? at + view.move_in! - shortMove(patience) : null);
  if (view.you !== null && room.players[view.you]?.overdue) return match.moveOver(span(patience));
  return short ? match.moveShort(span(shortMove(patience) / 1000)) : '';
}

const claim = (session: Session) => void orShowError(session.claimWin());

// Above the table, notices would move or cover it. A player finds them in the action bar, a spectator in the bar that
// says they are watching.
export function useBarNotice(context: MatchContext): BarNotice | null {
  const session = useSession();
  const away = useAway(context);
  const slow = useSlow(context);
  const own = useMoveWarning(context);
  const told = [away, slow].find(it => it?.mayClaim) ?? away ?? slow;
  const onClaim = useCallback(() => claim(session), [session]);
  if (context.timedView.view.you === null) return null;
  if (told) return {text: told.text, own: false, onClaim: told.mayClaim ? onClaim : null};
  return own ? {text: own, own: true, onClaim: null} : null;
}

// `shown`: as a bar; otherwise it is only announced.
function Away({context, shown}: {context: MatchContext; shown: boolean}) {
  const session = useSession();
  const {match} = words.value.app;
  const told = useAway(context);
  useAnnouncement(told?.mayClaim ? `${match.claimNow} ${match.claim}.` : '');
  if (!told || !shown) return null;
  return (
    <div class="notice-bar" data-away>
      <Icon name="warning" />
      <p>{told.text}</p>
      {told.mayClaim && <Button look="first" onClick={() => claim(session)}>{match.claim}</Button>}
    </div>
  );
}

// Only announced: a move takes long while the table is on the screen, which shows it.
function Slow({context}: {context: MatchContext}) {
  const {match} = words.value.app;
  const own = useMoveWarning(context);
  const slow = useSlow(context);
  useAnnouncement(slow ? `${slow.text}${slow.mayClaim ? ` ${match.slowClaim}` : ''}` : own);
  return null;
}

// What spectators see, or that a player is away or slow.
function Watching({context}: {context: MatchContext}) {
  const {match} = words.value.app;
  const {options} = context.room.room;
  const closed = useClosed();
  const away = useAway(context);
  const slow = useSlow(context);
  const told = closed ? null : away ?? slow;
  return (
    <div class="notice-bar" data-watching data-tells={told ? '' : undefined}>
      <Icon name={told ? 'warning' : 'watch'} />
      {told ? <p>{told.text}</p>
      : <p><strong>{match.watching}</strong> <span>{spectatorsAreLate(context.room.room) ? match.watchingLate(options.delay) : options.spectators === 'open' ? match.watchingOpen : match.watchingPublic}</span></p>}
      <Button look="quiet" icon="swap" onClick={context.flip}>{match.switchSides}</Button>
    </div>
  );
}

// `table`: it is on the screen.
export function AboveTable({context, table}: {context: MatchContext; table: boolean}) {
  const closed = useClosed();
  const watches = context.timedView.view.you === null;
  const {results} = words.value.app;
  return (
    <>
      {distrust.value && <div class="notice-bar" data-distrust><Icon name="warning" /><p><strong>{results.unfair}</strong> {results.mismatch(distrust.value)}</p></div>}
      {watches && <Watching context={context} />}
      {!closed && <Away context={context} shown={!table && !watches} />}
      {!closed && <Slow context={context} />}
    </>
  );
}

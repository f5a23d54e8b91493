// Before a match: the invitation, the players, and who is ready.
import {useEffect, useState} from 'preact/hooks';
import {otherSeat, seats} from '../../game/match';
import {words} from '../../i18n';
import {askForNotifications, mayOffer} from '../announce/attention';
import {PushSwitch} from '../announce/lazy_push';
import {clockText} from './clock_choices';
import {offersDelay, spectatorsText} from './spectators';
import {useReady, quickRoom} from './enter_room';
import {useAnnouncement} from '../announce/live_regions';
import {CopyLink} from './copy_link';
import {Qr} from './move_seat';
import {SoundOffer} from '../announce/sound_offer';
import {Button, Link} from '../parts/button';
import {Switch} from '../parts/field';
import {Icon} from '../parts/icons';
import {linkTo} from '../state/route';
import {useClosed, useSession} from '../state/session_context';
import {playerName} from '../state/player_names';
import {settings} from '../state/settings';
import type {MatchContext} from './match_context';
import {Meanwhile} from './meanwhile';
import {PlayerFace} from './player_face';
import {RemoveButton} from './removal';

// For a friend, this address would lead to their own machine.
const leadsToOpener = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);

function Invite({room}: {room: string}) {
  const {waiting} = words.value.app;
  const link = linkTo(`/${room}`);
  return (
    <section class="panel invite" aria-labelledby="invite-title">
      <div class="invite-words">
        <h2 id="invite-title" class="invite-label">{quickRoom.value === room ? waiting.quick : waiting.invite}</h2>
        <CopyLink link={link} look="first" shareText={waiting.shareText} note={leadsToOpener && <p class="quiet-text">{waiting.onlyHere}</p>} />
        <p class="invite-code"><span class="quiet-text">{waiting.code}</span> <strong class="code-large">{room}</strong></p>
      </div>
      <Qr text={link} label={waiting.qr(room)} />
    </section>
  );
}

function Players({context}: {context: MatchContext}) {
  const {waiting, common} = words.value.app;
  const {view} = context.timedView;
  const {owner, phase} = context.room.room;
  const mayRemove = owner !== null && owner === view.you && phase === 'waiting';
  return (
    <section class="panel" aria-labelledby="who-title">
      <h2 id="who-title">{waiting.who}</h2>
      <ul class="rows folk">
        {seats.map(seat => {
          const player = context.room.room.players[seat];
          return (
            <li key={seat}>
              {player ? <PlayerFace match={context.room.room.fair.match} seat={seat} /> : <span class="folk-sign"><Icon name="friend" /></span>}
              <p>{player ? <><bdi class="person">{playerName(player)}</bdi>{view.you === seat && <span class="quiet-text"> ({common.you})</span>}</> : <span class="quiet-text">{waiting.free}</span>}</p>
              {player && !startedButHidden(context) && <span class={player.ready ? 'ready-yes' : 'quiet-text'}>{player.ready && <Icon name="check" />}{player.ready ? waiting.isReady : player.connected ? waiting.notReady : waiting.away}</span>}
              {player && player.missed_reveals > 0 && <span class="quiet-text">{waiting.missedReveals(player.missed_reveals)}</span>}
              {player && offersDelay(context.room.room.options) && <span class={player.agreed ? 'ready-yes' : 'quiet-text'}>{player.agreed && <Icon name="check" />}{player.agreed ? waiting.hasAgreed : waiting.hasNotAgreed}</span>}
              {player && !player.bot && mayRemove && seat !== owner && <RemoveButton name={player.name} target={{seat}} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function RoomOptions({context}: {context: MatchContext}) {
  const {waiting, rooms, room} = words.value.app;
  const {options} = context.room.room;
  return (
    <p class="agreed quiet-text"><strong>{waiting.agreed}</strong>
      <span>{rooms.seals(options.seals)}</span><span>{clockText(options.clock)}</span>
      <span>{room.spectators}: {spectatorsText(options)}</span>
      {options.has_password && <span>{rooms.locked}</span>}
    </p>
  );
}

// In the delayed view, a match that has just begun has nothing to show yet.
const startedButHidden = (context: MatchContext): boolean => context.timedView.view.you === null && context.room.room.phase !== 'waiting';

function situation(context: MatchContext, gettingReady: boolean): string {
  const {waiting} = words.value.app;
  const {you} = context.timedView.view;
  if (startedButHidden(context)) return waiting.begun(context.room.room.options.delay);
  if (you === null) return waiting.watching;
  const me = context.room.room.players[you];
  const other = context.room.room.players[otherSeat(you)];
  const ready = me?.ready || gettingReady;
  if (!other) return ready ? waiting.waitFriendReady : waiting.waitFriend;
  if (ready && other.ready) return waiting.dealing;
  if (ready) return waiting.waitOther(playerName(other));
  return other.ready ? waiting.waitYou(playerName(other)) : waiting.waitBoth;
}

// While waiting, visitors may look at another page.
function NotificationOffer() {
  const [asked, setAsked] = useState(false);
  if (asked || !mayOffer()) return null;
  const ask = async () => {
    if (await askForNotifications()) settings.notify.value = 'on';
    setAsked(true);
  };
  return <Button look="quiet" onClick={() => void ask()}>{words.value.app.settings.notify}</Button>;
}

export function Waiting({context}: {context: MatchContext}) {
  const session = useSession();
  const {waiting, enter, results} = words.value.app;
  const {view} = context.timedView;
  const {players, fair, options} = context.room.room;
  const both = players[0] !== null && players[1] !== null;
  const ready = view.you !== null && (players[view.you]?.ready ?? false);
  const gettingReady = session.gettingReady.value;
  const now = situation(context, gettingReady);
  useAnnouncement(now === waiting.dealing || players.some(player => player?.bot) ? '' : now); // the start of a match is announced anyway
  const {busy, sendReady} = useReady(session);
  const closed = useClosed();
  const asks = view.you !== null && !closed;
  const agreed = view.you !== null && (players[view.you]?.agreed ?? false);
  const [agrees, setAgrees] = useState(agreed);
  const opponent = view.you === null ? undefined : players[otherSeat(view.you)]?.name;
  useEffect(() => setAgrees(agreed), [agreed, fair.match, opponent]); // an agreement is for one match against one opponent
  return (
    <div class="page narrow waiting">
      <h1 tabIndex={-1}>{startedButHidden(context) ? waiting.begunTitle : both ? waiting.titleBoth : quickRoom.value === view.room ? waiting.quickTitle : waiting.title}<span class="visually-hidden">{'\u00a0'}– {enter.title(view.room)}</span></h1>
      {!both && view.you !== null ? <Invite room={view.room} /> : <Players context={context} />}
      {both && <p class="quiet-text">{waiting.code}: <span class="code-small">{view.room}</span></p>}
      <div class="ready-bar">
        <p class="situation">{now}</p>
        {asks && both && offersDelay(options) && (
          <Switch label={waiting.agree(options.delay)} hint={waiting.agreeHint} value={agrees} onChange={on => { setAgrees(on); if (ready) sendReady(on); }} />
        )}
        {asks && !ready && !gettingReady && <Button look="first" wide busy={busy} onClick={() => sendReady(agrees)}>{waiting.ready}</Button>}
        {asks && !both && <NotificationOffer />}
        {view.you !== null && !both && <SoundOffer />}
        {view.you === null && !both && <Link to={`/${view.room}`} look="first">{waiting.takeSeat}</Link>}
      </div>
      {asks && <PushSwitch />}
      {fair.aborted > 0 && <p class="quiet-text">{results.aborted(fair.aborted)}</p>}
      <RoomOptions context={context} />
      {!both && view.you !== null && <Meanwhile room={view.room} />}
    </div>
  );
}

// A round in progress: the table.
import {useCallback} from 'preact/hooks';
import type {Action} from '../../protocol/messages';
import {spectatorsAreLate} from './spectators';
import type {MatchContext} from './match_context';
import {words} from '../../i18n';
import {orShowError} from './enter_room';
import {useBarNotice} from './match_bar';
import {useLate} from '../parts/hooks';
import {comesToAnHour, defaultPatience} from '../parts/time_left';
import {faceIn, nameOf, playerName} from '../state/player_names';
import {useSession} from '../state/session_context';
import {settings} from '../state/settings';
import {behind, catchUp} from '../state/shown_view';
import {Table, type SeatInfo} from '../table/table';
import {useWarnings} from '../announce/warnings';

export function seatInfos({room, timedView}: MatchContext): [SeatInfo, SeatInfo] {
  const info = (seat: 0 | 1): SeatInfo => {
    const player = room.room.players[seat];
    const passed = timedView.at - room.at; // the table counts down from the view's arrival
    return {
      name: player ? playerName(player) : nameOf(timedView.view.match, seat), connected: player?.connected ?? false, lag: player?.lag_ms ?? null,
      face: faceIn(timedView.view.match, seat), bot: player?.bot ?? null, claimIn: player?.claim_in == null ? null : Math.max(0, player.claim_in - passed), patience: room.room.options.patience ?? defaultPatience, longClock: comesToAnHour(room.room.options), you: timedView.view.you === seat,
    };
  };
  return [info(0), info(1)];
}

// Ms that an action may be on its way before the table says so. Most replies are faster: the table is then drawn once, with
// the move.
const unnoticed = 100;

export function Playing({context}: {context: MatchContext}) {
  const session = useSession();
  const {match} = words.value.app;
  const {view, at} = context.timedView;
  const notice = useBarNotice(context);
  useWarnings(context.timedView, (context.room.room.options.clock?.initial ?? 0) * 1000);
  const delayed = view.you === null && spectatorsAreLate(context.room.room);
  const onAct = useCallback((action: Action) => {
    if (!session.pendingAction.peek()) void orShowError(session.act(action));
  }, [session]);
  const pending = session.pendingAction.value;
  const acting = useLate(pending !== null, unnoticed) ? pending : null;
  const act = view.you === null || session.connection.value.state === 'closed' ? {} : {onAct};
  return (
    <>
      <h1 class="visually-hidden" tabIndex={-1}>{match.title}, {match.round(view.round)}</h1>
      <Table view={view} at={at} seats={seatInfos(context)} bottom={context.bottom} acting={acting} offline={session.connection.value.state !== 'online'} delayed={delayed} {...act} still={settings.motion.value === 'off'} sealsToWin={context.room.room.options.seals} notice={notice} backlog={{behind: behind.value, catchUp}} />
    </>
  );
}

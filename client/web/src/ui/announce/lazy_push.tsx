// Push messages, for players in rooms over days whose browser can get them; the rest is loaded on demand.
import type {RoomMessage} from '../../protocol/messages';
import {canPush} from '../../browser/push';
import {lazy} from '../parts/lazy';
import {pushRooms} from '../state/push_rooms';
import {useSession} from '../state/session_context';
import {settings} from '../state/settings';
import {mayAsk} from './attention';

const Switch = lazy(() => import('./push').then(it => it.PushSwitch), null);
const Offer = lazy(() => import('./push').then(it => it.PushOffer), null);
const Upkeep = lazy(() => import('./push').then(it => it.PushUpkeep), null);

const day = 86400; // seconds

const overDays = ({options}: RoomMessage): boolean => options.clock === null && (options.patience ?? 0) >= day;

// The room, if it is one where a player can be told to come back.
function useRoom(): string | null {
  const session = useSession();
  const room = session.room.value?.room;
  const plays = session.location.value?.seat != null;
  return room && plays && overDays(room) && canPush() ? room.room : null;
}

export function PushSwitch() {
  const room = useRoom();
  return room && <Switch room={room} />;
}

// `waits`: for the opponent's move, a good time to offer it.
export function PushAtTable({waits}: {waits: boolean}) {
  const room = useRoom();
  if (!room) return null;
  if (pushRooms.value.includes(room)) return <Upkeep key={room} room={room} />;
  return waits && mayAsk() && settings.pushOffered.value !== 'yes' ? <Offer room={room} /> : null;
}

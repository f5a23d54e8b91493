// Push messages, in rooms that are played over days: a switch, and an offer at the table. Loads its own texts.
import {useEffect} from 'preact/hooks';
import {closePushed, keepTexts} from '../../browser/push';
import {push as english} from '../../i18n/en/push';
import {Button} from '../parts/button';
import {Switch} from '../parts/field';
import {lateWords} from '../parts/late_words';
import {pushRooms} from '../state/push_rooms';
import {settings} from '../state/settings';
import {useSession} from '../state/session_context';
import {mayAsk} from './attention';
import {pushIn} from './room_push';

type PushWords = typeof english;

const usePushWords = lateWords<PushWords>(english, {
  fr: () => import('../../i18n/fr/push').then(it => it.push),
  de: () => import('../../i18n/de/push').then(it => it.push),
  es: () => import('../../i18n/es/push').then(it => it.push),
});

// What the service worker shows.
const textsOf = ({turn, start, over, rematch, room}: PushWords) => ({turn, start, over, rematch, room});

// Null until the texts are there and the server has said that it sends push messages.
function usePush(room: string) {
  const text = usePushWords();
  const push = pushIn(room, useSession());
  useEffect(() => void push.server.askKey(), [push]);
  return text && push.server.key.value !== null ? {text, push} : null;
}

export function PushSwitch({room}: {room: string}) {
  const found = usePush(room);
  if (!found) return null;
  const {text, push} = found;
  const error = push.problem.value ?? (mayAsk() ? null : 'blocked');
  return (
    <div class="long-switch">
      <Switch label={text.label} hint={text.hint} error={error && text[error]} value={push.wanted.value ?? pushRooms.value.includes(room)}
        onChange={want => void push.change(want, textsOf(text))} />
    </div>
  );
}

// Until it is answered, at the first table of this kind.
export function PushOffer({room}: {room: string}) {
  const found = usePush(room);
  if (!found) return null;
  const {text, push} = found;
  const answer = (want: boolean) => {
    settings.pushOffered.value = 'yes';
    if (want) void push.change(true, textsOf(text));
  };
  return (
    <div class="over-table asks" role="group" aria-label={text.label}>
      <p>{text.offer}</p>
      <Button look="first" onClick={() => answer(true)}>{text.yes}</Button>
      <Button look="quiet" onClick={() => answer(false)}>{text.no}</Button>
    </div>
  );
}

// While they are on: the server and the service worker have what they need.
export function PushUpkeep({room}: {room: string}) {
  const session = useSession();
  const found = usePush(room);
  const text = found?.text;
  const timedRoom = session.room.value; // a new one arrives when we are back in the room
  useEffect(() => void closePushed(room).catch(() => undefined), []);
  useEffect(() => { if (text) void keepTexts(textsOf(text)).catch(() => undefined); }, [text]);
  useEffect(() => { if (found) void found.push.refresh(textsOf(found.text)); }, [text, timedRoom]);
  return null;
}

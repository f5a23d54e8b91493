// Push messages, in rooms that are played over days: a switch, and an offer at the table. Loads its own texts.
import {useEffect, useState} from 'preact/hooks';
import {closePushed, keepTexts, subscribe} from '../../browser/push';
import {language, type Language} from '../../i18n';
import {push as english} from '../../i18n/en/push';
import {Button} from '../parts/button';
import {Switch} from '../parts/field';
import {pushRooms, setPush} from '../state/push_rooms';
import {settings} from '../state/settings';
import {useSession} from '../state/session_context';
import {askForNotifications, mayAsk} from './attention';

type PushWords = typeof english;
type Problem = 'blocked' | 'failed' | 'refused';

const languages: Record<Language, () => Promise<PushWords>> = {
  en: () => Promise.resolve(english),
  fr: () => import('../../i18n/fr/push').then(it => it.push),
  de: () => import('../../i18n/de/push').then(it => it.push),
  es: () => import('../../i18n/es/push').then(it => it.push),
};

function usePushWords(): PushWords {
  const wanted = language.value;
  const [text, setText] = useState<PushWords>(english);
  useEffect(() => {
    let here = true;
    languages[wanted]().then(found => here && setText(found), () => undefined);
    return () => { here = false; };
  }, [wanted]);
  return text;
}

// What the service worker shows.
const textsOf = ({turn, start, over, rematch, room}: PushWords) => ({turn, start, over, rematch, room});

// The server's key; null until it is known, and if there is none.
function usePushKey(): string | null {
  const session = useSession();
  const [key, setKey] = useState<string | null>(null);
  useEffect(() => {
    let here = true;
    void session.pushKey().then(outcome => here && outcome.ok && setKey(outcome.key));
    return () => { here = false; };
  }, []);
  return key;
}

function usePush(room: string) {
  const session = useSession();
  const text = usePushWords();
  const key = usePushKey();
  const [problem, setProblem] = useState<Problem | null>(null);
  const on = pushRooms.value.includes(room);

  async function begin(): Promise<Problem | null> {
    if (!key || !(await askForNotifications())) return 'blocked';
    try {
      await keepTexts(textsOf(text));
      const outcome = await session.pushSubscribe(await subscribe(key));
      return outcome.ok ? null : outcome.code === 'bad_request' ? 'refused' : 'failed';
    } catch {
      return 'failed';
    }
  }

  async function change(want: boolean): Promise<void> {
    if (!want) await session.pushUnsubscribe();
    const found = want ? await begin() : null;
    setProblem(found);
    setPush(room, want && !found);
  }

  // The browser may have another subscription by now, and the visitor another language.
  useEffect(() => {
    if (!key || !on) return;
    void closePushed(room).catch(() => undefined);
    if (Notification.permission === 'granted') void begin();
    else setPush(room, false);
  }, [key, text]);

  return {text, available: key !== null, on, problem, change};
}

export function PushSwitch({room}: {room: string}) {
  const {text, available, on, problem, change} = usePush(room);
  if (!available) return null;
  const error = problem ?? (mayAsk() ? null : 'blocked');
  return (
    <div class="long-switch">
      <Switch label={text.label} hint={text.hint} error={error && text[error]} value={on} onChange={want => void change(want)} />
    </div>
  );
}

// Until it is answered, at the first table of this kind.
export function PushOffer({room}: {room: string}) {
  const {text, available, on, change} = usePush(room);
  if (!available || on || !mayAsk() || settings.pushOffered.value === 'yes') return null;
  const answer = (want: boolean) => {
    settings.pushOffered.value = 'yes';
    if (want) void change(true);
  };
  return (
    <div class="over-table asks" role="group" aria-label={text.label}>
      <p>{text.offer}</p>
      <Button look="first" onClick={() => answer(true)}>{text.yes}</Button>
      <Button look="quiet" onClick={() => answer(false)}>{text.no}</Button>
    </div>
  );
}

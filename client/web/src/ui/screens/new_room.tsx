// The options of a new room, with sensible defaults.
import {useRef, useState} from 'preact/hooks';
import type {ChatFrom, CreateOptions, SpectatorMode} from '../../protocol/messages';
import {words} from '../../i18n';
import {clockChoices, clockOf} from './clock_choices';
import {enter, errorText, keepName, nameAgainstBot, nameProblem} from './enter_room';
import {Button, Link} from '../parts/button';
import {FacePicker} from '../parts/face_picker';
import {Choices, ErrorText, Field, NameField, Select, Switch} from '../parts/field';
import {useLobbyWords} from '../parts/late_words';
import {span} from '../parts/time_left';
import {useSession} from '../state/session_context';
import {levelChoices, type Level} from '../state/levels';
import {settings} from '../state/settings';
import {chatChoices} from './watchers';

interface Draft {
  name: string; opponent: 'friend' | 'bot'; level: Level; seals: '1' | '2' | '3'; clock: string; minutes: string; increment: string; public: boolean;
  password: string; spectators: SpectatorMode; delay: 'round' | `${number}`; grace: string; patience: string; chat: ChatFrom;
}
type Problems = Partial<Record<keyof Draft, string>>;

const graces = ['30', '60', '120', '300', '600', '1800', '3600'];
const patiences = ['120', '600', '3600', '86400', '604800'];
const delays = ['2', '3', '4', '6', '8', '10', '15', '20'] as const;

// Only private rooms can offer a delay in moves.
const asksForDelay = (draft: Draft): boolean => draft.spectators === 'open' && (draft.opponent === 'bot' || !draft.public);

// A clock replaces the time per move, and a bot never claims the win.
const limitsMoves = (draft: Draft): boolean => draft.clock === 'none' && draft.opponent === 'friend';

const within = (text: string, least: number, most: number): boolean => /^\d{1,5}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;

const nameOf = (draft: Draft): string => (draft.opponent === 'bot' ? nameAgainstBot(draft.name) : draft.name.trim());

function problemsOf(draft: Draft): Problems {
  const {room} = words.value.app;
  const problems: Problems = {};
  const name = nameProblem(nameOf(draft));
  if (name) problems.name = name;
  if (draft.clock === 'own') {
    if (!within(draft.minutes, 1, 600)) problems.minutes = room.range(1, 600);
    if (!within(draft.increment, 0, 300)) problems.increment = room.range(0, 300);
  }
  if ([...draft.password].length > 64) problems.password = room.passwordLong;
  return problems;
}

function optionsOf(draft: Draft): CreateOptions {
  const clock = draft.clock === 'own' ? {initial: Number(draft.minutes) * 60, increment: Number(draft.increment)} : clockOf(draft.clock);
  const bot = draft.opponent === 'bot';
  return {
    seals: Number(draft.seals), clock, spectators: draft.spectators, grace: Number(draft.grace),
    public: draft.public && !bot,
    ...(draft.chat !== 'everyone' ? {chat: draft.chat} : {}),
    ...(limitsMoves(draft) ? {patience: Number(draft.patience)} : {}),
    ...(asksForDelay(draft) && draft.delay !== 'round' ? {delay: Number(draft.delay)} : {}),
    ...(draft.password && !bot ? {password: draft.password} : {}),
  };
}

function useDraft(opponent: Draft['opponent']) {
  const [draft, setDraft] = useState<Draft>({
    name: settings.name.value, opponent, level: settings.level.value, seals: '2', clock: 'none', minutes: '5', increment: '5', public: false, password: '',
    spectators: 'public', delay: 'round', grace: '120', patience: '600', chat: 'everyone',
  });
  const [problems, setProblems] = useState<Problems>({});
  const change = (changes: Partial<Draft>) => {
    setDraft({...draft, ...changes});
    setProblems(Object.fromEntries(Object.entries(problems).filter(([field]) => !(field in changes))));
  };
  return {draft, change, problems, setProblems};
}

type Part = Omit<ReturnType<typeof useDraft>, 'setProblems'>;

function Clock({draft, change, problems}: Part) {
  const {room} = words.value.app;
  return (
    <>
      <Choices label={room.clock} hint={room.clockHint} value={draft.clock} onChoice={clock => change({clock})}
        choices={[...clockChoices(), {value: 'own', label: room.own}]} />
      {draft.clock === 'own' && (
        <div class="pair">
          <Field label={room.initial} value={draft.minutes} error={problems.minutes} numeric maxLength={5} onText={minutes => change({minutes})} />
          <Field label={room.increment} value={draft.increment} error={problems.increment} numeric maxLength={5} onText={increment => change({increment})} />
        </div>
      )}
    </>
  );
}

function More({draft, change, problems}: Part) {
  const {room} = words.value.app;
  const bot = draft.opponent === 'bot';
  const people = useLobbyWords()?.people;
  return (
    <div class="fields">
      {!bot && <Switch label={room.public} hint={room.publicHint} value={draft.public} onChange={on => change({public: on})} />}
      {!bot && <Field label={room.password} hint={room.passwordHint} value={draft.password} error={problems.password} maxLength={128} onText={password => change({password})} />}
      <Choices label={room.spectators} hint={room.spectatorsHint[draft.spectators]} value={draft.spectators} onChoice={spectators => change({spectators})}
        choices={[{value: 'public', label: room.spectatorsPublic}, {value: 'open', label: room.spectatorsOpen}, {value: 'none', label: room.spectatorsNone}]} />
      {asksForDelay(draft) && <Select label={room.delay} hint={room.delayHint} value={draft.delay} onChoice={delay => change({delay})}
        choices={[{value: 'round', label: room.afterRound}, ...delays.map(value => ({value, label: room.movesLate(Number(value))}))]} />}
      {people && (!bot || draft.spectators !== 'none') && <Select label={people.chatFrom} value={draft.chat} onChoice={chat => change({chat})} choices={chatChoices(people)} />}
      {limitsMoves(draft) && <Select label={room.patience} hint={room.patienceHint} value={draft.patience} onChoice={patience => change({patience})}
        choices={patiences.map(value => ({value, label: span(Number(value))}))} />}
      {!bot && <Select label={room.grace} hint={room.graceHint} value={draft.grace} onChoice={grace => change({grace})}
        choices={graces.map(value => ({value, label: span(Number(value))}))} />}
    </div>
  );
}

// `bot`: against the bot, at first.
export function NewRoom({bot: first}: {bot: boolean}) {
  const session = useSession();
  const {room, start, common, bots} = words.value.app;
  const {draft, change, problems, setProblems} = useDraft(first ? 'bot' : 'friend');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const show = (found: Problems) => {
    setProblems(found);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };

  const submit = async () => {
    if (busy) return;
    const found = problemsOf(draft);
    if (Object.keys(found).length) return show(found);
    keepName(draft.name);
    setBusy(true);
    setRefused(null);
    const name = nameOf(draft);
    const opened = await (draft.opponent === 'bot' ? enter.bot(session, name, optionsOf(draft), draft.level) : enter.create(session, name, optionsOf(draft)));
    setBusy(false);
    if (opened.ok) return;
    if (opened.code === 'bad_name') show({name: errorText(opened)});
    else setRefused(errorText(opened));
  };
  const part = {draft, change, problems};
  const bot = draft.opponent === 'bot';
  return (
    <form class="page narrow" ref={form} noValidate onSubmit={event => { event.preventDefault(); void submit(); }}>
      <h1 tabIndex={-1}>{bot ? start.bot : room.title}</h1>
      <div class="panel fields">
        <NameField label={start.name} hint={start.nameHint} error={problems.name} value={draft.name} onText={name => change({name})} />
        <FacePicker />
        <Choices label={room.opponent} value={draft.opponent} onChoice={opponent => change({opponent})}
          choices={[{value: 'friend', label: room.friend}, {value: 'bot', label: room.bot}]} />
        {draft.opponent === 'bot' && <Select label={bots.label} hint={bots.play[draft.level]} value={draft.level} onChoice={level => change({level})} choices={levelChoices()} />}
        <Choices label={room.seals} hint={room.sealsHint} value={draft.seals} onChoice={seals => change({seals})}
          choices={[{value: '1', label: '1'}, {value: '2', label: '2'}, {value: '3', label: '3'}]} />
        <Clock {...part} />
        <details class="more"><summary>{room.more}</summary><More {...part} /></details>
      </div>
      <ErrorText text={refused} />
      <div class="actions stuck">
        <Button type="submit" look="first" busy={busy}>{bot ? words.value.table.play : room.open}</Button>
        <Link to="/" look="quiet">{common.cancel}</Link>
      </div>
    </form>
  );
}

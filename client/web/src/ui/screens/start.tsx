// The start screen: a name, and the ways to a game.
import {useRef, useState} from 'preact/hooks';
import type {Outcome} from '../../model';
import type {ClockOptions} from '../../protocol/messages';
import {words} from '../../i18n';
import {enter, errorText, keepName, nameAgainstBot, nameProblem} from './enter_room';
import {Mark, Skyline} from '../parts/art';
import {Button, Link} from '../parts/button';
import {FacePicker} from '../parts/face_picker';
import {ErrorText, Field, NameField, Select} from '../parts/field';
import {focusHeading, nothingHasFocus} from '../parts/focus';
import {useOnChange} from '../parts/hooks';
import {Icon, type IconName} from '../parts/icons';
import {codeIn, go} from '../state/route';
import {useSession} from '../state/session_context';
import {levelChoices} from '../state/levels';
import {isNewcomer} from '../state/newcomer';
import {settings} from '../state/settings';
import {clockChoices, clockOf} from './clock_choices';
import {MyGames, NewcomerRules, StartGate} from './lazy_screens';

type Way = 'friend' | 'bot' | 'quick';

function ByCode() {
  const {start} = words.value.app;
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  return (
    <form class="panel by-code" aria-labelledby="code-title" noValidate onSubmit={event => {
      event.preventDefault();
      const room = codeIn(code);
      if (room) return go(`/${room}`);
      setProblem(true);
      field.current?.focus();
    }}>
      <h2 id="code-title">{start.have}</h2>
      <div class="with-button">
        <Field label={start.code} hint={start.codeHint} error={problem ? start.codeWrong : null} input={field} value={code}
          capitals maxLength={80} onText={text => { setCode(text); setProblem(false); }} />
        <Button type="submit">{start.join}</Button>
      </div>
    </form>
  );
}

function Nav() {
  const {start} = words.value.app;
  const items: readonly [string, IconName, string][] = [
    ['/rooms', 'rooms', start.rooms], ['/watch', 'watch', start.watch], ['/replay', 'replays', start.replays],
    ['/settings', 'settings', start.settings], ['/help', 'help', start.help],
  ];
  return (
    <nav class="start-nav" aria-label={start.more}>
      {items.map(([to, icon, label]) => <Link key={to} to={to} class="tile"><Icon name={icon} /><span>{label}</span></Link>)}
    </nav>
  );
}

function Play({hidden}: {hidden: boolean}) {
  const session = useSession();
  const {start, bots, room} = words.value.app;
  const level = settings.level.value;
  const [name, setName] = useState(settings.name.value);
  const [clock, setClock] = useState('none');
  const [busy, setBusy] = useState<Way | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const missing = useRef<Way | null>(null); // what was chosen without a usable name

  const wrong = (text: string, way: Way) => {
    missing.current = way;
    setProblem(text);
    field.current?.focus();
  };
  const take = async (way: Way) => {
    missing.current = null;
    const called = way === 'bot' ? nameAgainstBot(name) : name.trim();
    const problem = nameProblem(called);
    if (problem) return wrong(problem, way);
    keepName(name);
    if (way === 'friend') return go('/new');
    setBusy(way);
    setRefused(null);
    const asked: Promise<Outcome> = way === 'bot'
      ? enter.bot(session, called, {}) : enter.quick(session, called, clockOf(clock) as ClockOptions | null);
    const outcome = await asked;
    setBusy(null);
    if (outcome.ok) return;
    if (outcome.code === 'bad_name') wrong(errorText(outcome), way);
    else setRefused(errorText(outcome));
  };
  const press = (way: Way) => ({
    'aria-disabled': busy ? 'true' as const : undefined, 'data-busy': busy === way ? '' : undefined, onClick: () => { if (!busy) void take(way); },
  });
  return (
    <form class="panel ways-in" hidden={hidden} noValidate onSubmit={event => {
      event.preventDefault();
      if (missing.current && !busy) void take(missing.current);
    }}>
      <NameField label={start.name} error={problem} value={name} input={field}
        onText={text => { setName(text); setProblem(null); }} onDone={text => { if (!nameProblem(text)) keepName(text); }} />
      <FacePicker brief />
      <div class="ways">
        <button type="button" class="way first" {...press('friend')}>
          <Icon name="friend" /><span class="way-name">{start.friend}</span><small aria-hidden="true">{start.friendHint}</small>
        </button>
        <div class="way-pair way-bot">
          <button type="button" class="way" {...press('bot')}>
            <Icon name="bot" /><span class="way-name">{start.bot}</span><small aria-hidden="true" id="level-play">{bots.play[level]}</small>
          </button>
          <Select label={bots.label} hidden explainedBy="level-play" choices={levelChoices()} value={level} onChoice={it => { settings.level.value = it; }} />
          <div class="way-foot">
            <p class="way-level" aria-hidden="true">{bots.play[level]}</p>
            <Link to="/new?bot" class="link way-more" aria-label={`${room.more}: ${start.bot}`}>{room.more}</Link>
          </div>
        </div>
        <div class="way-pair way-quick">
          <button type="button" class="way" {...press('quick')}>
            <Icon name="quick" /><span class="way-name">{start.quick}</span><small aria-hidden="true">{start.quickHint}</small>
          </button>
          <Select label={start.quickClock} hidden choices={clockChoices()} value={clock} onChoice={setClock} />
        </div>
      </div>
      <ErrorText text={refused} />
    </form>
  );
}

export function Start() {
  const session = useSession();
  const location = session.location.value;
  const {title, start} = words.value.app;
  const locked = session.access.value === 'locked';
  useOnChange(locked, () => { if (nothingHasFocus()) focusHeading(); });
  return (
    <div class="start">
      <header class="hero">
        <h1 tabIndex={-1}><Mark /><span>{title}</span></h1>
        <p>{start.lead}</p>
        <Skyline />
      </header>
      <div class="start-body">
        {(location || session.savedSeats.value.length > 0) && <MyGames />}
        {locked && <StartGate />}
        <Play hidden={locked} />
        <div class="start-more">
          {!locked && <ByCode />}
          <Nav />
        </div>
        {isNewcomer.value && <NewcomerRules />}
      </div>
      <footer class="foot">{start.foot}</footer>
    </div>
  );
}

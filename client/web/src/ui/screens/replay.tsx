// Choosing a replay: from the server, a file, or the match history. replay_viewer.tsx shows it.
import {useEffect, useRef, useState} from 'preact/hooks';
import {signal} from '@preact/signals';
import {openReplay, parseReplay, type OpenedReplay} from '../../replay/replay';
import {words} from '../../i18n';
import {dateFormat} from '../parts/dates';
import {Button, Link} from '../parts/button';
import {ErrorText, Field} from '../parts/field';
import {focusHeading, nothingHasFocus} from '../parts/focus';
import {Icon} from '../parts/icons';
import {NoticePage} from '../parts/notice_page';
import {TopBar} from '../parts/top_bar';
import {PersonLabel} from '../parts/person_label';
import {facesOf} from '../state/faces';
import {pastMatches, peopleOf} from '../state/match_history';
import {playerName} from '../state/player_names';
import {go} from '../state/route';
import {ReplayViewer} from './replay_viewer';

type Trouble = 'notFound' | 'unreachable' | 'problem' | 'tooLarge';

const fromFile = signal<OpenedReplay | null>(null); // kept while the address points to one of its moments

async function read(text: string): Promise<OpenedReplay | Trouble> {
  const parsed = parseReplay(text);
  if (!parsed.ok) return parsed.why === 'too_large' ? 'tooLarge' : 'problem';
  try {
    return await openReplay(parsed.replay);
  } catch {
    return 'problem';
  }
}

async function fetchReplay(match: string): Promise<OpenedReplay | Trouble> {
  try {
    const answer = await fetch(`/replays/${match}`);
    if (answer.status === 404) return 'notFound';
    if (!answer.ok) return 'unreachable';
    return await read(await answer.text());
  } catch {
    return 'unreachable';
  }
}

function RecentMatches() {
  const {replay} = words.value.app;
  const past = pastMatches.value.map(it => {
    const people = peopleOf(it.match, it.names);
    return {...it, people, faces: facesOf(people)};
  });
  if (!past.length) return null;
  const date = dateFormat({dateStyle: 'medium', timeStyle: 'short'});
  return (
    <section class="panel" aria-labelledby="recent-title">
      <h2 id="recent-title">{replay.recent}</h2>
      <ul class="rows">
        {past.map(it => (
          <li key={it.match}>
            <p><PersonLabel person={it.people[0]} seat={0} face={it.faces[0]} /> – <PersonLabel person={it.people[1]} seat={1} face={it.faces[1]} /><small>{date.format(it.at)}</small></p>
            <Link to={`/replay/${it.match}`} look="plain" icon="replays" aria-label={`${replay.open}: ${it.people.map(playerName).join(' – ')}`}>{replay.open}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ChooseReplay({initial}: {initial: Trouble | null}) {
  const {replay} = words.value.app;
  const [id, setId] = useState('');
  const [wrong, setWrong] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(initial);
  const [over, setOver] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const open = async (file: File | undefined) => {
    if (!file) return;
    setTrouble(null);
    const found = file.size > 1024 * 1024 ? 'tooLarge' : await read(await file.text());
    if (typeof found === 'string') return setTrouble(found);
    fromFile.value = found;
    go('/replay/file');
  };
  return (
    <section class="page narrow">
      <h1 tabIndex={-1}>{replay.openTitle}</h1>
      <p>{replay.openLead}</p>
      <ErrorText text={trouble && replay[trouble]} />
      <RecentMatches />
      <label class="panel drop" data-over={over ? '' : undefined}
        onDragOver={event => { event.preventDefault(); setOver(true); }} onDragLeave={() => setOver(false)}
        onDrop={event => { event.preventDefault(); setOver(false); void open(event.dataTransfer?.files[0]); }}>
        <Icon name="save" />
        <span>{replay.file}</span>
        <input type="file" accept=".json,application/json" onChange={event => void open(event.currentTarget.files?.[0])} />
        <span class="quiet-text">{replay.drop}</span>
      </label>
      <form class="panel" noValidate onSubmit={event => {
        event.preventDefault();
        const match = id.trim().toLowerCase().replace(/^.*replays?\//, '').replace(/\/.*$/, '');
        if (/^[0-9a-f]{32}$/.test(match)) return go(`/replay/${match}`);
        setWrong(true);
        field.current?.focus();
      }}>
        <div class="with-button">
          <Field label={replay.id} hint={replay.idHint} error={wrong ? replay.idWrong : null} value={id} input={field} maxLength={200}
            onText={text => { setId(text); setWrong(false); }} />
          <Button type="submit">{replay.open}</Button>
        </div>
      </form>
    </section>
  );
}

function FromServer({match, ply}: {match: string; ply: number | null}) {
  const {replay, common} = words.value.app;
  const [opened, setReel] = useState<OpenedReplay | Trouble | null>(null);
  useEffect(() => {
    let here = true;
    void fetchReplay(match).then(found => here && setReel(found));
    return () => { here = false; };
  }, [match]);
  // The loaded screen's heading takes the focus from the placeholder's.
  useEffect(() => {
    if (opened !== null && nothingHasFocus()) focusHeading();
  }, [opened]);
  if (opened === null) return <><TopBar /><NoticePage title={replay.title} text={common.loading} /></>;
  return typeof opened === 'string' ? <><TopBar /><ChooseReplay initial={opened} /></> : <ReplayViewer opened={opened} ply={ply} base={`/replay/${match}`} match={match} />;
}

export function Replay({match, ply}: {match: string | null; ply: number | null}) {
  if (match === null) return <ChooseReplay key="choose" initial={null} />;
  if (match === 'file') return fromFile.value ? <ReplayViewer key="file" opened={fromFile.value} ply={ply} base="/replay/file" match={null} /> : <><TopBar /><ChooseReplay key="choose" initial={null} /></>;
  return /^[0-9a-f]{32}$/.test(match) ? <FromServer key={match} match={match} ply={ply} /> : <><TopBar /><ChooseReplay key="lost" initial="notFound" /></>;
}

// A finished match, moment by moment, with both hands open.
import {useEffect, useLayoutEffect, useMemo, useRef, useState} from 'preact/hooks';
import type {OpenedReplay, ReplayVerdict} from '../../replay/replay';
import type {Seat} from '../../protocol/messages';
import {otherSeat} from '../../game/match';
import {language, words} from '../../i18n';
import {dateFormat} from '../parts/dates';
import {defaultPatience} from '../parts/time_left';
import {announce} from '../announce/live_regions';
import {overlay} from './overlays';
import {Mark} from '../parts/art';
import {Button, DownloadReplay, IconButton, Link} from '../parts/button';
import {copyText} from '../../browser/clipboard';
import {useOnChange} from '../parts/hooks';
import {Icon} from '../parts/icons';
import {facesOf} from '../state/faces';
import {ownSeatIn, peopleOf} from '../state/match_history';
import {playerName} from '../state/player_names';
import {goSoon, linkTo, route} from '../state/route';
import {settings} from '../state/settings';
import {Sprite} from '../table/pictures';
import {Table, type SeatInfo} from '../table/table';
import {StoryText, plainText, namePlaceholders, type Sentence} from '../announce/story_text';

const speeds = [2600, 1300, 600] as const; // ms per moment
const factors = ['½×', '1×', '2×'] as const;

// What happened at each moment, as sentences.
function useSentences(opened: OpenedReplay, names: readonly [string, string]): Sentence[] {
  const spoken = language.value;
  return useMemo(() => Array.from({length: opened.moments}, (_, i) => {
    const {events} = opened.at(i).view;
    const {story} = words.peek();
    return {text: events.map(event => story.event(event, {you: null, name: seat => namePlaceholders[seat]})).join(' '), names};
  }), [opened, spoken]);
}

function Verdict() {
  const {replay} = words.value.app;
  return (
    <section class="panel verdict" data-verdict="fits" aria-label={replay.fits}>
      <details class="more">
        <summary><Icon name="check" /> {replay.fits}</summary>
        <p>{replay.fitsMore}</p>
      </details>
    </section>
  );
}

// A forged replay says so before anything else.
function Misfit({verdict}: {verdict: Extract<ReplayVerdict, {fits: false}>}) {
  const {replay} = words.value.app;
  return (
    <div class="notice-bar verdict" data-verdict="misfit" role="alert">
      <Icon name="warning" />
      <p><strong>{replay.fitsNot}</strong> {replay.misfits[verdict.why]} {verdict.ply !== undefined && replay.fitsNotAt(verdict.ply)}</p>
    </div>
  );
}

function Moments({sentences, at, onGo}: {sentences: readonly Sentence[]; at: number; onGo: (moment: number) => void}) {
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    const item = list.current?.children[at];
    if (item instanceof HTMLElement && list.current) list.current.scrollTop = item.offsetTop - list.current.clientHeight / 2;
  }, [at]);
  return (
    <ol class="lines moments" ref={list} tabIndex={0} aria-label={words.value.app.match.log}>
      {sentences.map((sentence, i) => (
        <li key={i} aria-current={i === at ? 'step' : undefined} data-later={i > at ? '' : undefined}>
          <button type="button" tabIndex={-1} onClick={() => onGo(i)}><StoryText {...sentence} /></button>
        </li>
      ))}
    </ol>
  );
}

// The moment in the address; a deal has the ply of the action before it.
const pathOf = ({ply, after}: {ply: number; after: number}): string => (after ? `${ply}/${after}` : `${ply}`);

function useMoment(opened: OpenedReplay, ply: number | null, base: string) {
  const after = route.value.page === 'replay' ? route.value.after : 0;
  const wanted = ply === null ? 0 : opened.momentOfPly(ply, after);
  const [at, setAt] = useState(wanted);
  const now = useRef(at);
  now.current = at;
  const written = useRef(wanted); // the moment that the address shows, as far as we know
  const goTo = (moment: number) => {
    const next = Math.max(0, Math.min(opened.moments - 1, moment));
    now.current = next; // another step may come before the next render
    setAt(next);
    written.current = next;
    goSoon(`${base}/${pathOf(opened.at(next))}`);
  };
  // The visitor changed the address, or went back.
  useEffect(() => {
    if (wanted === written.current) return;
    written.current = wanted;
    setAt(wanted);
  }, [wanted]);
  return {at, now, goTo};
}

// Arrow keys step through the replay unless the focused element uses them.
function useKeys(step: (by: number) => void) {
  const latest = useRef(step);
  latest.current = step;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const {target} = event;
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (target instanceof HTMLElement && target.closest('input, button, select, textarea, a, [role=group], .lines, dialog')) return;
      if (event.key === 'ArrowRight') latest.current(1);
      else if (event.key === 'ArrowLeft') latest.current(-1);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}

function usePlaying(now: {current: number}, last: number, goTo: (moment: number) => void) {
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const latest = useRef(goTo);
  latest.current = goTo;
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      if (now.current >= last) setPlaying(false);
      else latest.current(now.current + 1);
    }, speeds[speed]);
    return () => clearInterval(timer);
  }, [playing, speed, last]);
  return {playing, setPlaying, speed, setSpeed};
}

// `moves`: those played so far, and all of them. Deals are moments, too, but no moves.
function Controls({at, last, moves, sentence, press, step, playback}: {
  at: number; last: number; moves: readonly [number, number]; sentence: Sentence; press: (moment: number) => void; step: (by: number) => void; playback: ReturnType<typeof usePlaying>;
}) {
  const {replay} = words.value.app;
  const {playing, setPlaying, speed, setSpeed} = playback;
  const toggle = () => {
    if (!playing && at === last) press(0);
    setPlaying(!playing);
  };
  return (
    <div class="replay-controls">
      <p class="replay-event"><StoryText {...sentence} /></p>
      <input type="range" class="moment" aria-label={replay.moment} aria-valuetext={`${replay.moveOf(...moves)}: ${plainText(sentence)}`}
        min={0} max={last} value={at} onInput={event => press(Number(event.currentTarget.value))} />
      <div class="replay-buttons">
        <IconButton icon="first" label={replay.first} onClick={() => press(0)} />
        <IconButton icon="previous" label={replay.previous} onClick={() => step(-1)} />
        <IconButton icon={playing ? 'pause' : 'play'} label={playing ? replay.pause : replay.play} onClick={toggle} class="icon-button strong" />
        <IconButton icon="next" label={replay.next} onClick={() => step(1)} />
        <IconButton icon="last" label={replay.last} onClick={() => press(last)} />
        <button type="button" class="icon-button speed" aria-label={`${replay.speed}: ${factors[speed]}`} title={replay.speed} onClick={() => setSpeed((speed + 1) % speeds.length)}>{factors[speed]}</button>
        <span class="quiet-text replay-count" title={replay.moveOf(...moves)} aria-hidden="true">{moves[0]} / {moves[1]}</span>
      </div>
    </div>
  );
}

export function ReplayViewer({opened, ply, base, match}: {opened: OpenedReplay; ply: number | null; base: string; match: string | null}) {
  const {replay, match: words_} = words.value.app;
  const {at, now, goTo} = useMoment(opened, ply, base);
  const [bottom, setBottom] = useState<Seat>(() => ownSeatIn(opened.replay.match) ?? 0);
  const [copied, setCopied] = useState(false);
  const people = peopleOf(opened.replay.match, opened.replay.names, opened.replay.proof.nonces);
  const names = [playerName(people[0]), playerName(people[1])] as const;
  const faces = facesOf(people);
  const sentences = useSentences(opened, names);
  const last = opened.moments - 1;
  const playback = usePlaying(now, last, goTo);
  // Any manual step stops playback.
  const press = (moment: number) => {
    playback.setPlaying(false);
    goTo(moment);
  };
  const step = (by: number) => press(now.current + by);
  const sentence = sentences[at]!;
  const rounds = useMemo(() => Array.from({length: opened.moments}, (_, i) => i).filter(i => opened.at(i).view.events.some(event => event.type === 'round_started')), [opened]);
  useKeys(step);
  useOnChange(at, () => {
    const slides = document.activeElement instanceof HTMLInputElement; // a slider announces its own value
    if (!playback.playing && !slides) announce(plainText(sentence));
  });
  const moment = opened.at(at);
  const seat = (it: Seat): SeatInfo => ({name: names[it], face: faces[it], connected: true, lag: null, bot: null, claimIn: null, patience: defaultPatience, longClock: false, you: false});
  const date = dateFormat({dateStyle: 'long'});
  const started = opened.replay.actions[0]?.at;
  return (
    <div class="at-table replay">
      <Sprite />
      <div class="middle" tabIndex={-1}>
        {!opened.verdict.fits && <Misfit verdict={opened.verdict} />}
        <header class="replay-head">
          <Link to="/" class="wordmark" aria-label={words.value.app.common.home}><Mark /></Link>
          <h1 tabIndex={-1}><span class="visually-hidden">{replay.title}: </span><bdi class="person">{names[0]}</bdi> – <bdi class="person">{names[1]}</bdi></h1>
          <p class="quiet-text">{words_.round(moment.round)}{started !== undefined && <> · {replay.playedOn(date.format(started))}</>}</p>
          {rounds.length > 1 && (
            <div class="replay-rounds" role="group" aria-label={replay.rounds}>
              {rounds.map((start, i) => (
                <button key={i} type="button" class="tab" aria-label={words_.round(i + 1)} title={words_.round(i + 1)}
                  aria-pressed={at >= start && at < (rounds[i + 1] ?? Infinity)} onClick={() => press(start)}><span class="hidden-if-narrow">{words_.round(i + 1)}</span><span class="narrow-only">{i + 1}</span></button>
              ))}
            </div>
          )}
          <IconButton icon="help" label={words.value.app.start.help} onClick={() => { overlay.value = 'help'; }} />
          <IconButton icon="settings" label={words.value.app.start.settings} onClick={() => { overlay.value = 'settings'; }} />
        </header>
        <Table view={moment.view} at={0} seats={[seat(0), seat(1)]} bottom={bottom} acting={null} still={settings.motion.value === 'off'} sealsToWin={opened.replay.options.seals} />
        <Controls at={at} last={last} moves={[moment.ply, opened.at(last).ply]} sentence={sentence} press={press} step={step} playback={playback} />
      </div>
      <aside class="side-panel replay-side" aria-label={replay.title}>
        {opened.verdict.fits && <Verdict />}
        <Moments sentences={sentences} at={at} onGo={press} />
        <div class="actions">
          <Button look="plain" icon="swap" onClick={() => setBottom(otherSeat(bottom))}>{replay.switchSides}</Button>
          {match !== null && (
            <Button look="plain" icon={copied ? 'check' : 'copy'} onClick={() => void copyText(linkTo(`${base}/${pathOf(moment)}`)).then(setCopied)}>{copied ? words.value.app.waiting.copied : replay.copy}</Button>
          )}
          {match !== null && <DownloadReplay match={match}>{replay.download}</DownloadReplay>}
        </div>
        <div class="actions replay-more">
          <Button look="quiet" icon="help" onClick={() => { overlay.value = 'help'; }}>{words.value.app.start.help}</Button>
          <Button look="quiet" icon="settings" onClick={() => { overlay.value = 'settings'; }}>{words.value.app.start.settings}</Button>
        </div>
      </aside>
    </div>
  );
}

// The side panel: log, chat and spectators. Log and chat look different and are in separate places, so that nobody can fake a log entry.
// On small screens it is a sheet.
import {useEffect, useRef, useState} from 'preact/hooks';
import type {StoryEntry} from '../../model';
import type {ChatMessage, Seat} from '../../protocol/messages';
import {otherSeat} from '../../game/match';
import {words} from '../../i18n';
import {toldUpTo} from '../state/shown_view';
import {besideTable, sidePanel, type SidePart} from '../state/side_panel';
import {dateFormat} from '../parts/dates';
import {errorText} from './enter_room';
import {ErrorText} from '../parts/field';
import {isNewcomer} from '../state/newcomer';
import {Button, IconButton} from '../parts/button';
import {useMedia} from '../parts/hooks';
import {useLobbyWords} from '../parts/late_words';
import {Icon} from '../parts/icons';
import {useClosed, useSession} from '../state/session_context';
import {announce, useAnnouncement} from '../announce/live_regions';
import {StoryText, sentenceOf} from '../announce/story_text';
import type {MatchContext} from './match_context';
import {NewcomerRules} from './newcomer_rules';
import {PlayerFace} from './player_face';
import {ownsRoom, usePeopleTitle, Watchers} from './watchers';

const sizeOf = (it: HTMLElement) => [it.clientWidth, it.clientHeight] as const;
// Pixels are rounded.
const isLike = (one: readonly [number, number], other: readonly [number, number]) => Math.abs(one[0] - other[0]) <= 1 && Math.abs(one[1] - other[1]) <= 1;

// Stays scrolled to the end, unless the reader has scrolled up. `last`: the key of the last line.
function useEnd(last: number | undefined, shown: unknown) {
  const list = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const settled = useRef(last);
  const drawn = useRef(last);
  drawn.current = last;
  const size = useRef<readonly [number, number]>([0, 0]);
  // After the frame: before it, reading the height would lay out the page once more with each move.
  useEffect(() => {
    const it = list.current;
    if (it && atEnd.current) it.scrollTop = it.scrollHeight;
    settled.current = last;
  }, [last, shown]);
  // The list gets shorter below a banner, or beside a chat.
  useEffect(() => {
    const it = list.current;
    if (!it) return;
    const watcher = new ResizeObserver(() => {
      size.current = sizeOf(it);
      if (atEnd.current) it.scrollTop = it.scrollHeight;
    });
    watcher.observe(it);
    return () => watcher.disconnect();
  }, []);
  const onScroll = () => {
    const it = list.current;
    // Browsers scroll as well, to keep what is read in place when a line goes at the top or lines break elsewhere: the
    // reader did not.
    if (it && settled.current === drawn.current && isLike(size.current, sizeOf(it))) atEnd.current = it.scrollHeight - it.scrollTop - it.clientHeight < 40;
  };
  return {list, onScroll};
}

function LogLine({entry, you, match}: {entry: StoryEntry; you: Seat | null; match: string}) {
  const line = sentenceOf(entry, you, match);
  if (!line) return null;
  const seat = entry.kind === 'event' && 'seat' in entry.event ? entry.event.seat : null;
  const head = entry.kind === 'event' && (entry.event.type === 'round_started' || entry.event.type === 'round_ended' || entry.event.type === 'match_ended');
  return (
    <li class={head ? 'log-head' : entry.kind === 'event' ? 'log-move' : 'log-note'} data-seat={seat ?? undefined}>
      <StoryText {...line} />
    </li>
  );
}

// Drawing the whole log would take longer with every move; the rest is one press away.
const lastLines = 60;

function Log({entries, you, match}: {entries: readonly StoryEntry[]; you: Seat | null; match: string}) {
  const text = words.value.app.match;
  const told = entries.filter(entry => entry.kind !== 'chat' && entry.key <= toldUpTo.value);
  const {list, onScroll} = useEnd(told.at(-1)?.key, sidePanel.value);
  const [all, setAll] = useState(false);
  const lines = all ? told : told.slice(-lastLines);
  return (
    <section class="side-part" id="side-log" data-shown={sidePanel.value === 'log' || sidePanel.value === null ? '' : undefined}>
      <h2>{text.log}</h2>
      <div class="lines" role="log" aria-label={text.log} aria-live="off" tabIndex={0} ref={list} onScroll={onScroll}>
        {lines.length === 0 && <p class="quiet-text">{text.logEmpty}</p>}
        {lines.length < told.length && <Button look="quiet" onClick={() => setAll(true)}>{text.logEarlier}</Button>}
        <ul>{lines.map(entry => <LogLine key={entry.key} entry={entry} you={you} match={match} />)}</ul>
      </div>
    </section>
  );
}

function ChatLine({chat, you, match: id}: {chat: ChatMessage; you: Seat | null; match: string}) {
  const {common, match} = words.value.app;
  const mine = chat.seat !== null && chat.seat === you;
  const time = dateFormat({timeStyle: 'short'});
  return (
    <li class={mine ? 'speech mine' : 'speech'}>
      <p class="speech-who">
        {chat.seat !== null && <PlayerFace match={id} seat={chat.seat} />}
        <bdi class="person">{chat.name === null ? common.spectator : chat.seat === null ? match.watchingNamed(chat.name) : chat.name}</bdi>
        <time dateTime={new Date(chat.at).toISOString()}>{time.format(chat.at)}</time>
      </p>
      <p class="speech-what"><bdi>{chat.text}</bdi></p>
    </li>
  );
}

// Why this viewer may not write in the chat; null: they may.
function useMuted({room: {room}, timedView: {view}}: MatchContext): string | null {
  const people = useLobbyWords()?.people;
  const {chat_off: plain} = words.value.app.errors;
  const from = room.options.chat ?? 'everyone';
  if (from === 'everyone' || (from === 'players' && view.you !== null)) return null;
  return (from === 'nobody' ? people?.chatOff : people?.chatPlayers) ?? plain;
}

function Chat({entries, context}: {entries: readonly StoryEntry[]; context: MatchContext}) {
  const {you, phase, match: id} = context.timedView.view;
  const quiet = you === null && (phase === 'playing' || phase === 'round_over');
  const muted = useMuted(context);
  useAnnouncement(muted ?? '');
  const session = useSession();
  const {match} = words.value.app;
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const busy = useRef(false); // a message is being sent
  const closed = useClosed();
  const lines = entries.flatMap(entry => (entry.kind === 'chat' ? [entry] : []));
  const {list, onScroll} = useEnd(lines.at(-1)?.key, sidePanel.value);
  const send = async () => {
    const said = text.trim();
    if (!said || busy.current) return;
    busy.current = true;
    const outcome = await session.say(said);
    busy.current = false;
    if (outcome.ok) {
      setText(now => (now.trim() === said ? '' : now));
      announce(match.messageSent);
    }
    setProblem(outcome.ok ? null : errorText(outcome));
  };
  return (
    <section class="side-part chat" id="side-chat" data-shown={sidePanel.value === 'chat' ? '' : undefined}>
      <h2>{match.chat}</h2>
      <div class="lines" role="group" aria-label={match.chat} tabIndex={0} ref={list} onScroll={onScroll}>
        {lines.length === 0 && <p class="quiet-text">{match.chatEmpty}</p>}
        <ul>{lines.map(({key, chat}) => <ChatLine key={key} chat={chat} you={you} match={id} />)}</ul>
      </div>
      {muted === null ? quiet && <p class="field-hint">{match.spectatorsOnly}</p> : <p class="field-hint">{muted}</p>}
      <ErrorText text={muted === null ? problem : null} />
      {!closed && muted === null && <form class="say" onSubmit={event => { event.preventDefault(); void send(); }}>
        <input aria-label={match.message} placeholder={match.message} value={text} autocomplete="off" maxLength={400} enterKeyHint="send"
          onInput={event => { setText([...event.currentTarget.value].slice(0, 200).join('')); setProblem(null); }} />
        <button type="submit" class="icon-button send" aria-label={match.send} title={match.send}><Icon name="send" /></button>
      </form>}
    </section>
  );
}

// A bot doesn't answer, so a match against it has a chat only for its spectators, or if somebody has written.
export function useChats({room: {room}, timedView: {view}}: MatchContext): boolean {
  const entries = useSession().story.value;
  if (view.you === null || room.players[otherSeat(view.you)]?.bot == null) return true;
  return room.spectators > 0 || sidePanel.value === 'chat' || entries.some(entry => entry.kind === 'chat');
}

function Parts({context, watched, chats}: {context: MatchContext; watched: boolean; chats: boolean}) {
  const entries = useSession().story.value;
  const {you, match} = context.timedView.view;
  const wide = useMedia(besideTable);
  // A newcomer sees the rules there. A small screen has no room for them.
  const teaches = isNewcomer.value && wide && !chats;
  return (
    <>
      {watched && <Watchers context={context} />}
      <Log entries={entries} you={you} match={match} />
      {teaches && <NewcomerRules class="side-part" />}
      {chats && <Chat entries={entries} context={context} />}
    </>
  );
}

export function SidePanel({context}: {context: MatchContext}) {
  const {match, common} = words.value.app;
  const open = sidePanel.value !== null;
  const panel = useRef<HTMLElement>(null);
  const wide = useMedia(besideTable);
  // A closed sheet is drawn only once it has been open: then it keeps the message that is being written.
  const drawn = useRef(false);
  drawn.current = wide || open || drawn.current;
  // The sheet takes the focus and returns it.
  useEffect(() => {
    if (!open || matchMedia(besideTable).matches) return;
    const opener = document.activeElement;
    if (!panel.current?.contains(opener)) panel.current?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [open]);
  const chats = useChats(context);
  const watched = context.timedView.view.you !== null && (context.room.room.spectators > 0 || sidePanel.value === 'watchers' || (chats && (wide || ownsRoom(context))));
  const peopleTitle = usePeopleTitle(context);
  const tab = (part: SidePart, label: string) => (
    <button type="button" aria-pressed={sidePanel.value === part} aria-controls={`side-${part}`} class="tab"
      onClick={() => { sidePanel.value = part; }}>{label}</button>
  );
  return (
    <aside class="side-panel" id="side" ref={panel} aria-label={chats ? match.panel : match.log} data-open={open ? '' : undefined}
      onKeyDown={event => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        sidePanel.value = null;
      }}>
      <div class="side-head">
        <div class="tabs">{tab('log', match.log)}{chats && tab('chat', match.chat)}{watched && tab('watchers', peopleTitle)}</div>
        <IconButton icon="close" label={common.close} onClick={() => { sidePanel.value = null; }} />
      </div>
      {drawn.current && <Parts context={context} watched={watched} chats={chats} />}
    </aside>
  );
}

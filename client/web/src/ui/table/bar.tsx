// The action bar: what the choice would do or why it isn't allowed, and the buttons to play and to clear. Nothing else
// on the table is announced.
import {useEffect, useRef} from 'preact/hooks';
import type {Action, ViewMessage} from '../../protocol/messages';
import type {Interpretation} from '../../game/draft';
import {words} from '../../i18n';
import {announce} from '../announce/live_regions';
import {actionPhrase, previewPhrases, whyPhrase} from './phrases';

// Instead of what the opponent did last: about the player's own time, or an opponent who is away or slow.
export interface BarNotice {
  text: string;
  own: boolean;
  onClaim: (() => void) | null; // the player may claim the win
}

interface Props {
  view: ViewMessage;
  meaning: Interpretation;
  acting: Action | null;
  offline: boolean;
  notice: BarNotice | null;
  opponent: string;
  onPlay: () => void;
  onPlayDown: () => void;
  onClear: () => void;
}

function text({meaning, acting, offline, view}: Props): string[] {
  const {table} = words.value;
  if (acting) return [(offline ? table.toSend : table.sent)(actionPhrase(acting, view))];
  switch (meaning.kind) {
    case 'nothing': return [];
    case 'move': return previewPhrases(meaning.action, meaning.preview, view);
    case 'not_yet': return [...(meaning.preview ? previewPhrases(meaning.action, meaning.preview, view) : []), whyPhrase(meaning)];
    case 'not_allowed': return [whyPhrase(meaning)];
  }
}

// The opponent's last action, for screens too small for the log.
function latestOf(view: ViewMessage, opponent: string): string | null {
  const event = view.events.filter(it => 'seat' in it).at(-1);
  if (!event || !('seat' in event) || event.seat === view.you) return null;
  return words.value.story.event(event, {you: view.you, name: () => opponent});
}

const slow = 1000; // ms
const long = 80; // letters that need a smaller type

// Announces every change, including that nothing is chosen any more; a sent action only if the reply takes long.
function useBarAnnouncement(lines: readonly string[], sent: boolean, view: ViewMessage): void {
  const text = spoken(lines.join(' '));
  const last = useRef({text, view});
  useEffect(() => {
    if (!text) return announce(last.current.text && last.current.view === view ? words.peek().table.nothingChosen : '', 'choice');
    const timer = setTimeout(() => announce(text, 'choice'), sent ? slow : 0);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => { last.current = {text, view}; });
}

export function Bar(props: Props) {
  const {view, meaning, acting, offline, notice, opponent, onPlay, onPlayDown, onClear} = props;
  const {app, table} = words.value;
  const said = text(props);
  useBarAnnouncement(said, acting !== null, view);
  const ready = meaning.kind === 'move' && !acting;
  const refused = !acting && (meaning.kind === 'not_yet' || meaning.kind === 'not_allowed');
  const mine = view.phase === 'playing' && view.turn === view.you;
  const idle = view.phase !== 'playing' ? table.over : mine ? table.choose : table.chooseAhead(opponent);
  const latest = notice?.text ?? latestOf(view, opponent);
  // What is chosen ahead can't be played now, and the win can be claimed.
  const onClaim = notice && (said.length === 0 || !mine) ? notice.onClaim : null;
  const silent = said.length === 0 || onClaim !== null;
  const ours = mine && !notice?.own && !onClaim;
  const shown = silent ? `${ours ? `${table.turn(null)}. ` : ''}${latest ?? idle}` : said.join(' ');
  const what = acting ? (offline ? '' : table.waiting) : meaning.kind === 'move' ? actionPhrase(meaning.action, view) : '';
  const label = what ? table.playWhat(what) : table.play;
  const press = () => {
    if (!ready) announce(spoken(said.join(' ')) || idle, 'choice');
    onPlay();
  };
  return (
    <div class="bar" data-kind={acting ? 'sent' : meaning.kind} data-long={onClaim !== null || shown.length > long}>
      <div class="bar-text" data-claim={onClaim ? '' : undefined}>
        <p class="said" id="table-said">{said.map((line, i) => <Line key={i} text={line} />)}</p>
        {silent && latest && <p class="latest" data-warning={notice ? '' : undefined}>{ours && <YourTurn />}{latest}</p>}
        {silent && <p class="idle">{mine && <YourTurn />}{idle}</p>}
        {onClaim && <button type="button" class="claim" onClick={onClaim}>{app.match.claim}</button>}
      </div>
      <button type="button" class="clear" aria-keyshortcuts="Escape" aria-disabled={meaning.kind === 'nothing' || acting !== null} onClick={onClear}><span class="hidden-if-narrow">{table.clear}</span></button>
      <button
        type="button" class="play" data-play aria-keyshortcuts="p" aria-disabled={!ready}
        aria-describedby={refused ? 'table-said' : undefined} onPointerDown={onPlayDown} onClick={press}
      >
        {table.play}{what && <span class="hidden-if-narrow">{label.slice(table.play.length)}</span>}
      </button>
    </div>
  );
}

const YourTurn = () => <><strong class="your-turn">{words.value.table.turn(null)}.</strong> </>;

// Shows an arrow that is read as "then", in one element, so that screen readers don't split it.
const spoken = (text: string): string => text.replaceAll(' → ', ` ${words.value.table.then} `);

const Line = ({text}: {text: string}) => text === spoken(text)
  ? <span class="line">{text} </span>
  : <span class="line"><span aria-hidden="true">{text} </span><span class="visually-hidden">{spoken(text)} </span></span>;

// What screen readers announce: a polite region for the story and turns, and an assertive one for errors.
import {effect, signal} from '@preact/signals';
import type {Session, TimedView} from '../../model';
import type {ViewMessage} from '../../protocol/messages';
import {words} from '../../i18n';
import {isNewChat} from '../state/new_chat';
import {dialogsOpened} from '../parts/dialog';
import {useOnChange} from '../parts/hooks';
import {lowTurn, span} from '../parts/time_left';
import {wonBy} from '../parts/won_by';
import {newEntries} from '../state/new_entries';
import {nameOf} from '../state/player_names';
import {plainText, sentenceOf} from './story_text';

const polite = signal('');
const urgent = signal('');
const maxLines = 5; // at once; the log has the rest

const minInterval = 400; // ms: a screen reader may miss text that is replaced sooner

let waiting: {text: string; about: string | undefined}[] = [];
let shown = -minInterval;
let timer: ReturnType<typeof setTimeout> | undefined;

// Lines that arrive together are announced together. `about`: the line's subject. A line replaces a waiting one with the
// same subject; '' only drops that one.
export function announce(line: string, about?: string): void {
  waiting = waiting.filter(it => about === undefined || it.about !== about);
  if (line) waiting.push({text: line, about});
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (waiting.length === 0) return;
    const text = waiting.slice(-maxLines).map(it => it.text).join(' ');
    waiting = [];
    shown = performance.now();
    polite.value = text === polite.peek() ? text + '\u00a0' : text;
  }, Math.max(60, shown + minInterval - performance.now()));
}

// A dialog takes the rest of the page from screen readers. When it closes, they would read the last announcement again.
effect(() => {
  if (dialogsOpened.value > 0) polite.value = '';
});

// Announces a text on the screen when it changes; '' announces nothing.
export function useAnnouncement(text: string): void {
  useOnChange(text, () => {
    if (text) announce(text);
  });
}

let gone: ReturnType<typeof setTimeout> | undefined;

// Shows an error for a while.
export function showError(line: string): void {
  urgent.value = line === urgent.peek() ? line + '\u00a0' : line;
  clearTimeout(gone);
  gone = setTimeout(() => { urgent.value = ''; }, 9000);
}

// An error that only said that the connection was lost is out of date once it is back.
export function forgetOfflineErrors(session: Session): void {
  effect(() => {
    if (session.connection.value.state === 'online' && urgent.peek().trim() === words.peek().app.errors.offline) urgent.value = '';
  });
}

export function LiveRegions() {
  return (
    <>
      <div class="visually-hidden spoken" role="status" aria-live="polite" aria-atomic="true">{polite}</div>
      <div class="toast" role="alert" aria-live="assertive" aria-atomic="true" data-empty={urgent.value ? undefined : ''}>{urgent}</div>
    </>
  );
}

// By how much a round was won; '' if it was cut short.
function accountOf({round}: {round: number}, view: ViewMessage | undefined): string {
  const result = view?.result?.rounds[round - 1];
  return (result && wonBy(result)) ?? '';
}

// What is left on our clock, if it is little; otherwise ''.
function shortOnClock({view, at}: TimedView): string {
  if (!view.clock || view.you === null) return '';
  const left = view.clock.remaining_ms[view.you] - (performance.now() - at);
  return left <= lowTurn ? words.peek().app.match.timeLeft(span(Math.max(0, Math.ceil(left / 1000)))) : '';
}

// Follows the story as long as the page lives.
export function announceStory(session: Session): void {
  const fresh = newEntries();
  let turn = '';
  effect(() => {
    const entries = fresh(session.story.value);
    const view = session.timedView.value?.view;
    const you = session.location.peek()?.seat ?? null;
    for (const entry of entries) {
      // A mismatch must not be missed.
      if (entry.kind === 'shuffle' && entry.shuffle.state === 'mismatch') showError(`${words.peek().app.results.unfair} ${words.peek().app.results.mismatch(entry.shuffle.what)}`);
      const line = sentenceOf(entry, you, view?.match);
      if (line) announce(plainText(line));
      else if (entry.kind === 'chat' && isNewChat(session.location.peek()?.room, entry.chat) && (you === null || entry.chat.seat !== you))
        announce(words.peek().story.said(entry.chat.name ?? words.peek().app.common.spectator, entry.chat.text));
      // Everybody else sees the account of the round.
      if (entry.kind === 'event' && entry.event.type === 'round_ended') announce(accountOf(entry.event, view));
    }
    // The turn is announced after the events. The opponent's turn follows from them, so it is only announced at first.
    const now = view && view.turn !== null ? `${view.match} ${view.ply} ${view.round} ${view.turn}` : '';
    if (now === turn) return;
    const first = turn === '';
    turn = now;
    if (!view || view.turn === null) return;
    const {match} = words.peek().app;
    if (view.turn === view.you) announce(`${match.yourTurn}. ${shortOnClock(session.timedView.value!)}`.trim());
    else if (first && view.ply > 0) announce(`${match.turnOf(nameOf(view.match, view.turn))}.`);
  });
}

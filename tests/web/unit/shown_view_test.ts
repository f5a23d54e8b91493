// The views on the screen: one after another, none cut off, and never far behind.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {signal} from '@preact/signals';
import type {Session, TimedView} from '../../../client/web/src/model';
import type {Event, Seat, ViewMessage} from '../../../client/web/src/protocol/messages';

const page = Object.assign(new EventTarget(), {hidden: false});
let reduced = false;

// Time passes only in `pass`.
let now = 0;
let drift = 0; // for each look at the clock
let timers: {at: number; call: () => void}[] = [];
const setTimer = (call: () => void, ms: number) => {
  const timer = {at: now + Math.floor(ms), call}; // a browser's may be a little early, too
  timers = [...timers, timer].sort((one, other) => one.at - other.at);
  return timer;
};
const clearTimer = (timer: unknown) => { timers = timers.filter(it => it !== timer); };

function pass(ms: number): void {
  const end = now + ms;
  for (let [next] = timers; next && next.at <= end; [next] = timers) {
    timers.shift();
    now = Math.max(now, next.at);
    next.call();
  }
  now = Math.max(now, end);
}

const globals = {document: page, navigator: {languages: ['en']}, performance: {now: () => (now += drift)}, matchMedia: () => ({get matches() { return reduced; }}), setTimeout: setTimer, clearTimeout: clearTimer};
for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, {value, configurable: true, writable: true});

const {behind, catchUp, followViews, shownView, showing, tableShown, toldUpTo} = await import('../../../client/web/src/ui/state/shown_view');

const took = (seat: Seat): Event => ({type: 'took', seat, card: 'gold', refill: ['cloth']});
const viewAt = (ply: number, events: Event[] = [took((ply % 2) as Seat)], more: Partial<ViewMessage> = {}): TimedView =>
  ({at: now, view: {match: 'm', round: 1, seq: ply + 1, ply, phase: 'playing', you: 0, events, ...more} as ViewMessage});

const timedView = signal<TimedView | null>(null);
const story = signal<{key: number}[]>([]);
followViews({timedView, story} as unknown as Session);

// A table with a match at ply 10, at rest.
function atRest(): () => void {
  timedView.value = null;
  const gone = tableShown();
  timedView.value = viewAt(10);
  pass(2000);
  assert.equal(shownView.value, timedView.value);
  return gone;
}

const shownPly = () => shownView.value?.view.ply;

test('a view is shown at once if nothing moves, and the next one once it has been seen', () => {
  const gone = atRest();
  timedView.value = viewAt(11, [took(0)]); // our own
  assert.equal(shownPly(), 11);
  pass(50);
  timedView.value = viewAt(12, [took(1)]);
  assert.deepEqual([shownPly(), behind.value, showing.value], [11, true, true]);
  pass(300);
  assert.equal(shownPly(), 11);
  pass(100);
  assert.deepEqual([shownPly(), behind.value], [12, false]);
  pass(500);
  assert.equal(showing.value, false);
  gone();
});

test('our own move does not wait for what still moves', () => {
  const gone = atRest();
  timedView.value = viewAt(11, [took(1)]);
  pass(50);
  timedView.value = viewAt(12, [took(0)]);
  assert.equal(shownPly(), 12);
  gone();
});

test('the log tells a move once it has been seen, whatever has happened since', () => {
  const gone = atRest();
  const arrive = (key: number, view: TimedView) => {
    story.value = [...story.value, {key}];
    timedView.value = view;
  };
  arrive(1, viewAt(10));
  pass(2000);
  assert.equal(toldUpTo.value, Infinity);
  arrive(2, viewAt(11, [took(0)]));
  assert.equal(toldUpTo.value, 1);
  pass(50);
  arrive(3, viewAt(12, [took(1)])); // the bot's answer
  assert.equal(toldUpTo.value, 1);
  pass(400);
  assert.deepEqual([shownPly(), toldUpTo.value], [12, 2]); // our own move has been seen
  pass(300);
  assert.equal(toldUpTo.value, 2);
  pass(300);
  assert.equal(toldUpTo.value, Infinity);
  gone();
});

test('the screen is never more than a second behind', () => {
  const gone = atRest();
  for (let ply = 11; ply < 31; ply++) {
    timedView.value = viewAt(ply, [took(1)]);
    pass(50);
    assert.ok(shownView.value && now - timedView.value.at <= 1000);
  }
  pass(1000);
  assert.equal(shownPly(), 30);
  gone();
});

test('after an absence, while hidden, without a table or without motion, the newest view is shown at once', () => {
  let gone = atRest();
  timedView.value = viewAt(20, Array.from({length: 10}, (_, i) => took((i % 2) as Seat)));
  assert.deepEqual([shownPly(), showing.value], [20, false]);

  timedView.value = viewAt(21, [took(1)]);
  timedView.value = viewAt(22, [took(1)]);
  assert.equal(shownPly(), 21);
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  assert.deepEqual([shownPly(), showing.value, behind.value], [22, false, false]);
  timedView.value = viewAt(23, [took(1)]);
  timedView.value = viewAt(24, [took(1)]);
  assert.deepEqual([shownPly(), showing.value], [24, false]);
  page.hidden = false;

  timedView.value = viewAt(25, [took(1)]);
  timedView.value = viewAt(26, [took(1)]);
  assert.equal(shownPly(), 25);
  gone();
  assert.equal(shownPly(), 26);

  gone = atRest();
  reduced = true;
  timedView.value = viewAt(11, [took(1)]);
  timedView.value = viewAt(12, [took(1)]);
  assert.deepEqual([shownPly(), showing.value], [12, false]);
  reduced = false;
  gone();
});

test('no view is forgotten, however the clock moves meanwhile', () => {
  for (drift = 0.05; drift < 5; drift += 0.05) {
    const gone = atRest();
    timedView.value = viewAt(11, [took(1)]);
    timedView.value = viewAt(12, [took(1)]);
    pass(1500);
    assert.equal(shownPly(), 12, `drift ${drift}`);
    gone();
  }
  drift = 0;
});

test('catching up shows the newest view', () => {
  const gone = atRest();
  timedView.value = viewAt(11, [took(1)]);
  timedView.value = viewAt(12, [took(1)]);
  catchUp();
  assert.deepEqual([shownPly(), behind.value], [12, false]);
  gone();
});

test('the last position of a round stays for a while, and another match or room comes at once', () => {
  const gone = atRest();
  timedView.value = viewAt(11, [took(1)], {phase: 'round_over'});
  pass(900);
  assert.equal(showing.value, true);
  pass(400);
  assert.equal(showing.value, false);
  timedView.value = viewAt(12, [took(1)]);
  timedView.value = viewAt(0, [], {match: 'n', phase: 'waiting', round: 0});
  assert.equal(shownPly(), 0);
  timedView.value = null;
  assert.equal(shownView.value, null);
  gone();
});

test('a view in which nothing moves is never being shown, however fast the clock runs', () => {
  const gone = atRest();
  const ended: Event = {type: 'match_ended', winner: 1, reason: 'resigned'};
  timedView.value = viewAt(10, [], {phase: 'round_over'});
  drift = 0.05;
  timedView.value = viewAt(10, [ended], {phase: 'match_over', seq: 12});
  assert.equal(showing.value, false);
  assert.equal(toldUpTo.value, Infinity);
  drift = 0;
  gone();
});

test('that a round begins is told at once, and its moves once they have been seen', () => {
  const gone = atRest();
  story.value = [{key: 1}, {key: 2}];
  timedView.value = viewAt(10, [{type: 'round_started', round: 2, starter: 1}], {round: 2});
  assert.equal(showing.value, true);
  assert.equal(toldUpTo.value, 2);
  pass(2000);
  story.value = [{key: 1}, {key: 2}, {key: 3}];
  timedView.value = viewAt(11, [took(1)], {round: 2});
  assert.equal(toldUpTo.value, 2);
  pass(2000);
  assert.equal(toldUpTo.value, Infinity);
  story.value = [];
  gone();
});

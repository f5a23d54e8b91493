// Announces what the table shows only by colour or icons: that our time is running out, and that the deck is low.
import {useEffect, useRef} from 'preact/hooks';
import type {TimedView} from '../../model';
import {words} from '../../i18n';
import {clockWarnings, span} from '../parts/time_left';
import {announce} from './live_regions';

function useClockWarnings({view, at}: TimedView, initial: number): void {
  useEffect(() => {
    if (!view.clock || view.you === null || view.clock.running !== view.you) return;
    const left = view.clock.remaining_ms[view.you] - (performance.now() - at);
    const timers = clockWarnings(left, initial).map(warning =>
      setTimeout(() => announce(words.peek().app.match.timeLeft(span(warning / 1000))), left - warning));
    return () => timers.forEach(clearTimeout);
  }, [view, at]);
}

// `initial`: of the room's clock, in ms; 0 without one.
export function useWarnings(timedView: TimedView, initial: number): void {
  const {deck} = timedView.view;
  const stage = deck > 10 ? 0 : deck > 5 ? 1 : deck > 0 ? 2 : 3;
  const announced = useRef(0);
  useEffect(() => {
    if (stage > announced.current) announce(`${words.peek().table.deckLow(deck)}.`);
    announced.current = stage;
  }, [stage]);
  useClockWarnings(timedView, initial);
}

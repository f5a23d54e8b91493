// Announces once what the table shows only by colour or icons: that our time is running out, and that the deck is low.
import {useEffect, useRef} from 'preact/hooks';
import type {TimedView} from '../../model';
import {words} from '../../i18n';
import {shortTime} from '../parts/time_left';
import {announce} from './live_regions';

function useClockWarning({view, at}: TimedView): void {
  const announced = useRef(false);
  useEffect(() => {
    if (!view.clock || view.you === null) return;
    const left = view.clock.remaining_ms[view.you];
    if (left >= shortTime) announced.current = false;
    if (announced.current || view.clock.running !== view.you) return;
    const timer = setTimeout(() => {
      announced.current = true;
      announce(words.peek().app.match.timeShort(shortTime / 1000));
    }, Math.max(0, left - (performance.now() - at) - shortTime));
    return () => clearTimeout(timer);
  }, [view, at]);
}

export function useWarnings(timedView: TimedView): void {
  const {deck} = timedView.view;
  const stage = deck > 10 ? 0 : deck > 5 ? 1 : deck > 0 ? 2 : 3;
  const announced = useRef(0);
  useEffect(() => {
    if (stage > announced.current) announce(`${words.peek().table.deckLow(deck)}.`);
    announced.current = stage;
  }, [stage]);
  useClockWarning(timedView);
}

// What the table remembers between views: the choice, and what the play button showed.
import {useCallback, useEffect, useReducer, useRef} from 'preact/hooks';
import type {Action, ViewMessage} from '../../protocol/messages';
import type {Interpretation} from '../../game/draft';
import {keptChoice, nothingChosen, type Choice} from './choice';

export type Change = (choice: Choice, view: ViewMessage) => Choice;

// The choice on `view`; `arrived`: this view is new, and the choice was carried over from the old one.
export function useChoice(view: ViewMessage, frozen: boolean) {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const now = useRef({choice: nothingChosen, view, frozen});
  const arrived = now.current.view !== view;
  now.current = {choice: arrived ? keptChoice(now.current.choice, now.current.view, view) : now.current.choice, view, frozen};
  const choose = useCallback((change: Change) => {
    if (now.current.frozen) return;
    now.current.choice = change(now.current.choice, now.current.view);
    redraw(0);
  }, []);
  return {choice: now.current.choice, arrived, choose};
}

const settling = 300; // ms

// Newer views than the one on the screen.
export interface Backlog {
  behind: boolean; // there are some
  catchUp(): void; // shows the newest now
}

// What the play button would do, or will do when it is our turn; null: nothing.
const doesWhat = (meant: Interpretation): string | null =>
  meant.kind === 'move' || (meant.kind === 'not_yet' && meant.why === 'not_your_turn') ? JSON.stringify([meant.action, meant.preview]) : null;

// Plays only what the player has seen: not if the button said something else when it was pressed, and not right after a
// view has changed what it says. If the view has only made it our turn, or the screen was behind, the press waits until
// the newest view has been on the screen for a moment.
export function usePlay(meant: Interpretation, acting: boolean, arrived: boolean, {behind, catchUp}: Backlog, onAct: ((action: Action) => void) | undefined) {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const does = doesWhat(meant);
  const ready = meant.kind === 'move' && !acting && onAct !== undefined;
  const shown = useRef({does, ready, changed: false, at: 0}); // `at`: when a view did this; 0: the player's own choice
  const downOn = useRef<string | null | undefined>(undefined);
  const wanted = useRef<string | null>(null); // a press that waits
  if (shown.current.does !== does || shown.current.ready !== ready)
    shown.current = {does, ready, changed: shown.current.does !== does, at: arrived ? performance.now() : 0};
  const left = () => shown.current.at + settling - performance.now();
  const act = () => {
    wanted.current = null;
    if (meant.kind === 'move') onAct?.(meant.action);
  };
  useEffect(() => {
    if (wanted.current === null || behind || acting) return;
    if (ready && wanted.current === does) {
      const timer = setTimeout(act, Math.max(0, left()));
      return () => clearTimeout(timer);
    }
    wanted.current = null;
  });
  const now = () => {
    if (acting || (!ready && !behind)) return;
    if (!behind && left() <= 0) return act();
    if (!behind && shown.current.changed) return;
    wanted.current = does;
    if (behind) catchUp();
    redraw(0);
  };
  return {
    now,
    down: () => { downOn.current = does; },
    pressed: () => {
      const same = downOn.current === undefined || downOn.current === does;
      downOn.current = undefined;
      if (same) now();
    },
  };
}

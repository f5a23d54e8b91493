// What the table remembers between views: the choice, and what the play button showed.
import {useReducer, useRef} from 'preact/hooks';
import type {Action, ViewMessage} from '../../protocol/messages';
import {keptChoice, nothingChosen, type Choice} from './choice';

export type Change = (choice: Choice, view: ViewMessage) => Choice;

// The choice on `view`; `arrived`: this view is new, and the choice was carried over from the old one.
export function useChoice(view: ViewMessage, frozen: boolean) {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const now = useRef({choice: nothingChosen, view, frozen});
  const arrived = now.current.view !== view;
  now.current = {choice: arrived ? keptChoice(now.current.choice, now.current.view, view) : now.current.choice, view, frozen};
  const choose = (change: Change) => {
    if (now.current.frozen) return;
    now.current.choice = change(now.current.choice, now.current.view);
    redraw(0);
  };
  return {choice: now.current.choice, arrived, choose};
}

const settling = 300; // ms

// Plays only what the player has seen: not if the button showed another action when it was pressed, and not right after
// a view has changed it.
export function usePlay(action: Action | null, arrived: boolean, onAct: ((action: Action) => void) | undefined) {
  const key = action ? JSON.stringify(action) : '';
  const shown = useRef({key, changed: 0});
  const downOn = useRef<string | null>(null);
  if (shown.current.key !== key) shown.current = {key, changed: arrived ? performance.now() : 0};
  const now = () => {
    if (!action || !onAct || (shown.current.changed > 0 && performance.now() - shown.current.changed < settling)) return;
    onAct(action);
  };
  return {
    now,
    down: () => { downOn.current = key; },
    pressed: () => {
      const same = downOn.current === null || downOn.current === key;
      downOn.current = null;
      if (same) now();
    },
  };
}

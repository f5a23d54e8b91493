// The table: both sides, the market, the tokens, and the bar in which a choice becomes an action.
// It shows the last view whole, and sends nothing but what the bar has shown.
import './table.css';
import {render} from 'preact';
import {useReducer, useRef} from 'preact/hooks';
import type {Action, Seat, ViewMessage} from '../../protocol/messages';
import {countOf} from '../../game/cards';
import {meaning, ownCounts} from '../../game/draft';
import {Sprite} from './art';
import {Bar} from './bar';
import {CardFace} from './card';
import {draftOf, isEmpty, keptChoice, nothingChosen, pickHand, pickSlot, setHand, type Choice} from './choice';
import {startDrag} from './drag';
import {neighbour, useKeptFocus} from './focus';
import type {Grabbed, Handling} from './handling';
import {Market, Piles} from './market';
import {Stage} from './motion';
import {Side} from './side';

export interface SeatInfo {
  name: string;
  connected: boolean;
  lag: number | null;
  bot: string | null;
  claimIn: number | null; // milliseconds, as of `at`
  you: boolean;
}

export interface TableProps {
  view: ViewMessage;
  at: number; // performance.now() when the view came
  seats: readonly [SeatInfo, SeatInfo];
  bottom: Seat; // whose side lies below
  acting: Action | null;
  onAct?: (action: Action) => void; // absent: the table is only looked at
  still?: boolean; // no motion
  sealsToWin?: number;
}

// The choice, and which view it was made on.
interface Chosen {
  choice: Choice;
  view: ViewMessage;
}

export function Table({view, at, seats, bottom, acting, onAct, still = false, sealsToWin = 2}: TableProps) {
  const root = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const chosen = useRef<Chosen>({choice: nothingChosen, view});
  const arrived = chosen.current.view !== view;
  if (arrived) chosen.current = {choice: keptChoice(chosen.current.choice, chosen.current.view, view), view};
  const {choice} = chosen.current;
  const choose = (next: Choice) => {
    if (acting) return;
    chosen.current = {choice: next, view};
    redraw(0);
  };

  const mine = onAct !== undefined && view.you !== null;
  const meant = meaning(draftOf(choice, view), view);
  const play = usePlay(meant.kind === 'move' && !acting ? meant.action : null, arrived, onAct);

  const handling: Handling | null = mine && view.phase === 'playing' ? {
    choice,
    pickSlot: slot => choose(pickSlot(choice, view, slot)),
    pickHand: card => choose(pickHand(choice, view, card)),
    grab: (event, what) => {
      if (acting || !root.current) return;
      startDrag(event, what, {root: root.current, ghost: () => dragGhost(root.current!, what), onDrop: drop});
    },
  } : null;

  // The table may have changed under the finger: what is no longer there is not chosen.
  const drop = ({from, slot, card}: Grabbed, zone: string) => {
    const {choice, view} = chosen.current;
    if (from === 'market') {
      if (slot !== undefined && view.market[slot] === card && !choice.slots.includes(slot)) choose(pickSlot(choice, view, slot));
    } else if (zone === 'market') choose(setHand(choice, view, card, countOf(choice.hand, card) + 1));
    else choose(setHand(nothingChosen, view, card, countOf(choice.hand, card) || countOf(ownCounts(view), card)));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.altKey || event.ctrlKey || event.metaKey || target.closest('input, textarea, select, [contenteditable]')) return;
    const next = target.matches('button') ? neighbour(root.current!, target, event.key) : null;
    if (next) next.focus();
    else if (event.key === 'Escape' && !isEmpty(choice)) choose(nothingChosen);
    else if (event.key.toLowerCase() === 'p' && mine) play.now();
    else return;
    event.preventDefault();
  };

  const onFocusIn = useKeptFocus(root);
  const top: Seat = bottom === 0 ? 1 : 0;
  const side = (seat: Seat, place: 'top' | 'bottom') => (
    <Side view={view} at={at} seat={seat} info={seats[seat]} place={place} seals={sealsToWin} handling={view.you === seat ? handling : null} />
  );
  return (
    <div class="table-root" ref={root} tabIndex={-1} onKeyDown={onKeyDown} onFocusIn={onFocusIn} data-mine={view.turn !== null && view.turn === view.you}>
      <Sprite />
      <Stage view={view} still={still} root={root}>
        <div class="table">
          {side(top, 'top')}
          <Market view={view} handling={handling} />
          <Piles view={view} />
          {side(bottom, 'bottom')}
          {mine && view.phase === 'playing' && (
            <Bar
              view={view} meaning={meant} acting={acting} opponent={seats[top].name}
              onPlay={play.pressed} onPlayDown={play.down} onClear={() => choose(nothingChosen)}
            />
          )}
        </div>
      </Stage>
      <div class="flights" aria-hidden="true" />
    </div>
  );
}

const settling = 300; // milliseconds

// Plays what was shown, never what a view made of it under the finger: not if it was something else when
// the button went down, and not in the moment after a view has changed it.
function usePlay(action: Action | null, arrived: boolean, onAct: TableProps['onAct']) {
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

function dragGhost(root: HTMLElement, {card, count}: Grabbed): HTMLElement {
  const ghost = document.createElement('span');
  ghost.className = 'flying dragged';
  render(<><CardFace card={card} />{count > 1 && <span class="badge">×{count}</span>}</>, ghost);
  root.querySelector('.flights')!.append(ghost);
  return ghost;
}

// The table: both sides, the market, the tokens, and the bar that turns a choice into an action. It shows the last view,
// and sends only what the bar has shown.
import {render, type RefObject} from 'preact';
import {useMemo, useRef} from 'preact/hooks';
import type {Action, Seat, ViewMessage} from '../../protocol/messages';
import {interpret} from '../../game/draft';
import {otherSeat} from '../../game/match';
import {useFocusFallback} from '../parts/focus';
import {useSteps} from '../parts/hooks';
import {Later, useNextFrame} from '../parts/later';
import {memo} from '../parts/memo';
import type {Face} from '../state/faces';
import {isCalm} from '../state/shown_view';
import {Bar, type BarNotice} from './bar';
import {CardFace} from './card';
import {draftOf, dropped, isEmpty, nothingChosen, pickAll, pickCard, pickHand, type DraggedCards} from './choice';
import {startDrag} from './drag';
import {nearestCard} from './focus';
import type {CardControls} from './card_controls';
import {Market, Piles} from './market';
import {AnimatedTable, isFreshDeal} from './motion';
import {PlayerSide} from './player_side';
import {Scene} from './scene';
import {useChoice, usePlay, type Backlog, type Change} from './use_table';

export interface SeatInfo {
  name: string;
  connected: boolean;
  lag: number | null;
  bot: string | null;
  claimIn: number | null; // ms, as of `at`
  patience: number; // seconds for a move
  longClock: boolean; // it may come to an hour
  you: boolean;
  face: Face;
}

export interface TableProps {
  view: ViewMessage;
  at: number; // performance.now() when the view arrived
  seats: readonly [SeatInfo, SeatInfo];
  bottom: Seat; // whose side is at the bottom
  acting: Action | null;
  offline?: boolean; // actions are sent later
  delayed?: boolean; // the view is some moves old, so its clocks stand still
  onAct?: (action: Action) => void; // absent: the table is only watched
  still?: boolean; // no animation
  sealsToWin?: number;
  notice?: BarNotice | null;
  backlog?: Backlog;
}

// A deal is drawn in steps, because a slow phone can't draw all of it in one frame. No card is seen before it is dealt.
const steps = {strips: 1, piles: 2, across: 3, market: 4, cards: 5, all: 6};

const upToDate: Backlog = {behind: false, catchUp: () => {}};

// What the player can do here: choose cards, and play what is chosen. `keys`: the handler of key presses.
function usePlayer({view, acting, onAct, backlog = upToDate}: TableProps, root: RefObject<HTMLElement | null>) {
  const seated = onAct !== undefined && view.you !== null && view.phase !== 'waiting';
  const playable = seated && view.phase === 'playing';
  const {choice, arrived, choose} = useChoice(view, acting !== null || !playable);
  const meant = interpret(draftOf(choice, view), view);
  const play = usePlay(meant, acting !== null, arrived, backlog, onAct);
  const movable = useRef(playable);
  movable.current = playable;
  const controls = useMemo(() => controlsOf(choose, root, movable), []);
  const clear = () => choose(() => nothingChosen);
  const keys = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.altKey || event.ctrlKey || event.metaKey || target.closest('input, textarea, select, [contenteditable]')) return;
    const next = target.matches('button') ? nearestCard(root.current!, target, event.key) : null;
    if (next) next.focus();
    else if (event.key === 'Escape' && !isEmpty(choice)) clear();
    else if (event.key.toLowerCase() === 'p' && playable) play.now();
    else return;
    event.preventDefault();
  };
  const sale = playable && meant.kind === 'move' && meant.action.type === 'sell' ? meant.action : null;
  const handling = seated ? {choice, controls} : null; // cards stay buttons when the round is over: nothing is drawn anew
  return {seated, choice, meant, sale, play, clear, keys, handling};
}

export const Table = memo((props: TableProps) => {
  const {view, at, seats, bottom, acting, offline = false, delayed = false, still = false, sealsToWin = 2, notice = null} = props;
  const root = useRef<HTMLDivElement>(null);
  const calm = still || isCalm();
  const step = useSteps(steps.all, calm || !isFreshDeal(view));
  const {seated, choice, meant, sale, play, clear, keys, handling} = usePlayer(props, root);
  // To the play button, so that keyboard users don't start again from the top of the page.
  const onFocusIn = useFocusFallback(() => {
    const table = root.current;
    (table?.querySelector<HTMLElement>('[data-play]') ?? table?.querySelector<HTMLElement>('button[data-card]'))?.focus({preventScroll: true});
  });
  const top: Seat = otherSeat(bottom);
  // That of the player who has acted is drawn first. On the other one, nothing but the turn changes: it waits for the frame
  // that draws the tokens.
  const side = (seat: Seat, place: 'top' | 'bottom') => (
    <Later when={view} frames={2} atOnce={calm || view.turn !== seat || !isEmpty(choice)}>
      <PlayerSide view={view} at={at} seat={seat} info={seats[seat]} place={place} delayed={delayed} seals={sealsToWin} strip={step >= steps.strips} dealt={step >= (place === 'top' ? steps.across : steps.cards)} handling={view.you === seat ? handling : null} />
    </Later>
  );
  // A slow phone can't draw the market and a side in one frame.
  const sides = useNextFrame({view, top: side(top, 'top'), bottom: side(bottom, 'bottom')}, view,
    before => calm || before.match !== view.match || before.round !== view.round);
  return (
    <AnimatedTable view={view} sides={sides.view} still={still} root={root} drawn={step}>
      <div class="table-root" ref={root} tabIndex={-1} onKeyDown={keys} onFocusIn={onFocusIn} data-mine={view.turn !== null && view.turn === view.you} data-acting={acting !== null}>
        <div class="table" data-bar={seated}>
          <Scene palace={step >= steps.all} />
          {sides.top}
          <Market view={view} dealt={step >= steps.market} handling={handling} />
          <Later when={view} atOnce={calm || sale !== null}>
            {step >= steps.piles && <Piles goods_tokens={view.goods_tokens} bonus_tokens={view.bonus_tokens} selling={sale?.good ?? null} count={sale?.count ?? 0} />}
          </Later>
          {sides.bottom}
          {/* What the player could play now is never drawn late. */}
          <Later when={view} atOnce={calm || !isEmpty(choice) || acting !== null}>
            {seated && step >= steps.across && <Bar view={view} meaning={meant} acting={acting} offline={offline} notice={notice} opponent={seats[top].name} onPlay={play.pressed} onPlayDown={play.down} onClear={clear} />}
          </Later>
        </div>
        <div class="flights" aria-hidden="true" />
      </div>
    </AnimatedTable>
  );
});

const controlsOf = (choose: (change: Change) => void, root: RefObject<HTMLElement | null>, movable: RefObject<boolean>): CardControls => ({
  pickCard: (slot, card) => choose((choice, view) => pickCard(choice, view, slot, card)),
  pickHand: card => choose((choice, view) => pickHand(choice, view, card)),
  pickAll: (from, card) => choose((choice, view) => pickAll(choice, view, from, card)),
  grab: (event, what) => {
    const table = root.current;
    if (!movable.current || !table || !(event.currentTarget instanceof HTMLElement)) return;
    const width = event.currentTarget.querySelector<HTMLElement>('.card')?.offsetWidth ?? table.querySelector<HTMLElement>('.slot')!.offsetWidth;
    startDrag(event, what, {
      root: table,
      ghost: () => dragGhost(table, what, width),
      onDrop: (what, zone) => choose((choice, view) => dropped(choice, view, what, zone)),
      onHold: () => choose((choice, view) => pickAll(choice, view, what.from, what.card)),
    });
  },
});

function dragGhost(root: HTMLElement, {card, count}: DraggedCards, width: number): HTMLElement {
  const ghost = document.createElement('span');
  ghost.className = 'flying dragged';
  ghost.style.setProperty('--card-width', `${width}px`);
  render(<><CardFace card={card} />{count > 1 && <span class="badge">×{count}</span>}</>, ghost);
  root.querySelector('.flights')!.append(ghost);
  return ghost;
}

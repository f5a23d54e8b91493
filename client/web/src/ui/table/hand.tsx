// A hand, with a pile for each kind, and a herd.
import type {CSSProperties} from 'preact';
import type {Card, Seat} from '../../protocol/messages';
import {countOf, goods, type CardCounts} from '../../game/cards';
import {words} from '../../i18n';
import {memo} from '../parts/memo';
import {Picture} from './pictures';
import {CardBack, CardFace} from './card';
import type {CardControls} from './card_controls';

interface Props {
  seat: Seat;
  named: string | null;
  chosen: CardCounts;
  controls: CardControls | null;
}

const sized = (kinds: number, cards: number): CSSProperties =>
  ({'--kinds': Math.max(kinds, 1), '--extra': Math.max(cards - kinds, 0)} as CSSProperties);

// Where a pile is in the fan: `--at` from -1 to 1, and `--rise`, its distance from the middle.
function inFan(at: number, kinds: number): CSSProperties {
  const place = kinds > 1 ? (2 * at) / (kinds - 1) - 1 : 0;
  return {'--at': place, '--rise': place * place} as CSSProperties;
}

// `dealt`: its cards are drawn.
export const Hand = memo(({hand, size, seat, named, chosen, controls, dealt}: Props & {hand: CardCounts | null; size: number; dealt: boolean}) => {
  const {table} = words.value;
  const kinds = hand && dealt ? goods.filter(good => countOf(hand, good) > 0) : [];
  return (
    <div class="hand" role="group" aria-label={table.hand(named)} data-drop={controls ? 'hand' : undefined} data-spot={`hand-${seat}`}>
      <div class="hand-row" style={hand ? sized(kinds.length, size) : sized(1, size)}>
        {hand
          ? kinds.map((good, i) => <Pile key={good} card={good} count={countOf(hand, good)} place={inFan(i, kinds.length)} seat={seat} chosen={countOf(chosen, good)} controls={controls} />)
          : size > 0 && dealt && (
            <span class="pile" data-spot={`hand-${seat}-back`} role="img" aria-label={table.faceDown(size)} style={{'--n': size} as CSSProperties}>
              {Array.from({length: size}, (_, i) => <Layer key={i} at={i}><CardBack /></Layer>)}
            </span>
          )}
      </div>
    </div>
  );
});

const Layer = ({at, top, raised, children}: {at: number; top?: boolean; raised?: boolean; children: preact.ComponentChildren}) => (
  <span class="layer" data-top={top} data-raised={raised} style={{'--i': at} as CSSProperties}>{children}</span>
);

function Pile({card, count, place, seat, chosen, controls}: {card: Card; count: number; place: CSSProperties; seat: Seat; chosen: number; controls: CardControls | null}) {
  const {table} = words.value;
  const layers = <>
    {Array.from({length: count}, (_, i) => <Layer key={i} at={i} top={i === count - 1} raised={i >= count - chosen}><CardFace card={card} /></Layer>)}
    {(count > 1 || chosen > 0) && <Badge chosen={chosen} count={count} />}
  </>;
  const same = {class: 'pile', style: {...place, '--n': count} as CSSProperties, 'data-spot': `hand-${seat}-${card}`};
  if (!controls) return <span {...same} data-card={card} role="img" aria-label={table.held(card, count)}>{layers}</span>;
  return (
    <button
      type="button" {...same} data-card={card} aria-pressed={chosen > 0}
      onClick={event => (event.shiftKey ? controls.pickAll('hand', card) : controls.pickHand(card))}
      onPointerDown={event => controls.grab(event, {from: 'hand', card, count: Math.max(1, chosen)})}
    >
      <span class="visually-hidden">{table.inHand(card, chosen, count)}</span>
      {layers}
    </button>
  );
}

const Badge = ({chosen, count}: {chosen: number; count: number}) => (
  <span class="badge" data-chosen={chosen > 0} aria-hidden="true">{chosen > 0 ? `${chosen}/${count}` : `×${count}`}</span>
);

const longest = 4; // camels in a row; the number beside them tells how many there are

// The herd as a caravan.
export const Herd = memo(({herd, seat, named, chosen: all, controls}: Props & {herd: number | null}) => {
  const {table} = words.value;
  const chosen = countOf(all, 'camel');
  const caravan = Array.from({length: Math.min(Math.max(1, herd ?? 1), longest)}, (_, i) => <Picture key={i} name="camel" />);
  const inner = <>{caravan}<span class="herd-count" aria-hidden="true">{chosen > 0 ? `${chosen}/${herd}` : herd === null ? '?' : `×${herd}`}</span></>;
  return (
    <div class="herd" role="group" aria-label={table.herd(named)} data-drop={controls ? 'herd' : undefined} data-spot={`herd-${seat}`}>
      {controls && herd
        ? (
          <button
            type="button" class="herd-face" data-card="camel" aria-pressed={chosen > 0}
            onClick={event => (event.shiftKey ? controls.pickAll('hand', 'camel') : controls.pickHand('camel'))}
            onPointerDown={event => controls.grab(event, {from: 'hand', card: 'camel', count: Math.max(1, chosen)})}
          >
            <span class="visually-hidden">{table.inHerd(chosen, herd)}</span>
            {inner}
          </button>
        )
        : <span class="herd-face" role="img" aria-label={herd === null ? table.herdHidden : table.herdCount(herd)} data-none={herd === 0} data-hidden={herd === null}>{inner}</span>}
    </div>
  );
});

// The middle of the table: the market's five slots, the deck, the discard pile, and the token piles.
import {useRef} from 'preact/hooks';
import type {Card, Good, ViewMessage} from '../../protocol/messages';
import {countOf, goods} from '../../game/cards';
import {words} from '../../i18n';
import {memo} from '../parts/memo';
import {ClothPrint, Picture} from './pictures';
import {CardBack, CardFace, Coin, forCards} from './card';
import {slotsOf} from './choice';
import type {CardControls, Handling} from './card_controls';

// `dealt`: its cards are drawn. There is always room for the warning, so that nothing moves when it comes.
export const Market = memo(({view, dealt, handling}: {view: ViewMessage; dealt: boolean; handling: Handling | null}) => {
  const {table} = words.value;
  const chosen = handling?.choice.slots ?? [];
  const slots = dealt && view.market.length > 0 ? view.market : [null, null, null, null, null];
  return (
    <section class="market" data-drop="market" aria-label={table.market} role="group">
      <ClothPrint />
      <Deck count={view.deck} />
      <Discard view={view} />
      <div class="slots">
        {slots.map((card, slot) => {
          const same = card ? slotsOf(view, card) : [];
          return <Slot key={slot} slot={slot} card={card} dealt={dealt} same={same.length} picked={same.filter(it => chosen.includes(it)).length} chosen={chosen.includes(slot)} controls={handling && handling.controls} />;
        })}
      </div>
      {view.phase === 'playing' && view.deck <= 10 && (
        <p class="deck-low" data-very={view.deck <= 5}>{table.deckLow(view.deck)}</p>
      )}
    </section>
  );
});

interface SlotProps {
  slot: number;
  card: Card | null;
  dealt: boolean;
  same: number;   // cards of this kind in the market
  picked: number; // of them, chosen ones
  chosen: boolean;
  controls: CardControls | null;
}

const Slot = memo(({slot, card, dealt, same, picked, chosen, controls}: SlotProps) => {
  const {table, cards} = words.value;
  const pressed = useRef<Card | null>(null);
  if (!dealt) return <span class="slot slot-empty slot-coming" data-spot={`market-${slot}`} />;
  if (!card) return <span class="slot slot-empty" data-spot={`market-${slot}`} role="img" aria-label={table.emptyPlace} />;
  if (!controls) return <span class="slot" data-card={card} data-spot={`market-${slot}`} role="img" aria-label={cards.name(card)}><CardFace card={card} /></span>;
  return (
    <button
      type="button" class="slot" data-card={card} data-spot={`market-${slot}`} aria-pressed={chosen}
      onClick={event => {
        const meant = event.detail > 0 ? pressed.current : null; // a key acts on the current card
        pressed.current = null;
        if (event.shiftKey) controls.pickAll('market', meant ?? card);
        else controls.pickCard(slot, meant ?? card);
      }}
      onPointerDown={event => {
        pressed.current = card;
        controls.grab(event, {from: 'market', slot, card, count: card === 'camel' ? same : 1});
      }}
    >
      <span class="visually-hidden">{card === 'camel' ? table.camelsInMarket(same, picked > 0) : table.inMarket(card, picked, same)}</span>
      <CardFace card={card} />
    </button>
  );
});

const Deck = ({count}: {count: number}) => (
  <span class="deck" data-spot="deck" data-low={count <= 10}>
    <span class="visually-hidden">{words.value.table.deckCount(count)}</span>
    {count > 0 ? <CardBack /> : <span class="card card-gone" />}
    <span class="deck-count" aria-hidden="true" title={words.value.table.deck}>{count}</span>
    <span class="caption" aria-hidden="true">{words.value.table.deck}</span>
  </span>
);

function Discard({view}: {view: ViewMessage}) {
  const {table, cards} = words.value;
  const kinds = goods.filter(good => countOf(view.discard, good) > 0);
  return (
    <span class="discard" data-spot="discard" role="img" aria-label={table.discarded(kinds.map(good => cards.counted(good, countOf(view.discard, good))))} title={table.discard}>
      {kinds.length > 0 && <span class="caption">{table.discard}</span>}
      {kinds.map(good => (
        <span key={good} class="tally" data-kind={good}><Picture name={good} />{countOf(view.discard, good)}</span>
      ))}
    </span>
  );
}

// `selling`, `count`: the chosen sale, whose tokens are marked.
export const Piles = memo(({goods_tokens: tokens, bonus_tokens: bonus, selling, count}: Pick<ViewMessage, 'goods_tokens' | 'bonus_tokens'> & {selling: Good | null; count: number}) => {
  const {table, cards} = words.value;
  return (
    <section class="piles" aria-label={table.tokens} role="group">
      <ul class="goods-piles">
        {goods.map(good => {
          const values = tokens[good];
          return (
            <li key={good} class="token-pile" data-kind={good} data-drop={`pile-${good}`} data-spot={`pile-${good}`} data-empty={values.length === 0}>
              <span class="visually-hidden">{table.pile(good, values)}</span>
              <span class="pile-good" aria-hidden="true" title={cards.name(good)}><Picture name={good} /></span>
              <span class="pile-coins" aria-hidden="true">
                {values.map((value, i) => <Coin key={values.length - i} good={good} value={value} comes={good === selling && i < count} />)}
                {values.length === 0 && <span class="pile-empty">{table.empty}</span>}
              </span>
            </li>
          );
        })}
      </ul>
      <ul class="bonus-piles">
        {(['3', '4', '5'] as const).map(size => (
          <li key={size} class="bonus-pile" data-cards={size} data-spot={`bonus-${size}`} data-empty={bonus[size] === 0} data-comes={bonus[size] > 0 && Math.min(count, 5) === Number(size) ? '' : undefined}>
            <span class="visually-hidden">{table.bonusPile(forCards(size), bonus[size])}</span>
            <span class="bonus-coin" data-cards={size} aria-hidden="true"><Picture name="bonus" /><span>{forCards(size)}</span></span>
            <span class="bonus-left" aria-hidden="true">×{bonus[size]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
});

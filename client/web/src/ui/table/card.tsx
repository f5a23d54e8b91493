// How cards and tokens look. The elements around them have the names.
import type {Card, Good} from '../../protocol/messages';
import {words} from '../../i18n';
import {memo} from '../parts/memo';
import {Frame, Picture} from './pictures';

export const CardFace = memo(({card}: {card: Card}) => (
  <span class="card" data-kind={card} aria-hidden="true">
    <Frame card={card} />
    <Picture name={card} />
    <span class="card-name">{words.value.cards.name(card)}</span>
  </span>
));

export const CardBack = memo(() => <span class="card card-back"><Picture name="back" /></span>);

export const Coin = ({good, value, comes}: {good: Good; value: number; comes?: boolean}) => <span class="coin" data-kind={good} data-comes={comes ? '' : undefined}>{value}</span>;

export const BonusCoin = ({cards, value}: {cards: 3 | 4 | 5; value: number | null}) => (
  <span class="bonus-coin" data-cards={cards}><Picture name="bonus" /><span>{value ?? '?'}</span></span>
);

export const forCards = (cards: string | number): string => (Number(cards) === 5 ? '5+' : String(cards));

// The score of a round, side by side: tokens, herds, hands, totals.
import type {ComponentChildren} from 'preact';
import type {Good, RoundResult, Seat, Trader, ViewMessage} from '../../protocol/messages';
import {countOf, goods} from '../../game/cards';
import {camelTokenValue} from '../../game/constants';
import {words} from '../../i18n';
import {memo} from '../parts/memo';
import {nameOf} from '../state/player_names';
import {PlayerFace} from './player_face';
import {Picture} from '../table/pictures';
import {counted, type Count} from './account';

const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

// Each value, and their sum.
function Sum({values}: {values: readonly (number | null)[]}) {
  if (!values.length) return <span class="quiet-text" aria-label={words.value.app.results.nothing}>–</span>;
  const known = values.map(value => value ?? 0);
  return (
    <span class="sum">
      <span class="visually-hidden">{values.length > 1 && `${values.map(value => value ?? '?').join(' + ')} = `}{add(known)}</span>
      <span class="sum-parts" aria-hidden="true">{values.map((value, i) => <span key={i} class="value">{value ?? '?'}</span>)}</span>
      <strong aria-hidden="true">{add(known)}</strong>
    </span>
  );
}

function Row({head, sign, cells, late}: {head: string; sign?: ComponentChildren; cells: readonly [ComponentChildren, ComponentChildren]; late?: boolean}) {
  return (
    <tr data-late={late ? '' : undefined}>
      <th scope="row"><span class="row-head">{sign}<span>{head}</span></span></th>
      <td>{cells[0]}</td><td>{cells[1]}</td>
    </tr>
  );
}

const ofGood = (trader: Trader, good: Good) => trader.goods_tokens.filter(token => token.good === good).map(token => token.value);

function Hand({result}: {result: RoundResult['players'][number]}) {
  const {cards, app} = words.value;
  const kinds = goods.filter(good => countOf(result.hand, good) > 0).map(card => ({card, count: countOf(result.hand, card)}));
  if (!kinds.length) return <span class="quiet-text">{app.results.nothing}</span>;
  return (
    <span class="hand-left">
      <span class="visually-hidden">{kinds.map(({card, count}) => cards.counted(card, count)).join(', ')}.</span>
      {kinds.map(({card, count}) => <span key={card} aria-hidden="true"><span class="sign" data-good={card}><Picture name={card} /></span>{count}</span>)}
    </span>
  );
}

const Camels = ({result, won}: {result: RoundResult['players'][number]; won: boolean}) => (
  <span class="sum">
    <span class="sum-parts">{words.value.cards.counted('camel', result.herd)}</span>
    {won && <strong>{camelTokenValue}</strong>}
  </span>
);

export const lineCount = goods.length + 2; // and the bonus and camel tokens
export const rowCount = lineCount + 2; // and the total and the hands

// What a player has, by the lines of the account up to `seen`.
export function totalUpTo(seen: number, trader: Trader, round: RoundResult, seat: Seat): number {
  if (seen >= lineCount) return round.players[seat].rupees;
  const lines = [...goods.map(good => add(ofGood(trader, good))), add(trader.bonus_tokens.map(token => token.value ?? 0))];
  return add(lines.slice(0, seen));
}

interface Props {
  view: ViewMessage;
  round: RoundResult;
  order: readonly [Seat, Seat];
  caption: string;
  count?: Count;
  lines?: number; // as many are drawn
}

export const ScoreTable = memo(({view, round, order, caption, count = counted, lines = Infinity}: Props) => {
  const {cards, app} = words.value;
  const text = app.results;
  const both = <T,>(of: (seat: Seat) => T): [T, T] => [of(order[0]), of(order[1])];
  const trader = (seat: Seat) => view.players[seat];
  const rows = [
    ...goods.map((good, i) => (
      <Row key={good} late={i >= count.seen} head={cards.name(good)} sign={<span class="sign" data-good={good}><Picture name={good} /></span>}
        cells={both(seat => <Sum values={ofGood(trader(seat), good)} />)} />
    )),
    <Row key="bonus" head={text.bonus} late={goods.length >= count.seen} sign={<span class="sign" data-sign="bonus"><Picture name="bonus" /></span>}
      cells={both(seat => <Sum values={trader(seat).bonus_tokens.map(token => token.value)} />)} />,
    <Row key="camels" head={text.camelToken} late={goods.length + 1 >= count.seen} sign={<span class="sign" data-sign="camel_token"><Picture name="camel_token" /></span>}
      cells={both(seat => <Camels result={round.players[seat]} won={round.camel_token === seat} />)} />,
    <tr key="total" class="total" data-late={count.done ? undefined : ''}>
      <th scope="row">{text.sum}</th>
      {both(seat => <td key={seat} data-won={round.winner === seat ? '' : undefined}><strong>{round.players[seat].rupees}</strong></td>)}
    </tr>,
    <Row key="hand" head={text.hand} late={!count.done} cells={both(seat => <Hand result={round.players[seat]} />)} />,
  ];
  return (
    <table class="counted">
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <td />
          {order.map(seat => (
            <th key={seat} scope="col" data-won={count.done && round.winner === seat ? '' : undefined}>
              <PlayerFace match={view.match} seat={seat} /> <bdi class="person">{nameOf(view.match, seat)}</bdi>{view.you === seat && <span class="quiet-text"> ({app.common.you})</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{rows.slice(0, lines)}</tbody>
    </table>
  );
});

// The rules of a round, against the server's golden matches (tests/golden/*.txt): the same commands must give the same
// table, refusals and scores.
import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {cards, goods} from '../../../client/web/src/game/cards';
import {otherSeat} from '../../../client/web/src/game/match';
import {apply, deckLeft, score, scoreCutShort, setUp, type Deal, type Round} from '../../../client/web/src/game/rules';
import type {Action, Card, Event, Good, RoundResult, Seat} from '../../../client/web/src/protocol/messages';

const folder = join(process.env['JAIPUR_ROOT']!, 'tests/golden');
const letters: Record<Card, string> = {diamond: 'D', gold: 'G', silver: 'S', cloth: 'C', spice: 'P', leather: 'L', camel: 'M'};
const spelled = (list: readonly (Card | null)[]) => list.map(card => (card ? letters[card] : '.')).join('');
const counted = (counts: Partial<Record<Good, number>>) => goods.map(good => letters[good].repeat(counts[good] ?? 0)).join('');
const nobody = (seat: Seat | null) => (seat === null ? 'nobody' : `seat ${seat}`);

function actionIn(words: string): Action {
  const [verb, ...rest] = words.split(' ');
  if (verb === 'camels') return {type: 'take_camels'};
  if (verb === 'take') return {type: 'take', card: rest[0] as Card};
  if (verb === 'sell') return {type: 'sell', count: Number(rest[0]), good: rest[1] as Good};
  const middle = rest.indexOf('for');
  return {type: 'exchange', take: rest.slice(0, middle) as Card[], give: rest.slice(middle + 1) as Card[]};
}

function inWords(event: Event): string {
  const refill = (refilled: readonly Card[]) => (refilled.length ? `refill ${refilled.join(' ')}` : 'no refill');
  switch (event.type) {
    case 'took':
      return `seat ${event.seat} took ${event.card}, ${refill(event.refill)}`;
    case 'took_camels':
      return `seat ${event.seat} took ${event.count} camels, ${refill(event.refill as Card[])}`;
    case 'exchanged':
      return `seat ${event.seat} took ${event.took.join(' ')} and gave ${event.gave.join(' ')}`;
    case 'sold': {
      const tokens = event.tokens.length ? event.tokens.join(' ') : 'nothing';
      return `seat ${event.seat} sold ${event.count} ${event.good} for ${tokens}` + (event.bonus ? `, bonus for ${event.bonus.cards}: ${event.bonus.value}` : '');
    }
    default:
      return event.type;
  }
}

function table(round: Round): string[] {
  const side = (seat: Seat) => {
    const {hand, herd, goodsTokens, bonusTokens} = round.traders[seat];
    const tokens = goodsTokens.map(it => ` ${it.good} ${it.value}`).join(''), bonus = bonusTokens.map(it => ` ${it.cards}:${it.value}`).join('');
    return `seat ${seat}: hand ${counted(hand)}, herd ${herd}, goods tokens${tokens}, bonus tokens${bonus}`;
  };
  const deck = spelled(round.deal.deck.slice(round.drawn));
  assert.equal(deck.length, deckLeft(round));
  return [
    `market ${spelled(round.market)}, deck ${deck}, discard ${counted(round.discard)}, exchanges in a row ${round.exchangesInARow}`,
    side(0), side(1),
    `goods tokens taken ${goods.map(good => `${good} ${round.goodsTaken[good]}`).join(' ')}, bonus tokens taken ` +
      ([3, 4, 5] as const).map(tier => `${tier}:${round.bonusTaken[tier]}`).join(' '),
    round.ended ? `ended (${round.ended})` : `seat ${round.turn} to act`,
  ];
}

const line = (result: RoundResult) =>
  `round: ${result.reason}, winner ${nobody(result.winner)}, camel token ${nobody(result.camel_token)}; ` +
  result.players.map((it, seat) =>
    `seat ${seat}: ${it.rupees} rupees, ${it.bonus_tokens} bonus tokens, ${it.goods_tokens} goods tokens, herd ${it.herd}, hand ${counted(it.hand)}`).join('; ');

// Lines about the match, which this test leaves out.
const isOfMatch = (text: string) => /^(round \d|match ended|(playing|round_over|match_over), ply|next to start|to start a rematch)/.test(text);

function playThrough(text: string): number {
  let deal: Deal = {deck: [], bonus3: [], bonus4: [], bonus5: []};
  let round: Round | null = null, before: RoundResult | null = null;
  let compared = 0;
  for (const block of text.split(/\n(?=\S)/)) {
    const [command = '', ...under] = block.split('\n').map(it => it.trimEnd());
    const [word = '', ...rest] = command.split(' ');
    const said: string[] = [];
    if (word === 'deck') {
      deal = {...deal, deck: [...rest[0]!].map(letter => cards.find(card => letters[card] === letter)!)};
    } else if (word.startsWith('bonus')) {
      deal = {...deal, [word]: rest.map(Number)};
    } else if (word === 'deal') {
      const starter: Seat = !round || !before ? (Number(rest[0]) as Seat) : otherSeat(before.winner ?? round.starter);
      round = setUp(deal, starter);
      said.push(...table(round));
    } else if (word === 'seat') {
      const done = round ? apply(round, Number(rest[0]![0]) as Seat, actionIn(rest.slice(1).join(' '))) : {refusal: {error: 'not_playing', rule: ''}};
      if ('refusal' in done) said.push(`refused: ${done.refusal.error} ${done.refusal.rule}`.trim());
      else said.push(inWords(done.event), ...table(round!));
      if (round?.ended && !('refusal' in done)) said.push(line((before = score(round))));
    } else if (word === 'end') {
      before = scoreCutShort(round!, rest[0] as RoundResult['reason']);
      said.push(...table(round!), line(before));
      round = null; // the match is over
    }
    const due = under.map(it => it.trim()).filter(it => it && !it.startsWith('#') && !isOfMatch(it));
    assert.deepEqual(said, due, command);
    compared += due.length;
  }
  return compared;
}

for (const file of readdirSync(folder).filter(it => it.endsWith('.txt')))
  test(file, () => assert.ok(playThrough(readFileSync(join(folder, file), 'utf8')) > 20));

test('equal rupees: bonus tokens decide, then goods tokens, then nothing', () => {
  const deal: Deal = {deck: Array.from({length: 52}, () => 'leather' as Card), bonus3: [], bonus4: [], bonus5: []};
  const counted = (zero: [bonus: number[], goods: number[], herd: number], one: [bonus: number[], goods: number[], herd: number]) => {
    const round = setUp(deal, 0);
    round.ended = 'tokens';
    [zero, one].forEach(([bonus, tokens, herd], seat) => {
      const trader = round.traders[seat as Seat];
      trader.herd = herd;
      trader.bonusTokens = bonus.map(value => ({cards: 3 as const, value}));
      trader.goodsTokens = tokens.map(value => ({good: 'cloth' as const, value}));
    });
    const {winner, camel_token, players} = score(round);
    return {winner, camel_token, rupees: players.map(it => it.rupees)};
  };
  assert.deepEqual(counted([[2, 1], [5], 3], [[3], [2, 3], 3]), {winner: 0, camel_token: null, rupees: [8, 8]});
  assert.deepEqual(counted([[3], [5], 3], [[3], [2, 3], 3]), {winner: 1, camel_token: null, rupees: [8, 8]});
  assert.deepEqual(counted([[3], [5], 3], [[3], [5], 3]), {winner: null, camel_token: null, rupees: [8, 8]});
  assert.deepEqual(counted([[3], [5], 3], [[], [4], 4]), {winner: 1, camel_token: 1, rupees: [8, 9]});
  assert.deepEqual(counted([[], [4], 4], [[3], [5], 3]), {winner: 0, camel_token: 0, rupees: [9, 8]});
});

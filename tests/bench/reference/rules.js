// The rules for jaipur.js: a room is an object, and an action changes it.
'use strict';

const crypto = require('node:crypto');

const GOODS = ['diamond', 'gold', 'silver', 'cloth', 'spice', 'leather'];
const COUNTS = {diamond: 6, gold: 6, silver: 6, cloth: 8, spice: 8, leather: 10, camel: 8};
const PILES = {
  diamond: [7, 7, 5, 5, 5], gold: [6, 6, 5, 5, 5], silver: [5, 5, 5, 5, 5], cloth: [5, 3, 3, 2, 2, 1, 1],
  spice: [5, 3, 3, 2, 2, 1, 1], leather: [4, 3, 2, 1, 1, 1, 1, 1, 1],
};
const BONUS = {3: [1, 1, 2, 2, 2, 3, 3], 4: [4, 4, 5, 5, 6, 6], 5: [8, 8, 9, 10, 10]};

function shuffled(list) {
  const result = [...list];
  for (let i = result.length - 1; i > 0; --i) {
    const j = crypto.randomInt(i + 1);
    [result[i], result[j]] = [result[j], result[i]];
  }
  return result;
}

function deal(room) {
  const deck = shuffled(Object.entries(COUNTS).flatMap(([card, n]) => Array(n).fill(card)));
  const hands = [deck.splice(0, 5), deck.splice(0, 5)];
  room.phase = 'playing';
  room.round += 1;
  room.turn = room.starter;
  room.exchanges = 0;
  room.market = ['camel', 'camel', 'camel', ...deck.splice(0, 2)];
  room.deck = deck;
  room.discard = {};
  room.piles = structuredClone(PILES);
  room.bonus = {3: shuffled(BONUS[3]), 4: shuffled(BONUS[4]), 5: shuffled(BONUS[5])};
  room.traders = hands.map(cards => {
    const trader = {hand: {}, herd: 0, goods: [], bonus: []};
    for (const card of cards) gain(trader, card, 1);
    return trader;
  });
  room.events = [{type: 'round_started', round: room.round, starter: room.starter}];
}

function gain(trader, card, n) {
  if (card === 'camel') {
    trader.herd += n;
    return;
  }
  trader.hand[card] = (trader.hand[card] ?? 0) + n;
  if (trader.hand[card] === 0) delete trader.hand[card];
}

const has = (trader, card) => (card === 'camel' ? trader.herd : trader.hand[card] ?? 0);
const handSize = trader => Object.values(trader.hand).reduce((a, b) => a + b, 0);
const least = good => (GOODS.indexOf(good) < 3 ? 2 : 1);

function refill(room) {
  const cards = [];
  room.market = room.market.map(card => {
    if (card !== null || room.deck.length === 0) return card;
    cards.push(room.deck.shift());
    return cards.at(-1);
  });
  return cards;
}

const refused = (code, rule) => ({code, rule});

const play = {
  take(room, seat, {card}) {
    const slot = room.market.indexOf(card);
    if (card === 'camel' || slot < 0) return refused('not_in_market', 'R6');
    if (handSize(room.traders[seat]) >= 7) return refused('hand_limit', 'R10');
    room.market[slot] = null;
    gain(room.traders[seat], card, 1);
    room.events = [{type: 'took', seat, card, refill: refill(room)}];
  },
  take_camels(room, seat) {
    const count = room.market.filter(card => card === 'camel').length;
    if (count === 0) return refused('no_camels', 'R7');
    room.market = room.market.map(card => (card === 'camel' ? null : card));
    room.traders[seat].herd += count;
    room.events = [{type: 'took_camels', seat, count, refill: refill(room)}];
  },
  exchange(room, seat, {take, give}) {
    const trader = room.traders[seat];
    const market = [...room.market];
    if (take.length < 2) return refused('exchange_too_small', 'R8');
    if (take.length !== give.length) return refused('exchange_unequal', 'R8');
    if (take.includes('camel')) return refused('exchange_takes_camel', 'R8');
    if (take.some(card => give.includes(card))) return refused('exchange_same_good', 'R9');
    for (const card of give)
      if (give.filter(other => other === card).length > has(trader, card)) return refused('not_in_hand', 'R8');
    if (handSize(trader) + give.filter(card => card === 'camel').length > 7) return refused('hand_limit', 'R10');
    for (const [i, card] of take.entries()) {
      const slot = room.market.indexOf(card);
      if (slot < 0) {
        room.market = market;
        return refused('not_in_market', 'R8');
      }
      room.market[slot] = `${give[i]}!`; // marked, so that it isn't taken again
    }
    room.market = room.market.map(card => card && card.replace('!', ''));
    for (const card of take) gain(trader, card, 1);
    for (const card of give) gain(trader, card, -1);
    room.events = [{type: 'exchanged', seat, took: take, gave: give}];
  },
  sell(room, seat, {good, count}) {
    const trader = room.traders[seat];
    if (!(count >= 1) || count > has(trader, good)) return refused('not_in_hand', 'R11');
    if (count < least(good)) return refused('sale_too_small', 'R11');
    const tokens = room.piles[good].splice(0, count);
    const cards = Math.min(count, 5);
    const bonus = cards >= 3 && room.bonus[cards].length > 0 ? {cards, value: room.bonus[cards].shift()} : null;
    gain(trader, good, -count);
    room.discard[good] = (room.discard[good] ?? 0) + count;
    for (const value of tokens) trader.goods.push({good, value});
    if (bonus) trader.bonus.push(bonus);
    room.events = [{type: 'sold', seat, good, count, tokens, bonus}];
  },
};

function score(room) {
  const players = room.traders.map(trader => ({
    rupees: [...trader.goods, ...trader.bonus].reduce((sum, token) => sum + token.value, 0),
    goods_tokens: trader.goods.length, bonus_tokens: trader.bonus.length, herd: trader.herd, hand: trader.hand,
  }));
  const [a, b] = players;
  const camel = a.herd === b.herd ? null : a.herd > b.herd ? 0 : 1;
  if (camel !== null) players[camel].rupees += 5;
  const lead = a.rupees - b.rupees || a.bonus_tokens - b.bonus_tokens || a.goods_tokens - b.goods_tokens;
  return {winner: lead === 0 ? null : lead > 0 ? 0 : 1, camel_token: camel, players};
}

function endRound(room, reason) {
  const result = {reason, ...score(room)};
  room.results.push(result);
  room.phase = 'round_over';
  room.starter = result.winner === null ? 1 - room.starter : 1 - result.winner;
  room.events.push({type: 'round_ended', round: room.round, reason, winner: result.winner});
  if (result.winner !== null && ++room.seals[result.winner] >= room.options.seals) endMatch(room, 'seals', result.winner);
}

function endMatch(room, reason, winner) {
  room.phase = 'match_over';
  room.end = {winner, reason};
  room.events.push({type: 'match_ended', winner, reason});
}

// What the player to act may do, without the details of exchanges.
function legal(room, trader) {
  const goods = room.market.filter(card => card !== null && card !== 'camel');
  const size = handSize(trader);
  const sell = {};
  for (const good of GOODS)
    if (has(trader, good) >= least(good)) sell[good] = {min: least(good), max: has(trader, good)};
  return {
    take: size < 7 ? [...new Set(goods)] : [], take_camels: room.market.includes('camel'), sell,
    exchange: goods.length >= 2 && size + Math.min(trader.herd, 7 - size) >= 2,
  };
}

// What is wrong with the action; nothing if it was done.
function act(room, seat, action) {
  const wrong = play[action.type](room, seat, action);
  if (wrong) return wrong;
  room.ply += 1;
  room.turn = 1 - seat;
  room.exchanges = action.type === 'exchange' ? room.exchanges + 1 : 0;
  if (GOODS.filter(good => room.piles[good].length === 0).length >= 3) endRound(room, 'tokens');
  else if (room.market.includes(null)) endRound(room, 'deck');
  else if (room.exchanges >= 20) endRound(room, 'stalled');
}

module.exports = {GOODS, PILES, BONUS, deal, endMatch, handSize, legal, act};

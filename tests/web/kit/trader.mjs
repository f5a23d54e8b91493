// A trader for tests: chooses an action that a view allows. Plays sensibly enough for matches to end, and uses every
// kind of action.

const worth = ['diamond', 'gold', 'silver', 'cloth', 'spice', 'leather'];
const fine = new Set(['diamond', 'gold', 'silver']);

// Numbers in [0, 1) from a seed, so that a match can be repeated.
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// Two goods of the market for two camels, if possible.
function exchange(view) {
  const mine = view.players[view.you];
  if (!view.legal.exchange || mine.herd < 2 || mine.hand_size > 5) return null;
  const wanted = worth.flatMap(good => view.market.filter(card => card === good)).slice(0, 2);
  return wanted.length === 2 ? {type: 'exchange', take: wanted, give: ['camel', 'camel']} : null;
}

// What the player to move does.
export function choose(view, random = Math.random) {
  const {legal} = view;
  const sales = worth.filter(good => legal.sell[good]).map(good => ({type: 'sell', good, count: legal.sell[good].max}));
  const good = sales.find(sale => sale.count >= 3 || (fine.has(sale.good) && sale.count >= 2));
  if (good) return good;
  const traded = random() < 0.4 ? exchange(view) : null;
  if (traded) return traded;
  if (legal.take_camels && (legal.take.length === 0 || random() < 0.25)) return {type: 'take_camels'};
  const taken = worth.find(kind => legal.take.includes(kind));
  if (taken) return {type: 'take', card: taken};
  if (sales.length > 0) return sales[0];
  return legal.take_camels ? {type: 'take_camels'} : exchange(view);
}

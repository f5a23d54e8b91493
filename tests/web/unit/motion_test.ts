// Animated cards and tokens end where the view shows them.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {flights} from '../../../client/web/src/ui/table/motion';
import {actionsBetween, keptChoice, nothingChosen, pickSlot} from '../../../client/web/src/ui/table/choice';
import type {Seat, ViewMessage} from '../../../client/web/src/protocol/messages';

const {sequence} = JSON.parse(readFileSync(join(process.env.JAIPUR_ROOT!, 'tests/web/fixtures/views.json'), 'utf8')) as {sequence: ViewMessage[]};
const shown = (flight: {what: {props: unknown}}) => flight.what.props as {card?: string; good?: string; value?: number};

test('every card that enters the market flies from its old place to its new one', () => {
  const seen = new Set<string>();
  for (let i = 1; i < sequence.length; i++) {
    const [before, now] = [sequence[i - 1]!, sequence[i]!];
    const all = flights(now.events, before);
    for (let slot = 0; slot < 5; slot++) {
      const coming = all.filter(flight => flight.to === `market-${slot}`);
      const going = all.filter(flight => flight.from === `market-${slot}`);
      if (before.market[slot] === now.market[slot] && coming.length === 0) continue;
      assert.equal(shown(coming.at(-1)!).card, now.market[slot], `slot ${slot} at ply ${now.ply}`);
      assert.equal(shown(going[0]!).card, before.market[slot], `slot ${slot} at ply ${now.ply}`);
    }
    for (const event of now.events) seen.add(event.type);
  }
  for (const type of ['took', 'took_camels', 'exchanged', 'sold']) assert.ok(seen.has(type), `no ${type} in the recorded views`);
});

test('all tokens of a sale fly from their pile to the seller', () => {
  let sold = 0;
  for (let i = 1; i < sequence.length; i++) {
    const [before, now] = [sequence[i - 1]!, sequence[i]!];
    const coins = flights(now.events, before).filter(flight => flight.from.startsWith('pile-'));
    for (const seat of [0, 1] as Seat[]) {
      const won = now.players[seat].goods_tokens.slice(before.players[seat].goods_tokens.length);
      const flown = coins.filter(flight => flight.to === `purse-${seat}`);
      assert.deepEqual(flown.map(flight => ({good: shown(flight).good, value: shown(flight).value})), won);
      sold += won.length;
    }
  }
  assert.ok(sold > 0);
});

test('a view that repeats the whole round moves nothing twice and keeps the choice', () => {
  const told = (last: number) => ({...sequence[last]!, events: sequence.slice(0, last + 1).flatMap(view => view.events)});
  for (let i = 1; i < sequence.length; i++) {
    const [before, now] = [sequence[i - 1]!, sequence[i]!];
    assert.deepEqual(actionsBetween(before, told(i)), now.events.filter(event => 'seat' in event), `ply ${now.ply}`);
    assert.deepEqual(actionsBetween(now, told(i)), []);
    const choice = pickSlot(nothingChosen, now, now.market.findIndex(card => card !== null));
    assert.deepEqual(keptChoice(choice, now, told(i)), choice);
  }
});

// Animated cards and tokens end where the view shows them.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {changedPlaces, flights} from '../../../client/web/src/ui/table/flights';
import {keptChoice, nothingChosen, pickSlot} from '../../../client/web/src/ui/table/choice';
import {actionsBetween, timeBetween} from '../../../client/web/src/ui/state/pace';
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

test('every card and coin has landed when the next view may come', () => {
  const flightTime = 340;
  let moved = 0;
  for (let i = 1; i < sequence.length; i++) {
    const [before, now] = [sequence[i - 1]!, sequence[i]!];
    const time = timeBetween(before, now);
    for (const {start} of flights(now.events, before)) {
      assert.ok(start + flightTime <= time, `${start} of ${time} at ply ${now.ply}`);
      moved++;
    }
    const sale = now.events.some(event => event.type === 'sold');
    if (!sale && now.phase === 'playing') assert.ok(time >= 350 && time <= 600, `${time} ms at ply ${now.ply}`);
  }
  assert.ok(moved > 20);
});

test('a replay that jumps moves and points out nothing', () => {
  for (let i = 2; i < sequence.length; i++) {
    assert.deepEqual(actionsBetween(sequence[i - 2]!, sequence[i]!), []);
    assert.equal(timeBetween(sequence[i - 2]!, sequence[i]!), 0);
  }
});

test('what the opponent changed is pointed out until the own next action', () => {
  let places: ReadonlySet<string> = new Set();
  for (let i = 1; i < sequence.length; i++) {
    const [before, now] = [sequence[i - 1]!, sequence[i]!];
    const acted = actionsBetween(before, now);
    places = changedPlaces(acted, before, places);
    if (acted[0]?.seat === now.you) assert.deepEqual([...places], [], `ply ${now.ply}`);
    else for (let slot = 0; slot < 5; slot++) if (before.market[slot] !== now.market[slot]) assert.ok(places.has(`market-${slot}`), `slot ${slot} at ply ${now.ply}`);
  }
});

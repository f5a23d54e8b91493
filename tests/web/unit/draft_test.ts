// What a selection of cards means, compared with the server: it must accept every selection that is called a move, and
// refuse every other.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {cards, countCards, countOf, total, type CardCounts} from '../../../client/web/src/game/cards';
import {emptyDraft, interpret, ownCounts, type Draft} from '../../../client/web/src/game/draft';
import {draftOf, dropped, keptChoice, nothingChosen, pickHand, pickSlot, setHand, slotsOf} from '../../../client/web/src/ui/table/choice';
import type {Action, Card, ViewMessage} from '../../../client/web/src/protocol/messages';
import {Partner} from '../kit/partner.mjs';
import {choose, seeded} from '../kit/trader.mjs';
import {server, useServer} from './support/server';

const recorded = JSON.parse(readFileSync(join(process.env.JAIPUR_ROOT!, 'tests/web/fixtures/views.json'), 'utf8')) as
  Record<string, ViewMessage> & {sequence: ViewMessage[]};
const state = (name: string): ViewMessage => structuredClone(recorded[name]!);

// Any cards from the market and our own, more often few than many.
function drawn(view: ViewMessage, random: () => number): Draft {
  const some = (there: CardCounts): CardCounts => {
    const counts: CardCounts = {};
    if (random() < 0.3) return counts;
    for (const card of cards) {
      const count = random() < 0.45 ? Math.floor(random() * (countOf(there, card) + 1)) : 0;
      if (count > 0) counts[card] = count;
    }
    return counts;
  };
  const market = some(countCards(view.market));
  if (market.camel) market.camel = countOf(countCards(view.market), 'camel'); // all of them, as on the table
  return {market, hand: some(ownCounts(view))};
}

// Every rule that an action breaks, by error code.
function broken(action: Action, view: ViewMessage): Record<string, string> {
  const wrong: Record<string, string> = {};
  const mine = view.players[view.you!];
  if (action.type === 'take' && mine.hand_size === 7) wrong.hand_limit = 'R10';
  if (action.type === 'sell' && action.count < 2 && ['diamond', 'gold', 'silver'].includes(action.good)) wrong.sale_too_small = 'R11';
  if (action.type === 'exchange') {
    const {take, give} = action;
    if (take.includes('camel')) wrong.exchange_takes_camel = 'R8';
    if (take.length !== give.length) wrong.exchange_unequal = 'R8';
    if (take.length < 2 || give.length < 2) wrong.exchange_too_small = 'R8';
    if (take.some(card => give.includes(card))) wrong.exchange_same_good = 'R9';
    if (mine.hand_size - give.filter(card => card !== 'camel').length + take.length > 7) wrong.hand_limit = 'R10';
    if (mine.hand_size + give.filter(card => card === 'camel').length > 7) wrong.hand_limit = 'R10';
  }
  return wrong;
}

useServer();

test('the server accepts every choice that is called a move, with the result of its preview, and refuses all others by the named rule', async () => {
  const random = seeded(7);
  const told: Record<string, number> = {};
  for (let match = 0; match < 4; match++) {
    const {one, two} = await Partner.pair(server.origin);
    for (const player of [one, two]) await player.asked({type: 'ready'});
    for (const player of [one, two]) await player.until(() => player.view?.phase === 'playing');
    while (one.view.phase !== 'match_over') {
      if (one.view.phase === 'round_over') {
        const {round} = one.view;
        for (const player of [one, two]) await player.asked({type: 'ready'});
        await one.until(() => one.view.round > round);
        continue;
      }
      const actor = one.view.turn === 0 ? one : two;
      const other = actor === one ? two : one;
      await actor.until(() => actor.view.seq === other.view.seq);
      const {view} = actor;
      const waiting = interpret(drawn(other.view, random), other.view);
      assert.notEqual(waiting.kind, 'move', 'no move out of turn');
      let next: Action | null = null;
      for (let i = 0; i < 12; i++) {
        const draft = drawn(view, random);
        const meant = interpret(draft, view);
        const what = 'why' in meant ? meant.why : meant.kind;
        told[what] = (told[what] ?? 0) + 1;
        if (meant.kind === 'nothing') assert.equal(total(draft.market) + total(draft.hand), 0);
        else if (meant.kind === 'move') next = meant.action;
        else {
          const answer = await actor.ask({type: 'act', ply: view.ply, match: view.match, action: meant.action});
          assert.equal(answer.type, 'error', `accepted, though it was called ${meant.why}: ${JSON.stringify(meant.action)}`);
          // If several rules are broken, the server names one of them.
          const wrong = broken(meant.action, view);
          assert.ok(answer.code in wrong, `${answer.code} of ${JSON.stringify([meant, wrong])}`);
          assert.ok(meant.rule && Object.values(wrong).includes(meant.rule), `${meant.rule} of ${JSON.stringify([meant, wrong])}`);
          assert.ok(Object.keys(wrong).length > 1 || meant.rule === answer.rule, JSON.stringify([meant, answer]));
        }
      }
      // A sensible trader's action must be a move, too.
      const planned = choose(view, random) as Action;
      const meant = interpret(draftFor(planned), view);
      assert.equal(meant.kind, 'move', `not a move: ${JSON.stringify(planned)}`);
      const action = next && random() < 0.5 ? next : planned;
      await playAndCompare(actor, action);
      await other.until(() => other.view.seq === actor.view.seq);
    }
    one.close();
    two.close();
  }
  for (const why of ['move', 'hand_full', 'choose_in_market', 'choose_to_give', 'exchange_too_small', 'sale_too_small', 'exchange_takes_camel', 'exchange_same_good', 'hand_limit'])
    assert.ok((told[why] ?? 0) > 0, `${why} never came up: ${JSON.stringify(told)}`);
});

function draftFor(action: Action): Draft {
  switch (action.type) {
    case 'take': return {market: {[action.card]: 1}, hand: {}};
    case 'take_camels': return {market: {camel: 5}, hand: {}};
    case 'exchange': return {market: countCards(action.take), hand: countCards(action.give)};
    case 'sell': return {market: {}, hand: {[action.good]: action.count}};
  }
}

// Plays, and compares the preview with the result.
async function playAndCompare(actor: Partner, action: Action): Promise<void> {
  const before: ViewMessage = actor.view;
  const meant = interpret(draftFor(action), before);
  assert.equal(meant.kind, 'move');
  if (meant.kind !== 'move') return;
  await actor.asked({type: 'act', ply: before.ply, match: before.match, action});
  await actor.until(() => actor.view.seq > before.seq);
  const after: ViewMessage = actor.view;
  const seat = before.you!;
  const mine = after.players[seat];
  const {preview} = meant;
  assert.deepEqual(preview.hand, [before.players[seat].hand_size, mine.hand_size]);
  assert.deepEqual(preview.herd, [before.players[seat].herd, mine.herd]);
  assert.equal(preview.endsRound !== null, after.phase !== 'playing', `ends the round: ${preview.endsRound}`);
  if (preview.endsRound) assert.equal(after.result!.rounds.at(-1)!.reason, preview.endsRound);
  const sold = after.events.find(event => event.type === 'sold');
  assert.deepEqual(preview.tokens, sold?.type === 'sold' ? sold.tokens : []);
  const bonus = sold?.type === 'sold' ? sold.bonus : null;
  assert.equal(preview.bonus?.range != null, bonus !== null);
  if (bonus && preview.bonus?.range) {
    assert.equal(bonus.cards, preview.bonus.cards);
    assert.ok(bonus.value! >= preview.bonus.range[0] && bonus.value! <= preview.bonus.range[1], `${bonus.value} is not in ${preview.bonus.range}`);
  }
}

test('spectators, and players outside a round, have no moves', () => {
  for (const name of ['spectator', 'open_spectator', 'round_over', 'match_over']) {
    const view = state(name);
    const random = seeded(3);
    for (let i = 0; i < 200; i++) assert.notEqual(interpret(drawn(view, random), view).kind, 'move', name);
  }
});

test('out of turn, a move waits and has a preview', () => {
  const view = state('opponents_turn');
  const card = view.market.find(there => there && there !== 'camel')!;
  const meant = interpret({market: {[card]: 1}, hand: {}}, view);
  assert.equal(meant.kind, 'not_yet');
  assert.ok(meant.kind === 'not_yet' && meant.why === 'not_your_turn' && meant.preview?.hand[1] === view.players[view.you!].hand_size + 1);
});

test('a single silver is not asked for a second one that is not there', () => {
  const why = (name: string) => {
    const meant = interpret({market: {}, hand: {silver: 1}}, state(name));
    return 'why' in meant ? meant.why : meant.kind;
  };
  assert.equal(why('six_kinds'), 'only_one');
  assert.equal(why('herd'), 'sale_too_small');
});

test('the first cards to give are not called more', () => {
  const view = state('herd');
  const first = (hand: CardCounts) => {
    const meant = interpret({market: {leather: 3}, hand}, view);
    return meant.kind === 'not_yet' && meant.why === 'choose_to_give' && meant.first === true;
  };
  assert.ok(first({}));
  assert.ok(!first({silver: 1}));
});

test('choosing nothing means nothing', () => {
  for (const view of Object.values(recorded)) if (!Array.isArray(view)) assert.equal(interpret(emptyDraft, view).kind, 'nothing');
});

test('one press chooses all camels of the market, and nothing else', () => {
  const view = state('camels_in_market');
  const [camel] = slotsOf(view, 'camel');
  const good = view.market.findIndex(card => card !== null && card !== 'camel');
  const chosen = pickSlot(pickSlot(nothingChosen, view, good), view, camel!);
  assert.deepEqual(draftOf(chosen, view), {market: {camel: slotsOf(view, 'camel').length}, hand: {}});
  assert.deepEqual(draftOf(pickSlot(chosen, view, good), view).market, {[view.market[good]!]: 1});
  assert.deepEqual(pickSlot(chosen, view, camel!), nothingChosen);
});

test('each press on a kind in the hand chooses one more, after the last one none', () => {
  const view = state('full_hand');
  const [kind, count] = Object.entries(view.players[view.you!].hand!).find(([, many]) => many! >= 2)! as [Card, number];
  let choice = nothingChosen;
  for (let press = 1; press <= count; press++) {
    choice = pickHand(choice, view, kind);
    assert.equal(countOf(choice.hand, kind), press);
  }
  assert.equal(countOf(pickHand(choice, view, kind).hand, kind), 0);
  assert.equal(countOf(setHand(choice, view, kind, 99).hand, kind), count);
});

test('a choice follows its kind when the opponent moves, and ends with our own move', () => {
  const {sequence} = recorded;
  const seat = sequence[0]!.you;
  let kept = 0, dropped = 0, own = 0;
  for (let i = 1; i < sequence.length; i++) {
    const [before, now] = [sequence[i - 1]!, sequence[i]!];
    for (let slot = 0; slot < before.market.length; slot++) {
      const card = before.market[slot]!;
      const choice = keptChoice(pickSlot(nothingChosen, before, slot), before, now);
      if (now.events.some(event => 'seat' in event && event.seat === seat)) {
        assert.deepEqual(choice, nothingChosen);
        own++;
      } else if (slotsOf(now, card).length === 0) {
        assert.deepEqual(choice.slots, []);
        dropped++;
      } else {
        assert.deepEqual([...new Set(choice.slots.map(there => now.market[there]))], [card]);
        kept++;
      }
    }
  }
  assert.ok(kept > 0 && dropped > 0 && own > 0, `${kept} ${dropped} ${own}`);
});

test('a dropped card is chosen, unless it has gone meanwhile', () => {
  const view = state('full_hand');
  const slot = view.market.findIndex(card => card !== null && card !== 'camel');
  const card = view.market[slot]!;
  assert.deepEqual(dropped(nothingChosen, view, {from: 'market', slot, card, count: 1}, 'hand').slots, [slot]);
  const other: Card = card === 'gold' ? 'silver' : 'gold';
  assert.deepEqual(dropped(nothingChosen, view, {from: 'market', slot, card: other, count: 1}, 'hand'), nothingChosen);
  const [kind, count] = Object.entries(view.players[view.you!].hand!).find(([, many]) => many! >= 2)! as [Card, number];
  const given = dropped(nothingChosen, view, {from: 'hand', card: kind, count: 1}, 'market');
  assert.equal(countOf(given.hand, kind), 1);
  assert.equal(countOf(dropped(given, view, {from: 'hand', card: kind, count: 1}, 'market').hand, kind), 2);
  assert.deepEqual(interpret(draftOf(dropped(pickSlot(nothingChosen, view, slot), view, {from: 'hand', card: kind, count: 1}, `pile-${kind}`), view), view).kind, 'move');
  assert.equal(countOf(dropped(nothingChosen, view, {from: 'hand', card: kind, count: 1}, `pile-${kind}`).hand, kind), count);
});

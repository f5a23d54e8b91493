// The bot's name is in the visitor's language, by its level; people's names never are.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {signal} from '@preact/signals';
import type {Session} from '../../../client/web/src/model';

Object.defineProperty(globalThis, 'document', {value: {documentElement: {lang: ''}}, configurable: true});
const {speak} = await import('../../../client/web/src/i18n');
const {faceIn, levelIn, nameOf, peopleIn, playerName, rememberNames} = await import('../../../client/web/src/ui/state/player_names');

const room = (names: [string, string], bot: string | null) =>
  ({at: 0, room: {fair: {match: `of ${names[1]}`}, players: [{name: names[0], bot: null, trader: 3}, {name: names[1], bot, trader: null}]}});

test('the bot is named in the chosen language, even if it was met in another one', async () => {
  const session = {room: signal(room(['Asha', 'Easy bot'], 'easy'))};
  rememberNames(session as unknown as Session);
  assert.equal(nameOf('of Easy bot', 1), 'Easy bot');
  await speak('de');
  assert.equal(nameOf('of Easy bot', 1), 'Einfacher Bot');
  assert.equal(nameOf('of Easy bot', 0), 'Asha');
  session.room.value = room(['Easy bot', 'Strange bot'], 'strange');
  assert.deepEqual([nameOf('of Strange bot', 0), nameOf('of Strange bot', 1)], ['Easy bot', 'Strange bot']);
  assert.equal(playerName({name: 'Easy bot', bot: 'easy'}), 'Einfacher Bot');
  assert.deepEqual(['Easy bot', 'Master bot', 'Ravi', 'Robot bot', 'constructor bot'].map(levelIn), ['easy', 'master', null, null, null]);
  assert.deepEqual([faceIn('of Easy bot', 0), faceIn('of Easy bot', 1)], [3, 'bot']);
});

test('in a replay, a bot has the second seat and no part in the shuffle', async () => {
  const {peopleOf} = await import('../../../client/web/src/ui/state/match_history');
  const bots = (...nonces: [string, string]) => peopleOf('a match', ['Hard bot', 'Easy bot'], nonces).map(it => it.bot);
  assert.deepEqual(bots('00', ''), [null, 'easy']);
  assert.deepEqual(bots('', ''), [null, 'easy']);
  assert.deepEqual(bots('00', '00'), [null, null], 'people may have such names');
});

test('a list of rooms says who sits where, with faces and levels', () => {
  const listed = {names: [null, 'Easy bot'], traders: [null, null], bots: [null, 'easy']};
  assert.deepEqual(peopleIn(listed as unknown as Parameters<typeof peopleIn>[0]), [{seat: 1, name: 'Easy bot', trader: null, bot: 'easy'}]);
});

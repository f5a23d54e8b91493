// The computer's name is in the visitor's language, by its level; people's names never are.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {signal} from '@preact/signals';
import type {Session} from '../../../client/web/src/model';

Object.defineProperty(globalThis, 'document', {value: {documentElement: {lang: ''}}, configurable: true});
const {speak} = await import('../../../client/web/src/i18n');
const {nameOf, nameWithoutLevel, playerName, rememberNames} = await import('../../../client/web/src/ui/state/player_names');

const room = (names: [string, string], bot: string | null) =>
  ({at: 0, room: {fair: {match: `of ${names[1]}`}, players: [{name: names[0], bot: null}, {name: names[1], bot}]}});

test('the computer is named in the chosen language, even if it was met in another one', async () => {
  const session = {room: signal(room(['Asha', 'Easy bot'], 'easy'))};
  rememberNames(session as unknown as Session);
  assert.equal(nameOf('of Easy bot', 1), 'Easy bot');
  await speak('de');
  assert.equal(nameOf('of Easy bot', 1), 'Einfacher Bot');
  assert.equal(nameOf('of Easy bot', 0), 'Asha');
  session.room.value = room(['Easy bot', 'Strange bot'], 'strange');
  assert.deepEqual([nameOf('of Strange bot', 0), nameOf('of Strange bot', 1)], ['Easy bot', 'Strange bot']);
  assert.equal(playerName({name: 'Easy bot', bot: 'easy'}), 'Einfacher Bot');
  assert.deepEqual(['Easy bot', 'Ravi', 'Robot bot', 'constructor bot'].map(nameWithoutLevel), ['Einfacher Bot', 'Ravi', 'Robot bot', 'constructor bot']);
});

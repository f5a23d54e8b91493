// Validation of what the server sends: real messages are accepted, damaged or oversized ones dropped.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {isReplyTo, readMessage} from '../../../client/web/src/protocol/check';

const recorded = JSON.parse(readFileSync(join(process.env['JAIPUR_ROOT']!, 'tests/web/fixtures/views.json'), 'utf8')) as Record<string, object>;
const read = (value: unknown) => readMessage(JSON.stringify(value));

test('recorded messages are accepted', () => {
  assert.ok(Object.keys(recorded).length > 5);
  for (const [name, views] of Object.entries(recorded)) for (const view of [views].flat()) assert.ok(read(view), name);
});

// A path in the view, and a wrong value for it.
const damaged: [string, unknown][] = [
  ['type', {toString: 1}], ['type', 7], ['type', 'constructor'], ['seq', -1], ['you', 2], ['phase', 'sleeping'], ['match', 'x'],
  ['market', ['camel', 'camel', 'camel', 'camel', 'camel', 'camel']], ['market.0', 'elephant'], ['deck', 56], ['deck', 1.5],
  ['discard.gold', 1e6], ['goods_tokens.gold', Array(61).fill(1)], ['goods_tokens.gold', null], ['bonus_tokens.3', 2 ** 53 - 1],
  ['players', []], ['players.1.hand_size', 1e5], ['players.1.seals', 2 ** 53 - 1], ['players.0.hand', {gold: 1e6}], ['players.0.herd', 56],
  ['players.0.bonus_tokens', Array(61).fill({cards: 3, value: 1})], ['legal', {take: ['gold']}], ['clock', {}], ['move_in', -1], ['events', {}],
  ['events', Array(1001).fill({type: 'round_started', round: 1, starter: 0})],
];

for (const [path, value] of damaged)
  test(`a view whose ${path} is ${JSON.stringify(value).slice(0, 40)} is dropped`, () => {
    const view = structuredClone(recorded['start']) as Record<string, unknown>;
    const steps = path.split('.');
    const last = steps.pop()!;
    const at = steps.reduce((inner, step) => inner[step] as Record<string, unknown>, view);
    assert.ok(last in at || Array.isArray(at) || ['discard', 'bonus_tokens', 'clock'].includes(steps.at(-1) ?? last), 'the path exists');
    at[last] = value;
    assert.equal(read(view), null);
  });

test('chat is limited in length and time', () => {
  const chat = {type: 'chat', seat: 0, name: 'Asha', text: 'Hello', at: 1700000000000};
  assert.ok(read(chat));
  assert.equal(read({...chat, at: 8.64e15 + 1}), null);
  assert.equal(read({...chat, text: 'x'.repeat(1001)}), null);
  assert.equal(read({...chat, name: 'x'.repeat(1e6)}), null);
});

test('anything but an object is dropped, and unknown events are left out', () => {
  for (const frame of ['', '{', 'null', '[]', '7', '"view"', '{}', '{"type":null}']) assert.equal(readMessage(frame), null);
  assert.equal(readMessage(new ArrayBuffer(4)), null);
  const grown = {...recorded['start'], events: [{type: 'sang', song: 'x'}, {type: {toString: 1}}], moon: 'full'};
  const view = read(grown) as {events: unknown[]; moon?: string} | null;
  assert.deepEqual(view?.events, []);
  assert.equal(view.moon, undefined);
});

test('an ok with an invalid room code is not accepted', () => {
  const ok = (room: string) => ({type: 'ok', re: 1, room, seat: 0, token: 'm'.repeat(43), name: 'Asha'}) as never;
  assert.ok(isReplyTo(ok('K7QX2M'), 'create_room'));
  for (const room of ['../../<b>evil', 'K7QX2', 'k7qx2m', 'K7QX20', '']) assert.ok(!isReplyTo(ok(room), 'create_room'), room);
});

test('the notice of an operator may be missing, and a damaged one isn’t accepted', () => {
  const ok = (more: object) => ({type: 'ok', re: 1, rooms: [], next: null, ...more}) as never;
  assert.ok(isReplyTo(ok({}), 'list_rooms'));
  assert.ok(isReplyTo(ok({notice: {restarting: true}}), 'list_rooms'));
  assert.ok(isReplyTo(ok({notice: {announcement: {text: 'Restart at noon.', at: 1}, more: 1}}), 'list_rooms'));
  for (const notice of [null, 'x', {announcement: 'x'}, {announcement: {text: 'x'}}, {restarting: 1}, {announcement: {text: 'x'.repeat(1001), at: 1}}])
    assert.ok(!isReplyTo(ok({notice}), 'list_rooms'), JSON.stringify(notice).slice(0, 60));
});

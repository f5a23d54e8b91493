// Entering rooms as the screens do it, and the match history. Sessions and server are real, address and storage are fake.
import assert from 'node:assert/strict';
import {after, afterEach, before, test} from 'node:test';
import {startServer} from '../kit/server.mjs';
import {seeded} from '../kit/trader.mjs';
import {endSessions, MemoryStorage, newSession, urlOf} from './support/sessions';
import {isOver, playOn, until} from './support/play';

let server: Awaited<ReturnType<typeof startServer>>;
let url = '';
let it: typeof import('../../../client/web/src/ui/screens/enter_room');
let route: typeof import('../../../client/web/src/ui/state/route');
let recent: typeof import('../../../client/web/src/ui/state/match_history');
const storage = new MemoryStorage();
const page = Object.assign(new EventTarget(), {localStorage: storage});

before(async () => {
  server = await startServer('--no-limits');
  url = urlOf(server.port);
  const address = {pathname: '/', hash: '', hostname: 'jaipur.test', origin: 'http://jaipur.test'};
  const write = (_: null, __: string, path: string) => { address.pathname = path; };
  const globals = {
    location: address, history: {pushState: write, replaceState: write}, addEventListener: page.addEventListener.bind(page),
    window: page, document: Object.assign(new EventTarget(), {visibilityState: 'visible'}),
  };
  for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, {value, configurable: true});
  it = await import('../../../client/web/src/ui/screens/enter_room');
  route = await import('../../../client/web/src/ui/state/route');
  recent = await import('../../../client/web/src/ui/state/match_history');
});
afterEach(endSessions);
after(() => server.stop());

test('leaving while the next match against the bot starts shows no error', async () => {
  const asha = newSession(url);
  assert.ok((await it.enter.bot(asha, 'Asha', {seals: 1})).ok);
  playOn(asha, seeded(1));
  await until('the match is over', () => isOver(asha));
  assert.deepEqual(await asha.rematch(), {ok: true});
  assert.deepEqual(await asha.leave(), {ok: true});
  assert.equal(asha.location.value, null);
  assert.equal(asha.gettingReady.value, false);
});

test('the bot has the chosen level, and keeps it the next time', async () => {
  const asha = newSession(url);
  const level = () => until('the bot is there', () => Boolean(asha.room.value?.room.players[1]?.bot));
  assert.ok((await it.enter.bot(asha, 'Asha', {})).ok);
  await level();
  assert.equal(asha.room.value!.room.players[1]!.bot, 'easy'); // a newcomer's
  assert.ok((await it.enter.bot(asha, 'Asha', {}, 'hard')).ok);
  await until('the other room is there', () => asha.room.value?.room.players[1]?.bot === 'hard');
  assert.equal(storage.getItem('jaipur.level'), 'hard');
  await asha.leave();
  assert.ok((await it.enter.bot(asha, 'Asha', {})).ok);
  await level();
  assert.equal(asha.room.value!.room.players[1]!.bot, 'hard');
});

test('a player who is refused elsewhere returns to the match', async () => {
  const asha = newSession(url), ben = newSession(url);
  assert.ok((await it.enter.create(asha, 'Asha', {})).ok);
  const place = asha.location.value!;
  await ben.joinRoom(place.room, 'Ben');
  await Promise.all([asha.ready(), ben.ready()]);
  await until('the match begins', () => asha.timedView.value?.view.phase === 'playing');
  assert.deepEqual(await it.enter.join(asha, 'ZZZZZZ', 'Asha'), {ok: false, code: 'no_such_room'});
  assert.deepEqual(asha.location.value, place);
  assert.deepEqual(route.route.value, {page: 'room', room: place.room, key: null});
  await until('Ben sees it', () => ben.room.value!.room.players[0]!.connected);
});

test('two tabs keep the matches of both', async () => {
  const match = async () => {
    const asha = newSession(url);
    recent.rememberMatches(asha);
    assert.ok((await it.enter.bot(asha, 'Asha', {seals: 1})).ok);
    await until('the match begins', () => asha.timedView.value?.view.phase === 'playing');
    await asha.resign();
    await until('the match is over', () => isOver(asha));
    return asha.timedView.value!.view.match;
  };
  const first = await match();
  const other = {match: 'b'.repeat(32), names: ['Eve', 'Ben'], at: Date.now() + 1};
  const stored = () => JSON.parse(storage.getItem('jaipur.matches')!) as {match: string}[];
  storage.setItem('jaipur.matches', JSON.stringify([other, ...stored()])); // as another tab does
  page.dispatchEvent(new Event('storage'));
  assert.deepEqual(recent.pastMatches.value.map(past => past.match), [other.match, first]);
  const third = {match: 'c'.repeat(32), names: ['Eve', 'Ben'], at: Date.now() + 2};
  storage.setItem('jaipur.matches', JSON.stringify([third, ...stored()])); // and this tab doesn't know
  const last = await match();
  assert.deepEqual(new Set(stored().map(past => past.match)), new Set([first, other.match, third.match, last]));
});

test('a past match tells which seat the visitor had', async () => {
  const asha = newSession(url), ben = newSession(url);
  recent.rememberMatches(ben);
  assert.ok((await it.enter.create(asha, 'Asha', {})).ok);
  await ben.joinRoom(asha.location.value!.room, 'Ben');
  await Promise.all([asha.ready(), ben.ready()]);
  await until('the match begins', () => ben.timedView.value?.view.phase === 'playing');
  await asha.resign();
  await until('the match is over', () => isOver(ben));
  assert.equal(recent.ownSeatIn(ben.timedView.value!.view.match), 1);
  assert.equal(recent.ownSeatIn('a'.repeat(32)), undefined);
});

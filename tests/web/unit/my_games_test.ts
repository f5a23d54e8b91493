// The list of the visitor's matches: their order, and what it says about the current one.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {signal} from '@preact/signals';
import type {Session} from '../../../client/web/src/model';
import type {Game} from '../../../client/web/src/protocol/messages';

Object.defineProperty(globalThis, 'document', {value: {documentElement: {lang: ''}}, configurable: true});
const {byUrgency, forgetGame, gameHere, isListed, myGames, opponentOf, refreshGames, standingOf} = await import('../../../client/web/src/ui/state/my_games');
const {roughly} = await import('../../../client/web/src/ui/parts/time_left');

const game = (room: string, changes: Partial<Game> = {}): Game => ({
  room, seat: 0, name: 'Asha', opponent: 'Ben', opponent_trader: 4, opponent_bot: null, phase: 'playing', round: 1, turn: 0, move_in: null,
  seals: [0, 0], winner: null, last_move: 1000, ...changes,
});

test('a match is yours to play, theirs, between rounds, about to begin, without an opponent, or over', () => {
  assert.equal(standingOf(game('A')), 'yours');
  assert.equal(standingOf(game('A', {turn: 1})), 'theirs');
  assert.equal(standingOf(game('A', {seat: 1, turn: 1})), 'yours');
  assert.equal(standingOf(game('A', {phase: 'round_over', turn: null})), 'between');
  assert.equal(standingOf(game('A', {phase: 'waiting', turn: null})), 'begins');
  assert.equal(standingOf(game('A', {phase: 'waiting', turn: null, opponent: null})), 'alone');
  assert.equal(standingOf(game('A', {phase: 'match_over', turn: null, winner: 1})), 'over');
  assert.deepEqual(opponentOf(game('A')), {name: 'Ben', trader: 4, bot: null});
  assert.equal(opponentOf(game('A', {opponent: null})), null);
});

test('your turns come first, the longest wait before the others, and finished matches last', async () => {
  const games = [
    game('OVER', {phase: 'match_over', turn: null}), game('ALONE', {phase: 'waiting', turn: null, opponent: null, last_move: null}),
    game('THEIRS', {turn: 1}), game('NEW', {last_move: 2000}), game('OLD', {last_move: 500}), game('LATER', {phase: 'match_over', turn: null, last_move: 3000}),
  ];
  assert.deepEqual([...games].sort(byUrgency).map(it => it.room), ['OLD', 'NEW', 'THEIRS', 'ALONE', 'LATER', 'OVER']);
  const session = {listGames: () => Promise.resolve({ok: true, games, lacking: false})};
  await refreshGames(session as unknown as Session);
  assert.equal(myGames.value?.[0]?.room, 'OLD');
  await refreshGames({listGames: () => Promise.resolve({ok: false, code: 'offline'})} as unknown as Session);
  assert.equal(myGames.value?.length, 6, 'without an answer, the last one stays');
  const some = {ok: true, games: [game('OLD', {turn: 1}), game('MORE')], lacking: true};
  await refreshGames({listGames: () => Promise.resolve(some)} as unknown as Session);
  assert.deepEqual(myGames.value?.map(it => [it.room, it.turn]).filter(([room]) => room === 'OLD' || room === 'MORE' || room === 'NEW'),
    [['MORE', 0], ['NEW', 0], ['OLD', 1]], 'what isn\'t answered stays as it was');
  await refreshGames({listGames: () => Promise.resolve({...some, lacking: false})} as unknown as Session);
  assert.equal(myGames.value?.length, 2);
});

test('the state of the current match comes from its messages', () => {
  const players = [{name: 'Asha', trader: 1, bot: null}, {name: 'Easy bot', trader: null, bot: 'easy'}];
  const side = (seals: number) => ({seals});
  const session = {
    location: signal<object | null>({room: 'K7QX2M', seat: 0}), room: signal({room: {room: 'K7QX2M', players}}),
    timedView: signal({view: {phase: 'playing', round: 2, turn: 0, move_in: null, players: [side(1), side(0)], result: null}}),
  };
  const here = gameHere(session as unknown as Session)!;
  assert.equal(standingOf(here), 'yours');
  assert.deepEqual([here.opponent_bot, here.round, here.seals], ['easy', 2, [1, 0]]);
  session.location.value = {room: 'K7QX2M', seat: null};
  assert.equal(gameHere(session as unknown as Session), null, 'a spectator has no match');
  session.location.value = null;
  assert.equal(gameHere(session as unknown as Session), null);
});

test('a match is forgotten, also the one at whose table we sit', async () => {
  const [here, other] = [{room: 'K7QX2M', seat: 0}, {room: '222222', seat: 1}];
  const left = {location: signal<object | null>(here), savedSeats: signal([other])};
  const session = {
    ...left, forget: (seat: object) => { left.savedSeats.value = left.savedSeats.value.filter(it => it !== seat); },
    leave: async () => { // the match runs: the seat is saved
      left.location.value = null;
      left.savedSeats.value = [here, other];
      return {ok: true};
    },
  };
  await forgetGame(session as unknown as Session, game('K7QX2M'));
  assert.deepEqual([left.location.value, left.savedSeats.value], [null, [other]]);
  left.location.value = here;
  await forgetGame(session as unknown as Session, game('222222', {seat: 1}));
  assert.deepEqual([left.location.value, left.savedSeats.value], [here, []]);
});

test('long times are told in one unit', () => {
  assert.equal(roughly(53 * 3600_000), '2 days');
  assert.equal(roughly(26 * 3600_000), '1 day');
  assert.equal(roughly(90 * 60_000), '1 hour');
  assert.equal(roughly(61_000), '1 minute');
  assert.equal(roughly(500), '1 second');
});

test('a finished match against the bot is not listed', () => {
  assert.ok(isListed(game('A', {opponent_bot: 'easy'})));
  assert.ok(isListed(game('A', {phase: 'match_over', turn: null})));
  assert.ok(!isListed(game('A', {phase: 'match_over', turn: null, opponent_bot: 'easy'})));
});

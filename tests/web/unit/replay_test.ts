// Replays of real matches are valid, here and for `jaipur-client verify`; changed ones are valid for neither. Their
// positions are those that the players saw.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {openReplay, parseReplay} from '../../../client/web/src/replay/replay';
import type {Replay, ViewMessage} from '../../../client/web/src/protocol/messages';
import {playMatch, type PlayedMatch} from './support/match';
import {server, useServer} from './support/server';

const matches: PlayedMatch[] = [];
useServer(async () => {
  matches.push(await playMatch(server.port, 1));
  matches.push(await playMatch(server.port, 2, {seals: 1, clock: {initial: 600, increment: 5}}));
  matches.push(await playMatch(server.port, 3, {seals: 3}));
  matches.push(await playMatch(server.port, 4, {}, view => view.ply >= 9)); // resigned in the middle of a round,
  matches.push(await playMatch(server.port, 5, {}, view => view.phase === 'round_over')); // between two,
  matches.push(await playMatch(server.port, 6, {}, view => view.round === 2)); // and before any action in a round
});

const client = process.env['JAIPUR_CLIENT']!;
const folder = mkdtempSync(join(tmpdir(), 'jaipur-replays-'));
after(() => rmSync(folder, {recursive: true}));
function clientSays(text: string): boolean {
  const file = join(folder, 'replay.json');
  writeFileSync(file, text);
  const {status, stderr} = spawnSync(client, ['verify', file], {env: {}, encoding: 'utf8'}); // our JAIPUR_SERVER isn't an address
  assert.ok(status === 0 || status === 1 || status === 2, `jaipur-client ended with ${status}: ${stderr}`);
  return status === 0;
}

async function weSay(text: string): Promise<string> {
  const read = parseReplay(text);
  if (!read.ok) return read.why;
  const {verdict} = await openReplay(read.replay);
  return verdict.fits ? 'fits' : verdict.why;
}

test('replays of real matches are valid', async () => {
  assert.ok(matches.some(it => it.replay.rounds.length > 2), 'no long match among them');
  assert.deepEqual(matches.slice(3).map(it => [it.replay.reason, it.replay.rounds.map(round => round.reason === 'resigned')]),
    [['resigned', [true]], ['resigned', [false]], ['resigned', [false, true]]]);
  for (const {text} of matches) {
    assert.equal(await weSay(text), 'fits');
    assert.ok(clientSays(text));
  }
});

type Path = (string | number)[];
function* leaves(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value === 'object' && value !== null && Object.keys(value).length) {
    for (const key of Object.keys(value)) yield* leaves((value as Record<string, unknown>)[key], [...path, Array.isArray(value) ? Number(key) : key]);
  } else {
    yield path;
  }
}
type Tree = Record<string | number, unknown>;
function changed(replay: Replay, path: Path, change: (parent: Tree, key: string | number) => void): string {
  const copy = structuredClone(replay);
  let parent = copy as unknown as Tree;
  for (const key of path.slice(0, -1)) parent = parent[key] as Tree;
  change(parent, path.at(-1)!);
  return JSON.stringify(copy);
}

const others: Record<string, unknown> = {
  diamond: 'leather', gold: 'cloth', silver: 'spice', cloth: 'gold', spice: 'silver', leather: 'diamond', camel: 'gold',
  take: 'sell', sell: 'take', exchange: 'take', take_camels: 'take',
  tokens: 'deck', deck: 'stalled', seals: 'resigned', resigned: 'seals', stalled: 'tokens',
  public: 'open', 'jaipur-replay-1': 'jaipur-replay-2', 'jaipur-fair-1': 'jaipur-fair-2',
};
function another(value: unknown, key: string | number): unknown {
  if (value === null) return 0;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return key === 'seat' || key === 'winner' || key === 'camel_token' || key === 'starter' ? 1 - value : value + 1;
  if (typeof value === 'object') return Array.isArray(value) ? ['gold'] : {gold: 1}; // an empty one
  const text = value as string;
  if (text in others) return others[text];
  if (/^[0-9a-f]+$/.test(text)) return text.slice(0, -1) + (text.endsWith('0') ? '1' : '0');
  return `${text}x`;
}
// What only the server vouches for: names, times, the room and its options except `seals`.
const isServersWord = (path: Path) =>
  path[0] === 'names' || path[0] === 'room' || path.at(-1) === 'at' || (path[0] === 'options' && path[1] !== 'seals');

test('for every change in a replay, we agree with jaipur-client', async () => {
  const {replay} = matches[1]!;
  // The first actions and the last one stand for all of them.
  const paths = [...leaves(replay)].filter(([part, i]) => part !== 'actions' || Number(i) < 12 || Number(i) === replay.actions.length - 1);
  assert.ok(paths.length > 90, String(paths.length));
  let refused = 0;
  for (const path of paths) {
    const text = changed(replay, path, (parent, key) => void (parent[key] = another(parent[key], key)));
    const ours = await weSay(text);
    assert.equal(ours === 'fits', clientSays(text), `${path.join('.')}: ${ours}`);
    if (ours !== 'fits') refused++;
    else assert.ok(isServersWord(path), `${path.join('.')} was changed unnoticed`);
  }
  assert.ok(refused > 0.8 * paths.filter(it => !isServersWord(it)).length);
});

test('every kind of mismatch is reported', async () => {
  const [long, short, , resigned, between] = matches.map(it => it.replay) as [Replay, Replay, Replay, Replay, Replay];
  const cases: [string, string | Replay, (replay: Replay) => void][] = [
    ['not_json', `{"v":"jaipur-replay-1","v":${JSON.stringify(short).slice(5)}`, () => {}],
    ['not_json', JSON.stringify(short).replace('"ply":1,', '"ply":1.0,'), () => {}],
    ['not_json', JSON.stringify(short).slice(1), () => {}],
    ['not_a_replay', '[1,2]', () => {}],
    ['not_a_replay', '{"type":"view"}', () => {}],
    ['unknown_version', '{"v":"jaipur-replay-2"}', () => {}],
    ['too_large', JSON.stringify(short) + ' '.repeat(1024 * 1024), () => {}],
    ['bad_field', short, it => void ((it as unknown as Tree)['more'] = 1)],
    ['bad_field', short, it => void delete (it as unknown as Tree)['winner']],
    ['bad_field', short, it => void (it.names[0] = '\ud800')],
    ['proof_of_another_match', short, it => void (it.match = '0'.repeat(32))],
    ['proof', short, it => void (it.proof.server_seed = '0'.repeat(64))],
    ['name', short, it => void (it.names[0] = 'A\u0007')],
    ['order', short, it => void (it.actions[3]!.ply = 4)],
    ['order', short, it => void (it.actions[3]!.at = 0)],
    ['illegal_action', short, it => void (it.actions[0]!.action = {type: 'sell', good: 'gold', count: 6})],
    ['illegal_action', short, it => void (it.starter = it.starter === 0 ? 1 : 0)],
    ['round', short, it => void it.rounds[0]!.players[0].rupees++],
    ['rounds', long, it => void it.rounds.pop()],
    ['actions_left', short, it => void it.actions.push({...it.actions.at(-1)!, ply: it.actions.length})],
    ['rounds', short, it => void it.actions.pop()],
    ['actions_missing', long, it => {
      it.options.seals = 3;
    }],
    ['end', short, it => void (it.winner = it.winner === 0 ? 1 : 0)],
    ['end', short, it => void (it.reason = 'resigned')],
    ['impossible_end', resigned, it => void (it.winner = null)],
    ['impossible_end', between, it => {
      it.reason = 'timeout';
      it.options.clock = {initial: 60, increment: 0};
    }],
    ['impossible_end', resigned, it => void (it.reason = it.rounds[0]!.reason = 'timeout')],
    ['impossible_end', resigned, it => void (it.reason = it.rounds[0]!.reason = 'abandoned')],
  ];
  for (const [why, from, change] of cases) {
    const text = typeof from === 'string' ? from : changed(from, ['v'], parent => change(parent as unknown as Replay));
    const said = await weSay(text);
    assert.equal(said, why, change.toString() + text.slice(0, 60));
    assert.ok(!clientSays(text), `jaipur-client takes ${why}: ${change}`);
  }
});

test('only the player to move can run out of time, and only on a clock', async () => {
  const {replay} = matches[3]!;
  const reel = await openReplay(replay);
  const turn = reel.at(reel.moments - 2).view.turn!;
  const ended = (winner: number, clock: unknown) => changed(replay, ['winner'], parent => {
    Object.assign(parent, {winner, reason: 'timeout', options: {...replay.options, clock}});
    (parent['rounds'] as Tree[])[0]!['reason'] = 'timeout';
  });
  const clock = {initial: 60, increment: 0};
  for (const [text, said] of [[ended(1 - turn, clock), 'fits'], [ended(turn, clock), 'impossible_end'], [ended(1 - turn, null), 'impossible_end']] as const) {
    assert.equal(await weSay(text), said);
    assert.equal(clientSays(text), said === 'fits');
  }
});

// A player's view is the position without what is hidden from that player.
function asSeen(position: ViewMessage, seen: ViewMessage): Partial<ViewMessage> {
  const open = position.phase !== 'playing';
  const hidden = 1 - seen.you!;
  return {
    phase: position.phase, round: position.round, ply: position.ply, turn: position.turn, exchanges_in_a_row: position.exchanges_in_a_row,
    market: position.market, deck: position.deck, discard: position.discard, goods_tokens: position.goods_tokens,
    bonus_tokens: position.bonus_tokens, result: position.result,
    players: position.players.map((player, seat) =>
      open || seat !== hidden ? player
      : {...player, hand: null, herd: null, bonus_tokens: player.bonus_tokens.map(token => ({...token, value: null}))}) as unknown as ViewMessage['players'],
  };
}

test("every position matches the players' views", async () => {
  let compared = 0;
  for (const {replay, views} of matches) {
    const reel = await openReplay(replay);
    for (const seen of views.flat()) {
      if (seen.phase === 'waiting') continue;
      const at = Array.from({length: reel.moments}, (_, i) => i).filter(i => {
        const {view} = reel.at(i);
        return view.round === seen.round && view.ply === seen.ply && view.phase === seen.phase;
      });
      assert.equal(at.length, 1);
      const due = asSeen(reel.at(at[0]!).view, seen);
      for (const [field, value] of Object.entries(due)) assert.deepEqual(seen[field as keyof ViewMessage], value, `${field} at ply ${seen.ply}`);
      compared++;
    }
    // Nothing is left out: both players saw every moment.
    assert.equal(new Set(views[0].filter(it => it.phase !== 'waiting').map(it => it.seq)).size, reel.moments);
  }
  assert.ok(compared > 200);
});

test("a replay's moments can be found by index and by ply", async () => {
  const {replay} = matches[0]!;
  const reel = await openReplay(replay);
  assert.equal(reel.moments, replay.actions.length + replay.rounds.length);
  assert.deepEqual([reel.at(0).action, reel.at(0).ply, reel.at(0).round], [null, 0, 1]);
  assert.equal(reel.momentOfPly(0), 0);
  replay.actions.forEach((step, i) => {
    const moment = reel.at(reel.momentOfPly(i + 1));
    assert.deepEqual([moment.action, moment.seat, moment.time, moment.ply], [step.action, step.seat, step.at, i + 1]);
  });
  assert.equal(reel.at(99_999).view.phase, 'match_over');
  assert.equal(reel.at(-5).view, reel.at(0).view);
  assert.equal(reel.momentOfPly(99_999), reel.moments - 1);
});

test('every moment can be found by its address, deals and ends from outside too', async () => {
  const cut = structuredClone(matches[0]!.replay);
  for (const replay of [...matches.map(it => it.replay), {...cut, actions: [], rounds: [], winner: 0 as const, reason: 'resigned' as const}]) {
    const reel = await openReplay(replay);
    let deals = 0;
    for (let i = 0; i < reel.moments; i++) {
      const {ply, after} = reel.at(i);
      assert.equal(reel.momentOfPly(ply, after), i);
      if (after > 0) deals++;
    }
    assert.equal(deals, reel.moments - 1 - replay.actions.length);
    assert.equal(reel.momentOfPly(0, 99), reel.at(1).ply === 0 ? 1 : 0); // never past that ply
  }
});

test('a replay with an illegal action is shown up to that action', async () => {
  const replay = structuredClone(matches[0]!.replay);
  replay.actions[7]!.action = {type: 'sell', good: 'diamond', count: 6};
  const reel = await openReplay(replay);
  assert.deepEqual(reel.verdict, {fits: false, why: 'illegal_action', ply: 7, rule: 'R11'});
  assert.equal(reel.at(reel.moments - 1).ply, 7);
});

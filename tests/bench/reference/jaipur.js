// The same game built the usual way: Node.js, the library ws, plain objects, JSON.stringify; one
// process, nothing stored; it passes on the shuffle's commitments, but checks nothing and proves
// nothing. It implements as much of protocol/README.md as the load generator needs: create_room,
// join_room, spectate, ready, reveal, act, resign, rematch, leave_room, a whole view to everybody
// after each change of the board, and the whole room after each change of the room.
//
// usage: node jaipur.js       prints `listening on ADDRESS:PORT`
'use strict';

const crypto = require('node:crypto');
const {WebSocketServer} = require('ws');
const {PILES, BONUS, deal, endMatch, handSize, legal, act} = require('./rules.js');

const PARAMS = 'jaipur-2p/1;deck=DGSCPLM;6,6,6,8,8,10,8;b3=1,1,2,2,2,3,3;b4=4,4,5,5,6,6;b5=8,8,9,10,10';
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const rooms = new Map();
const refused = code => ({code});

// ---- what everybody sees

function view(room, you) {
  const open = room.phase === 'round_over' || room.phase === 'match_over';
  const players = room.traders.map((trader, seat) => ({
    seals: room.seals[seat], hand_size: handSize(trader), hand: open || seat === you ? trader.hand : null,
    herd: open || seat === you ? trader.herd : null, goods_tokens: trader.goods,
    bonus_tokens: trader.bonus.map(({cards, value}) => ({cards, value: open || seat === you ? value : null})),
  }));
  const events = room.events.map(event =>
    event.bonus && event.seat !== you ? {...event, bonus: {...event.bonus, value: null}} : event);
  const playing = room.phase === 'playing';
  return {
    type: 'view', room: room.code, seq: room.seq, you, phase: room.phase, match: room.match, round: room.round, ply: room.ply,
    turn: playing ? room.turn : null, exchanges_in_a_row: room.exchanges, market: room.market, deck: room.deck.length,
    discard: room.discard, goods_tokens: room.piles,
    bonus_tokens: {3: room.bonus[3].length, 4: room.bonus[4].length, 5: room.bonus[5].length}, players,
    legal: playing && you === room.turn ? legal(room, room.traders[you]) : null, clock: null, events,
    result: room.results.length > 0 ? {rounds: room.results, winner: room.end?.winner ?? null, reason: room.end?.reason ?? null, proof: null} : null,
  };
}

const say = (socket, message) => socket.send(JSON.stringify(message));

function showAll(room) {
  room.seq += 1;
  room.sockets.forEach((socket, seat) => socket && say(socket, view(room, seat)));
  if (room.spectators.size === 0) return;
  const text = JSON.stringify(view(room, null));
  for (const socket of room.spectators) socket.send(text);
}

// Who is there, who is ready, and the match that waits or runs.
function tellRoom(room) {
  const text = JSON.stringify({
    type: 'room', room: room.code, phase: room.phase, options: room.options,
    players: room.sockets.map((socket, seat) => socket && {
      name: socket.name, connected: true, lag_ms: 1, ready: room.ready[seat], rematch: room.again[seat], bot: null, claim_in: null, agreed: false,
      missed_reveals: 0, overdue: false, trader: null,
    }),
    owner: 0, spectators: room.spectators.size, pairing: 0,
    fair: {match: room.match, params: PARAMS, server_commit: room.serverCommit, aborted: 0},
  });
  for (const socket of [...room.sockets, ...room.spectators]) socket?.send(text);
}

function tellTable(room) {
  const text = JSON.stringify({type: 'table', match: room.match, server_commit: room.serverCommit, seat_commits: room.commits});
  for (const socket of [...room.sockets, ...room.spectators]) socket?.send(text);
}

// ---- rooms and requests

function newMatch(room) {
  Object.assign(room, {
    match: crypto.randomBytes(16).toString('hex'), serverCommit: crypto.randomBytes(32).toString('hex'), commits: ['', ''], nonces: [null, null],
    phase: 'waiting', round: 0, ply: 0, turn: null,
    exchanges: 0, market: [], deck: [], discard: {}, piles: structuredClone(PILES), bonus: BONUS, seals: [0, 0], results: [], end: null, events: [], ready: [false, false], again: [false, false],
    traders: [0, 1].map(() => ({hand: {}, herd: 0, goods: [], bonus: []})),
  });
}

function enter(socket, room, seat, name) {
  socket.name = name;
  socket.room = room;
  socket.seat = seat;
  if (seat === null) room.spectators.add(socket);
  else room.sockets[seat] = socket;
  return {room: room.code, seat, ...(seat === null ? {} : {token: crypto.randomBytes(32).toString('base64url')})};
}

function begin(room) {
  room.ready = [false, false];
  deal(room);
  tellRoom(room);
  showAll(room);
}

const requests = {
  create_room(socket, {name, options = {}}) {
    const code = Array.from({length: 6}, () => LETTERS[crypto.randomInt(32)]).join('');
    const room = {code, options: {seals: 2, ...options}, sockets: [null, null], spectators: new Set(), starter: 0, seq: 0};
    newMatch(room);
    rooms.set(code, room);
    return [enter(socket, room, 0, name), () => {
      tellRoom(room);
      showAll(room);
    }];
  },
  join_room(socket, {room: code, name}) {
    const room = rooms.get(code);
    if (!room) return refused('no_such_room');
    if (room.sockets[1]) return refused('room_full');
    return [enter(socket, room, 1, name), () => {
      tellRoom(room);
      showAll(room);
    }];
  },
  spectate(socket, {room: code}) {
    const room = rooms.get(code);
    if (!room) return refused('no_such_room');
    return [enter(socket, room, null, null), () => say(socket, view(room, null))];
  },
  ready(socket, {commit = ''}) {
    const {room} = socket;
    if (room.phase !== 'waiting' && room.phase !== 'round_over') return refused('not_playing');
    room.ready[socket.seat] = true;
    if (room.phase === 'waiting') room.commits[socket.seat] = commit;
    return [{}, () => {
      tellRoom(room);
      if (!room.ready.every(Boolean)) return;
      if (room.phase === 'waiting') tellTable(room);
      if (room.phase === 'round_over' || room.commits.every(one => one === '')) begin(room);
    }];
  },
  reveal(socket, {nonce}) {
    const {room} = socket;
    room.nonces[socket.seat] = nonce;
    return [{}, () => {
      if (room.phase === 'waiting' && room.commits.every((one, seat) => one === '' || room.nonces[seat] !== null)) begin(room);
    }];
  },
  act(socket, {ply, action}) {
    const {room, seat} = socket;
    if (room.phase !== 'playing') return refused('not_playing');
    if (ply !== room.ply) return refused('stale_ply');
    if (seat !== room.turn) return refused('not_your_turn');
    const wrong = act(room, seat, action);
    if (wrong) return wrong;
    return [{}, () => {
      showAll(room);
      if (room.phase !== 'playing') tellRoom(room);
    }];
  },
  resign(socket) {
    const {room} = socket;
    if (room.phase !== 'playing' && room.phase !== 'round_over') return refused('not_playing');
    room.events = [];
    endMatch(room, 'resigned', 1 - socket.seat);
    return [{}, () => showAll(room)];
  },
  rematch(socket) {
    const {room} = socket;
    if (room.phase !== 'match_over') return refused('not_playing');
    room.again[socket.seat] = true;
    return [{}, () => {
      tellRoom(room);
      if (!room.again.every(Boolean)) return;
      newMatch(room);
      tellRoom(room);
      showAll(room);
    }];
  },
  leave_room(socket) {
    leave(socket);
    return [{}, () => {}];
  },
};

function leave(socket) {
  const {room, seat} = socket;
  if (!room) return;
  socket.room = null;
  if (seat === null) room.spectators.delete(socket);
  else room.sockets[seat] = null;
  if (room.sockets.every(other => other === null)) rooms.delete(room.code);
  else tellRoom(room);
}

function received(socket, data) {
  let request;
  try {
    request = JSON.parse(data);
  } catch {
    return say(socket, {type: 'error', re: null, code: 'bad_json', message: 'not JSON'});
  }
  const does = Object.hasOwn(requests, request.type) ? requests[request.type] : () => refused('unknown_type');
  const done = does(socket, request);
  if (!Array.isArray(done)) return say(socket, {type: 'error', re: request.id, message: 'refused', ...done});
  say(socket, {type: 'ok', re: request.id, ...done[0]});
  return done[1]();
}

const server = new WebSocketServer({host: '127.0.0.1', port: 0, path: '/ws', perMessageDeflate: false, backlog: 4096});
server.on('connection', socket => {
  socket.room = null;
  socket.on('message', data => received(socket, data));
  socket.on('close', () => leave(socket));
});
server.on('listening', () => console.log(`listening on 127.0.0.1:${server.address().port}`));

// The same game as cheaply as Node.js allows: the library ws, JSON written by hand, one text for what
// both players see, one write for a reply and its view. It believes what clients say: no request is
// checked, except by rules.js. For jaipur.js, the usual way, see there.
//
// usage: node lean.js       prints `listening on ADDRESS:PORT`
'use strict';

const crypto = require('node:crypto');
const {WebSocketServer} = require('ws');
const {PILES, BONUS, GOODS, deal, handSize, legal, act} = require('./rules.js');

const rooms = new Map();
let opened = 0;

// ---- JSON

const words = list => (list.length === 0 ? '[]' : `["${list.join('","')}"]`);
const goodsTokens = list => `[${list.map(({good, value}) => `{"good":"${good}","value":${value}}`).join(',')}]`;
const bonusTokens = (list, open) => `[${list.map(({cards, value}) => `{"cards":${cards},"value":${open ? value : null}}`).join(',')}]`;

function counts(object) {
  let text = '{';
  for (const name in object) text += `${text.length > 1 ? ',' : ''}"${name}":${object[name]}`;
  return `${text}}`;
}

function piles(object) {
  let text = '{';
  for (const good of GOODS) text += `${text.length > 1 ? ',' : ''}"${good}":[${object[good].join(',')}]`;
  return `${text}}`;
}

function legalText(room, trader) {
  const {take, take_camels: camels, sell, exchange} = legal(room, trader);
  let sales = '';
  for (const good in sell) sales += `${sales === '' ? '' : ','}"${good}":{"min":${sell[good].min},"max":${sell[good].max}}`;
  return `{"take":${words(take)},"take_camels":${camels},"sell":{${sales}},"exchange":${exchange}}`;
}

// The beginning that both see; `you` goes between its halves.
function board(room) {
  return [
    `{"type":"view","room":"${room.code}","seq":${++room.seq},"you":`,
    `,"phase":"${room.phase}","match":"${room.match}","round":${room.round},"ply":${room.ply},"turn":${room.phase === 'playing' ? room.turn : null},` +
      `"exchanges_in_a_row":${room.exchanges},"market":${words(room.market)},"deck":${room.deck.length},"discard":${counts(room.discard)},` +
      `"goods_tokens":${piles(room.piles)},"bonus_tokens":{"3":${room.bonus[3].length},"4":${room.bonus[4].length},"5":${room.bonus[5].length}},"players":[`,
  ];
}

function player(room, seat, open) {
  const trader = room.traders[seat];
  return `{"seals":${room.seals[seat]},"hand_size":${handSize(trader)},"hand":${open ? counts(trader.hand) : null},"herd":${open ? trader.herd : null},` +
    `"goods_tokens":${goodsTokens(trader.goods)},"bonus_tokens":${bonusTokens(trader.bonus, open)}}`;
}

function eventTexts(room) {
  const own = JSON.stringify(room.events);
  const sale = room.events[0];
  return [own, sale?.bonus ? JSON.stringify([{...sale, bonus: {...sale.bonus, value: null}}, ...room.events.slice(1)]) : own];
}

function views(room) {
  const [start, middle] = board(room);
  const playing = room.phase === 'playing', over = room.phase === 'round_over' || room.phase === 'match_over';
  const [own, hidden] = eventTexts(room);
  const result = room.results.length === 0 ? null :
    JSON.stringify({rounds: room.results, winner: room.end?.winner ?? null, reason: room.end?.reason ?? null, proof: null});
  return [0, 1].map(you => {
    const players = `${player(room, 0, over || you === 0)},${player(room, 1, over || you === 1)}`;
    const events = room.events[0]?.seat === you ? own : hidden;
    return `${start}${you}${middle}${players}],"legal":${playing && you === room.turn ? legalText(room, room.traders[you]) : null},` +
      `"clock":null,"events":${events},"result":${result}}`;
  });
}

function roomText(room) {
  const who = room.sockets.map((socket, seat) => (socket === null ? 'null' :
    `{"name":"${socket.name}","connected":true,"lag_ms":1,"ready":${room.ready[seat]},"rematch":${room.again[seat]},"bot":null,"claim_in":null,` +
      '"agreed":false,"missed_reveals":0,"overdue":false,"trader":null}'));
  return `{"type":"room","room":"${room.code}","phase":"${room.phase}","options":{"seals":2},"players":[${who.join(',')}],"owner":0,"spectators":0,` +
    `"pairing":0,"fair":{"match":"${room.match}","params":"","server_commit":"${room.serverCommit}","aborted":0}}`;
}

// ---- sending

function toBoth(room, texts) {
  room.sockets.forEach((socket, seat) => socket?.send(texts[seat]));
}

function tellRoom(room) {
  const text = roomText(room);
  toBoth(room, [text, text]);
}

function begin(room) {
  room.ready = [false, false];
  deal(room);
  tellRoom(room);
  toBoth(room, views(room));
}

// ---- requests: each returns what `ok` says besides `re`

function newMatch(room) {
  Object.assign(room, {
    match: crypto.randomBytes(16).toString('hex'), serverCommit: crypto.randomBytes(32).toString('hex'), phase: 'waiting', round: 0, ply: 0,
    turn: 0, exchanges: 0, market: [], deck: [], discard: {}, piles: PILES, bonus: BONUS, seals: [0, 0], results: [], end: null, events: [],
    ready: [false, false], again: [false, false], commits: ['', ''], revealed: 0,
    traders: [0, 1].map(() => ({hand: {}, herd: 0, goods: [], bonus: []})),
  });
}

function sit(socket, room, seat, name) {
  Object.assign(socket, {room, seat, name});
  room.sockets[seat] = socket;
  socket.after = () => {
    tellRoom(room);
    toBoth(room, views(room));
  };
  return `,"room":"${room.code}","seat":${seat},"token":"${crypto.randomBytes(32).toString('base64url')}","name":"${name}"`;
}

const requests = {
  create_room(socket, {name}) {
    const room = {code: String(100000 + ++opened), options: {seals: 2}, sockets: [null, null], starter: 0, seq: 0};
    newMatch(room);
    rooms.set(room.code, room);
    return sit(socket, room, 0, name);
  },
  join_room: (socket, {room, name}) => sit(socket, rooms.get(room), 1, name),
  ready(socket, {commit}) {
    const {room, seat} = socket;
    room.ready[seat] = true;
    if (commit !== undefined) room.commits[seat] = commit;
    socket.after = () => {
      tellRoom(room);
      if (!room.ready[0] || !room.ready[1]) return;
      if (room.phase === 'round_over') return begin(room);
      const text = `{"type":"table","match":"${room.match}","server_commit":"${room.serverCommit}","seat_commits":${words(room.commits)}}`;
      toBoth(room, [text, text]);
    };
    return '';
  },
  reveal(socket) {
    const {room} = socket;
    socket.after = () => ++room.revealed === 2 && begin(room);
    return '';
  },
  act(socket, {action}) {
    const {room, seat} = socket;
    act(room, seat, action);
    socket.after = () => toBoth(room, views(room));
    return '';
  },
  rematch(socket) {
    const {room, seat} = socket;
    room.again[seat] = true;
    socket.after = () => {
      tellRoom(room);
      if (!room.again[0] || !room.again[1]) return;
      newMatch(room);
      tellRoom(room);
      toBoth(room, views(room));
    };
    return '';
  },
  leave_room(socket) {
    leave(socket);
    return '';
  },
};

function leave(socket) {
  const {room, seat} = socket;
  if (!room) return;
  socket.room = null;
  room.sockets[seat] = null;
  if (room.sockets[1 - seat] === null) rooms.delete(room.code);
  else tellRoom(room);
}

const server = new WebSocketServer({host: '127.0.0.1', port: 0, path: '/ws', perMessageDeflate: false, skipUTF8Validation: true, backlog: 4096});
server.on('connection', (socket, {socket: stream}) => {
  socket.on('message', data => {
    const request = JSON.parse(data);
    stream.cork();
    socket.after = null;
    socket.send(`{"type":"ok","re":${request.id}${requests[request.type](socket, request)}}`);
    socket.after?.();
    stream.uncork();
  });
  socket.on('close', () => leave(socket));
});
server.on('listening', () => console.log(`listening on 127.0.0.1:${server.address().port}`));

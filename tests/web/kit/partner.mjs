// A player without a browser, who speaks the protocol directly. Contributes nothing to the shuffle.
import {once} from 'node:events';
import WebSocket from 'ws';
import {choose} from './trader.mjs';

export class Partner {
  /** @type {any} */ view = null;
  /** @type {any} */ room = null;
  said = []; // chat
  /** @type {number | null} */ closed = null; // with this code
  #socket;
  #next = 1;
  #replies = new Map();
  #waiting = [];

  static async connect(origin) {
    const partner = new Partner();
    partner.#socket = new WebSocket(origin.replace('http', 'ws') + '/ws', 'jaipur.v1');
    partner.#socket.on('message', data => partner.#received(JSON.parse(data.toString())));
    partner.#socket.on('close', code => {
      partner.closed = code;
      partner.#check();
    });
    await once(partner.#socket, 'open');
    return partner;
  }

  // Two partners in one room. `seats`: the replies that gave them theirs, for a Person to go on with. `trader`: the first
  // one's face.
  static async pair(origin, options = {}, names = ['Ravi', 'Mira'], trader = undefined) {
    const [one, two] = await Promise.all([Partner.connect(origin), Partner.connect(origin)]);
    const first = await one.asked({type: 'create_room', name: names[0], options, trader});
    const {room} = first;
    const second = await two.asked({type: 'join_room', room, name: names[1]});
    return {one, two, room, seats: [first, second]};
  }

  // The same in a match.
  static async playing(...about) {
    const pair = await Partner.pair(...about);
    await readyBoth([pair.one, pair.two]);
    return pair;
  }

  #received(message) {
    if (message.type === 'ok' || message.type === 'error') {
      this.#replies.get(message.re)?.(message);
      this.#replies.delete(message.re);
    }
    if (message.type === 'view') this.view = message;
    if (message.type === 'room') this.room = message;
    if (message.type === 'chat') this.said.push(message);
    this.#check();
  }

  #check() {
    this.#waiting = this.#waiting.filter(([holds, resolve]) => !holds(this) || resolve());
  }

  // The reply, which may be an error.
  ask(request) {
    const id = this.#next++;
    this.#socket.send(JSON.stringify({...request, id}));
    return new Promise(resolve => this.#replies.set(id, resolve));
  }

  async asked(request) {
    const reply = await this.ask(request);
    if (reply.type !== 'ok') throw new Error(`${request.type}: ${reply.code}`);
    return reply;
  }

  // Resolves when `holds(this)`, which is checked on every message and when the connection closes.
  until(holds, ms = 60000) {
    if (holds(this)) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`timed out: ${holds}`)), ms);
      timer.unref(); // a test that no longer waits for it may end
      this.#waiting.push([holds, () => { clearTimeout(timer); resolve(); }]);
    });
  }

  get onTurn() {
    return this.view?.phase === 'playing' && this.view.turn === this.view.you;
  }

  act(action) {
    return this.asked({type: 'act', ply: this.view.ply, match: this.view.match, action});
  }

  async move(random) {
    await this.until(() => this.onTurn);
    const {seq} = this.view;
    await this.act(choose(this.view, random));
    await this.until(() => this.view.seq > seq);
  }

  // Plays, and is ready for further rounds, until the match is over.
  async playOn(random) {
    for (;;) {
      await this.until(() => this.onTurn || this.view?.phase === 'round_over' || this.view?.phase === 'match_over', 120000);
      if (this.view.phase === 'match_over') return;
      if (this.onTurn) await this.move(random);
      else if (!this.room.players[this.view.you].ready) {
        const {round} = this.view;
        await this.ask({type: 'ready'});
        await this.until(() => this.view.round > round || this.view.phase === 'match_over', 120000);
      }
    }
  }

  close() {
    this.#socket.close();
  }
}

// Starts the match of two partners.
export async function readyBoth(pair) {
  for (const player of pair) await player.asked({type: 'ready'});
  await Promise.all(pair.map(player => player.until(() => player.view?.phase === 'playing')));
}

// The one of two partners who is on the move plays; resolves once both have seen it.
export async function moveOne(pair, random) {
  await Promise.race(pair.map(player => player.until(() => player.onTurn)));
  const mover = pair.find(player => player.onTurn);
  const {seq} = mover.view;
  await mover.act(choose(mover.view, random));
  await Promise.all(pair.map(player => player.until(() => player.view.seq > seq)));
}

// Two partners play until a few actions are left of the round: one takes at most five cards of the deck, and sells out at
// most one good; the round ends with the third.
export async function playNearEnd(pair, random) {
  const soldOut = ({goods_tokens: piles}) => Object.values(piles).filter(pile => pile.length === 0).length;
  while (pair[0].view.deck > 5 && soldOut(pair[0].view) < 2) await moveOne(pair, random);
}

// A player who sends what it is told and hears what the server says, without a session between.
import {once} from 'node:events';
import type {Reply, ViewMessage} from '../../../../client/web/src/protocol/messages';

declare const require: (name: string) => any; // the runner's, which finds the tests' packages
const WebSocket = require('ws');

export class Watcher {
  view!: ViewMessage;
  private next = 1;
  private replies = new Map<number, (reply: Reply) => void>();
  private waiting: {holds: () => boolean; resolve: () => void}[] = [];

  private constructor(private socket: {send(text: string): void; close(): void}) {}

  static async connect(port: number): Promise<Watcher> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, 'jaipur.v1');
    const watcher = new Watcher(socket);
    socket.on('message', (data: Buffer) => watcher.heard(JSON.parse(data.toString())));
    await once(socket, 'open');
    return watcher;
  }

  // Two who have just been dealt the first round of a match.
  static async pair(port: number): Promise<[Watcher, Watcher]> {
    const one = await Watcher.connect(port), two = await Watcher.connect(port);
    const opened = await one.asked({type: 'create_room', name: 'Asha'});
    await two.asked({type: 'join_room', room: (opened as unknown as {room: string}).room, name: 'Ravi'});
    for (const player of [one, two]) await player.asked({type: 'ready'});
    for (const player of [one, two]) await player.until(() => player.view?.phase === 'playing');
    return [one, two];
  }

  private heard(message: Reply | ViewMessage): void {
    if (message.type === 'view') this.view = message;
    if ((message.type === 'ok' || message.type === 'error') && message.re !== null) this.replies.get(message.re)?.(message);
    this.waiting = this.waiting.filter(({holds, resolve}) => !holds() || resolve());
  }

  ask(request: object): Promise<Reply> {
    const id = this.next++;
    this.socket.send(JSON.stringify({...request, id}));
    return new Promise(resolve => this.replies.set(id, resolve));
  }

  async asked(request: object): Promise<Reply> {
    const reply = await this.ask(request);
    if (reply.type === 'error') throw new Error(`${JSON.stringify(request)}: ${reply.code}`);
    return reply;
  }

  until(holds: () => boolean): Promise<void> {
    return holds() ? Promise.resolve() : new Promise(resolve => this.waiting.push({holds, resolve}));
  }

  close(): void {
    this.socket.close();
  }
}

// What sessions in tests stand between: a line to the real server that can break, and a browser's storage.
import {randomBytes} from 'node:crypto';
import {connect, createServer, type Server as TcpServer, type Socket} from 'node:net';
import {openSession, type OpenSession, type SessionSurroundings} from '../../../../client/web/src/net/session';
import type {Timing} from '../../../../client/web/src/net/line';

// Bundles do not lie where the tests' packages do; the runner's `require` finds them.
declare const require: (name: string) => {WebSocket: typeof WebSocket};
const WebSocketOfNode = require('ws').WebSocket;

export const urlOf = (port: number): string => `ws://127.0.0.1:${port}/ws`;

// A line that can break: bytes go through until it is cut, or are swallowed while it is dead.
export class Cable {
  private readonly lines = new Set<[Socket, Socket]>();
  private dead = false;
  private closed = false;

  private constructor(private readonly server: TcpServer, public target: number) {}

  static async before(target: number): Promise<Cable> {
    const server = createServer();
    const cable = new Cable(server, target);
    server.on('connection', near => cable.join(near));
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
    return cable;
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.server.address() as {port: number}).port}/ws`;
  }

  // All lines break; new ones come through.
  cut(): void {
    for (const [near, far] of this.lines) {
      near.destroy();
      far.destroy();
    }
    this.lines.clear();
  }

  // Nothing comes through, and nobody is told.
  kill(): void {
    this.dead = true;
  }

  refuse(refused: boolean): void {
    this.closed = refused;
    if (refused) this.cut();
  }

  mend(): void {
    this.dead = false;
    this.cut();
  }

  end(): void {
    this.cut();
    this.server.close();
  }

  private join(near: Socket): void {
    if (this.closed) return void near.destroy();
    const far = connect(this.target, '127.0.0.1');
    const pair: [Socket, Socket] = [near, far];
    this.lines.add(pair);
    const pass = (from: Socket, to: Socket) => {
      from.on('data', bytes => {
        if (!this.dead) to.write(bytes);
      });
      from.on('error', () => {});
      from.on('close', () => {
        this.lines.delete(pair);
        to.destroy();
      });
    };
    pass(near, far);
    pass(far, near);
  }
}

export class MemoryStorage implements Storage {
  private readonly items = new Map<string, string>();
  get length(): number {
    return this.items.size;
  }
  key(index: number): string | null {
    return [...this.items.keys()][index] ?? null;
  }
  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.items.set(key, value);
  }
  removeItem(key: string): void {
    this.items.delete(key);
  }
  clear(): void {
    this.items.clear();
  }
}

export const briskly: Partial<Timing> = {firstDelay: 20, longestDelay: 100, pingEvery: 200, answerWithin: 400, wakeWithin: 200};

const opened = new Set<OpenSession>();
export function newSession(url: string, storage: Storage | null = new MemoryStorage(), more: Partial<SessionSurroundings> = {}): OpenSession {
  const session = openSession({
    url, storage, WebSocket: WebSocketOfNode, random: count => new Uint8Array(randomBytes(count)),
    timing: briskly, ...more,
  });
  opened.add(session);
  return session;
}
export function endSessions(): void {
  for (const session of opened) session.end();
  opened.clear();
}

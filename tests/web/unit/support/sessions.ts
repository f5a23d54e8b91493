// Sessions for tests, and what they run on: a proxy that can disconnect or lie, and a fake storage.
import {randomBytes} from 'node:crypto';
import type {AddressInfo} from 'node:net';
import WsWebSocket, {WebSocketServer} from 'ws';
import {openSession, type OpenSession, type SessionEnvironment} from '../../../../client/web/src/net/session';
import type {Timing} from '../../../../client/web/src/net/connection';

// ws implements the parts of the browser's interface that the page uses.
export const NodeWebSocket = WsWebSocket as unknown as typeof WebSocket;

export const urlOf = (port: number): string => `ws://127.0.0.1:${port}/ws`;

type Message = Record<string, any>;
type Hook = (message: Message, disconnect: () => void) => Message | null; // null: dropped
const asItIs: Hook = message => message;

// Between sessions and a server: passes messages on, can change or drop them, and disconnects.
export class MessageProxy {
  fromClient: Hook = asItIs;
  fromServer: Hook = asItIs;
  refuses = false; // new connections
  stalled = false; // silently drops everything
  connections = 0;       // opened so far
  private readonly pairs = new Set<[WsWebSocket, WsWebSocket]>();

  private constructor(private readonly listener: WebSocketServer, public port: number) {}

  static async start(port: number): Promise<MessageProxy> {
    const listener = new WebSocketServer({
      port: 0, host: '127.0.0.1', handleProtocols: () => 'jaipur.v1', verifyClient: () => !proxy.refuses,
    });
    const proxy = new MessageProxy(listener, port);
    await new Promise(done => listener.on('listening', done));
    listener.on('connection', (near: WsWebSocket) => proxy.join(near));
    return proxy;
  }

  get url(): string {
    return urlOf((this.listener.address() as AddressInfo).port);
  }

  cut(): void {
    for (const pair of this.pairs) for (const socket of pair) socket.terminate();
    this.pairs.clear();
  }

  // As the server's operator: the seats are kept.
  kick(): void {
    this.close(4003);
  }

  // As a server that restarts.
  restart(): void {
    this.close(1012);
  }

  private close(code: number): void {
    for (const [near] of this.pairs) near.close(code);
  }

  // Sends the clients a message that the server didn't send.
  inject(data: string | Uint8Array): void {
    for (const [near] of this.pairs) near.send(data);
  }

  end(): void {
    this.cut();
    this.listener.close();
  }

  private join(near: WsWebSocket): void {
    this.connections++;
    const far = new WsWebSocket(urlOf(this.port), ['jaipur.v1']);
    const pair: [WsWebSocket, WsWebSocket] = [near, far];
    this.pairs.add(pair);
    const early: string[] = [];
    const pass = (to: WsWebSocket, hook: () => Hook) => (data: unknown) => {
      if (this.stalled) return;
      const passed = hook()(JSON.parse(String(data)), () => this.cut());
      if (!passed) return;
      const text = JSON.stringify(passed);
      if (to.readyState === 0) early.push(text);
      else if (to.readyState === 1) to.send(text);
    };
    near.on('message', pass(far, () => this.fromClient));
    far.on('message', pass(near, () => this.fromServer));
    far.on('open', () => early.splice(0).forEach(text => far.send(text)));
    for (const socket of pair) socket.on('error', () => {});
    near.on('close', () => far.terminate());
    far.on('close', (code: number) => {
      this.pairs.delete(pair);
      if (code >= 4000) near.close(code);
      else near.terminate();
    });
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

export const fastTiming: Partial<Timing> = {minDelay: 20, maxDelay: 100, pingInterval: 200, answerTimeout: 5000, wakeTimeout: 200};

const opened = new Set<OpenSession>();
export function newSession(url: string, storage: Storage | null = new MemoryStorage(), more: Partial<SessionEnvironment> = {}): OpenSession {
  const session = openSession({
    url, storage, WebSocket: NodeWebSocket, random: count => new Uint8Array(randomBytes(count)),
    timing: fastTiming, ...more,
  });
  opened.add(session);
  return session;
}
export function endSessions(): void {
  for (const session of opened) session.end();
  opened.clear();
}

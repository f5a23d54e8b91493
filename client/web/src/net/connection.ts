// The connection to the server: a WebSocket that reconnects, pings that tell a dead connection from a quiet one, and
// requests matched with their replies. It knows nothing of rooms.
import {protocols} from '../browser/socket';
import type {ConnectionState} from '../model';
import {isReplyTo, readMessage} from '../protocol/check';
import type {Push, Reply, Request} from '../protocol/messages';

type Without<Body, Field extends string> = Body extends unknown ? Omit<Body, Field> : never;
export type RequestBody = Without<Request, 'id'>;
export type OnReply = (reply: Reply | null) => void; // null: the connection broke before the reply

// Milliseconds.
export interface Timing {
  minDelay: number;     // before another attempt, because most failures are short
  maxDelay: number;     // in between, a twentieth of the time since the connection was lost
  handoverDelay: number; // if the server restarts (1012) and another one may have its rooms within a moment
  longestHandover: number; // from the loss of the connection; after that, the usual delays
  pingInterval: number;
  answerTimeout: number; // for opening a connection, and for a ping
  wakeTimeout: number;   // for a ping after the computer slept
  stableAfter: number;      // a connection that lasted this long resets the delay
  slowAfter: number;     // a request without a reply is reported as slow
}
export const defaultTiming: Timing = {
  minDelay: 500, maxDelay: 15_000, handoverDelay: 100, longestHandover: 1000, pingInterval: 10_000, answerTimeout: 10_000, wakeTimeout: 5_000, stableAfter: 10_000, slowAfter: 2_000,
};

export interface ConnectionEvents {
  state(connection: ConnectionState): void;
  opened(): void;  // requests can be sent
  closed(removed: boolean): void;  // all unanswered requests have failed; `removed`: by the owner of our room or the server's operator
  pushed(push: Push): void;
  lag(ms: number | null): void;
  slow(slow: boolean): void; // a request waits unusually long for its reply
}

export interface ConnectionEnvironment {
  url: string;
  WebSocket: typeof WebSocket;
  now: () => number;
  chance: () => number; // uniform, from 0 to 1
  timing: Timing;
}

const restarts = 1012;
const replaced = 4001;
const removed = 4003;
const maxMessageBytes = 4096; // the server closes on more
const jitter = 0.3, handoverJitter = 0.5; // so that clients don't all reconnect at once

interface PendingRequest {
  type: string;
  done: OnReply;
}

export class ServerConnection {
  private socket: WebSocket | null = null;
  private isOpen = false;
  private openSince = 0;
  private awaySince: number | null = null; // when we lost a connection that had lasted, or first had none
  private nextId = 1;
  private readonly pending = new Map<number, PendingRequest>();
  // One timer at a time: until the connection opens, until the next attempt, or until the next ping.
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pingDeadline: ReturnType<typeof setTimeout> | undefined;
  private slowTimer: ReturnType<typeof setTimeout> | undefined;
  private pinging = false;
  private waiting = false; // for the next attempt

  constructor(private readonly environment: ConnectionEnvironment, private readonly events: ConnectionEvents) {}

  get online(): boolean {
    return this.isOpen;
  }

  // Connects, or reconnects.
  open(): void {
    if (this.socket) return;
    clearTimeout(this.timer);
    this.waiting = false;
    this.events.state({state: 'connecting'});
    let socket: WebSocket;
    try {
      socket = new this.environment.WebSocket(this.environment.url, protocols);
    } catch { // the browser forbids it
      this.events.state({state: 'closed', why: 'refused'});
      return;
    }
    this.socket = socket;
    const opened = () => socket === this.socket && this.opened();
    socket.onopen = opened;
    if (socket.readyState === 1) queueMicrotask(opened); // it was opened early
    socket.onmessage = event => socket === this.socket && this.received(event.data);
    socket.onclose = event => socket === this.socket && this.closed(event.code);
    socket.onerror = () => {}; // `close` follows
    this.timer = setTimeout(() => this.drop(), this.environment.timing.answerTimeout);
  }

  // Gives up this connection and reconnects after a delay.
  drop(): void {
    if (this.socket) this.closed(0);
  }

  // The network is gone, as the browser says. Tries again soon: the server may be on this machine.
  lost(): void {
    if (this.isOpen) this.drop();
  }

  // The computer may have slept, or the network may have changed.
  wake(): void {
    if (this.isOpen) this.ping(this.environment.timing.wakeTimeout);
    else if (this.waiting) this.open();
  }

  // For good.
  close(): void {
    const socket = this.socket;
    this.socket = null;
    this.stopTimers();
    socket?.close(1000);
    this.failPending();
  }

  request(body: RequestBody, done: OnReply): void {
    if (!this.isOpen || !this.socket) return done(null);
    const id = this.nextId++;
    const text = JSON.stringify({...body, id});
    if (new TextEncoder().encode(text).length > maxMessageBytes)
      return done({type: 'error', re: id, code: 'bad_text', message: ''});
    this.pending.set(id, {type: body.type, done});
    this.socket.send(text);
    if (this.slowTimer === undefined) this.awaitReply();
  }

  private opened(): void {
    this.isOpen = true;
    this.openSince = this.environment.now();
    clearTimeout(this.timer);
    this.events.opened();
    this.events.state({state: 'online'});
    this.ping(this.environment.timing.answerTimeout); // measures the lag
  }

  private closed(code: number): void {
    const {timing, now, chance} = this.environment;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    if (this.isOpen && now() - this.openSince >= timing.stableAfter) this.awaySince = null;
    this.stopTimers();
    if (code === replaced) {
      this.events.state({state: 'closed', why: 'replaced'});
    } else {
      this.awaySince ??= now();
      const away = now() - this.awaySince;
      const brief = code === restarts && away < timing.longestHandover;
      const base = brief ? timing.handoverDelay : Math.min(Math.max(away / 20, timing.minDelay), timing.maxDelay);
      const spread = brief ? handoverJitter : jitter;
      const delay = base * (1 - spread + 2 * spread * chance());
      this.waiting = true;
      this.timer = setTimeout(() => this.open(), delay);
      this.events.state({state: 'waiting', retryAt: now() + delay, ...(brief && {brief})});
    }
    this.events.lag(null);
    this.failPending(code === removed);
  }

  private stopTimers(): void {
    this.isOpen = false;
    this.pinging = false;
    this.waiting = false;
    clearTimeout(this.timer);
    clearTimeout(this.pingDeadline);
  }

  private failPending(wasRemoved = false): void {
    const unanswered = [...this.pending.values()];
    this.pending.clear();
    this.awaitReply();
    for (const {done} of unanswered) done(null);
    this.events.closed(wasRemoved);
  }

  private received(frame: unknown): void {
    const message = readMessage(frame);
    if (!message) return;
    if (message.type === 'ok' || message.type === 'error') this.replied(message);
    else this.events.pushed(message);
  }

  // Replies arrive in the order of the requests; one without an id belongs to the oldest.
  private replied(reply: Reply): void {
    const id = reply.re ?? this.pending.keys().next().value;
    const sent = id === undefined ? undefined : this.pending.get(id);
    if (id === undefined || !sent) return;
    this.pending.delete(id);
    this.awaitReply();
    if (isReplyTo(reply, sent.type)) sent.done(reply);
    else sent.done({type: 'error', re: id, code: 'bad_json', message: ''}); // a malformed reply, so `bad_json` is the server's fault here
  }

  // A connection can be dead for a long time before a ping notices. A visitor who waits for a reply should know sooner.
  private awaitReply(): void {
    clearTimeout(this.slowTimer);
    const waits = [...this.pending.values()].some(({type}) => type !== 'ping');
    this.slowTimer = waits ? setTimeout(() => this.events.slow(true), this.environment.timing.slowAfter) : undefined;
    this.events.slow(false);
  }

  private ping(within: number): void {
    clearTimeout(this.pingDeadline);
    this.pingDeadline = setTimeout(() => this.drop(), within);
    if (this.pinging) return;
    clearTimeout(this.timer);
    const at = this.environment.now();
    this.pinging = true;
    this.request({type: 'ping'}, reply => {
      if (!reply) return;
      this.pinging = false;
      clearTimeout(this.pingDeadline);
      this.timer = setTimeout(() => this.ping(this.environment.timing.answerTimeout), this.environment.timing.pingInterval);
      if (reply.type === 'ok') this.events.lag(Math.max(0, this.environment.now() - at)); // a refused ping also proves that the server is there
    });
  }
}

// Requests over a line that may break: some wait until it is there, and what is refused for a moment
// only is asked again where that is harmless.
import type {Outcome} from '../model';
import type {OkRoomsMessage, OkSeatedMessage, Reply, ErrorCode} from '../protocol/messages';
import type {RequestBody, ServerConnection} from './connection';

const attempts = 5;
const retryDelay = 1000;  // ms, times the attempts made
const maxWait = 15_000; // ms until a line is there, for what the user has asked and may ask again

// What an `ok` adds for these requests; the line has checked that it is there.
interface OkFields {
  create_room: OkSeatedMessage;
  join_room: OkSeatedMessage;
  quick_match: OkSeatedMessage;
  spectate: {room: string};
  resume: {room: string};
  list_rooms: OkRoomsMessage;
}

interface Waiting {
  send(): void;
  giveUp(): void;
}

// What somebody asked for and may not want any more.
class Cancellation {
  cancelled = false;
  drop = (): void => {}; // answers it at once, where nothing is on its way
  over: Promise<unknown> = Promise.resolve();

  cancel(): void {
    this.cancelled = true;
    this.drop();
  }
}

const isTransient = (code: ErrorCode) => code === 'rate_limited' || code === 'storage_full' || code === 'shutting_down';

export const outcomeOf = (reply: Reply | null): Outcome =>
  reply === null ? {ok: false, code: 'offline'}
  : reply.type === 'ok' ? {ok: true}
  : {ok: false, code: reply.code, ...(reply.rule === undefined ? {} : {rule: reply.rule})};

export class Requests {
  private readonly waiting = new Set<Waiting>();
  private readonly retries = new Map<ReturnType<typeof setTimeout>, () => void>(); // and what gives it up

  private entry: Cancellation | null = null; // the last way into a room that was asked for, until it is answered

  constructor(private readonly connection: ServerConnection) {}

  // A way into a room. Only the last one that was asked for counts: an older one is given up, and what
  // comes of it all the same is left before the newer one is tried.
  async enter<Type extends keyof OkFields, Extra>(
    body: RequestBody & {type: Type}, how: 'once' | 'idempotent', done: (ok: OkFields[Type]) => Extra,
  ): Promise<Outcome<Extra>> {
    const before = this.entry;
    const wish = new Cancellation();
    this.entry = wish;
    before?.cancel();
    const asked = (before ? before.over : Promise.resolve()).then(() => this.sendWhenOnline(body, how, done, wish));
    wish.over = asked;
    const outcome = await asked;
    if (this.entry === wish) this.entry = null;
    return outcome;
  }

  // False: nobody was on his way into a room.
  cancelEntry(): boolean {
    this.entry?.cancel();
    return this.entry !== null;
  }

  // As soon as there is a line. What is `idempotent` is asked again where the line broke before the
  // answer. `done` is called with the answer, before anything else that comes is looked at.
  sendWhenOnline<Type extends keyof OkFields, Extra>(
    body: RequestBody & {type: Type}, how: 'once' | 'idempotent', done: (ok: OkFields[Type]) => Extra, wish = new Cancellation(),
  ): Promise<Outcome<Extra>> {
    return new Promise(resolve => {
      let tried = 0;
      const offline = () => resolve({ok: false, code: 'offline'});
      const answer = (reply: Reply | null) => {
        if (wish.cancelled) return reply?.type === 'ok' ? void this.sendWithRetries({type: 'leave_room'}, offline) : offline();
        if (body.type === 'resume' && reply?.type === 'error' && isTransient(reply.code) && ++tried < attempts) {
          wish.drop = this.retryLater(tried, wait, wait);
          return;
        }
        if (reply?.type === 'ok') resolve({ok: true, ...done(reply as unknown as OkFields[Type])});
        else if (reply === null && how === 'idempotent') wait();
        else resolve(outcomeOf(reply) as Outcome<Extra>);
      };
      const wait = () => {
        wish.drop = () => {};
        if (wish.cancelled) return offline();
        if (this.connection.online) return this.connection.request(body, answer);
        const waiting: Waiting = {
          send: () => {
            clearTimeout(limit);
            this.waiting.delete(waiting);
            wait();
          },
          giveUp: () => {
            clearTimeout(limit);
            this.waiting.delete(waiting);
            offline();
          },
        };
        const limit = body.type === 'resume' ? undefined : setTimeout(waiting.giveUp, maxWait);
        wish.drop = waiting.giveUp;
        this.waiting.add(waiting);
      };
      wait();
    });
  }

  send(body: RequestBody): Promise<Outcome> {
    return new Promise(resolve => this.connection.request(body, reply => resolve(outcomeOf(reply))));
  }

  // A rate limit is no answer: nothing has changed, and the same may be asked again soon, where it is
  // `wanted` still.
  sendWithRetries(body: RequestBody, done: (outcome: Outcome) => void = () => {}, wanted = () => true): Promise<Outcome> {
    return new Promise(resolve => {
      const finish = (outcome: Outcome) => {
        done(outcome);
        resolve(outcome);
      };
      const ask = (attempt: number) =>
        this.connection.request(body, reply => {
          if (reply?.type !== 'error' || !isTransient(reply.code) || attempt === attempts) return finish(outcomeOf(reply));
          const giveUp = () => finish(outcomeOf(null));
          this.retryLater(attempt, () => (wanted() ? ask(attempt + 1) : giveUp()), giveUp);
        });
      ask(1);
    });
  }

  connected(): void {
    for (const waiting of [...this.waiting]) waiting.send();
  }

  // Nothing that was to be asked on that line is asked on another one.
  disconnected(): void {
    const later = [...this.retries];
    this.retries.clear();
    for (const [timer, giveUp] of later) {
      clearTimeout(timer);
      giveUp();
    }
  }

  end(): void {
    for (const waiting of [...this.waiting]) waiting.giveUp();
  }

  // Gives back what gives it up at once.
  private retryLater(attempt: number, ask: () => void, giveUp: () => void): () => void {
    const timer = setTimeout(() => {
      this.retries.delete(timer);
      ask();
    }, retryDelay * attempt);
    this.retries.set(timer, giveUp);
    return () => {
      if (!this.retries.delete(timer)) return;
      clearTimeout(timer);
      giveUp();
    };
  }
}

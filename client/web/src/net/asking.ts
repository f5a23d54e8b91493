// Requests over a line that may break: some wait until it is there, and what is refused for a moment
// only is asked again where that is harmless.
import type {Outcome} from '../model';
import type {OkRoomsMessage, OkSeatedMessage, Reply, ErrorCode} from '../protocol/messages';
import type {RequestBody, ServerLine} from './line';

const attempts = 5;
const againAfter = 1000;  // ms, times the attempts made
const longestWait = 15_000; // ms until a line is there, for what the user has asked and may ask again

// What an `ok` adds for these requests; the line has checked that it is there.
interface Adds {
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

const forAMoment = (code: ErrorCode) => code === 'rate_limited' || code === 'storage_full' || code === 'shutting_down';

export const outcomeOf = (reply: Reply | null): Outcome =>
  reply === null ? {ok: false, code: 'offline'}
  : reply.type === 'ok' ? {ok: true}
  : {ok: false, code: reply.code, ...(reply.rule === undefined ? {} : {rule: reply.rule})};

export class Asking {
  private readonly waiting = new Set<Waiting>();
  private readonly later = new Map<ReturnType<typeof setTimeout>, () => void>(); // and what gives it up

  constructor(private readonly line: ServerLine) {}

  // As soon as there is a line. What is `idempotent` is asked again where the line broke before the
  // answer. `done` is called with the answer, before anything else that comes is looked at.
  whenOnline<Type extends keyof Adds, Extra>(
    body: RequestBody & {type: Type}, how: 'once' | 'idempotent', done: (ok: Adds[Type]) => Extra,
  ): Promise<Outcome<Extra>> {
    return new Promise(resolve => {
      let tried = 0;
      const answer = (reply: Reply | null) => {
        if (body.type === 'resume' && reply?.type === 'error' && forAMoment(reply.code) && ++tried < attempts)
          return this.soon(tried, wait, wait);
        if (reply?.type === 'ok') resolve({ok: true, ...done(reply as unknown as Adds[Type])});
        else if (reply === null && how === 'idempotent') wait();
        else resolve(outcomeOf(reply) as Outcome<Extra>);
      };
      const wait = () => {
        if (this.line.online) return this.line.request(body, answer);
        const limit = body.type === 'resume' ? undefined : setTimeout(() => waiting.giveUp(), longestWait);
        const waiting: Waiting = {
          send: () => {
            clearTimeout(limit);
            this.waiting.delete(waiting);
            this.line.request(body, answer);
          },
          giveUp: () => {
            clearTimeout(limit);
            this.waiting.delete(waiting);
            resolve({ok: false, code: 'offline'});
          },
        };
        this.waiting.add(waiting);
      };
      wait();
    });
  }

  once(body: RequestBody): Promise<Outcome> {
    return new Promise(resolve => this.line.request(body, reply => resolve(outcomeOf(reply))));
  }

  // A rate limit is no answer: nothing has changed, and the same may be asked again soon.
  patiently(body: RequestBody, done: (outcome: Outcome) => void = () => {}): Promise<Outcome> {
    return new Promise(resolve => {
      const finish = (outcome: Outcome) => {
        done(outcome);
        resolve(outcome);
      };
      const ask = (attempt: number) =>
        this.line.request(body, reply => {
          if (reply?.type !== 'error' || !forAMoment(reply.code) || attempt === attempts) return finish(outcomeOf(reply));
          this.soon(attempt, () => ask(attempt + 1), () => finish(outcomeOf(null)));
        });
      ask(1);
    });
  }

  opened(): void {
    for (const waiting of [...this.waiting]) waiting.send();
  }

  // Nothing that was to be asked on that line is asked on another one.
  broken(): void {
    const later = [...this.later];
    this.later.clear();
    for (const [timer, giveUp] of later) {
      clearTimeout(timer);
      giveUp();
    }
  }

  end(): void {
    for (const waiting of [...this.waiting]) waiting.giveUp();
  }

  private soon(attempt: number, ask: () => void, giveUp: () => void): void {
    const timer = setTimeout(() => {
      this.later.delete(timer);
      ask();
    }, againAfter * attempt);
    this.later.set(timer, giveUp);
  }
}

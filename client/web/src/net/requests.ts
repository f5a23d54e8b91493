// Requests on a connection that can break: some wait until it is back, and temporary refusals are retried if that is
// harmless.
import type {Outcome} from '../model';
import type {ErrorMessage, OkGamesMessage, OkInvitationMessage, OkKeyMessage, OkPushKeyMessage, OkResumedMessage, OkRoomsMessage, OkSeatedMessage, OkSpectatorsMessage, Reply, ErrorCode} from '../protocol/messages';
import type {OnReply, RequestBody, ServerConnection} from './connection';

const attempts = 5;
const retryDelay = 1000;  // ms, times the number of attempts
const maxWait = 15_000; // ms until the connection is back, for requests that the user can repeat

// The fields of an `ok` to these requests; the connection has validated them.
interface OkFields {
  enter: object;
  create_room: OkSeatedMessage;
  join_room: OkSeatedMessage;
  quick_match: OkSeatedMessage;
  spectate: {room: string};
  invitation: OkInvitationMessage;
  take_over: OkSeatedMessage;
  move_seat: OkKeyMessage;
  push_key: OkPushKeyMessage;
  games: OkGamesMessage;
  resume: OkResumedMessage;
  list_rooms: OkRoomsMessage;
  list_spectators: OkSpectatorsMessage;
}

// Knows our pass to a server that admits only invited people.
export interface Gatekeeper {
  check(): Promise<void> | null; // resolves when the server has said whether our pass works; null: we have none
  replied(type: string, reply: Reply): void;
}

interface Waiting {
  send(): void;
  giveUp(): void;
}

// A request that may no longer be wanted.
class Cancellation {
  cancelled = false;
  drop = (): void => {}; // resolves it at once if nothing has been sent
  finished: Promise<unknown> = Promise.resolve();

  cancel(): void {
    this.cancelled = true;
    this.drop();
  }
}

export const isTransient = (code: ErrorCode) => code === 'rate_limited' || code === 'storage_full' || code === 'shutting_down';

export const isLocked = (it: Outcome | Reply | null): boolean => it !== null && 'code' in it && it.code === 'server_locked';

export const outcomeOf = (reply: Reply | null): Outcome =>
  reply === null ? {ok: false, code: 'offline'}
  : reply.type === 'ok' ? {ok: true}
  : {ok: false, code: reply.code, ...(reply.rule === undefined ? {} : {rule: reply.rule})};

export class Requests {
  private readonly waiting = new Set<Waiting>();
  private readonly retries = new Map<ReturnType<typeof setTimeout>, () => void>(); // each with its cancellation

  gatekeeper: Gatekeeper | null = null;
  private entry: Cancellation | null = null; // the last request to enter a room, until its reply

  constructor(private readonly connection: ServerConnection) {}

  // Sends a request to enter a room. Only the last one counts: it cancels an earlier one, and leaves the room if that
  // one still succeeds.
  async enter<Type extends keyof OkFields, Extra>(
    body: RequestBody & {type: Type}, done: (ok: OkFields[Type]) => Extra,
  ): Promise<Outcome<Extra>> {
    const before = this.entry;
    const cancellation = new Cancellation();
    this.entry = cancellation;
    before?.cancel();
    const result = (before ? before.finished : Promise.resolve()).then(() => this.sendWhenOnline(body, done, cancellation));
    cancellation.finished = result;
    const outcome = await result;
    if (this.entry === cancellation) this.entry = null;
    return outcome;
  }

  // False: no request to enter a room was pending.
  cancelEntry(): boolean {
    this.entry?.cancel();
    return this.entry !== null;
  }

  // Sends the request, which must be safe to repeat, once there is a connection, and again if that breaks before the
  // reply. `done` gets the reply before any later message is processed. `partly`: what a refusal tells all the same.
  sendWhenOnline<Type extends keyof OkFields, Extra>(
    body: RequestBody & {type: Type}, done: (ok: OkFields[Type]) => Extra, cancellation = new Cancellation(),
    partly: (refusal: ErrorMessage) => Extra | null = () => null,
  ): Promise<Outcome<Extra>> {
    return new Promise(resolve => {
      let tried = 0;
      let mayHaveSeat = body.type === 'resume'; // then a temporary refusal isn't the last word
      const offline = () => resolve({ok: false, code: 'offline'});
      const answer = (reply: Reply | null) => {
        if (cancellation.cancelled) return reply?.type === 'ok' ? void this.sendWithRetries({type: 'leave_room'}, offline) : offline();
        if (mayHaveSeat && reply?.type === 'error' && isTransient(reply.code) && ++tried < attempts) {
          cancellation.drop = this.retryLater(tried, wait, wait);
          return;
        }
        if (reply?.type === 'ok') resolve({ok: true, ...done(reply as unknown as OkFields[Type])});
        else if (reply === null) {
          mayHaveSeat ||= 'token' in body;
          wait();
        } else {
          const part = partly(reply);
          resolve(part ? {ok: true, ...part} : outcomeOf(reply) as Outcome<Extra>);
        }
      };
      const wait = () => {
        cancellation.drop = () => {};
        if (cancellation.cancelled) return offline();
        if (this.connection.online) return this.ask(body, answer);
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
        cancellation.drop = waiting.giveUp;
        this.waiting.add(waiting);
      };
      wait();
    });
  }

  send(body: RequestBody): Promise<Outcome> {
    return new Promise(resolve => this.ask(body, reply => resolve(outcomeOf(reply))));
  }

  // A rate limit changes nothing, so the request is sent again soon, as long as it is `wanted`.
  sendWithRetries(body: RequestBody, done: (outcome: Outcome) => void = () => {}, wanted = () => true): Promise<Outcome> {
    return new Promise(resolve => {
      const finish = (outcome: Outcome) => {
        done(outcome);
        resolve(outcome);
      };
      const ask = (attempt: number) =>
        this.ask(body, reply => {
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

  // Retries belong to their connection.
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

  // The connection may not have shown our pass yet, or another tab has a new one: then the request is sent once more.
  private ask(body: RequestBody, done: OnReply, again = false): void {
    this.connection.request(body, reply => {
      const checked = isLocked(reply) && !again && body.type !== 'enter' ? this.gatekeeper?.check() : null;
      if (checked) return void checked.then(() => this.ask(body, done, true));
      if (reply) this.gatekeeper?.replied(body.type, reply);
      done(reply);
    });
  }

  // Returns a function that cancels at once.
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

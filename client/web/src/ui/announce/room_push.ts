// What a session knows of push messages: the server's key, and for each room whether they are on and what went wrong.
// Outlives the components that show it.
import {batch, effect, signal} from '@preact/signals';
import type {Session} from '../../model';
import {keepTexts, subscribe} from '../../browser/push';
import {setPush} from '../state/push_rooms';
import {askForNotifications} from './attention';

export type Problem = 'blocked' | 'failed' | 'refused';
type Texts = Readonly<Record<string, string>>;

class ServerPush {
  readonly key = signal<string | null>(null); // null: not known yet, or there is none
  readonly rooms = new Map<string, RoomPush>();
  connection = 0; // counts them
  private asked = false;

  constructor(private readonly session: Session) {
    effect(() => { if (session.connection.value.state !== 'online') this.connection++; });
  }

  async askKey(): Promise<void> {
    if (this.asked) return;
    this.asked = true;
    const outcome = await this.session.pushKey();
    if (outcome.ok) this.key.value = outcome.key;
    else this.asked = false;
  }
}

export class RoomPush {
  readonly wanted = signal<boolean | null>(null); // while a change is under way
  readonly problem = signal<Problem | null>(null);
  private work: Promise<unknown> = Promise.resolve(); // one change after another
  private latest = 0;
  private refreshed = -1; // on which connection

  constructor(private readonly session: Session, readonly server: ServerPush, private readonly room: string) {}

  // Call it on a click.
  async change(want: boolean, texts: Texts): Promise<void> {
    const change = ++this.latest;
    this.wanted.value = want;
    const allowed = !want || await askForNotifications();
    await this.afterOthers(change, async () => {
      const problem = !allowed ? 'blocked' : want ? await this.subscribe(change, texts) : await this.unsubscribe();
      if (change !== this.latest) return;
      batch(() => {
        setPush(this.room, want === !problem); // without success, it stays as it was
        this.problem.value = problem;
        this.wanted.value = null;
      });
    });
  }

  // Once per connection: the browser may have another subscription by now, and the server may be another one.
  async refresh(texts: Texts): Promise<void> {
    const {connection} = this.server;
    if (this.refreshed === connection || this.session.connection.peek().state !== 'online') return;
    if (Notification.permission !== 'granted') return setPush(this.room, false);
    this.refreshed = connection;
    const change = this.latest;
    await this.afterOthers(change, async () => {
      const problem = await this.subscribe(change, texts);
      if (change === this.latest && this.refreshed === connection) this.problem.value = problem;
    });
  }

  // Unless the visitor has changed their mind by then.
  private afterOthers(change: number, work: () => Promise<void>): Promise<unknown> {
    this.work = this.work.then(() => (change === this.latest ? work() : undefined));
    return this.work;
  }

  private here(): boolean {
    return this.session.location.peek()?.room === this.room;
  }

  private async subscribe(change: number, texts: Texts): Promise<Problem | null> {
    this.refreshed = this.server.connection;
    try {
      await keepTexts(texts);
      const to = await subscribe(this.server.key.peek()!);
      if (change !== this.latest) return 'failed';
      const outcome = this.here() ? await this.session.pushSubscribe(to) : {ok: false, code: 'offline'} as const;
      if (outcome.ok) return null;
      if (outcome.code === 'offline') this.refreshed = -1;
      return outcome.code === 'bad_request' ? 'refused' : 'failed';
    } catch {
      return 'failed';
    }
  }

  private async unsubscribe(): Promise<Problem | null> {
    return this.here() && (await this.session.pushUnsubscribe()).ok ? null : 'failed';
  }
}

const servers = new WeakMap<Session, ServerPush>();

export function pushIn(room: string, session: Session): RoomPush {
  const server = servers.get(session) ?? new ServerPush(session);
  servers.set(session, server);
  const known = server.rooms.get(room) ?? new RoomPush(session, server, room);
  server.rooms.set(room, known);
  return known;
}

// Getting into a server that admits only invited people, or lets only them open rooms. Each connection shows our pass
// before it asks for anything else; a password or an invitation makes the server accept it.
import type {Outcome, ServerKey} from '../model';
import type {Reply} from '../protocol/messages';
import type {Passes} from './passes';
import {isLocked, isTransient, type Gatekeeper, type Requests} from './requests';
import type {SessionState} from './session_state';

// Their replies say whether strangers may enter this server's rooms.
const telling: readonly string[] = ['list_rooms', 'invitation', 'join_room', 'spectate'];

export class Admission implements Gatekeeper {
  private checking: Promise<void> | null = null;
  private entering = false; // with a password or an invitation, which shows our pass as well

  // `letIn` is called when the server lets us in after it had refused.
  constructor(
    private readonly state: Pick<SessionState, 'access' | 'passEnded'>, private readonly requests: Requests,
    private readonly passes: Passes, private readonly letIn: () => void,
  ) {
    requests.gatekeeper = this;
    state.passEnded.value = passes.hasEnded;
  }

  async enter(by: ServerKey): Promise<Outcome> {
    await this.checking; // an earlier pass may still work
    const pass = this.passes.ask();
    this.entering = true;
    const outcome = await this.requests.sendWhenOnline({type: 'enter', pass, ...by}, () => ({}));
    this.entering = false;
    if (outcome.ok) this.accepted(pass);
    else if (outcome.code !== 'offline' && !isTransient(outcome.code)) this.passes.refused(pass); // otherwise the answer to an earlier request may have been lost
    const isCutOff = 'invitation' in by && !outcome.ok && outcome.code === 'bad_request'; // part of the link is missing
    return isCutOff ? {ok: false, code: 'invitation_over'} : outcome;
  }

  // Requests needn't wait for the reply: the server reads them in order.
  check(): Promise<void> | null {
    const saved = this.passes.load();
    if (!saved || this.entering) return null;
    return (this.checking ??= this.show(saved.pass));
  }

  private async show(pass: string): Promise<void> {
    const outcome = await this.requests.sendWithRetries({type: 'enter', pass});
    this.checking = null;
    if (outcome.ok) this.accepted(pass);
    else if (isLocked(outcome)) this.refused(pass);
  }

  // Another tab may have got in.
  stored(): void {
    if (this.state.access.value === 'locked') void this.check();
  }

  replied(type: string, reply: Reply): void {
    if (!telling.includes(type)) return;
    if (reply.type === 'ok') this.open();
    else if (reply.code === 'server_locked') this.state.access.value = 'locked';
  }

  private accepted(pass: string): void {
    this.passes.accepted(pass);
    this.state.passEnded.value = false;
    this.open();
  }

  private refused(pass: string): void {
    this.passes.refused(pass);
    this.state.passEnded.value = this.passes.hasEnded;
    if (this.state.access.value === 'open') this.state.access.value = 'unknown'; // strangers may be welcome
  }

  private open(): void {
    const wasLocked = this.state.access.value === 'locked';
    this.state.access.value = 'open';
    if (wasLocked) this.letIn();
  }
}

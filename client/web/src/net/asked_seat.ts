// The seat that this tab has asked for, until the answer. We choose its token, so the request can be repeated, and a page
// that was reloaded finds its seat. In the tab's storage: other tabs must not take the seat meanwhile.
import type {Outcome} from '../model';
import {jsonEqual} from '../protocol/json_equal';
import {isTransient} from './requests';
import {isToken, newToken} from './tokens';

interface AskedSeat {
  token: string;
  name: string; // of the player
}

const key = 'jaipur.asked';

export class AskedSeats {
  private request: {body: object; token: string} | null = null; // the last one; it may have been lost

  constructor(private readonly storage: Storage | null, private readonly random: (count: number) => Uint8Array) {}

  // The token for this request: the same one if the last request was the same and got no reply.
  ask(body: object, name: string): string {
    const token = this.request && jsonEqual(this.request.body, body) ? this.request.token : newToken(this.random);
    this.request = {body, token};
    try {
      this.storage?.setItem(key, JSON.stringify({token, name}));
    } catch {
      // Forgotten with the page.
    }
    return token;
  }

  // Without an answer, the seat may be ours. A temporary refusal doesn't tell: the answer to an earlier request may have
  // been lost.
  answered(token: string, outcome: Outcome): void {
    if (!outcome.ok && (outcome.code === 'offline' || isTransient(outcome.code))) return;
    if (this.request?.token === token) this.request = null;
    if (this.load()?.token === token) this.clear();
  }

  // The visitor has cancelled it, or wants to be elsewhere.
  forget(): void {
    this.request = null;
    this.clear();
  }

  private clear(): void {
    try {
      this.storage?.removeItem(key);
    } catch {
      // The server will refuse it.
    }
  }

  // What an earlier page asked for; null: it got its answer.
  load(): AskedSeat | null {
    try {
      const {token, name} = JSON.parse(this.storage?.getItem(key) ?? '{}') as Partial<AskedSeat>;
      return isToken(token) && typeof name === 'string' ? {token, name} : null;
    } catch {
      return null;
    }
  }
}

// Matches through a proxy that changes what the real server tells one player.
import {randomBytes} from 'node:crypto';
import type {OpenSession} from '../../../../client/web/src/net/session';
import {hasVerdict, playAll, startMatch, until} from './play';
import {proxy, url, useProxy} from './server';
import {newSession} from './sessions';

export type Message = Record<string, any>;
export const another = (card: string) => (card === 'leather' ? 'spice' : 'leather');
// Instead of any secret or commitment.
export const seed = randomBytes(32).toString('hex');
export const other = (seat: number) => 1 - seat;
// When the session knows whether the shuffle was fair.
export const verdict = (session: OpenSession) => until('a verdict', () => hasVerdict(session));

// A match in which `lie` changes what Asha receives.
export async function matchWithLies(lie: (message: Message) => Message, options = {}): Promise<{asha: OpenSession; ben: OpenSession}> {
  await useProxy();
  proxy.fromServer = lie;
  const asha = newSession(proxy.url), ben = newSession(url);
  await startMatch(asha, ben, {seals: 1, ...options});
  playAll([asha, ben]);
  return {asha, ben};
}

export const inViews = (change: (view: Message) => void) => (message: Message): Message => {
  if (message['type'] !== 'view') return message;
  const view = structuredClone(message);
  change(view);
  return view;
};
export const inProof = (change: (proof: Message) => void) => inViews(view => {
  if (view['result']?.proof) change(view['result'].proof);
});
// Changes only the first view that `change` applies to.
export const once = (change: (view: Message) => boolean) => {
  let done = false;
  return inViews(view => {
    if (!done) done = change(view);
  });
};

// The fair shuffle `jaipur-fair-1`, to the bit: what follows from the secrets once they are public.
import type {Mismatch} from '../model';
import type {Card, Proof, Seat} from '../protocol/messages';
import {ascii, fromHex, params, parts, seatCommit, tagged, toHex, version} from './commit';
import {bonusPiles} from '../game/constants';
import {seats} from '../game/match';
import type {Deal} from '../game/rules';
import {hmacSha256, sha256} from './hashing';

const u32 = (number: number): Uint8Array => Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);
const repeated = (card: Card, count: number): Card[] => Array.from({length: count}, () => card);
const orderedDeck: readonly Card[] = [
  ...repeated('diamond', 6), ...repeated('gold', 6), ...repeated('silver', 6), ...repeated('cloth', 8),
  ...repeated('spice', 8), ...repeated('leather', 10), ...repeated('camel', 8),
];

export type Words = () => Promise<number>; // u32 each

// HMAC(key, LP(label) || u32(j)) for j = 0, 1, …, as words.
export function wordStream(key: Uint8Array, label: string): Words {
  const wordsPerBlock = 8;
  let block: DataView = new DataView(new ArrayBuffer(0));
  let next = 0;
  return async () => {
    if (next % wordsPerBlock === 0) {
      const prefix = parts(ascii(label));
      const bytes = new Uint8Array([...prefix, ...u32(next / wordsPerBlock)]);
      const made = await hmacSha256(key, bytes);
      block = new DataView(made.buffer, made.byteOffset, made.byteLength);
    }
    return block.getUint32(4 * (next++ % wordsPerBlock));
  };
}

// A uniform number from 0 to n-1, by rejection.
export async function draw(n: number, words: Words): Promise<number> {
  const limit = 2 ** 32 - (2 ** 32 % n);
  for (;;) {
    const word = await words();
    if (word < limit) return word % n;
  }
}

async function shuffled<Item>(items: readonly Item[], key: Uint8Array, label: string): Promise<Item[]> {
  const words = wordStream(key, label);
  const all = [...items];
  for (let i = all.length - 1; i > 0; i--) {
    const j = await draw(i + 1, words);
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all;
}

type Secrets = Pick<Proof, 'server_seed' | 'table'>;

export const serverCommit = async (match: string, seed: string): Promise<string> =>
  toHex(await sha256(tagged('server', fromHex(match), ascii(params), fromHex(seed))));

export const tableHash = async (proof: Pick<Proof, 'match' | 'server_commit' | 'seat_commits' | 'nonces'>): Promise<string> =>
  toHex(await sha256(tagged('table', fromHex(proof.match), ascii(params), fromHex(proof.server_commit),
    ...proof.seat_commits.map(fromHex), ...proof.nonces.map(fromHex))));

export const roundKey = ({server_seed, table}: Secrets, round: number): Promise<Uint8Array> =>
  hmacSha256(fromHex(server_seed), tagged('round', fromHex(table), Uint8Array.of(round)));

export async function shuffleRound(secrets: Secrets, round: number): Promise<Deal> {
  const key = await roundKey(secrets, round);
  return {
    deck: await shuffled(orderedDeck, key, 'deck'),
    bonus3: await shuffled(bonusPiles[3], key, 'bonus3'),
    bonus4: await shuffled(bonusPiles[4], key, 'bonus4'),
    bonus5: await shuffled(bonusPiles[5], key, 'bonus5'),
  };
}

// Who starts round 1 of two players' first match.
export const drawStarter = async (secrets: Secrets): Promise<Seat> =>
  (await draw(2, wordStream(await roundKey(secrets, 1), 'start'))) === 0 ? 0 : 1;

// Whether commitments, nonces, table hash and seed match one another.
export async function proofMismatch(proof: Proof): Promise<Mismatch | null> {
  if (proof.v !== version || proof.params !== params) return 'commitments';
  if (proof.seat_commits[0] !== '' && proof.seat_commits[0] === proof.seat_commits[1]) return 'commitments';
  if ((await serverCommit(proof.match, proof.server_seed)) !== proof.server_commit) return 'secrets';
  for (const seat of seats) {
    const commit = proof.seat_commits[seat], nonce = proof.nonces[seat];
    if ((commit === '') !== (nonce === '')) return 'secrets';
    if (commit !== '' && (await seatCommit(proof.match, proof.server_commit, seat, nonce)) !== commit) return 'secrets';
  }
  return (await tableHash(proof)) === proof.table ? null : 'secrets';
}

// The fair shuffle against the protocol's test vectors, with both hashing implementations.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, describe, test} from 'node:test';
import {webcrypto} from 'node:crypto';
import {fromHex, params, seatCommit, toHex} from '../../../client/web/src/shuffle/commit';
import {draw, drawStarter, proofMismatch, roundKey, serverCommit, shuffleRound, tableHash, wordStream} from '../../../client/web/src/shuffle/fair';
import {hmacSha256, sha256} from '../../../client/web/src/shuffle/hashing';
import type {Card, Proof} from '../../../client/web/src/protocol/messages';

interface Vector {
  v: string; match: string; params: string; server_commit: string; seat0_commit: string; seat1_commit: string;
  seat0_nonce: string; seat1_nonce: string; table: string; server_seed: string;
  rounds: {key: string; deck: string; b3: number[]; b4: number[]; b5: number[]; start?: number}[];
}
const vectors = JSON.parse(readFileSync(join(process.env['JAIPUR_ROOT']!, 'protocol/fair/vectors.json'), 'utf8')) as Record<string, Vector>;
const letters: Record<Card, string> = {diamond: 'D', gold: 'G', silver: 'S', cloth: 'C', spice: 'P', leather: 'L', camel: 'M'};

const proofOf = (it: Vector): Proof => ({
  v: it.v as Proof['v'], match: it.match, params: it.params, server_commit: it.server_commit,
  seat_commits: [it.seat0_commit, it.seat1_commit], nonces: [it.seat0_nonce, it.seat1_nonce], table: it.table, server_seed: it.server_seed,
});

// Node has WebCrypto under the browsers' name since version 19; without it, the library hashes.
const setCrypto = (value: unknown) => Object.defineProperty(globalThis, 'crypto', {value, configurable: true, writable: true});

for (const [way, crypto] of [['WebCrypto', webcrypto], ['the library', undefined]] as const)
  describe(`with ${way}`, () => {
    const own = globalThis.crypto;
    before(() => setCrypto(crypto));
    after(() => setCrypto(own));

    test('known hashes', async () => {
      const text = new TextEncoder();
      assert.equal(toHex(await sha256(text.encode('abc'))), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
      assert.equal(toHex(await hmacSha256(text.encode('Jefe'), text.encode('what do ya want for nothing?'))), // RFC 4231, 2
        '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
    });

    for (const [name, vector] of Object.entries(vectors))
      test(`vector ${name}`, async () => {
        const proof = proofOf(vector);
        assert.equal(vector.params, params);
        assert.equal(await serverCommit(vector.match, vector.server_seed), vector.server_commit);
        for (const seat of [0, 1] as const)
          if (proof.nonces[seat]) assert.equal(await seatCommit(vector.match, vector.server_commit, seat, proof.nonces[seat]), proof.seat_commits[seat]);
        assert.equal(await tableHash(proof), vector.table);
        assert.equal(await proofMismatch(proof), null);
        for (const [i, round] of vector.rounds.entries()) {
          assert.equal(toHex(await roundKey(proof, i + 1)), round.key);
          const shuffle = await shuffleRound(proof, i + 1);
          assert.equal(shuffle.deck.map(card => letters[card]).join(''), round.deck);
          assert.deepEqual([shuffle.bonus3, shuffle.bonus4, shuffle.bonus5], [round.b3, round.b4, round.b5]);
          if (round.start !== undefined) assert.equal(await draw(2, wordStream(fromHex(round.key), 'start')), round.start);
          if (i === 0) assert.equal(await drawStarter(proof), round.start);
        }
      });
  });

test("draws by rejection, as in the specification's example", async () => {
  const words = (...all: number[]) => async () => all.shift()!;
  assert.equal(await draw(52, words(0xffffffff, 0xffffffd0, 0xffffffcf)), 51);
  assert.equal(await draw(3, words(0xffffffff, 0x00000007)), 1);
  assert.equal(await draw(7, words(0xfffffffc, 0xfffffffb)), 6);
  assert.equal(await draw(1, words(0x00000005)), 0);
});

test('every change of a proof is noticed', async () => {
  const proof = proofOf(vectors['A']!);
  const flipped = (hex: string) => toHex(fromHex(hex).map((byte, i) => (i === 5 ? byte ^ 1 : byte)));
  const changes: [Partial<Proof>, string][] = [
    [{v: 'jaipur-fair-2' as Proof['v']}, 'commitments'],
    [{params: params.replace('8,8,9', '8,9,9')}, 'commitments'],
    [{match: flipped(proof.match)}, 'secrets'],
    [{server_commit: flipped(proof.server_commit)}, 'secrets'],
    [{server_seed: flipped(proof.server_seed)}, 'secrets'],
    [{table: flipped(proof.table)}, 'secrets'],
    [{seat_commits: [flipped(proof.seat_commits[0]), proof.seat_commits[1]]}, 'secrets'],
    [{seat_commits: [proof.seat_commits[0], proof.seat_commits[0]]}, 'commitments'],
    [{nonces: [proof.nonces[0], flipped(proof.nonces[1])]}, 'secrets'],
    [{nonces: [proof.nonces[0], '']}, 'secrets'],
    [{seat_commits: [proof.seat_commits[0], ''], nonces: [proof.nonces[0], '']}, 'secrets'], // of the table
  ];
  for (const [change, what] of changes) assert.equal(await proofMismatch({...proof, ...change}), what, JSON.stringify(change));
  // A nonce without a commitment, in a table hash that includes it.
  const unbound: Proof = {...proof, seat_commits: [proof.seat_commits[0], '']};
  assert.equal(await proofMismatch({...unbound, table: await tableHash(unbound)}), 'secrets');
});

// The part of the fair shuffle that is needed before a match: a player's commitment. fair.ts has the rest and is loaded
// when a proof arrives.
import type {Seat} from '../protocol/messages';
import {sha256} from './hashing';

export const version = 'jaipur-fair-1';
export const params = 'jaipur-2p/1;deck=DGSCPLM;6,6,6,8,8,10,8;b3=1,1,2,2,2,3,3;b4=4,4,5,5,6,6;b5=8,8,9,10,10';

export const toHex = (bytes: Uint8Array): string => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
export const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], pair => Number.parseInt(pair, 16));

export const ascii = (text: string): Uint8Array => Uint8Array.from(text, character => character.charCodeAt(0));

// LP in the specification: each part after its length as u16.
export function parts(...all: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(all.reduce((size, part) => size + 2 + part.length, 0));
  let at = 0;
  for (const part of all) {
    bytes[at++] = part.length >> 8;
    bytes[at++] = part.length & 255;
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export const tagged = (tag: string, ...rest: Uint8Array[]): Uint8Array => parts(ascii(`${version}/${tag}`), ...rest);

// Ci as hex: binds a player to this match and to the server's commitment.
export const seatCommit = async (match: string, serverCommit: string, seat: Seat, nonce: string): Promise<string> =>
  toHex(await sha256(tagged('seat', fromHex(match), fromHex(serverCommit), Uint8Array.of(seat), fromHex(nonce))));

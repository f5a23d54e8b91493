// The numbers of the rules. No logic: a page that only shows a match loads this file too.
import type {Good} from '../protocol/messages';

export const goodsPiles: Readonly<Record<Good, readonly number[]>> = { // R2
  diamond: [7, 7, 5, 5, 5], gold: [6, 6, 5, 5, 5], silver: [5, 5, 5, 5, 5],
  cloth: [5, 3, 3, 2, 2, 1, 1], spice: [5, 3, 3, 2, 2, 1, 1], leather: [4, 3, 2, 1, 1, 1, 1, 1, 1],
};
export const bonusPiles = {3: [1, 1, 2, 2, 2, 3, 3], 4: [4, 4, 5, 5, 6, 6], 5: [8, 8, 9, 10, 10]} as const; // R3
export const camelTokenValue = 5; // R3
export const dealtHandSize = 5;   // R4
export const handLimit = 7;       // R10
export const smallestSale: Readonly<Record<Good, number>> = {diamond: 2, gold: 2, silver: 2, cloth: 1, spice: 1, leather: 1}; // R11
export const exchangesUntilStalled = 20; // R15a
export const maxRounds = 255;    // per match

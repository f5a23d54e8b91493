// Seats and results, for everything that counts rounds.
import type {RoundResult, Seat} from '../protocol/messages';

export const seats: readonly [Seat, Seat] = [0, 1];
export const otherSeat = (seat: Seat): Seat => (seat === 0 ? 1 : 0);

// The rules end a round for these reasons; any other cuts it short, and nobody wins it.
export const endedByRules = (reason: RoundResult['reason']): boolean => reason === 'tokens' || reason === 'deck' || reason === 'stalled';

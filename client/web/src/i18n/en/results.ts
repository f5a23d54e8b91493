// How rounds and matches came out, and what is known of the shuffle.
import type {Mismatch, Shuffle} from '../../model';
import type {MatchReason, EndReason} from '../../protocol/messages';

type Verified = Extract<Shuffle, {state: 'verified'}>;

const why: Record<EndReason, string> = {
  tokens: 'Three kinds of goods tokens are gone.',
  deck: 'The deck could not fill the market any more.',
  stalled: 'There were twenty exchanges in a row.',
  seals: 'The match is decided.',
  resigned: 'A player resigned.',
  timeout: 'A player’s time ran out.',
  claimed: 'A player took too long.',
  abandoned: 'The match was abandoned.',
};

const mismatches: Record<Mismatch, string> = {
  table: 'The commitments on the table are not those that were made.',
  commitments: 'The commitments in the proof are not those that were published before.',
  secrets: 'The secrets in the proof do not fit the commitments.',
  deal: 'A deal does not follow from the proof.',
  starter: 'The wrong player began.',
  rounds: 'A round was passed over, or ended by no rule, and the match went on.',
  results: 'The result of a round is not what was seen.',
};

const rounds = (count: number) => (count === 1 ? 'one round' : `${count} rounds`);

export const results = {
  why: (reason: EndReason): string => why[reason] ?? '',
  roundWon: (name: string) => `${name} wins the seal`,
  roundWonYou: 'You win the seal',
  roundDrawn: 'A draw: nobody gets the seal',
  roundCut: 'The round was cut short',
  byRupees: (more: number, less: number) => `${more} to ${less} rupees.`,
  byBonus: 'As many rupees, but more bonus tokens.',
  byGoods: 'As many rupees and bonus tokens, but more goods tokens.',
  byNothing: 'Equal in rupees, bonus tokens and goods tokens.',
  kind: 'Well traded! The next match may be yours.',
  toEnd: 'Show the result',
  bonus: 'Bonus tokens',
  camelToken: 'Camel token',
  hand: 'Cards left',
  nothing: 'none',
  sum: 'Rupees',
  showTable: 'Look at the table',
  showSummary: 'Back to the summary',
  waitingFor: (name: string) => `Waiting for ${name}.`,
  soon: 'The next round starts on its own, one minute after this one ended.',

  won: 'You win the match!',
  lost: (name: string) => `${name} wins the match`,
  nobody: 'Nobody won the match',
  matchWhy: {
    seals: (_loser, more, less) => `${more} to ${less} seals.`,
    resigned: loser => `${loser} resigned.`,
    timeout: loser => `${loser} ran out of time.`,
    claimed: loser => `${loser} took too long.`,
    abandoned: () => 'The match was abandoned.',
  } as Record<MatchReason, (loser: string, more: number, less: number) => string>, // seals
  matchWhyYou: {
    resigned: 'You resigned.',
    timeout: 'You ran out of time.',
    claimed: 'You took too long.',
  },
  allRounds: 'All rounds',
  winner: 'Seal',
  rematch: 'Rematch',
  rematchAsked: 'You asked for a rematch. Waiting for your opponent.',
  rematchOffered: (name: string) => `${name} asks for a rematch.`,
  rematchGone: 'Your opponent has left.',
  newGame: 'A new game',
  replay: 'Watch the replay',
  save: 'Save the replay',

  shuffle: 'The shuffle',
  unknown: 'Nothing is known about the shuffle yet.',
  committed: 'The shuffle is sealed. When the match is over, this page checks it.',
  unchecked: 'The shuffle could not be checked: a part of this page could not be loaded. Load the page again, or open the replay.',
  fair: 'The shuffle was fair.',
  fits: 'No card was changed after the shuffle was sealed.',
  unfair: 'THE SHUFFLE WAS NOT FAIR. Do not trust this server.',
  mismatch: (what: Mismatch): string => mismatches[what],
  aborted: (count: number) => `In this room ${count === 1 ? 'one shuffle was' : `${count} shuffles were`} called off after all were bound to it. A server that disliked a deck could do that.`,
  checked: 'What was checked',
  // What was checked, one sentence each.
  points: (shuffle: Verified, you: 0 | 1 | null): string[] => [
    'The server’s secret is the one to which it committed itself before the match.',
    shuffle.contributors[0] && shuffle.contributors[1] ? 'Both players’ programs put secret numbers of their own into the shuffle.'
    : shuffle.own ? 'This page put a secret number of its own into the shuffle.'
    : shuffle.contributors[0] || shuffle.contributors[1] ? 'One player’s program put a secret number of its own into the shuffle.'
    : 'Neither player contributed to the shuffle: the server alone chose the cards.',
    shuffle.rounds ? `All that was seen of ${rounds(shuffle.rounds)} is what follows from these secrets.` : 'No round was seen from its first card on.',
    shuffle.whole ? 'This page saw the match from its first commitment on.'
    : 'This page did not see all of the match: what came before could not be compared.',
    ...(you !== null && shuffle.contributors[you] && !shuffle.own ? ['The secret number of your seat did not come from this page.'] : []),
    ...(shuffle.starter ? [] : ['This page was not there when the match was agreed on, so it could not check who had to start.']),
  ],
};

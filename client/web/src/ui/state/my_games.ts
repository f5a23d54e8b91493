// How the matches of this browser's seats stand, the most urgent first.
import {signal} from '@preact/signals';
import type {Game, Seat} from '../../protocol/messages';
import type {Session} from '../../model';
import type {Faced} from './faces';

export type Standing = 'yours' | 'theirs' | 'between' | 'begins' | 'alone' | 'over';

export const standingOf = ({phase, turn, seat, opponent}: Game): Standing => {
  if (phase === 'match_over') return 'over';
  if (phase === 'round_over') return 'between';
  if (phase === 'playing') return turn === seat ? 'yours' : 'theirs';
  return opponent === null ? 'alone' : 'begins';
};

export const opponentOf = ({opponent, opponent_trader: trader, opponent_bot: bot}: Game): Faced | null =>
  (opponent === null ? null : {name: opponent, trader, bot});

const urgency: readonly Standing[] = ['yours', 'between', 'begins', 'theirs', 'alone', 'over'];

// Among equals, the one that has waited longest; a finished match, the latest first.
export function byUrgency(one: Game, other: Game): number {
  const [mine, theirs] = [standingOf(one), standingOf(other)];
  if (mine !== theirs) return urgency.indexOf(mine) - urgency.indexOf(theirs);
  const age = (one.last_move ?? 0) - (other.last_move ?? 0);
  return mine === 'over' ? -age : age;
}

// Against the bot, a finished match is nothing to come back to.
export const isListed = (game: Game): boolean => game.phase !== 'match_over' || game.opponent_bot === null;

// As last heard from the server; null: not yet.
export const myGames = signal<readonly Game[] | null>(null);

// What isn't answered stays as it was.
export async function refreshGames(session: Session): Promise<void> {
  const answer = await session.listGames();
  if (!answer.ok) return;
  const isAnswered = ({room, seat}: Game) => answer.games.some(game => game.room === room && game.seat === seat);
  const earlier = answer.lacking ? (myGames.value ?? []).filter(game => !isAnswered(game)) : [];
  myGames.value = [...answer.games, ...earlier].sort(byUrgency);
}

// Gives up our seat, also the one that we sit on: leaving a running match only saves it.
export async function forgetGame(session: Session, {room, seat}: Game): Promise<void> {
  const here = session.location.peek();
  if (here?.room === room && here.seat === seat && !(await session.leave()).ok) return;
  const saved = session.savedSeats.peek().find(it => it.room === room && it.seat === seat);
  if (saved) session.forget(saved);
}

// The match at whose table we still sit, as the table's messages tell it.
export function gameHere(session: Session): Game | null {
  const location = session.location.value;
  const room = session.room.value?.room;
  const view = session.timedView.value?.view;
  if (!location || location.seat === null || room?.room !== location.room || !view) return null;
  const {seat} = location;
  const opponent = room.players[1 - seat as Seat];
  return {
    room: room.room, seat, name: room.players[seat]?.name ?? '', opponent: opponent?.name ?? null, opponent_trader: opponent?.trader ?? null,
    opponent_bot: opponent?.bot ?? null, phase: view.phase, round: view.round, turn: view.turn, move_in: view.move_in,
    seals: [view.players[0].seals, view.players[1].seals], winner: view.result?.winner ?? null, last_move: null,
  };
}

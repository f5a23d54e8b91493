// Real matches that two sessions play at random.
import {seeded} from '../../kit/trader.mjs';
import type {CreateOptions, Replay, ViewMessage} from '../../../../client/web/src/protocol/messages';
import {endSessions, newSession, urlOf} from './sessions';
import {isOver, playOn, until} from './play';

export interface PlayedMatch {
  replay: Replay;
  text: string; // as the server gave it
  views: readonly [readonly ViewMessage[], readonly ViewMessage[]]; // that the players saw
}

export async function playMatch(port: number, seed: number, options: CreateOptions = {}, resignWhen?: (view: ViewMessage) => boolean): Promise<PlayedMatch> {
  const players = [newSession(urlOf(port)), newSession(urlOf(port))] as const;
  const views: [ViewMessage[], ViewMessage[]] = [[], []];
  players.forEach((player, seat) => player.timedView.subscribe(sight => {
    if (sight) views[seat]!.push(sight.view);
  }));
  const room = await players[0].createRoom('Asha', options);
  if (!room.ok) throw new Error(room.code);
  await players[1].joinRoom(room.room, 'Ravi');
  await Promise.all(players.map(player => player.ready()));
  let resigned = false;
  const hold = (view: ViewMessage) => {
    if (resigned || !resignWhen?.(view)) return resigned;
    resigned = true;
    void players[0].resign();
    return true;
  };
  players.forEach((player, i) => playOn(player, seeded(seed * 2 + i), hold));
  await until('the match is over', () => players.every(isOver));
  const {match} = players[0].timedView.value!.view;
  const text = await (await fetch(`http://127.0.0.1:${port}/replays/${match}`)).text();
  endSessions();
  return {replay: JSON.parse(text) as Replay, text, views};
}

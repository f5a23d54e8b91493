// A player's face beside the name.
import type {Seat} from '../../protocol/messages';
import {TraderFace, tradersOf} from '../parts/trader';
import {nameOf} from '../state/player_names';

export const PlayerFace = ({match, seat}: {match: string | undefined; seat: Seat}) =>
  <TraderFace number={tradersOf([nameOf(match, 0), nameOf(match, 1)])[seat]} seat={seat} />;

// A player's face beside the name.
import type {Seat} from '../../protocol/messages';
import {TraderFace} from '../parts/trader';
import {faceIn} from '../state/player_names';

export const PlayerFace = ({match, seat}: {match: string | undefined; seat: Seat}) => <TraderFace face={faceIn(match, seat)} seat={seat} />;

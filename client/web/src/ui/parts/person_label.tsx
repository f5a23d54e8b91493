// A person's face and name.
import type {Seat} from '../../protocol/messages';
import {faceOf, type Face, type Faced} from '../state/faces';
import {playerName} from '../state/player_names';
import {TraderFace} from './trader';

export const PersonLabel = ({person, seat, face = faceOf(person)}: {person: Faced; seat: Seat; face?: Face}) =>
  <span class="with-face"><TraderFace face={face} seat={seat} /><bdi class="person">{playerName(person)}</bdi></span>;

// Which face a player has. Without a choice, the name leads to one.
import {settings} from './settings';

export interface Faced {
  name: string;
  trader: number | null; // as chosen
  bot: string | null;    // its level
}
export type Face = number | 'bot';

export const faceCount = 6; // of those that people can choose

export const faceOfName = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9973, 7) % faceCount;

const chosen = ({trader}: Faced): number | null => (trader !== null && trader < faceCount ? trader : null); // a newer page may have more

export const faceOf = (player: Faced): Face => (player.bot !== null ? 'bot' : chosen(player) ?? faceOfName(player.name));

// If two players would look alike, one who hasn't chosen a face gets another one.
export function facesOf([one, other]: readonly [Faced, Faced]): [Face, Face] {
  const [first, second] = [faceOf(one), faceOf(other)];
  if (first !== second || first === 'bot') return [first, second];
  const another = (first + 1) % faceCount;
  if (chosen(other) === null) return [first, another];
  return chosen(one) === null ? [another, second] : [first, second];
}

// The visitor's own face, once it can be seen: until they choose one, a random one that stays. `taken`: by the person who
// invites them.
export function settleFace(taken: number | null = null): void {
  if (settings.face.peek() !== 'auto') return;
  const free = Array.from({length: faceCount}, (_, face) => face).filter(face => face !== taken);
  settings.face.value = `${free[Math.floor(Math.random() * free.length)]}`;
}

// The visitor's own face, for requests that take a seat.
export const ownTrader = (): number | undefined => (settings.face.peek() === 'auto' ? undefined : Number(settings.face.peek()));

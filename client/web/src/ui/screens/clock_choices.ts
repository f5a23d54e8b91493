// Preset clocks: seconds for the match and for each move.
import type {ClockOptions} from '../../protocol/messages';
import {words} from '../../i18n';
import type {Choice} from '../parts/field';

const presets: readonly ClockOptions[] = [
  {initial: 120, increment: 5}, {initial: 300, increment: 5}, {initial: 600, increment: 10}, {initial: 1200, increment: 20},
];
const key = ({initial, increment}: ClockOptions) => `${initial}+${increment}`;

export function clockChoices(): Choice<string>[] {
  const {room, rooms} = words.value.app;
  return [
    {value: 'none', label: rooms.noClock},
    ...presets.map(clock => ({value: key(clock), label: room.preset(clock.initial, clock.increment), spoken: room.presetSpoken(clock.initial, clock.increment)})),
  ];
}

export const clockOf = (choice: string): ClockOptions | null => presets.find(clock => key(clock) === choice) ?? null;

// The clock's name.
export function clockText(clock: ClockOptions | null): string {
  const {room, rooms} = words.value.app;
  if (!clock) return rooms.noClock;
  return room.preset(clock.initial, clock.increment);
}

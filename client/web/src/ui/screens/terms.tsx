// What a room's match is played for, how fast, and who may watch.
import type {Invitation} from '../../protocol/messages';
import {words} from '../../i18n';
import {Icon, type IconName} from '../parts/icons';
import {defaultPatience, span} from '../parts/time_left';
import {offersDelay} from './spectators';

type Options = Invitation['options'];

function timeText({clock, patience}: Options): string {
  const {enter, room} = words.value.app;
  return clock ? room.presetSpoken(clock.initial, clock.increment) : enter.noClock(span(patience ?? defaultPatience));
}

function spectatorsText(options: Options): string {
  const {spectators} = words.value.app.enter;
  return offersDelay(options) ? spectators.late(options.delay) : spectators[options.spectators];
}

export function Terms({options}: {options: Options}) {
  const {enter} = words.value.app;
  const terms: readonly [IconName, string][] = [
    ['seal', enter.firstTo(options.seals)], ['clock', timeText(options)], ['watch', spectatorsText(options)],
  ];
  return (
    <ul class="terms" aria-label={enter.terms}>
      {terms.map(([icon, text]) => <li key={icon}><Icon name={icon} /><span>{text}</span></li>)}
    </ul>
  );
}

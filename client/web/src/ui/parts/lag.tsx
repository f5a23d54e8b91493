// How long the server takes to reach somebody and hear back, in ms.
import {words} from '../../i18n';

export function Lag({ms}: {ms: number}) {
  const {match} = words.value.app;
  const whole = Math.round(ms);
  const spoken = match.lagSpoken(whole);
  return <><span aria-hidden="true" title={spoken}>{match.lag(whole)}</span><span class="visually-hidden">{spoken}</span></>;
}

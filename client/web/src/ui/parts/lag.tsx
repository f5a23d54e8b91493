// How long a message takes from the server to somebody and back, in ms.
import {words} from '../../i18n';

export function Lag({ms}: {ms: number}) {
  const {match} = words.value.app;
  const whole = Math.round(ms);
  const spoken = match.lagSpoken(whole);
  return <><span aria-hidden="true" title={spoken}>{match.lag(whole)}</span><span class="visually-hidden">{spoken}</span></>;
}

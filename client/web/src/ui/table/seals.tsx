// The seals that a player has won, of those needed.
import {words} from '../../i18n';
import {memo} from '../parts/memo';
import {Picture} from './pictures';

export const Seals = memo(({won, of}: {won: number; of: number}) => {
  const text = words.value.table.seals(won, of);
  return (
    <span class="seals" title={text}>
      <span class="visually-hidden">{text}</span>
      {Array.from({length: Math.max(of, won)}, (_, i) => <span key={i} class="seal" data-won={i < won} aria-hidden="true"><Picture name="seal" /></span>)}
    </span>
  );
});

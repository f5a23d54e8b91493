// How many people watch; nothing if nobody does.
import {words} from '../../i18n';
import {Icon} from '../parts/icons';

export const SpectatorCount = ({count}: {count: number}) => count > 0 && (
  <span class="match-fact watching"><Icon name="watch" /><span class="visually-hidden">{words.value.app.match.spectators(count)}</span><span aria-hidden="true">{count}</span></span>
);

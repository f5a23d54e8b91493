// The bar above every screen except the start screen and the table.
import {words} from '../../i18n';
import {Link} from './button';
import {Icon} from './icons';
import {Mark} from './art';

export function TopBar() {
  const {common, start} = words.value.app;
  return (
    <header class="top-bar">
      <Link to="/" class="wordmark" aria-label={common.home}><Mark /><span aria-hidden="true">Jaipur</span></Link>
      <nav aria-label={start.more}>
        <Link to="/help" class="icon-button" aria-label={start.help} title={start.help}><Icon name="help" /></Link>
        <Link to="/settings" class="icon-button" aria-label={start.settings} title={start.settings}><Icon name="settings" /></Link>
      </nav>
    </header>
  );
}

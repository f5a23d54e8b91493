// Runs before the rest of the document is parsed: sets its language. The texts load later, but Firefox keeps telling
// screen readers the language that the document had at first.
import {languageFor} from './i18n/languages';
import {stored} from './browser/storage';

document.documentElement.lang = languageFor(stored('jaipur.language'));

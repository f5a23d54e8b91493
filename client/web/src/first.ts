// Runs before the page is read on: says in which language it will be. The words come later, but Firefox tells screen readers
// for ever the language that the document had when it came.
import {languageFor} from './i18n/languages';
import {stored} from './browser/storage';

document.documentElement.lang = languageFor(stored('jaipur.language'));

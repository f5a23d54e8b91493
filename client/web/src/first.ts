// Runs before the page is read on: says in which language it will be. The words come later, but Firefox tells screen readers
// for ever the language that the document had when it came.
import {isLanguage, preferredLanguage} from './i18n/languages';
import {stored} from './ui/storage';

const chosen = stored('jaipur.language');
document.documentElement.lang = isLanguage(chosen) ? chosen : preferredLanguage(navigator.languages);

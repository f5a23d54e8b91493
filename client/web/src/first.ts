// Runs before the rest of the document is parsed: sets its language. The texts load later, but Firefox keeps telling
// screen readers the language that the document had at first. Connects to the server, and begins to load what only later
// scripts would ask for.
import {connectEarly} from './browser/socket';
import {languageFor} from './i18n/languages';
import {stored} from './browser/storage';

// Names in assets/; build.mjs fills them in.
declare const LINKED_FILES: readonly string[]; // what shows a room
declare const LANGUAGE_FILES: Record<string, string>;

connectEarly();

const language = languageFor(stored('jaipur.language'));
document.documentElement.lang = language;

const file = LANGUAGE_FILES[language];
const toRoom = /^#?\/(watch\/)?(?!replay$)\w{6}$/;
const linked = toRoom.test(location.pathname) || toRoom.test(location.hash) ? LINKED_FILES : [];
for (const name of language === 'en' || !file ? linked : [file, ...linked])
  document.head.append(Object.assign(document.createElement('link'), {rel: 'modulepreload', href: `/assets/${name}`}));

// Starts the page.
import './ui/theme.css';
import {render} from 'preact';
import {preferredLanguage, speak, words} from './i18n';

await speak(preferredLanguage(navigator.languages));
render(<h1>{words.value.app.title}</h1>, document.getElementById('app')!);

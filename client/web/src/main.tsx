// Starts the page: the line to the server at once, and what is drawn as soon as its words are there.
import './ui/theme.css';
import './ui/parts/parts.css';
import './ui/parts/art.css';
import './ui/screens/screens.css';
import './ui/screens/table_frame.css';
import {render} from 'preact';
import {openSession} from './net/session';
import {App} from './ui/app';
import {callForAttention} from './ui/attention';
import {countUnread} from './ui/beside';
import {watchShuffle} from './ui/distrust';
import {installable} from './ui/installable';
import {listenToKeys} from './ui/keys';
import {tellStory} from './ui/live';
import {rememberNames} from './ui/names';
import {rememberMatches} from './ui/recent';
import {followSettings} from './ui/settings';
import {storage} from './ui/storage';

const session = openSession({url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`, storage});
rememberNames(session);
watchShuffle(session);
tellStory(session);
callForAttention(session);
countUnread(session);
rememberMatches(session);
listenToKeys();

await followSettings();
const root = document.getElementById('app')!;
root.replaceChildren(); // what stood there until now
render(<App session={session} />, root);
installable();

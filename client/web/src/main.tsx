// Starts the page: takes over the connection to the server, and draws as soon as the texts are loaded.
import './ui/theme.css';
import './ui/parts/parts.css';
import './ui/parts/art.css';
import './ui/screens/screens.css';
import './ui/screens/table_frame.css';
import {options, render} from 'preact';
import {openSession} from './net/session';
import {App} from './ui/app';
import {callForAttention} from './ui/announce/attention';
import {countUnread} from './ui/state/side_panel';
import {followDistrust} from './ui/state/distrust';
import {registerServiceWorker} from './browser/service_worker';
import {listenToKeys} from './ui/keys';
import {keepFocus} from './ui/parts/focus';
import {announceStory, forgetOfflineErrors} from './ui/announce/live_regions';
import {rememberNames} from './ui/state/player_names';
import {go} from './ui/state/route';
import {followViews} from './ui/state/shown_view';
import {rememberMatches} from './ui/state/match_history';
import {followSettings} from './ui/state/settings';
import {ServerSocket, serverUrl} from './browser/socket';
import {storage, tabStorage} from './browser/storage';

const session = openSession({url: serverUrl(), WebSocket: ServerSocket, storage, tabStorage});
rememberNames(session);
followViews(session);
followDistrust(session);
announceStory(session);
forgetOfflineErrors(session);
callForAttention(session);
countUnread(session);
rememberMatches(session);
listenToKeys();
keepFocus();

// Runs effects by a timer. Preact would ask for one more frame first, and each frame costs 2 ms of work.
options.requestAnimationFrame = work => void setTimeout(work, 20);

await followSettings();
const root = document.getElementById('app')!;
root.replaceChildren(); // the placeholder
render(<App session={session} />, root);
registerServiceWorker(room => go(`/${room}`));

// Screens behind a link to a room or to the server, and what asks for a server's password: one bundle, loaded at once if
// the visitor came by such a link.
export {EnterServer} from './enter_server';
export {Gate, PasswordDialog, StartGate} from './gate';
export {InvitationPage} from './invitation';
export {WatchPage} from './watch';

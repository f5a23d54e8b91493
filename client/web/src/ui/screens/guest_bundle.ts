// Screens behind a link to a room: one bundle, loaded at once if the visitor came by such a link.
export {InvitationPage} from './invitation';
export {WatchPage} from './watch';

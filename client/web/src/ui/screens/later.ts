// Screens that nobody sees first. They come in one piece, when the browser has nothing better to do or
// when the first of them is asked for.
export {Help, HelpBody} from './help';
export {MatchSummary} from './match_summary';
export {NewRoom} from './new_room';
export {Rooms} from './rooms';
export {RoundOver} from './round_over';
export {Settings, SettingsBody} from './settings';

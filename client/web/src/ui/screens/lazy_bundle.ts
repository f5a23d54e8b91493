// Screens that are never the first. They are one bundle, loaded when the browser is idle or when one of them is needed.
export {AtTable} from './at_table';
export {Help, HelpBody} from './help';
export {MatchStrip, MyGames} from './my_games';
export {MoveSeat} from './move_seat';
export {NewcomerRules} from './newcomer_rules';
export {NewRoom} from './new_room';
export {Rooms} from './rooms';
export {Settings, SettingsBody} from './settings';

// Screens that nobody sees first. They come in one piece, when the browser has nothing better to do or
// when the first of them is asked for.
export {AtTable} from './at_table';
export {Help, HelpBody} from './help';
export {NewRoom} from './new_room';
export {Rooms} from './rooms';
export {Settings, SettingsBody} from './settings';

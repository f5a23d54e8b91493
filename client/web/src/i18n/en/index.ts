import {cards} from './cards';
import {story} from './story';
import {table} from './table';
import {app} from './app';

export const english = {cards, story, table, app};

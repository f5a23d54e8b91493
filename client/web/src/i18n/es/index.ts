import type {Words} from '../words';
import {cards} from './cards';
import {story} from './story';
import {table} from './table';
import {app} from './app';

export const spanish: Words = {cards, story, table, app};

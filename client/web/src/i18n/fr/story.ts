import type {Words} from '..';
import {story as english} from '../en/story';

export const story: Words['story'] = english;

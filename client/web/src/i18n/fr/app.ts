import type {Words} from '..';
import {app as english} from '../en/app';

export const app: Words['app'] = english;

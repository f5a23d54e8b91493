import type {Words} from '..';

export const story: Words['story'] = {reconnected: 'Die Verbindung steht wieder.'};

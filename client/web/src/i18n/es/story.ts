import type {Words} from '..';

export const story: Words['story'] = {reconnected: 'La conexión ha vuelto.'};

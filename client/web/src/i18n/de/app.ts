import type {Words} from '..';

export const app: Words['app'] = {title: 'Jaipur online'};

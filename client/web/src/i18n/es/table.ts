import type {Words} from '..';

export const table: Words['table'] = {market: 'Mercado'};

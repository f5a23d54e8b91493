// The texts of the forms for a server's password.
import {lateWords} from '../parts/late_words';
import {access as english} from '../../i18n/en/access';

export type AccessWords = typeof english;

export const useAccessWords = lateWords<AccessWords>(english, {
  fr: () => import('../../i18n/fr/access').then(it => it.access),
  de: () => import('../../i18n/de/access').then(it => it.access),
  es: () => import('../../i18n/es/access').then(it => it.access),
});

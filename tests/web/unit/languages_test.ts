// The languages: which one is chosen, and that each has every text in the same shape.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {preferredLanguage} from '../../../client/web/src/i18n';
import {english} from '../../../client/web/src/i18n/en';
import {french} from '../../../client/web/src/i18n/fr';
import {german} from '../../../client/web/src/i18n/de';
import {spanish} from '../../../client/web/src/i18n/es';

test('the first available language is chosen, whatever its region', () => {
  assert.equal(preferredLanguage(['pt-BR', 'de-AT', 'fr']), 'de');
  assert.equal(preferredLanguage(['es']), 'es');
  assert.equal(preferredLanguage(['tlh']), 'en');
  assert.equal(preferredLanguage([]), 'en');
});

const shape = (value: unknown, path = ''): string[] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([key, child]) => shape(child, `${path}.${key}`))
    : [`${path}: ${typeof value}`];

test('every language has the same texts as English', () => {
  for (const other of [french, german, spanish]) assert.deepEqual(shape(other).sort(), shape(english).sort());
});

const texts = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : value !== null && typeof value === 'object' ? Object.values(value).flatMap(texts) : [];

test('no text is empty', () => {
  for (const words of [english, french, german, spanish]) for (const text of texts(words)) assert.notEqual(text.trim(), '');
});

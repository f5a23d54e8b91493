// The languages: which one is chosen, and that each has every text in the same shape.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {preferredLanguage} from '../../../client/web/src/i18n';
import {english} from '../../../client/web/src/i18n/en';
import {access as english_access} from '../../../client/web/src/i18n/en/access';
import {access as french_access} from '../../../client/web/src/i18n/fr/access';
import {access as german_access} from '../../../client/web/src/i18n/de/access';
import {access as spanish_access} from '../../../client/web/src/i18n/es/access';
import {help as english_help} from '../../../client/web/src/i18n/en/help';
import {help as french_help} from '../../../client/web/src/i18n/fr/help';
import {help as german_help} from '../../../client/web/src/i18n/de/help';
import {help as spanish_help} from '../../../client/web/src/i18n/es/help';
import {lobby as english_lobby} from '../../../client/web/src/i18n/en/lobby';
import {lobby as french_lobby} from '../../../client/web/src/i18n/fr/lobby';
import {lobby as german_lobby} from '../../../client/web/src/i18n/de/lobby';
import {lobby as spanish_lobby} from '../../../client/web/src/i18n/es/lobby';
import {french} from '../../../client/web/src/i18n/fr';
import {german} from '../../../client/web/src/i18n/de';
import {spanish} from '../../../client/web/src/i18n/es';

test('the first available language is chosen, whatever its region', () => {
  assert.equal(preferredLanguage(['pt-BR', 'de-AT', 'fr']), 'de');
  assert.equal(preferredLanguage(['es']), 'es');
  assert.equal(preferredLanguage(['tlh']), 'en');
  assert.equal(preferredLanguage([]), 'en');
});

// The texts of each language that come later, by name.
const late = {
  access: [english_access, french_access, german_access, spanish_access],
  help: [english_help, french_help, german_help, spanish_help],
  lobby: [english_lobby, french_lobby, german_lobby, spanish_lobby],
};

const shape = (value: unknown, path = ''): string[] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([key, child]) => shape(child, `${path}.${key}`))
    : [`${path}: ${typeof value}`];

test('every language has the same texts as English', () => {
  for (const [first, ...others] of [[english, french, german, spanish], ...Object.values(late)])
    for (const other of others) assert.deepEqual(shape(other).sort(), shape(first).sort());
});

const texts = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : value !== null && typeof value === 'object' ? Object.values(value).flatMap(texts) : [];

test('no text is empty', () => {
  for (const words of [english, french, german, spanish, ...Object.values(late).flat()]) for (const text of texts(words)) assert.notEqual(text.trim(), '');
});

test('the log says who gave a match away, in every language', () => {
  const end = (reason: 'resigned' | 'timeout' | 'claimed' | 'seals') => ({type: 'match_ended', winner: 1, reason} as const);
  for (const {story} of [english, french, german, spanish]) {
    const told = (you: 0 | 1, reason: Parameters<typeof end>[0]) => story.event(end(reason), {you, name: seat => ['Asha', 'Ravi'][seat]!});
    for (const reason of ['resigned', 'timeout', 'claimed'] as const) {
      assert.match(told(1, reason), /^Asha .+\. .+\.$/);
      assert.doesNotMatch(told(0, reason), /Asha/);
      assert.equal(told(0, reason).split('. ').length, 3);
    }
    assert.doesNotMatch(told(1, 'seals'), /Asha/);
  }
});

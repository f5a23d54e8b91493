// Import rules: what each folder of the page may import. client/web/README.md explains them.
import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {dirname, join, relative, resolve} from 'node:path';
import {test} from 'node:test';

const sources = join(process.env.JAIPUR_ROOT!, 'client/web/src');
const preact = ['preact', 'preact/hooks', '@preact/signals'];
// Folders, files and packages. A folder may always import from itself, but not from a folder within it.
const may: Record<string, string[]> = {
  protocol: ['generated'],
  browser: [],
  game: ['protocol'],
  shuffle: ['protocol', 'game', 'model', '@noble/hashes/hmac', '@noble/hashes/sha2'],
  replay: ['generated', 'protocol', 'game', 'shuffle'],
  net: ['protocol', 'browser', 'shuffle', 'model', '@preact/signals'],
  i18n: ['protocol', 'model', '@preact/signals'],
  'ui/state': ['protocol', 'browser', 'i18n', 'model', ...preact],
  'ui/parts': ['protocol', 'browser', 'game', 'i18n', 'ui/state', ...preact, 'uqr',
    '@fontsource/yatra-one/files/yatra-one-latin-400-normal.woff2', '@fontsource/yatra-one/files/yatra-one-latin-ext-400-normal.woff2'],
  'ui/announce': ['protocol', 'browser', 'i18n', 'model', 'ui/state', 'ui/parts', ...preact],
  'ui/table': ['protocol', 'game', 'i18n', 'ui/state', 'ui/parts', 'ui/announce', ...preact],
  'ui/screens': ['protocol', 'browser', 'game', 'replay', 'i18n', 'model', 'ui/state', 'ui/parts', 'ui/announce', 'ui/table', ...preact],
  ui: ['browser', 'i18n', 'model', 'ui/state', 'ui/parts', 'ui/announce', 'ui/screens', ...preact],
  dev: ['protocol', 'i18n', 'ui', 'ui/table', 'tests/web/fixtures', ...preact],
};

const files = readdirSync(sources, {recursive: true, encoding: 'utf8'}).filter(path => /\.tsx?$/.test(path));

// The folder of the table that a path belongs to; outside of the table, the path itself.
const folderOf = (path: string): string =>
  Object.keys(may).filter(folder => path === folder || path.startsWith(`${folder}/`)).sort((a, b) => b.length - a.length)[0] ??
  (path.startsWith('../') ? path.replace(/^(\.\.\/)+/, '').split('/').slice(0, -1).join('/') : path);

function wrongImports(path: string, text: string): string[] {
  const folder = folderOf(path);
  return [...text.matchAll(/(?:\bfrom|\bimport\(?)\s*'([^']+)'/g)].flatMap(([, name]) => {
    const target = name!.startsWith('.') ? folderOf(relative(sources, resolve(sources, dirname(path), name!))) : name!;
    return target === folder || may[folder]!.includes(target) ? [] : [`${path} imports ${name}`];
  });
}

for (const folder of Object.keys(may))
  test(`${folder} imports only what it may`, () => {
    const own = files.filter(path => path.includes('/') && folderOf(path) === folder);
    assert.ok(own.length > 0);
    assert.deepEqual(own.flatMap(path => wrongImports(path, readFileSync(join(sources, path), 'utf8'))), []);
  });

test('every folder is in the table', () => {
  assert.deepEqual(files.filter(path => path.includes('/') && !(folderOf(path) in may)), []);
});

test('a wrong import is found', () => {
  const count = (path: string, line: string) => wrongImports(path, line).length;
  assert.equal(count('game/x.ts', "import {words} from '../i18n';"), 1);
  assert.equal(count('ui/table/x.ts', "import {ServerConnection} from '../../net/connection';"), 1);
  assert.equal(count('ui/parts/x.tsx', "import {Table} from '../table/table';"), 1);
  assert.equal(count('net/x.ts', "void import('../ui/app');"), 1);
  assert.equal(count('ui/x.ts', "import moment from 'moment';"), 1);
  assert.equal(count('ui/x.ts', "import '../net/connection';"), 1);
  assert.equal(count('net/x.ts', "import type {Model} from '../model';"), 0);
});

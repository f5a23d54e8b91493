// Who may know whom within the page: what decides nothing about looks knows nothing of them, and the
// screens know the network only as a model.
import assert from 'node:assert/strict';
import {readFileSync, readdirSync, statSync} from 'node:fs';
import {dirname, join, relative, resolve} from 'node:path';
import {test} from 'node:test';

const sources = join(process.env.JAIPUR_ROOT!, 'client/web/src');
const may: Record<string, {folders: string[]; packages: RegExp}> = {
  protocol: {folders: ['generated'], packages: /^$/},
  game: {folders: ['generated', 'protocol', 'model.ts'], packages: /^@noble\/hashes/},
  net: {folders: ['protocol', 'game', 'model.ts'], packages: /^@preact\/signals$/},
  i18n: {folders: ['protocol', 'model.ts'], packages: /^@preact\/signals$/},
  ui: {folders: ['protocol', 'game', 'i18n', 'model.ts'], packages: /^(preact(\/hooks)?|@preact\/signals|uqr)$/},
};

const files = (folder: string): string[] =>
  readdirSync(folder).flatMap(name => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : /\.tsx?$/.test(name) ? [path] : [];
  });

function wrong(folder: string, path: string, text: string): string[] {
  const {folders, packages} = may[folder]!;
  return [...text.matchAll(/(?:\bfrom|\bimport\(?)\s*'([^']+)'/g)].flatMap(([, name]) => {
    if (!name!.startsWith('.')) return packages.test(name!) ? [] : [`${relative(sources, path)} knows ${name}`];
    const to = relative(sources, resolve(dirname(path), name!)).replace(/^\.\.\//, ''); // what is generated lies beside the sources
    const top = to.includes('/') ? to.slice(0, to.indexOf('/')) : `${to}.ts`;
    const fine = top === folder || to === folder || folders.includes(top) || folders.includes(to);
    return fine ? [] : [`${relative(sources, path)} knows ${to}`];
  });
}

for (const folder of Object.keys(may))
  test(`${folder} knows only what it may`, () => {
    const all = files(join(sources, folder));
    assert.ok(all.length > 0);
    assert.deepEqual(all.flatMap(path => wrong(folder, path, readFileSync(path, 'utf8'))), []);
  });

test('a wrong import is found', () => {
  const found = (folder: string, line: string) => wrong(folder, join(sources, folder, 'x.ts'), line).length;
  assert.equal(found('game', "import {words} from '../i18n';"), 1);
  assert.equal(found('ui', "import {Line} from '../net/line';"), 1);
  assert.equal(found('net', "void import('../ui/app');"), 1);
  assert.equal(found('ui', "import moment from 'moment';"), 1);
  assert.equal(found('ui', "import '../net/line';"), 1);
  assert.equal(found('net', "import type {Model} from '../model';"), 0);
});

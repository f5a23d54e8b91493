// client/web/embed.mjs, which turns the page into C++ source, on sites made for it.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {after, test} from 'node:test';
import {fileURLToPath} from 'node:url';

const embed = join(dirname(fileURLToPath(import.meta.url)), '../../client/web/embed.mjs');
const scratch = mkdtempSync(join(tmpdir(), 'jaipur-embed-'));
after(() => rmSync(scratch, {recursive: true}));
let sites = 0;

// Runs embed.mjs on files, by their names; returns what it printed, and the source.
function embedded(files) {
  const site = join(scratch, `site-${++sites}`);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(site, name)), {recursive: true});
    writeFileSync(join(site, name), content);
  }
  const out = join(site, '../page.cpp');
  rmSync(out, {force: true});
  const {status, stdout, stderr} = spawnSync(process.execPath, [embed, '--site', site, '--out', out], {encoding: 'utf8'});
  return {status, said: stdout + stderr, source: status === 0 ? readFileSync(out, 'utf8') : null};
}

const html = (...tags) => `<!doctype html><html lang="en"><head>${tags.join('')}</head><body></body></html>\n`;
const script = path => `<script type="module" src="${path}"></script>`;
const noise = bytes => `"${randomBytes(bytes / 2).toString('hex')}";`; // gzips to half its size
const first = said => Number(/(\d+) bytes gzipped of/.exec(said)[1]);

// The bytes of a constant in the source, as a compiler reads them.
function constant(source, name) {
  const [, literals] = new RegExp(`constexpr char ${name}\\[\\] = [^\\n]*\\n([^]*?");\\n`).exec(source);
  const text = [...literals.matchAll(/"([^"]*)"/g)].map(match => match[1]).join('');
  return Buffer.from(text.replace(/\\([0-7]{3})/g, (_, digits) => String.fromCharCode(parseInt(digits, 8))), 'latin1');
}

test('every byte is in the source, and the same site gives the same source', () => {
  const all = Buffer.from(Array.from({length: 1024}, (_, i) => (i * 7 + (i >> 8)) & 0xff));
  const tricky = Buffer.from('??/"\\\\n%s\x0000 ??=9\r\n\t' + 'x'.repeat(95) + '"0');
  const files = {'index.html': html(), 'all.png': all, 'tricky.txt': tricky};
  const {status, said, source} = embedded(files);
  assert.equal(status, 0, said);
  assert.deepEqual(constant(source, 'bytes_0'), Buffer.from(html()));
  assert.deepEqual(constant(source, 'bytes_1'), all);
  assert.deepEqual(constant(source, 'bytes_2'), tricky);
  assert.equal(embedded(files).source, source);
  assert.ok(!source.includes('??'), 'a trigraph');
  const changed = embedded({...files, 'tricky.txt': 'other'}).source;
  const tag = text => /\{"\/tricky.txt"[^]*?(\\"[\w-]+\\")/.exec(text)[1];
  assert.notEqual(tag(changed), tag(source));
});

test('the first load is what the page links to, and what its scripts import at once', () => {
  const files = {
    'index.html': html('<link rel="stylesheet" href="/assets/a.css">', '<link rel="icon" href="/icon.svg">',
      '<link rel="apple-touch-icon" href="/icon.png">', script('/assets/main.js')),
    'assets/a.css': 'body{background:url("/assets/sand.svg")}',
    'assets/sand.svg': '<svg/>',
    'assets/main.js': `import{x}from"./shared.js";import"./side.js";const later=()=>import("./lazy.js");export*from"./star.js";${noise(2000)}`,
    'assets/shared.js': `export const x=1;${noise(2000)}`,
    'assets/side.js': noise(2000),
    'assets/star.js': noise(2000),
    'assets/lazy.js': noise(200_000),
    'icon.svg': '<svg/>',
    'icon.png': noise(200_000),
    'unused.txt': noise(200_000),
  };
  const {status, said} = embedded(files);
  assert.equal(status, 0, said);
  assert.match(said, /11 files; first load: 8 files/);
  assert.ok(first(said) > 4 * 1000 && first(said) < 4 * 1500, said);
});

test('a first load of more than 80,000 gzipped bytes is refused, with its files named', () => {
  const of = bytes => ({'index.html': html(script('/assets/main.js')), 'assets/main.js': noise(bytes)});
  const fits = embedded(of(130_000));
  assert.equal(fits.status, 0, fits.said);
  const bytes = first(fits.said);
  assert.ok(bytes > 60_000 && bytes < 80_000, fits.said);
  const large = embedded(of(165_000));
  assert.equal(large.status, 1);
  assert.match(large.said, /\d+ {2}\/assets\/main\.js/);
  assert.match(large.said, /more than allowed/);
});

test("the first load includes the largest language's texts", () => {
  const site = {
    'index.html': html(script('/assets/main-0123ABCD.js')),
    'assets/main-0123ABCD.js': `const speak=()=>import("./fr-0123ABCD.js");${noise(2000)}`,
    'assets/de-0123ABCD.js': noise(20_000),
    'assets/fr-0123ABCD.js': `import"./words-0123ABCD.js";${noise(30_000)}`,
    'assets/words-0123ABCD.js': noise(2000),
    'assets/help-0123ABCD.js': noise(100_000),
  };
  const {said} = embedded(site);
  assert.match(said, /first load: 4 files, .* allowed \(in the largest language, fr;/);
  assert.ok(first(said) > 17_000 && first(said) < 25_000, said);
  assert.equal(embedded({...site, 'assets/de-0123ABCD.js': noise(165_000)}).status, 1);
});

test("files that can't be served are refused", () => {
  const refused = (files, why) => {
    const {status, said} = embedded(files);
    assert.equal(status, 1, said);
    assert.match(said, why);
  };
  refused({'a.txt': 'x'}, /no index\.html/);
  refused({'index.html': html(script('/assets/gone.js'))}, /refers to \/assets\/gone\.js, which doesn't exist/);
  refused({'index.html': html(), 'program.exe': 'x'}, /program\.exe: unknown content type/);
  refused({'index.html': html(), 'a b.txt': 'x'}, /a b\.txt: a file name/);
});

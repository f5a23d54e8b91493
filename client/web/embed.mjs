// Turns the page that build.mjs wrote into one C++ source, `node embed.mjs --site DIR --out FILE.cpp`, so that the
// server serves it from its own binary. The source defines `built_in_page` of server/net/page.hpp. Fails if the first
// load is too large. The same page and Node.js give the same source.
import {createHash} from 'node:crypto';
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {extname, join, posix, relative, sep} from 'node:path';
import {parseArgs} from 'node:util';
import {brotliCompressSync, constants, gzipSync} from 'node:zlib';

// The limit for a visitor's first load in any language, gzipped.
const first_load_limit = 80_000;

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

function fail(why) {
  console.error(`embed.mjs: ${why}`);
  process.exit(1);
}

// ---- files

const gzip = bytes => gzipSync(bytes, {level: 9});
const brotli = bytes =>
  brotliCompressSync(bytes, {
    params: {[constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length},
  });

// Null if compression doesn't make it smaller.
function smaller(compressed, bytes) {
  return compressed.length < bytes.length ? compressed : null;
}

function load(site, name) {
  const path = '/' + relative(site, name).split(sep).join('/');
  if (!/^[/A-Za-z0-9._-]+$/.test(path)) fail(`${path}: a file name may contain only letters, digits and . _ -`);
  const type = types[extname(path)];
  if (!type) fail(`${path}: unknown content type`);
  const bytes = readFileSync(name);
  return {
    path: path === '/index.html' ? '/' : path.replace(/\.html$/, ''),
    type,
    lasting: path.startsWith('/assets/'), // their names contain a hash of the content
    bytes,
    gzip: smaller(gzip(bytes), bytes),
    brotli: smaller(brotli(bytes), bytes),
  };
}

function names_below(folder) {
  return readdirSync(folder, {withFileTypes: true}).flatMap(entry =>
    entry.isDirectory() ? names_below(join(folder, entry.name)) : [join(folder, entry.name)]);
}

// ---- the first load

const own = path => path.startsWith('/') && !path.startsWith('//');
const matches = (text, pattern) => [...text.matchAll(pattern)].map(match => match[1]);

// What a file makes the browser load at once, by the page's tags or a script's static imports. A text search finds the
// imports; it may match other text too, so only existing files count.
function loaded_by(file, files) {
  const text = file.bytes.toString('utf8');
  if (file.path === '/') {
    const tags = matches(text, /<((?:link|script|img)\s[^>]*)>/g);
    const named = some => some.flatMap(tag => matches(tag, /\b(?:href|src)="([^"]*)"/g)).filter(own);
    const missing = named(tags).find(path => !files.has(path));
    if (missing) fail(`index.html refers to ${missing}, which doesn't exist`);
    return named(tags.filter(tag => !/\brel="(?:apple-touch-icon|license)"/.test(tag))); // which browsers load only on demand
  }
  const found = /javascript/.test(file.type) ? matches(text, /\b(?:import|from)\s*["'](\.{0,2}\/[^"']+)["']/g)
    : /css/.test(file.type) ? matches(text, /url\(["']?([^"')]+)["']?\)/g)
    : [];
  return found.map(path => posix.resolve(posix.dirname(file.path), path)).filter(path => files.has(path));
}

// Each language other than English is a script, which build.mjs names after the language. The page needs it for its
// first screen.
const is_language = path => /^\/assets\/[a-z]{2}-[0-9A-Z]+\.js$/.test(path);

function first_load(files, language) {
  const first = new Set(['/', ...language]);
  for (const path of first) // the set grows during the loop
    for (const more of loaded_by(files.get(path), files)) first.add(more);
  return [...first].map(path => files.get(path));
}

const size = (loaded, form) => loaded.reduce((total, file) => total + (file[form] ?? file.bytes).length, 0);

// The first load in the language in which it is largest.
function largest_first_load(files) {
  const loads = [[], ...[...files.keys()].filter(is_language).map(path => [path])].map(language => first_load(files, language));
  return loads.reduce((largest, load) => (size(load, 'gzip') > size(largest, 'gzip') ? load : largest));
}

// ---- output

const hash = bytes => createHash('sha256').update(bytes).digest('base64url').slice(0, 22);

// Bytes as string literals, which compilers read a hundred times faster than numbers. Octal escapes have three digits,
// so they never swallow the next character; question marks are escaped to avoid trigraphs.
function literal(bytes) {
  const lines = [];
  for (let from = 0; from < bytes.length; from += 96) {
    let line = '';
    for (const byte of bytes.subarray(from, from + 96)) {
      const plain = byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c && byte !== 0x3f;
      line += plain ? String.fromCharCode(byte) : '\\' + byte.toString(8).padStart(3, '0');
    }
    lines.push(`    "${line}"`);
  }
  return lines.length ? lines.join('\n') : '    ""';
}

function representation(name, bytes) {
  return {
    constant: `constexpr char ${name}[] = // ${bytes.length} bytes\n${literal(bytes)};\n`,
    value: `{{${name}, sizeof ${name} - 1}, "\\"${hash(bytes)}\\""}`,
  };
}

function source(files) {
  const constants = [];
  const rows = files.map((file, number) => {
    const values = ['bytes', 'gzip', 'brotli'].map(form => {
      if (!file[form]) return '{}';
      const {constant, value} = representation(`${form}_${number}`, file[form]);
      constants.push(`// ${file.path}\n${constant}`);
      return value;
    });
    const kept = file.lasting ? 'Caching::Forever' : 'Caching::Revalidate';
    return `    {"${file.path}", "${file.type}", ${kept},\n     ${values.join(',\n     ')}},\n`;
  });
  return `// Made by client/web/embed.mjs. Do not edit.
#include "server/net/page.hpp"

#include <array>

namespace jaipur::server::net {

namespace {

${constants.join('\n')}
constexpr std::array<PageFile, ${files.length}> files{{
${rows.join('')}}};

} // namespace

Page built_in_page() {
    return files;
}

} // namespace jaipur::server::net
`;
}

const {values} = parseArgs({options: {site: {type: 'string'}, out: {type: 'string'}}});
if (!values.site || !values.out) {
  console.error('usage: node embed.mjs --site DIR --out FILE.cpp');
  process.exit(2);
}
// Sorted by bytes: the server uses a binary search.
const all = names_below(values.site).map(name => load(values.site, name)).sort((a, b) => (a.path < b.path ? -1 : 1));
const files = new Map(all.map(file => [file.path, file]));
if (!files.has('/')) fail(`${values.site} has no index.html`);

const first = largest_first_load(files);
const at_first = size(first, 'gzip');
const language = first.find(file => is_language(file.path))?.path.slice('/assets/'.length, -'-HASHHASH.js'.length) ?? 'en';
console.log(`the page: ${all.length} files; first load: ${first.length} files, ${at_first} bytes gzipped of ${first_load_limit} allowed ` +
  `(in the largest language, ${language}; brotli: ${size(first, 'brotli')})`);
if (at_first > first_load_limit) {
  for (const file of first) console.error(`  ${String((file.gzip ?? file.bytes).length).padStart(7)}  ${file.path}`);
  fail(`the first load takes ${at_first} bytes gzipped, ${at_first - first_load_limit} more than allowed`);
}
writeFileSync(values.out, source(all));

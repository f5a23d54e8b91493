// Builds the page: `node build.mjs --out DIR [--dev]`. DIR gets what the server serves: index.html, a copy of it for
// each screen with a path, other files with fixed names (with --dev gallery.html as well), and assets/, where file names
// contain a hash of the content.
import {cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {basename, dirname, extname, join, relative, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {build} from 'esbuild';
import subsetFont from 'subset-font';

const here = dirname(fileURLToPath(import.meta.url));
const {values} = parseArgs({options: {out: {type: 'string'}, dev: {type: 'boolean', default: false}}});
if (!values.out) {
  console.error('usage: node build.mjs --out DIR [--dev]');
  process.exit(2);
}
const out = values.out;

rmSync(out, {recursive: true, force: true});
mkdirSync(out, {recursive: true});
const target = ['chrome111', 'firefox113', 'safari16.2'];
const loader = {'.svg': 'file', '.woff2': 'file'};
const late = await build({
  entryPoints: {late: join(here, 'src/ui/late.css')},
  outdir: join(out, 'assets'),
  entryNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  bundle: true,
  target,
  minify: !values.dev,
  loader,
  metafile: true,
  logLevel: 'warning',
});
const url = path => '/' + relative(out, path).replaceAll('\\', '/');
const site = {
  entryPoints: {main: join(here, 'src/main.tsx'), ...(values.dev ? {gallery: join(here, 'src/dev/gallery.tsx')} : {})},
  outdir: join(out, 'assets'),
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  target,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: !values.dev,
  sourcemap: values.dev ? 'inline' : false,
  define: {
    'process.env.NODE_ENV': values.dev ? '"development"' : '"production"',
    LATE_STYLES: JSON.stringify(url(Object.entries(late.metafile.outputs).find(([, output]) => output.entryPoint)[0])),
  },
  loader,
  legalComments: 'none',
  // Chromium then compiles all functions beside the main thread while it loads the script, so that the first move need not
  // wait until its functions are compiled. https://v8.dev/blog/explicit-compile-hints
  banner: {js: '//# allFunctionsCalledOnLoad'},
  metafile: true,
  logLevel: 'warning',
};

// esbuild makes one script for each combination of scripts that share code: a dozen for the first load, and browsers fetch
// only six files at a time. So every script that is loaded later also imports what main.tsx imports, which is already
// loaded: then there is one.
const {inputs, outputs} = (await build({...site, write: false})).metafile;
const firstScript = Object.entries(inputs).find(([path]) => path.endsWith('src/main.tsx'));
const there = firstScript[1].imports.filter(it => it.kind === 'import-statement' && !it.path.endsWith('.css'))
  .map(it => `\nimport ${JSON.stringify(resolve(it.path))};`).join('');
const later = new Set(Object.values(outputs).filter(output => output.entryPoint).map(output => resolve(output.entryPoint)));
for (const entry of Object.values(site.entryPoints)) later.delete(entry);
const sharing = {
  name: 'sharing',
  setup: ({onLoad}) => onLoad({filter: /\.tsx?$/}, ({path}) =>
    later.has(path) ? {contents: readFileSync(path, 'utf8') + there, loader: extname(path).slice(1)} : undefined),
};
// The face of headings, without signs that don't stand in any: a fifth less. All Latin letters of Europe stay,
// because headings have players' names; most of them have a file that browsers rarely load. What is missing comes from the
// next face.
const all = (from, to) => Array.from({length: to - from + 1}, (_, i) => String.fromCodePoint(from + i)).join('');
const inHeadings = `${all(0x20, 0x7e)}\u00a0\u00ad¡«·»¿${all(0xc0, 0x17f)}${all(0x218, 0x21b)}${all(0x1e80, 0x1e9e)}–—‘’“”„‹›…`;
const subsetting = {
  name: 'subsetting',
  setup: ({onLoad}) => onLoad({filter: /\.woff2$/}, async ({path}) =>
    ({contents: await subsetFont(readFileSync(path), inHeadings, {targetFormat: 'woff2'}), loader: 'file'})),
};
const result = await build({...site, plugins: [sharing, subsetting]});

// embed.mjs measures the first load in each language and finds the languages' scripts by these names.
const languages = {};
for (const [path, {entryPoint}] of Object.entries(result.metafile.outputs)) {
  const language = /src\/i18n\/([a-z]{2})\/index\.ts$/.exec(entryPoint ?? '')?.[1];
  if (!language) continue;
  if (!new RegExp(`/${language}-[0-9A-Z]+\\.js$`).test(path)) throw new Error(`${path}: the file of this language's texts should be named after it`);
  languages[language] = basename(path);
}

const entryOf = source => Object.entries(result.metafile.outputs).find(([, output]) => output.entryPoint?.endsWith(source));
const imported = entry => entry[1].imports.filter(it => it.kind === 'import-statement').map(it => it.path);

// What a link to a room needs besides the first load. Every other script would only be asked for by one that has run.
const early = imported(entryOf('src/main.tsx'));
const bundles = ['guest_bundle.ts', 'lazy_bundle.ts'].map(entryOf);
const linked = [...new Set(bundles.flatMap(entry => [entry[0], ...imported(entry)]))].filter(path => !early.includes(path)).map(path => basename(path));

const first = await build({
  entryPoints: {first: join(here, 'src/first.ts')},
  outdir: join(out, 'assets'),
  entryNames: '[name]-[hash]',
  bundle: true,
  format: 'iife',
  target,
  minify: !values.dev,
  define: {LINKED_FILES: JSON.stringify(linked), LANGUAGE_FILES: JSON.stringify(languages)},
  metafile: true,
  logLevel: 'warning',
});

// Writes an HTML file with the tags for its first load.
function writePage(name, source) {
  const entry = entryOf(source);
  const preloaded = imported(entry).map(path => url(relative(process.cwd(), path)));
  const html = readFileSync(join(here, 'src/index.html'), 'utf8')
    .replace('<link rel="manifest"', '<link rel="license" href="/licenses.txt">\n$&')
    .replace('<!-- first -->', `<script src="${url(Object.keys(first.metafile.outputs)[0])}"></script>`)
    .replace('<!-- styles -->', entry[1].cssBundle ? `<link rel="stylesheet" href="${url(entry[1].cssBundle)}">` : '')
    .replace('<!-- scripts -->',
      [...preloaded.map(path => `<link rel="modulepreload" href="${path}">`), `<script type="module" src="${url(entry[0])}"></script>`].join('\n'));
  writeFileSync(join(out, name), html);
}
writePage('index.html', 'src/main.tsx');
for (const screen of JSON.parse(readFileSync(join(here, 'src/ui/state/screens.json'), 'utf8'))) cpSync(join(out, 'index.html'), join(out, `${screen}.html`));
if (values.dev) writePage('gallery.html', 'src/dev/gallery.tsx');
cpSync(join(here, 'public'), out, {recursive: true});

// Every copy must include the licences of the packages in it; the HTML links to them.
function licences() {
  const folders = new Set(Object.keys(result.metafile.inputs).map(path => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0]).filter(Boolean));
  return [...folders].sort().map(folder => {
    const {name, license} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find(it => /^licen[cs]e/i.test(it));
    if (!file) throw new Error(`${folder}: there is no file with its licence (${license})`);
    return `${name}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
}
writeFileSync(join(out, 'licenses.txt'), ['This page is made with the following programs, by their licences.\n', ...licences()].join(`\n${'-'.repeat(72)}\n\n`));

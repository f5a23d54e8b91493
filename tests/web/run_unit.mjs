// Runs the page's unit tests: bundles each unit/NAME_test.ts and gives it to Node's test runner.
// usage: node tests/web/run_unit.mjs [NAME…] [--server PATH --client PATH]     without NAME: all of them
// The programs' paths reach the tests as JAIPUR_SERVER and JAIPUR_CLIENT.
import {spawnSync} from 'node:child_process';
import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));
const web = join(here, '../../client/web');
const {build} = createRequire(join(web, 'package.json'))('esbuild');
const {values, positionals} = parseArgs({options: {server: {type: 'string'}, client: {type: 'string'}}, allowPositionals: true});

const names = positionals.length
  ? positionals
  : readdirSync(join(here, 'unit')).filter(file => file.endsWith('_test.ts')).map(file => file.slice(0, -'_test.ts'.length));
const out = mkdtempSync(join(tmpdir(), 'jaipur-unit-'));
await build({
  entryPoints: names.map(name => join(here, 'unit', `${name}_test.ts`)),
  outdir: out, outExtension: {'.js': '.mjs'}, bundle: true, platform: 'node', format: 'esm', target: 'node18', sourcemap: 'inline',
  nodePaths: [join(web, 'node_modules'), join(here, 'node_modules')], jsx: 'automatic', jsxImportSource: 'preact', logLevel: 'warning',
  banner: {js: 'import {createRequire} from \'node:module\'; const require = createRequire(import.meta.url);'},
});
const path = value => (value ? resolve(value) : '');
const ended = spawnSync(process.execPath, ['--enable-source-maps', '--test', '--test-reporter=spec', ...names.map(name => join(out, `${name}_test.mjs`))], {
  stdio: 'inherit',
  env: {...process.env, JAIPUR_SERVER: path(values.server), JAIPUR_CLIENT: path(values.client), JAIPUR_ROOT: join(here, '../..')},
});
rmSync(out, {recursive: true, force: true});
process.exit(ended.status ?? 1);

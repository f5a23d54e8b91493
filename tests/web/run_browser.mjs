// Runs the tests of the page in headless Chromium, one after the other.
// usage: node tests/web/run_browser.mjs --server PATH --client PATH [NAME…]     without NAME: all of them
import {spawnSync} from 'node:child_process';
import {readdirSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));
const {values, positionals} = parseArgs({options: {server: {type: 'string'}, client: {type: 'string'}}, allowPositionals: true});
if (!values.server || !values.client) {
  console.error('usage: node run_browser.mjs --server PATH --client PATH [NAME…]');
  process.exit(2);
}
const all = readdirSync(join(here, 'browser')).filter(file => file.endsWith('_test.mjs')).map(file => file.slice(0, -'_test.mjs'.length));
const ended = spawnSync(process.execPath, ['--test', '--test-reporter=spec', '--test-concurrency=1', ...(positionals.length ? positionals : all).map(name => join(here, 'browser', `${name}_test.mjs`))], {
  stdio: 'inherit',
  env: {
    ...process.env,
    JAIPUR_SERVER: resolve(values.server), JAIPUR_CLIENT: resolve(values.client),
    FONTCONFIG_FILE: join(here, 'kit/fonts.conf'),
  },
});
process.exit(ended.status ?? 1);

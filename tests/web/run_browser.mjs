// Runs the page's tests in headless Chromium, three files at a time.
// usage: node tests/web/run_browser.mjs --server PATH --client PATH [NAME…]     without NAME: all but `speed`, which measures
import {spawn} from 'node:child_process';
import {once} from 'node:events';
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
const measured = ['speed'];
const longest = ['screens', 'fit', 'private', 'match', 'announcements', 'endings', 'push', 'motion']; // these start first

// A hook may hang: then its file is killed with everything it started.
const patience = 20 * 60_000;
const env = {
  ...process.env,
  JAIPUR_SERVER: resolve(values.server), JAIPUR_CLIENT: resolve(values.client),
  FONTCONFIG_FILE: join(here, 'kit/fonts.conf'),
};

const running = new Set();
const end = tests => process.kill(-tests.pid, 'SIGKILL');
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    running.forEach(end);
    process.exit(130);
  });
}

// Whether a file's tests have passed. Shows their output when they end.
async function passes(name) {
  const file = join(here, 'browser', `${name}_test.mjs`);
  const tests = spawn(process.execPath, ['--test', '--test-reporter=spec', file], {stdio: ['ignore', 'pipe', 'pipe'], env, detached: true});
  running.add(tests);
  let said = `\n${name}\n`;
  for (const stream of [tests.stdout, tests.stderr]) stream.on('data', text => (said += text));
  const timer = setTimeout(() => {
    said += `${name}: still running after ${patience / 60_000} minutes\n`;
    end(tests);
  }, patience);
  const [code] = await once(tests, 'close');
  clearTimeout(timer);
  running.delete(tests);
  console.log(said);
  return code === 0;
}

const names = positionals.length ? positionals : [...new Set([...longest, ...all])].filter(name => !measured.includes(name));
const workers = names.some(name => measured.includes(name)) ? 1 : 3;
const failed = [];
const work = async () => {
  for (let name; (name = names.shift());) if (!(await passes(name))) failed.push(name);
};
await Promise.all(Array.from({length: workers}, work));
console.log(failed.length ? `\nFAILED in a browser: ${failed.join(', ')}` : '\nall passed in a browser');
process.exit(failed.length ? 1 : 0);

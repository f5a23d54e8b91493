// Runs the tests of the page in headless Chromium, one after the other.
// usage: node tests/web/run_browser.mjs --server PATH --client PATH [NAME…]     without NAME: all of them
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

// A file whose tests have failed may leave something behind that keeps it from ending: then it is ended, with all that it started.
const longest = 10 * 60_000;
const env = {
  ...process.env,
  JAIPUR_SERVER: resolve(values.server), JAIPUR_CLIENT: resolve(values.client),
  FONTCONFIG_FILE: join(here, 'kit/fonts.conf'),
};

// Whether the tests of a file have passed.
async function passes(name) {
  const file = join(here, 'browser', `${name}_test.mjs`);
  const tests = spawn(process.execPath, ['--test', '--test-reporter=spec', file], {stdio: ['ignore', 'inherit', 'inherit'], env, detached: true});
  const end = () => process.kill(-tests.pid, 'SIGKILL');
  const interrupted = () => {
    end();
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, interrupted);
  const timer = setTimeout(() => {
    console.error(`${name}: not at its end after ${longest / 60_000} minutes`);
    end();
  }, longest);
  const [code] = await once(tests, 'exit');
  clearTimeout(timer);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, interrupted);
  return code === 0;
}

const failed = [];
for (const name of positionals.length ? positionals : all) {
  console.log(`\n${name}`);
  if (!(await passes(name))) failed.push(name);
}
console.log(failed.length ? `\nFAILED in a browser: ${failed.join(', ')}` : '\nall passed in a browser');
process.exit(failed.length ? 1 : 0);

// Runs the page's tests in headless Chromium, four files at a time, in as many processes.
// usage: node tests/web/run_browser.mjs --server PATH --client PATH [NAME…]     without NAME: all but `speed`, which measures,
// and in the quick form (without JAIPUR_LONG) those that are slow
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readdirSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {parseArgs} from 'node:util';
import {long} from './kit/server.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const {values, positionals} = parseArgs({options: {server: {type: 'string'}, client: {type: 'string'}}, allowPositionals: true});
if (!values.server || !values.client) {
  console.error('usage: node run_browser.mjs --server PATH --client PATH [NAME…]');
  process.exit(2);
}
const all = readdirSync(join(here, 'browser')).filter(file => file.endsWith('_test.mjs')).map(file => file.slice(0, -'_test.mjs'.length));
const measured = ['speed'];
const slow = ['lighthouse', 'memory']; // only in the long form: they are slow and rarely find anything that the others don't
const longest = ['screens', 'fit', 'private', 'match', 'announcements', 'endings', 'push', 'motion']; // these start first

// A hook may hang: then its process is killed with everything it started.
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

// Runs files in one process, as long as it lives and there are any left; resolves when it has ended.
async function runSome(names, failed) {
  const worker = spawn(process.execPath, ['--test-reporter', pathToFileURL(join(here, 'kit/worker_reporter.mjs')).href, join(here, 'kit/worker.mjs')], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env, detached: true,
  });
  running.add(worker);
  let said = '';
  for (const stream of [worker.stdout, worker.stderr]) stream.on('data', text => (said += text));
  let current, timer, hasFailed = false;
  const tell = report => {
    console.log(`\n${current}\n${said}${report}`);
    said = '';
  };
  const next = () => {
    current = names.shift() ?? null;
    worker.send(current, () => {}); // if it has died, `close` follows
    timer = setTimeout(() => {
      said += `${current ?? 'the end'}: still running after ${patience / 60_000} minutes\n`;
      end(worker);
    }, patience);
  };
  worker.on('message', ({name, passed, report}) => {
    if (name !== current) return;
    clearTimeout(timer);
    tell(report);
    if (!passed) {
      failed.push(name);
      hasFailed = true;
    }
    next();
  });
  next();
  const [code, signal] = await once(worker, 'close');
  clearTimeout(timer);
  running.delete(worker);
  if (current === null && (code === 0 || hasFailed)) return void (said && console.log(said));
  current ??= 'after the last file';
  tell(`its process ended with ${signal ?? code}`);
  failed.push(current);
}

const names = positionals.length ? positionals : [...new Set([...longest, ...all])].filter(name => !measured.includes(name) && (long || !slow.includes(name)));
const workers = names.some(name => measured.includes(name)) ? 1 : 4;
const failed = [];
const work = async () => {
  while (names.length > 0) await runSome(names, failed);
};
await Promise.all(Array.from({length: Math.min(workers, names.length)}, work));
console.log(failed.length ? `\nFAILED in a browser: ${failed.join(', ')}` : '\nall passed in a browser');
process.exit(failed.length ? 1 : 0);

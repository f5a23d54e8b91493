// The browser and the server that all tests of a file share.
import {after, before} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import {launch, launchWhole} from './browser.mjs';
import {idleContexts} from './profiles.mjs';
import {hang, startServer} from './server.mjs';

export let browser, server;

// A process that runs several files keeps the usual browser for the next one.
let keeps = false;
let kept = null;
export const keepBrowser = () => { keeps = true; };
export const closeKeptBrowser = () => closeBrowser(kept);

// The usual browser, for files that start their servers themselves; they give it back with `leaveBrowser`.
export async function takeBrowser() {
  if (kept?.isConnected()) return kept;
  const fresh = await launch();
  if (keeps) kept = fresh;
  return fresh;
}

export async function leaveBrowser(used) {
  if (used !== kept || !used?.isConnected()) return closeBrowser(used);
  const idle = idleContexts(used);
  const open = used.contexts().filter(context => !idle.includes(context)); // of failed tests
  if (!(await inTime(Promise.all(open.map(context => context.close()))))) kept = null;
}

// Chromium doesn't always end when asked to: then Playwright kills it when this process exits.
const closeBrowser = used => inTime(used?.close());

async function inTime(closing) {
  const closed = await Promise.race([Promise.resolve(closing).then(() => true), sleep(60_000, false, {ref: false})]);
  if (!closed) console.error('Chromium did not close within a minute');
  return closed;
}

// `limits`: the server limits requests, as usual. `prepare` runs after both have started. (Node runs a file's `before` hooks at the same time.)
export function useBrowserAndServer({browserArguments = [], whole = false, limits = true, prepare = async () => {}} = {}) {
  before(async () => {
    const usual = !whole && browserArguments.length === 0;
    browser = await (usual ? takeBrowser() : (whole ? launchWhole : launch)(...browserArguments));
    server = await startServer(...(limits ? [] : ['--no-limits']));
    await prepare();
  });
  after(() => leaveBrowser(browser));
  after(() => server?.stop(), hang);
  // Whatever is left must not keep this file from ending.
  after(() => { if (!keeps) setTimeout(() => process.exit(), 30_000).unref(); });
}

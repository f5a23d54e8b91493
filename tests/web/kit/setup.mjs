// The browser and the server that all tests of a file share.
import {after, before} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import {launch, launchWhole} from './browser.mjs';
import {hang, startServer} from './server.mjs';

export let browser, server;

// `prepare` runs after both have started. (Node runs a file's `before` hooks at the same time.)
export function useBrowserAndServer({browserArguments = [], whole = false, prepare = async () => {}} = {}) {
  before(async () => {
    browser = await (whole ? launchWhole : launch)(...browserArguments);
    server = await startServer();
    await prepare();
  });
  // Chromium doesn't always end when asked to: then Playwright kills it when this process exits.
  after(async () => {
    const closed = await Promise.race([browser?.close().then(() => true), sleep(60_000, false, {ref: false})]);
    if (closed === false) console.error('Chromium did not close within a minute');
  });
  after(() => server?.stop(), hang);
  // Whatever is left must not keep this file from ending.
  after(() => void setTimeout(() => process.exit(), 30_000).unref());
}

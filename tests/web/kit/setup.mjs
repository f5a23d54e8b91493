// The browser and the server that all tests of a file share.
import {after, before} from 'node:test';
import {launch} from './browser.mjs';
import {startServer} from './server.mjs';

export let browser, server;

// `prepare` runs after both have started. (Node runs a file's `before` hooks at the same time.)
export function useBrowserAndServer({browserArguments = [], prepare = async () => {}} = {}) {
  before(async () => {
    browser = await launch(...browserArguments);
    server = await startServer();
    await prepare();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });
}

// Runs files of tests one after another in one process, as run_browser.mjs names them, so that they share Node, Playwright
// and a browser. worker_reporter.mjs reports the verdicts.
import {describe} from 'node:test';
import {closeKeptBrowser, keepBrowser} from './setup.mjs';

keepBrowser();
let files = 0; // a file that is named twice runs twice
process.on('message', name => {
  if (name !== null) return void describe(name, async () => { await import(`../browser/${name}_test.mjs?${++files}`); });
  process.disconnect();
  void closeKeptBrowser();
  setTimeout(() => process.exit(), 30_000).unref(); // whatever is left must not keep this process from ending
});

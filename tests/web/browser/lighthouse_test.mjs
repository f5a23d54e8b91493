// What Lighthouse says of the page.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import lighthouse, {desktopConfig} from 'lighthouse';
import {startServer} from '../kit/server.mjs';

let server, chromium, profile, port;
before(async () => {
  server = await startServer();
  profile = mkdtempSync(join(tmpdir(), 'jaipur-lighthouse-'));
  chromium = spawn(process.env.JAIPUR_CHROMIUM ?? '/usr/bin/chromium',
    ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'], {stdio: ['ignore', 'ignore', 'pipe']});
  port = await new Promise((resolve, reject) => {
    let said = '';
    chromium.stderr.on('data', text => {
      const found = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec((said += text));
      if (found) resolve(Number(found[1]));
    });
    chromium.once('error', reject);
    chromium.once('exit', code => reject(new Error(`chromium ended with ${code}`)));
  });
});
after(async () => {
  if (chromium) {
    const gone = new Promise(resolve => chromium.once('exit', resolve));
    if (chromium.kill()) await gone;
  }
  await server?.stop();
  if (profile) rmSync(profile, {recursive: true, force: true, maxRetries: 5});
});

for (const formFactor of ['mobile', 'desktop']) {
  test(`performance, accessibility and best practices, ${formFactor}`, {timeout: 120000}, async () => {
    const flags = {port, logLevel: 'error', output: 'json', onlyCategories: ['performance', 'accessibility', 'best-practices']};
    const {lhr} = await lighthouse(`${server.origin}/`, flags, formFactor === 'desktop' ? desktopConfig : undefined);
    const scores = Object.fromEntries(Object.entries(lhr.categories).map(([name, {score}]) => [name, Math.round(score * 100)]));
    console.log(formFactor, JSON.stringify(scores));
    const missed = Object.values(lhr.audits).filter(audit => audit.score !== null && audit.score < 0.9 && ['binary', 'numeric', 'metricSavings'].includes(audit.scoreDisplayMode));
    const why = missed.map(audit => `${audit.id}: ${audit.displayValue ?? ''}`).join('; ');
    for (const [name, score] of Object.entries(scores)) assert.ok(score >= 95, `${name}: ${score} (${why})`);
  });
}

// Lighthouse in its own Chromium.
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import lighthouse, {desktopConfig} from 'lighthouse';

export async function startLighthouse() {
  const profile = mkdtempSync(join(tmpdir(), 'jaipur-lighthouse-'));
  const chromium = spawn(process.env.JAIPUR_CHROMIUM ?? '/usr/bin/chromium',
    ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'], {stdio: ['ignore', 'ignore', 'pipe']});
  const port = await new Promise((resolve, reject) => {
    let said = '';
    chromium.stderr.on('data', text => {
      const found = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec((said += text));
      if (found) resolve(Number(found[1]));
    });
    chromium.once('error', reject);
    chromium.once('exit', code => reject(new Error(`chromium ended with ${code}`)));
  });
  return {
    // Throws if a category scores below 95 of 100. `formFactor`: mobile, desktop.
    async judge(url, formFactor, onlyCategories) {
      const {lhr} = await lighthouse(url, {port, logLevel: 'error', output: 'json', onlyCategories}, formFactor === 'desktop' ? desktopConfig : undefined);
      const scores = Object.fromEntries(Object.entries(lhr.categories).map(([name, {score}]) => [name, Math.round(score * 100)]));
      console.log(formFactor, JSON.stringify(scores));
      const missed = Object.values(lhr.audits).filter(audit => audit.score !== null && audit.score < 0.9 && ['binary', 'numeric', 'metricSavings'].includes(audit.scoreDisplayMode));
      const why = missed.map(audit => `${audit.id}: ${audit.displayValue ?? ''}`).join('; ');
      for (const [name, score] of Object.entries(scores)) if (!(score >= 95)) throw new Error(`${name}: ${score} (${why})`);
    },
    async stop() {
      const gone = new Promise(resolve => chromium.once('exit', resolve));
      if (chromium.kill()) await gone;
      rmSync(profile, {recursive: true, force: true, maxRetries: 5});
    },
  };
}

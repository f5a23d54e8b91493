// Lighthouse in its own Chromium.
import lighthouse, {desktopConfig} from 'lighthouse';
import {chromium} from 'playwright-core';
import {launchWithPort} from './browser.mjs';

export async function startLighthouse() {
  const {port, close} = await launchWithPort();
  return {
    // Sits down against the bot; returns the address of that match in this browser.
    async startMatch(origin) {
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
      const page = await browser.contexts()[0].newPage();
      await page.goto(origin);
      await page.getByRole('textbox', {name: 'Your name'}).fill('Asha');
      await page.getByRole('button', {name: 'Play against the bot'}).click();
      await page.getByRole('group', {name: 'Market'}).locator('[data-card]').first().waitFor();
      const url = page.url();
      await page.close();
      await browser.close(); // disconnects
      return url;
    },

    // Throws if a category scores below 95 of 100 in each of `tries`. `formFactor`: mobile, desktop.
    async judge(url, formFactor, onlyCategories, tries = 1) {
      const {lhr} = await lighthouse(url, {port, logLevel: 'error', output: 'json', onlyCategories, disableStorageReset: true}, formFactor === 'desktop' ? desktopConfig : undefined);
      const scores = Object.fromEntries(Object.entries(lhr.categories).map(([name, {score}]) => [name, Math.round(score * 100)]));
      console.log(formFactor, JSON.stringify(scores));
      const low = Object.entries(scores).filter(([, score]) => !(score >= 95));
      if (low.length === 0) return;
      if (tries > 1) return this.judge(url, formFactor, onlyCategories, tries - 1);
      const missed = Object.values(lhr.audits).filter(audit => audit.score !== null && audit.score < 0.9 && ['binary', 'numeric', 'metricSavings'].includes(audit.scoreDisplayMode));
      throw new Error(`${low.map(([name, score]) => `${name}: ${score}`).join(', ')} (${missed.map(audit => `${audit.id}: ${audit.displayValue ?? ''}`).join('; ')})`);
    },
    stop: close,
  };
}

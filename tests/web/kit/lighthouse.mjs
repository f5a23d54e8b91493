// Lighthouse in its own Chromium.
import lighthouse, {desktopConfig} from 'lighthouse';
import {launchWithPort} from './browser.mjs';

export async function startLighthouse() {
  const {port, close} = await launchWithPort();
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
    stop: close,
  };
}

// Checks the accessibility of a screen with axe.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function assertAccessible(page, where) {
  // Through the debugger: the page's policy forbids it.
  const loaded = await page.evaluate(() => 'axe' in window);
  if (!loaded) await page.evaluate(source);
  const {violations} = await page.evaluate(() =>
    globalThis.axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], resultTypes: ['violations']}));
  const told = violations.map(found => `${found.id}: ${found.help}\n${found.nodes.map(node => `    ${node.target}: ${node.failureSummary}`).join('\n')}`);
  assert.deepEqual(told, [], `${where} is not accessible`);
}

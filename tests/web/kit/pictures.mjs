// Compares screenshots with the kept ones, to notice accidental changes. JAIPUR_NEW_PICTURES=1 replaces the kept ones;
// look at them before you commit.
import assert from 'node:assert/strict';
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import pixelmatch from 'pixelmatch';
import {PNG} from 'pngjs';

const kept = join(dirname(fileURLToPath(import.meta.url)), '../pictures');
const failed = process.env.JAIPUR_PICTURES_OUT ?? join(tmpdir(), 'jaipur-pictures');

// How many pixels differ visibly; all of them if the sizes differ.
export function differing(one, other) {
  const a = PNG.sync.read(one);
  const b = PNG.sync.read(other);
  if (a.width !== b.width || a.height !== b.height) return {count: Math.max(a.width * a.height, b.width * b.height), of: a.width * a.height};
  const difference = new PNG({width: a.width, height: a.height});
  const count = pixelmatch(a.data, b.data, difference.data, a.width, a.height, {threshold: 0.2});
  return {count, of: a.width * a.height, picture: PNG.sync.write(difference)};
}

export async function assertPicture(page, name) {
  const file = join(kept, `${name}.png`);
  await page.waitForFunction(() => [...document.fonts].some(face => face.status === 'loaded')); // it comes after the first screen
  const taken = await page.screenshot({animations: 'disabled', caret: 'hide'});
  if (process.env.JAIPUR_NEW_PICTURES) {
    mkdirSync(kept, {recursive: true});
    writeFileSync(file, taken);
    return;
  }
  assert.ok(existsSync(file), `there is no picture ${name}; JAIPUR_NEW_PICTURES=1 makes it`);
  const {count, of, picture} = differing(readFileSync(file), taken);
  if (count <= of * 0.005) return; // another release of the browser draws edges a little differently
  mkdirSync(failed, {recursive: true});
  writeFileSync(join(failed, `${name}.png`), taken);
  if (picture) writeFileSync(join(failed, `${name}-difference.png`), picture);
  assert.fail(`${name} looks different in ${count} of ${of} pixels: see ${failed}`);
}

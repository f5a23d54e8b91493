// From another machine over plain http, as a friend of `./jaipur serve` comes: there the browser keeps hashing, the clipboard and
// the worker from the page, and it has to get along without.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {Person, launch} from '../kit/browser.mjs';
import {Partner} from '../kit/partner.mjs';
import {hang, startServer} from '../kit/server.mjs';
import {seeded} from '../kit/trader.mjs';

let browser, server;
before(async () => {
  browser = await launch('--host-resolver-rules=MAP jaipur.test 127.0.0.1');
  server = await startServer();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test('a match over plain http: the link is copied, the shuffle is checked', hang, async t => {
  const origin = `http://jaipur.test:${server.port}`;
  const asha = await Person.arrive(browser, {origin});
  const {page} = asha;
  assert.deepEqual(await page.evaluate(() => [isSecureContext, crypto.subtle, navigator.clipboard]), [false, undefined, undefined]);
  await page.getByRole('textbox', {name: 'Your name'}).fill('Asha');
  await asha.button('Play with a friend').click();
  await asha.button('Open the room').click();
  await asha.until(() => asha.room !== null);

  await asha.button('Copy link').click();
  await page.getByRole('status').filter({hasText: /copied/i}).waitFor();
  const pad = await asha.context.newPage();
  await pad.setContent('<textarea></textarea>');
  await pad.locator('textarea').press('Control+V');
  assert.equal(await pad.locator('textarea').inputValue(), `${origin}/#/${asha.room.room}`);
  await pad.close();

  const ravi = await Partner.connect(server.origin);
  t.after(() => ravi.close());
  await ravi.asked({type: 'join_room', room: asha.room.room, name: 'Ravi'});
  await ravi.asked({type: 'ready'});
  await asha.button('Ready').click();
  await asha.until(() => asha.view?.phase === 'playing');
  const random = seeded(6);
  for (let moves = 0; moves < 6; moves++) {
    if (asha.onTurn) await asha.move(random);
    else await ravi.move(random);
    const last = Math.max(asha.view.seq, ravi.view.seq);
    await asha.until(() => asha.view.seq >= last);
    await ravi.until(() => ravi.view.seq >= last);
  }
  await ravi.asked({type: 'resign'});
  await page.locator('[data-shuffle="verified"]').first().waitFor();
  await asha.assertClean();
  await asha.leave();
});

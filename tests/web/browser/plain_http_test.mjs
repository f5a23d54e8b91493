// Over plain http from another machine, as with `./jaipur serve`. There the browser offers no hashing, clipboard or
// service worker, and the page must do without.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Person} from '../kit/browser.mjs';
import {Partner} from '../kit/partner.mjs';
import {hang} from '../kit/server.mjs';
import {browser, server, useBrowserAndServer} from '../kit/setup.mjs';
import {choose, seeded} from '../kit/trader.mjs';

useBrowserAndServer({limits: false, browserArguments: ['--host-resolver-rules=MAP jaipur.test 127.0.0.1']});

test('a match over plain http: the link is copied, the shuffle is checked', hang, async t => {
  const origin = `http://jaipur.test:${server.port}`;
  const asha = await Person.arrive(browser, {origin});
  const {page} = asha;
  assert.deepEqual(await page.evaluate(() => [isSecureContext, crypto.subtle, navigator.clipboard]), [false, undefined, undefined]);
  await asha.openRoom();

  await asha.button('Copy link').click();
  await page.getByRole('status').filter({hasText: /copied/i}).waitFor();
  const pad = await asha.context.newPage();
  await pad.setContent('<textarea></textarea>');
  await pad.locator('textarea').press('Control+V');
  assert.equal(await pad.locator('textarea').inputValue(), `${origin}/${asha.room.room}`);
  await pad.close();

  const ravi = await Partner.connect(server.origin);
  t.after(() => ravi.close());
  await ravi.asked({type: 'join_room', room: asha.room.room, name: 'Ravi'});
  await asha.readyWith(ravi);
  const random = seeded(6);
  for (let moves = 0; moves < 6; moves++) {
    if (asha.onTurn) await asha.play(choose(asha.view, random));
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

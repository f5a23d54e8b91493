// What calls for a player's attention: sounds and vibration, if wanted, and chat messages on small screens.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {assertAccessible} from '../kit/axe.mjs';
import {Person} from '../kit/browser.mjs';
import {Partner} from '../kit/partner.mjs';
import {hang} from '../kit/server.mjs';
import {browser, server, useBrowserAndServer} from '../kit/setup.mjs';
import {choose, seeded} from '../kit/trader.mjs';

useBrowserAndServer({limits: false});

// In the page: notes the sounds' sources and the vibrations.
function listen() {
  globalThis.sources = 0;
  globalThis.vibrations = 0;
  for (const make of ['createOscillator', 'createBufferSource']) {
    const real = BaseAudioContext.prototype[make];
    BaseAudioContext.prototype[make] = function() {
      globalThis.sources++;
      return real.call(this);
    };
  }
  navigator.vibrate = () => { globalThis.vibrations++; return true; };
}

async function match(t, more = {}) {
  const {one: ravi, seats: [, seat]} = await Partner.playing(server.origin, {}, ['Ravi', 'Asha']);
  t.after(() => ravi.close());
  const asha = await Person.arrive(browser, {origin: server.origin, seat, size: 'phone', isMobile: true, ...more});
  t.after(() => asha.leave());
  await asha.until(() => asha.view?.phase === 'playing');
  return {asha, ravi, page: asha.page};
}

const made = page => page.evaluate(() => [globalThis.sources, globalThis.vibrations]);

test('sound is offered after the first round, is off until then, and then sounds and vibrates', hang, async t => {
  const {asha, ravi, page} = await match(t, {before: page => page.addInitScript(listen)});
  const random = seeded(2);
  const offer = page.getByRole('group', {name: 'Sounds'});
  while (asha.view.phase === 'playing') {
    assert.equal(await offer.count(), 0, 'it would lie over the table');
    if (asha.onTurn) await asha.play(choose(asha.view, random));
    else await ravi.move(random);
    await asha.until(() => asha.view.phase !== 'playing' || asha.onTurn || ravi.onTurn);
  }
  await offer.waitFor();
  await assertAccessible(page, 'the offer of sound');
  const usual = page.viewportSize();
  for (const [width, height] of [[390, 664], [360, 640], [320, 553]]) {
    await page.setViewportSize({width, height});
    assert.ok((await offer.boundingBox()).height <= 46, `at ${width} × ${height} the offer takes more than a row`);
    const {top} = await page.locator('.ready-bar').evaluate(it => it.getBoundingClientRect().toJSON());
    const ends = await page.locator('.racers strong').evaluateAll(all => all.map(it => it.getBoundingClientRect().bottom));
    assert.ok(Math.max(...ends) <= top, `at ${width} × ${height} the totals are covered`);
    const heads = await page.locator('.account .row-head').evaluateAll(all => all.slice(0, 6).map(it => it.offsetHeight)); // of the goods
    if (width === 390) assert.ok(Math.max(...heads) <= 24, `names are below their signs: ${heads}`);
    await asha.assertFits();
  }
  await page.setViewportSize(usual);
  assert.deepEqual(await made(page), [0, 0]);
  await asha.button('With sound').click();
  await offer.waitFor({state: 'detached'});
  const [first] = await made(page);
  assert.ok(first > 0, 'an example is heard');
  await ravi.asked({type: 'ready'});
  await asha.button('Next round').click();
  await asha.until(() => asha.view.phase === 'playing');
  if (!asha.onTurn) await ravi.move(random);
  await asha.move(random);
  await ravi.move(random);
  await asha.until(async () => (await made(page))[1] >= 1);
  const [sources] = await made(page);
  assert.ok(sources > first + 3, `${sources} after ${first}`);
  await page.reload();
  await asha.caughtUp();
  assert.equal(await offer.count(), 0);
  await asha.assertClean();
});

test('a message that is being written outlives the closed chat', hang, async t => {
  const {asha, page} = await match(t);
  const panel = page.getByRole('complementary', {name: 'Log and chat'});
  const message = page.getByRole('textbox', {name: 'Message'});
  const reopen = async () => {
    await page.locator('.side-toggle').click();
    await panel.getByRole('button', {name: 'Chat', exact: true}).click();
  };
  await reopen();
  await message.fill('Good luck');
  await page.keyboard.press('Escape');
  await message.waitFor({state: 'hidden'});
  await reopen();
  assert.equal(await message.inputValue(), 'Good luck');
  await asha.assertClean();
});

test('a player who waits is offered sound, too', hang, async t => {
  const asha = await Person.arrive(browser, {origin: server.origin});
  t.after(() => asha.leave());
  await asha.openRoom();
  const offer = asha.page.getByRole('group', {name: 'Sounds'});
  await asha.button('Without').click();
  await offer.waitFor({state: 'detached'});
  await asha.page.reload();
  await asha.page.locator('.link-line').waitFor();
  assert.equal(await offer.count(), 0);
  await asha.assertClean();
});

test('on a small screen a new message is shown over the table and leads to the chat', hang, async t => {
  const {asha, ravi, page} = await match(t);
  await ravi.asked({type: 'chat', text: 'Well traded! <b>That gold was mine, though.</b>'});
  const shown = page.locator('.chat-preview');
  await shown.getByText('Well traded! <b>That gold was mine, though.</b>').waitFor();
  await asha.button('Log and chat, 1 unread').waitFor();
  await assertAccessible(page, 'a message over the table');
  await asha.assertFits();
  await shown.click();
  const field = page.getByRole('textbox', {name: 'Message'});
  await field.waitFor();
  await shown.waitFor({state: 'detached'});
  await asha.until(async () => { // the panel may not listen yet
    await page.keyboard.press('Escape');
    return !(await field.isVisible());
  });
  await ravi.asked({type: 'chat', text: 'Bye'});
  await shown.waitFor();
  await shown.waitFor({state: 'detached', timeout: 15000}); // it goes away by itself
  await asha.button('Log and chat, 1 unread').waitFor();
  await asha.assertClean();
});

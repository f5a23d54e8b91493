// Push messages in rooms over days: the switch, the offer at the table, and the notification. The browser's push service
// is replaced, because headless browsers have none; tests/end_to_end/push has the server's side.
import assert from 'node:assert/strict';
import {once} from 'node:events';
import {after, before, test} from 'node:test';
import {assertAccessible} from '../kit/axe.mjs';
import {Person, launchWhole} from '../kit/browser.mjs';
import {Partner} from '../kit/partner.mjs';
import {hang, startServer} from '../kit/server.mjs';
import {leaveBrowser, takeBrowser} from '../kit/setup.mjs';
import {seeded} from '../kit/trader.mjs';

let browser, server, silent;
before(async () => {
  browser = await takeBrowser();
  server = await startServer('--push-subject', 'mailto:test@jaipur.example', '--push-allow', '127.0.0.1');
  silent = await startServer();
});
after(async () => {
  await leaveBrowser(browser);
  await server?.stop();
  await silent?.stop();
});

const days = {patience: 3 * 86400};
const label = /even if this page is closed/;

// In the waiting room of a partner, with `sent` as it grows: the requests about push messages.
async function arrive(t, {allowed = true, options = days, at = server, size = 'desktop', within = browser} = {}) {
  const ravi = await Partner.connect(at.origin);
  t.after(() => ravi.close());
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options});
  const asha = await Person.arrive(within, {origin: at.origin, path: `/#/${room}`, size, permissions: ['notifications'], installs: true});
  t.after(() => asha.leave());
  const {page} = asha;
  const sent = [];
  let keys = 0;
  page.on('websocket', socket => socket.on('framesent', ({payload}) => {
    const request = JSON.parse(payload);
    if (request.type === 'push_key') keys++;
    else if (request.type.startsWith('push_')) sent.push(request);
  }));
  await page.addInitScript(allowed => {
    let permission = 'default';
    Object.defineProperty(Notification, 'permission', {get: () => (allowed ? 'granted' : permission)});
    Notification.requestPermission = async () => (permission = allowed ? 'granted' : 'denied');
    let subscription = null;
    PushManager.prototype.getSubscription = async () => subscription;
    PushManager.prototype.subscribe = async options => {
      if (options.applicationServerKey.length !== 65) throw new Error('not a key');
      const keys = {p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22)};
      subscription = {
        options: {applicationServerKey: options.applicationServerKey.buffer},
        toJSON: () => ({endpoint: 'https://127.0.0.1:9/subscription', keys}),
      };
      return subscription;
    };
  }, allowed);
  await page.reload();
  await asha.join();
  return {asha, ravi, page, room, sent, keys: () => keys};
}

const theSwitch = page => page.getByRole('switch', {name: label});

test('a player switches messages on and off in the waiting room', hang, async t => {
  const {asha, page, sent} = await arrive(t, {size: 'phone'});
  const on = theSwitch(page);
  await on.waitFor();
  await assertAccessible(page, 'the waiting room with a switch for push messages');
  assert.equal(await on.isChecked(), false);
  await on.click();
  await asha.until(() => sent.length === 1);
  assert.equal(sent[0].type, 'push_subscribe');
  assert.equal(sent[0].endpoint, 'https://127.0.0.1:9/subscription');
  await asha.until(() => on.isChecked());
  assert.match(await page.locator('.switch', {has: on}).innerText(), /encrypted/);
  await page.reload(); // the browser may have another subscription by now
  await on.waitFor();
  await asha.until(() => on.isChecked());
  await asha.until(() => sent.length === 2);
  assert.equal(sent[1].type, 'push_subscribe');
  await on.click();
  await asha.until(() => sent.length === 3);
  assert.equal(sent[2].type, 'push_unsubscribe');
  await asha.until(async () => !await on.isChecked());
  assert.deepEqual(asha.problems, []);
});

test('a browser that forbids notifications is told where to allow them', hang, async t => {
  const {asha, page, sent} = await arrive(t, {allowed: false});
  const on = theSwitch(page);
  await on.waitFor();
  await on.click();
  await page.getByText('The browser does not allow notifications for this page.').first().waitFor();
  await asha.until(async () => !await on.isChecked());
  assert.deepEqual(sent, []);
});

test('messages are offered once at the table, and in the settings after that', hang, async t => {
  const {asha, ravi, page, sent} = await arrive(t);
  await page.evaluate(() => localStorage.setItem('jaipur.sound-offered', 'yes'));
  await page.reload();
  await asha.readyWith(ravi);
  const random = seeded(3);
  if (asha.onTurn) await asha.move(random);
  const offer = page.getByRole('group', {name: label});
  await offer.waitFor();
  await assertAccessible(page, 'the offer of push messages');
  await asha.button('No, thanks').click();
  await offer.waitFor({state: 'detached'});
  await asha.button('Settings').click();
  await theSwitch(page).click();
  await asha.until(() => sent.length === 1);
  assert.deepEqual(asha.problems, []);
  await asha.button('Close').first().click();
  await ravi.move(random);
  await asha.until(() => asha.onTurn);
  await asha.move(random);
  assert.equal(await offer.count(), 0);
});

test('turn after turn, nothing is asked for again', hang, async t => {
  const {asha, ravi, page, sent, keys} = await arrive(t);
  await theSwitch(page).click();
  await asha.until(() => sent.length === 1);
  await page.reload();
  await asha.readyWith(ravi);
  await asha.until(() => sent.length === 2);
  const before = keys();
  const random = seeded(3);
  for (let i = 0; i < 4; i++) {
    await asha.until(() => asha.onTurn || ravi.onTurn);
    await (asha.onTurn ? asha : ravi).move(random);
  }
  assert.deepEqual([sent.length, keys()], [2, before]);
  assert.deepEqual(asha.problems, []);
});

test('nothing is offered in a room with less than a day for a move, or by a server without messages', hang, async t => {
  for (const {asha, page} of [await arrive(t, {options: {}}), await arrive(t, {at: silent})]) {
    await asha.button('Settings').click();
    await page.getByRole('switch', {name: 'Sounds'}).waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await theSwitch(page).count(), 0);
    assert.deepEqual(asha.problems, []);
  }
});

// Only the whole browser shows notifications.
test('a message is shown in the chosen language', hang, async t => {
  const whole = await launchWhole();
  t.after(() => whole.close());
  const {asha, page, room, sent} = await arrive(t, {within: whole});
  await theSwitch(page).click();
  await asha.until(() => sent.length === 1);
  await page.evaluate(() => localStorage.setItem('jaipur.language', 'de'));
  await page.reload();
  await asha.until(() => sent.length === 2 || sent.length === 3);
  await page.getByRole('switch', {name: /auch wenn diese Seite geschlossen ist/}).waitFor();
  await asha.until(() => page.evaluate(async () => (await (await (await caches.open('jaipur-texts')).match('/push-texts'))?.text())?.includes('am Zug')));
  // The page takes back older messages when it enters the room: this comes after it, and the worker is active.
  const shown = () => page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(it => it.body));
  assert.deepEqual(await shown(), []);
  const debug = await asha.context.newCDPSession(page);
  const registered = once(debug, 'ServiceWorker.workerRegistrationUpdated');
  await debug.send('ServiceWorker.enable');
  const [{registrations}] = await registered;
  await debug.send('ServiceWorker.deliverPushMessage', {
    origin: server.origin, registrationId: registrations[0].registrationId, data: JSON.stringify({room, what: 'turn'}),
  });
  await asha.until(async () => (await shown()).length === 1);
  assert.deepEqual(await shown(), [`Du bist am Zug. Raum ${room}`]);
  await page.reload(); // in its room, it is no longer needed
  await asha.until(async () => (await shown()).length === 0);
  assert.deepEqual(asha.problems, []);
});

test('a pressed message about another room leads there in the page that is open', hang, async t => {
  const {asha, page, room} = await arrive(t);
  await page.evaluate(() => history.pushState(null, '', '/help'));
  await page.reload();
  await page.evaluate(() => navigator.serviceWorker.ready);
  const [worker] = asha.context.serviceWorkers();
  // Only a press allows the worker to focus a page.
  await worker.evaluate(room => globalThis.comeBack(room).catch(() => undefined), room);
  await theSwitch(page).waitFor();
  assert.equal(new URL(page.url()).pathname, `/${room}`);
  assert.deepEqual(asha.problems, []);
});

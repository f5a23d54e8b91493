// The visitor's matches and face: what the start screen lists, what leads back to a match, and what a face looks like to
// others.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {assertAccessible} from '../kit/axe.mjs';
import {Person, keptSeat} from '../kit/browser.mjs';
import {Partner} from '../kit/partner.mjs';
import {hang} from '../kit/server.mjs';
import {browser, server, useBrowserAndServer} from '../kit/setup.mjs';

useBrowserAndServer();

const days = {patience: 259200};

// Matches that Asha has begun with others: the partners with these names, and her seats.
async function matchesWith(t, names, options = days) {
  const partners = [];
  const seats = [];
  for (const name of names) {
    const {one, two, seats: [, seat]} = await Partner.playing(server.origin, options, [name, 'Asha'], 4);
    t.after(() => one.close());
    partners.push(one);
    seats.push(seat);
    two.close();
  }
  return {partners, seats};
}

// Asha sits at the last of these tables, or is at `path`.
async function arrive(t, {seats = [], ...more} = {}) {
  const asha = await Person.arrive(browser, {origin: server.origin, seat: seats.at(-1), kept: Object.assign({}, ...seats.map(keptSeat)), ...more});
  t.after(() => asha.leave());
  if (seats.length > 0 && !more.path) await asha.until(() => asha.view?.phase === 'playing');
  return asha;
}

const follow = (page, path) => page.evaluate(to => { location.hash = to; }, path); // without loading the page anew

test('a face is chosen with the keyboard, kept, and shown to others', hang, async t => {
  const asha = await arrive(t);
  const {page} = asha;
  await asha.enterName('Asha');
  const faces = page.getByRole('group', {name: /^Your face/});
  const now = () => faces.getByRole('radio', {checked: true}).getAttribute('aria-label');
  const before = await now();
  await faces.getByRole('radio', {name: 'scribe'}).focus();
  await page.keyboard.press('Space');
  assert.equal(await now(), 'scribe');
  await page.keyboard.press('ArrowRight');
  assert.equal(await now(), 'silversmith');
  await asha.enterName('Somebody else');
  assert.equal(await now(), 'silversmith', 'a choice does not follow the name');
  assert.notEqual(before, null);
  await page.reload();
  assert.equal(await now(), 'silversmith');
  await assertAccessible(page, 'the start screen with a face');
  const ben = await Partner.connect(server.origin);
  t.after(() => ben.close());
  const {room} = await ben.asked({type: 'create_room', name: 'Ben', options: {}, trader: 4});
  await page.goto(`${server.origin}/#/${room}`);
  await asha.join();
  await asha.readyWith(ben);
  assert.deepEqual(ben.room.players.map(it => it.trader), [4, 5]);
  await page.locator('.side-top .trader[data-face="4"]').waitFor();
  await page.locator('.side-bottom .trader[data-face="5"]').waitFor();
  await asha.assertClean();
});

test('back from the table, a strip leads to it again, and the start screen lists all matches', hang, async t => {
  const {partners: [ravi, ben], seats} = await matchesWith(t, ['Ravi', 'Ben']);
  const asha = await arrive(t, {seats});
  const {page} = asha;
  if (ben.onTurn) await ben.move();
  await asha.until(() => asha.onTurn);
  await follow(page, '/rooms');
  const strip = page.getByRole('link', {name: 'Your match with Ben, your turn'});
  await strip.waitFor();
  await assertAccessible(page, 'public rooms with a strip');
  await strip.click();
  await page.locator('.table').waitFor();
  assert.equal(await strip.count(), 0, 'not at the table');
  await follow(page, '/');
  const list = page.getByRole('region', {name: 'My matches'});
  const rows = list.getByRole('listitem');
  await rows.nth(1).waitFor();
  assert.match(await rows.first().innerText(), /^(Ben|Ravi)\s+your turn\s+round 1, 0–0/);
  assert.equal(await list.locator('.trader[data-face="4"]').count(), 2);
  await assertAccessible(page, 'the start screen with matches');
  // Reloaded, the page asks the server for both.
  await page.reload();
  await rows.nth(1).waitFor();
  await list.getByRole('link', {name: /: Ravi$/}).click();
  await asha.until(() => asha.view.room === ravi.room.room);
  await page.locator('.table').waitFor();
  await asha.assertClean();
});

for (const motion of ['reduce', 'no-preference']) test(`your turns come first while the list is on the screen, and the focus stays, motion ${motion}`, hang, async t => {
  const {partners: [ravi, ben], seats} = await matchesWith(t, ['Ravi', 'Ben']);
  const asha = await arrive(t, {seats, reducedMotion: motion});
  const {page} = asha;
  if (ben.onTurn) await ben.move();
  await asha.until(() => asha.onTurn);
  await follow(page, '/');
  const rows = page.getByRole('region', {name: 'My matches'}).getByRole('listitem');
  await rows.nth(1).waitFor();
  const row = name => rows.filter({hasText: name});
  await row('Ravi').getByText('Ravi’s turn').or(row('Ravi').getByText('your turn')).waitFor();
  await row('Ben').getByRole('link').focus();
  await page.mouse.move(0, 0);
  await page.evaluate(() => {
    globalThis.changes = [];
    const list = document.querySelector('.kept ul');
    globalThis.before = [...list.children];
    new MutationObserver(all => globalThis.changes.push(...all.map(({target, oldValue, removedNodes, type}) => ({
      removed: [...removedNodes].map(it => it.textContent).join(), same: type === 'characterData' && target.data === oldValue, now: target.textContent,
    })))).observe(list, {subtree: true, childList: true, characterData: true, characterDataOldValue: true});
    for (const type of ['focusin', 'focusout']) document.addEventListener(type, () => globalThis.changes.push({removed: type}));
  });
  const refresh = async () => { // as when one comes back to the tab
    const answers = () => asha.frames.filter(text => text.includes('"games":')).length;
    const before = answers();
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await asha.until(() => answers() > before);
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  };
  const changes = () => page.evaluate(() => globalThis.changes.splice(0).filter(it => it.removed || it.same));
  await refresh();
  assert.deepEqual(await changes(), [], 'nothing has changed');
  if (ravi.onTurn) {
    await ravi.move();
    await refresh();
  }
  await row('Ravi').getByText('your turn').waitFor();
  await changes();
  await ben.asked({type: 'resign'}); // so it comes last
  await row('Ben').getByText('you won').waitFor();
  await asha.until(async () => /^Ravi/.test(await rows.first().innerText()));
  for (const {removed} of await changes()) assert.match(removed, /^Ravi/, 'only the other row moves, and the focus does not');
  assert.ok(await page.evaluate(() => globalThis.before.every(it => it.isConnected)), 'the same rows');
  assert.ok(await row('Ben').getByRole('link').evaluate(it => it === document.activeElement), 'the focus stays');
  await asha.assertClean();
});

const press = (page, type) => page.evaluate(it => document.dispatchEvent(new PointerEvent(it)), type);
for (const [what, hold, release] of [
  ['the mouse', (page, row) => row.hover(), page => page.mouse.move(0, 0)],
  ['a finger', page => press(page, 'pointerdown'), page => press(page, 'pointerup')],
])
  test(`no row moves under ${what}`, hang, async t => {
    const {partners: [ravi, ben], seats} = await matchesWith(t, ['Ravi', 'Ben']);
    if (ravi.onTurn) await ravi.move();
    const asha = await arrive(t, {seats});
    const {page} = asha;
    await follow(page, '/');
    const rows = page.getByRole('region', {name: 'My matches'}).getByRole('listitem');
    await rows.nth(1).waitFor();
    await hold(page, rows.first());
    const [first] = await rows.allInnerTexts();
    const name = /^\w+/.exec(first)[0];
    await (name === 'Ben' ? ben : ravi).asked({type: 'resign'}); // so it comes last
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await rows.filter({hasText: name}).getByText('you won').waitFor();
    assert.match(await rows.first().innerText(), new RegExp(`^${name}`));
    await release(page);
    await asha.until(async () => new RegExp(`^${name}`).test(await rows.last().innerText()));
    await asha.assertClean();
  });

test('the list of matches comes by itself once the network is back', hang, async t => {
  const {seats} = await matchesWith(t, ['Ben']);
  const asha = await arrive(t, {seats, path: '/licenses.txt', installs: false});
  const {page} = asha;
  let failed = 0;
  await page.route('**/assets/late-*.css', route => { failed++; return route.abort(); });
  await page.goto(`${server.origin}/`);
  await asha.until(() => failed > 0);
  const list = page.getByRole('region', {name: 'My matches'});
  assert.equal(await list.count(), 0);
  await page.unroute('**/assets/late-*.css');
  await asha.until(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')));
    return await list.count() > 0;
  });
});

test('the match at whose table one sits can be removed from the list', hang, async t => {
  const {seats} = await matchesWith(t, ['Ben']);
  const asha = await arrive(t, {seats});
  const {page} = asha;
  await follow(page, '/');
  await page.getByRole('button', {name: 'Remove from this list: Ben'}).click();
  await page.getByRole('dialog').getByRole('button').first().click();
  await page.getByRole('region', {name: 'My matches'}).waitFor({state: 'detached'});
  await page.reload();
  await asha.button('Quick match').waitFor();
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter(it => it.startsWith('jaipur.seat'))), []);
  await asha.assertClean();
});

test('finished matches come last and lead to their result, and seats that are gone vanish', hang, async t => {
  const {partners: [ben], seats} = await matchesWith(t, ['Ben', 'Ravi'], {seals: 1});
  await ben.asked({type: 'resign'});
  const gone = {room: 'AAAAAA', seat: 0, name: 'Asha', token: 'A'.repeat(43)};
  const asha = await arrive(t, {seats: [...seats, gone], path: '/#/'});
  const {page} = asha;
  const rows = page.getByRole('region', {name: 'My matches'}).getByRole('listitem');
  await rows.nth(1).waitFor();
  assert.equal(await rows.count(), 2);
  assert.match(await rows.nth(1).innerText(), /^Ben\s+you won/);
  assert.equal(await page.locator('[data-error]').count(), 0);
  assert.equal(await page.evaluate(() => localStorage.getItem('jaipur.seat.AAAAAA.0')), null);
  await page.getByRole('link', {name: 'Result: Ben'}).click();
  await page.getByRole('heading', {name: 'You win the match!'}).waitFor();
  await page.goto(`${server.origin}/#/`);
  await page.getByRole('button', {name: 'Remove from this list: Ben'}).click();
  await asha.until(async () => await rows.count() === 1);
  await asha.assertClean();
});

test('three matches are listed, the rest on request, and the ways to a new one stay on the first screen', hang, async t => {
  const {seats} = await matchesWith(t, ['Ravi', 'Ben', 'Mira', 'Noor']);
  for (const steps of [['ready', 'resign'], ['ready']]) { // against the bot, one of them over
    const other = await Partner.connect(server.origin);
    t.after(() => other.close());
    seats.push(await other.asked({type: 'create_room', name: 'Asha', options: {opponent: {bot: 'beginner'}}}));
    for (const type of steps) await other.asked({type});
  }
  const asha = await arrive(t, {seats, path: '/', viewport: {width: 1366, height: 657}});
  const {page} = asha;
  const list = page.getByRole('region', {name: 'My matches'});
  const rows = list.getByRole('listitem');
  await rows.nth(2).waitFor();
  assert.equal(await rows.count(), 3);
  for (const [width, height] of [[1366, 657], [390, 664]]) {
    await page.setViewportSize({width, height});
    await asha.assertFits();
    const way = await asha.button('Play against the bot').boundingBox();
    assert.ok(way.y + way.height <= height, `it ends at ${way.y + way.height} of ${height}`);
  }
  await assertAccessible(page, 'the start screen with many matches');
  await list.getByRole('button', {name: 'Show all (5)'}).click(); // without the one that is over against the bot
  assert.equal(await rows.count(), 5);
  await asha.assertClean();
});

test('a link to a room where the seat is gone shows the invitation without an error', hang, async t => {
  const ben = await Partner.connect(server.origin);
  t.after(() => ben.close());
  const {room} = await ben.asked({type: 'create_room', name: 'Ben', options: {}});
  const asha = await arrive(t, {seats: [{room, seat: 1, name: 'Asha', token: 'A'.repeat(43)}], path: `/#/${room}`});
  await asha.button('Join', {exact: true}).waitFor();
  assert.equal(await asha.page.locator('[data-error]').count(), 0);
  await asha.join();
  await asha.assertClean();
});

test('a player who waits for a friend sees the link first, then who else is about, and the rules in pictures', hang, async () => {
  const mira = await Partner.connect(server.origin);
  await mira.asked({type: 'create_room', name: 'Mira', options: {public: true}, trader: 3});
  const asha = await Person.arrive(browser, {origin: server.origin});
  const {page} = asha;
  const room = await asha.openRoom();
  const link = page.locator('.link-line');
  await link.waitFor();
  assert.match(await link.innerText(), new RegExp(room));
  const about = page.getByRole('region', {name: 'Who else is online'});
  await about.getByText('Mira').waitFor();
  assert.equal(await about.locator('.trader[data-face="3"]').count(), 1);
  assert.equal(await page.getByRole('region', {name: 'The rules in four pictures'}).getByRole('listitem').count(), 4);
  await assertAccessible(page, 'waiting for a friend');
  await asha.assertFits();
  const [other] = await Promise.all([asha.context.waitForEvent('page'), page.getByRole('link', {name: 'Play against the bot in a new tab'}).click()]);
  await other.getByRole('button', {name: 'Play against the bot'}).click();
  await other.locator('.table').waitFor();
  assert.equal(asha.room.room, room);
  const ben = await Partner.connect(server.origin);
  await ben.asked({type: 'join_room', room, name: 'Ben'});
  await asha.until(() => asha.room.players[1]?.name === 'Ben');
  await page.goBack();
  await page.getByRole('heading', {name: 'Jaipur online'}).waitFor(); // and not the form of another room
  mira.close();
  ben.close();
  await asha.assertClean();
  await asha.leave();
});

test('on a phone, the ways to a new match are on the first screen, whatever matches are kept', hang, async t => {
  const {seats} = await matchesWith(t, ['Ravi', 'Ben', 'Mira']);
  const asha = await arrive(t, {seats, path: '/', size: 'phone'});
  const {page} = asha;
  const bot = page.locator('.way-bot .way');
  for (const [width, height, listed] of [[360, 640, 2], [390, 664, 2], [320, 553, 1], [390, 844, 3]]) {
    await page.setViewportSize({width, height});
    await asha.until(async () => await page.locator('.game-row').count() === listed);
    const box = await bot.boundingBox();
    assert.ok(box.y + box.height <= height, `${width} x ${height}: ${box.y + box.height}`);
  }
  await page.setViewportSize({width: 360, height: 640});
  await page.getByRole('button', {name: 'Show all (3)'}).click();
  assert.equal(await page.locator('.game-row').count(), 3);
  await asha.assertClean();
});

// Every screen: axe finds nothing, nothing is cut off at 320 pixels (1280 pixels zoomed to 400 %), there are no errors;
// and pictures guard what should never change by accident. JAIPUR_LOOK=DIRECTORY takes screenshots at every size, light
// and dark.
import assert from 'node:assert/strict';
import {mkdirSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {assertAccessible} from '../kit/axe.mjs';
import {Person, sizes} from '../kit/browser.mjs';
import {Partner} from '../kit/partner.mjs';
import {assertPicture} from '../kit/pictures.mjs';
import {startProxy} from '../kit/proxy.mjs';
import {hang, long} from '../kit/server.mjs';
import {browser, server, useBrowserAndServer} from '../kit/setup.mjs';
import {choose, seeded} from '../kit/trader.mjs';

const fixture = join(dirname(fileURLToPath(import.meta.url)), '../fixtures/match.json');
const album = process.env.JAIPUR_LOOK;
if (album) mkdirSync(album, {recursive: true});
const looks = album
  ? Object.keys(sizes).flatMap(size => ['light', 'dark'].map(colorScheme => ({size, colorScheme})))
  : [{size: 'desktop', colorScheme: 'light'}, {size: 'phone', colorScheme: 'dark'}];

useBrowserAndServer({limits: false});

async function judge(person, where, {size, colorScheme}) {
  if (album) await person.page.screenshot({path: join(album, `${where.replaceAll(' ', '-')}-${size}-${colorScheme}.png`)});
  // In the quick form axe sees each screen at one size: half of them on a phone.
  if (long || where.length % 2 === Number(size === 'phone')) await assertAccessible(person.page, `${where} (${size})`);
  await person.assertFits();
  await person.page.setViewportSize({width: 320, height: 640});
  await person.assertFits();
  await person.page.setViewportSize(sizes[size]);
}

// On a phone on its side, and zoomed to 200 %, everything that a move needs is visible without scrolling.
async function judgeLow({page}, where, {size}) {
  for (const [width, height] of [[844, 390], [640, 400], [640, 360]]) {
    await page.setViewportSize({width, height});
    await page.evaluate(() => scrollTo(0, 0));
    const needed = page.locator('.slot, .pile, .herd-face, .bar button, .said');
    assert.ok(await needed.count() > 8, where);
    const hidden = await needed.evaluateAll((all, height) => all.filter(it => it.getBoundingClientRect().bottom > height || it.getBoundingClientRect().top < 0).map(it => it.className), height);
    assert.deepEqual(hidden, [], `${where} at ${width}x${height}`);
    if (album) await page.screenshot({path: join(album, `${where.replaceAll(' ', '-')}-${width}x${height}.png`)});
    if (long || height === 360) await assertAccessible(page, `${where} (${width}x${height})`);
  }
  await page.setViewportSize(sizes[size]);
}

// The album is for people; the kept pictures cover one look per size.
async function picture(page, name, {size}) {
  if (!album) await assertPicture(page, `${name.toLowerCase().replaceAll(' ', '-')}-${size}`);
}

for (const look of looks) {
  const {size} = look;
  const arrive = (path = '/', more = {}) => Person.arrive(browser, {origin: server.origin, path, ...look, ...more});

  test(`screens without a match, ${size} ${look.colorScheme}`, hang, async () => {
    const asha = await arrive();
    const {page} = asha;
    const name = page.getByRole('textbox', {name: 'Your name'});
    await name.waitFor();
    await page.getByRole('heading', {name: 'The rules in four pictures'}).waitFor(); // they come after the first screen
    await judge(asha, 'start', look);
    await picture(page, 'start', look);
    await name.fill('Asha');
    for (const [button, shows] of [
      ['Play with a friend', asha.button('Open the room')],
      ['Public rooms', page.getByRole('heading', {name: /rooms/i})],
      ['Settings', page.getByRole('heading', {name: 'Settings'})],
      ['Help', page.getByRole('heading', {name: /help|how to play/i})],
      ['Replays', page.getByRole('heading', {name: /replay/i})],
    ]) {
      await page.goto(`${server.origin}/#/`);
      await page.getByRole('button', {name: button}).or(page.getByRole('link', {name: button})).first().click();
      await shows.first().waitFor();
      await judge(asha, button, look);
      if (button !== 'Public rooms') await picture(page, button, look);
    }
    await page.goto(`${server.origin}/#/watch/222222`);
    await page.getByText('This room asks for a password, or it is closed').first().waitFor();
    await judge(asha, 'no such room', look);
    await page.goto(`${server.origin}/#/nonsense/with/everything`);
    await page.getByText(/start|back/i).first().waitFor();
    await judge(asha, 'nonsense', look);
    await asha.assertClean();
    await asha.leave();
  });

  test(`screens of a match, ${size} ${look.colorScheme}`, hang, async t => {
    const random = seeded(7);
    const proxy = await startProxy(server.port);
    t.after(() => proxy.stop());
    const asha = await Person.arrive(browser, {origin: proxy.origin, ...look, mayDisconnect: true});
    const {page} = asha;
    await asha.openRoom();
    await page.getByRole('img', {name: /QR code/}).waitFor();
    await judge(asha, 'waiting', look);
    const ravi = await Partner.connect(server.origin);
    t.after(() => ravi.close());

    const guest = await arrive(`/#/${asha.room.room}`);
    await guest.button('Join', {exact: true}).waitFor();
    await judge(guest, 'invitation', look);
    await guest.assertClean();
    await guest.leave();

    await ravi.asked({type: 'join_room', room: asha.room.room, name: 'Ravi'});
    await asha.until(() => asha.room.players[1]);
    await judge(asha, 'two at the table', look);
    const watcher = await arrive(`/#/watch/${asha.room.room}`);
    await asha.readyWith(ravi);
    await asha.until(() => watcher.view?.phase === 'playing');
    await judge(watcher, 'watching', look);
    if (!asha.onTurn) {
      await judge(asha, 'the other is on the move', look);
      await ravi.move(random);
      await asha.until(() => asha.onTurn);
    }
    await asha.pick(choose(asha.view, random));
    await judge(asha, 'a move is chosen', look);
    if (size === 'phone') await judgeLow(asha, 'a move is chosen', look);
    await page.keyboard.press('Escape');

    await asha.button('Resign').first().click();
    await page.getByRole('dialog').waitFor();
    await judge(asha, 'asked whether to resign', look);
    await page.keyboard.press('Escape');

    assert.ok(proxy.cut() > 0);
    await page.getByText(/connect|line|offline/i).first().waitFor();
    await judge(asha, 'without a line', look);
    proxy.reopen();
    await asha.until(() => asha.room.players.every(player => player.connected));
    await asha.until(async () => (await ravi.room.players[0].connected));

    while (asha.view.phase === 'playing') {
      if (asha.onTurn) await asha.play(choose(asha.view, random));
      else {
        await ravi.until(() => ravi.view.seq >= asha.view.seq);
        if (ravi.onTurn) await ravi.move(random);
        const {seq} = ravi.view;
        await asha.until(() => asha.view.seq >= seq);
      }
    }
    await asha.button('Next round').waitFor();
    await judge(asha, 'a round is over', look);
    await judge(watcher, 'a round is over, watched', look);
    await asha.button('Next round').click();
    await ravi.asked({type: 'ready'});
    await asha.until(() => asha.view.round === 2);
    await ravi.asked({type: 'resign'});
    await asha.button('Rematch').waitFor();
    await page.locator('[data-shuffle="verified"]').first().waitFor();
    await judge(asha, 'the match is over', look);
    for (const person of [asha, watcher]) {
      await person.assertClean();
      await person.leave();
    }
  });

  test(`a replay from a file, ${size} ${look.colorScheme}`, hang, async () => {
    const asha = await arrive('/#/replay');
    const {page} = asha;
    await page.locator('input[type=file]').setInputFiles(fixture);
    const moment = page.getByRole('slider', {name: 'Moment'});
    await moment.waitFor();
    await judge(asha, 'a replay', look);
    const {actions} = JSON.parse(readFileSync(fixture, 'utf8'));
    await asha.button('Next', {exact: true}).evaluate(next => { for (let i = 0; i < 12; i++) next.click(); }); // faster than it renders
    await asha.until(async () => await moment.inputValue() === '12');
    await picture(page, 'replay', look);
    await moment.focus();
    await page.keyboard.press('End');
    await asha.until(async () => Number(await moment.getAttribute('aria-valuenow') ?? await moment.inputValue()) >= actions.length);
    await judge(asha, 'the end of a replay', look);
    await page.goto(`${server.origin}/#/replay`);
    await page.locator('input[type=file]').setInputFiles({name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"v":"jaipur-replay-1"}')});
    await page.getByRole('alert').first().waitFor();
    await judge(asha, 'no replay', look);
    await asha.assertClean();
    await asha.leave();
  });
}

test('every language fills the start screen, and nothing is cut off', hang, async () => {
  const english = await Person.arrive(browser, {origin: server.origin});
  const seen = new Set([await english.page.locator('main').innerText()]);
  await english.leave();
  for (const locale of ['fr-CA', 'de-CH', 'es-MX']) {
    const visitor = await Person.arrive(browser, {origin: server.origin, locale, size: 'phone'});
    await visitor.page.getByRole('textbox').first().waitFor();
    assert.equal(await visitor.page.evaluate(() => document.documentElement.lang), locale.slice(0, 2));
    await judge(visitor, locale, {size: 'phone', colorScheme: 'light'});
    seen.add(await visitor.page.locator('main').innerText());
    await visitor.assertClean();
    await visitor.leave();
  }
  assert.equal(seen.size, 4);
});

// Firefox keeps telling screen readers the language that the document had at first.
test('the document has its language before anything is rendered', hang, async () => {
  for (const [chosen, spoken] of [[null, 'fr'], ['de', 'de'], ['tlh', 'fr']]) {
    const context = await browser.newContext({locale: 'fr-CA'});
    await context.addInitScript(language => language && localStorage.setItem('jaipur.language', language), chosen);
    let cut = 0;
    await context.route('**/assets/main-*.js', route => { cut++; return route.abort(); });
    const page = await context.newPage();
    await page.goto(server.origin);
    assert.equal(cut, 1);
    assert.equal(await page.evaluate(() => document.documentElement.lang), spoken);
    await context.close();
  }
});

test("the browser's own controls follow the chosen theme", hang, async () => {
  const asha = await Person.arrive(browser, {origin: server.origin, path: '/#/settings', colorScheme: 'light'});
  const {page} = asha;
  const drawn = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  await page.getByRole('heading', {name: 'Settings'}).waitFor();
  assert.equal(await drawn(), 'light dark'); // follows the system
  for (const name of ['Dark', 'Light']) {
    await page.getByRole('radio', {name}).check({force: true});
    await asha.until(async () => (await drawn()) === name.toLowerCase());
  }
  assert.equal(await page.getByRole('combobox', {name: 'Language'}).evaluate(it => getComputedStyle(it).appearance), 'none');
  await asha.assertClean();
  await asha.leave();
});

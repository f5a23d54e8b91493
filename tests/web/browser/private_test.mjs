// Servers that admit only invited people, or let only them open rooms: invitations, the password, and what a visitor
// finds afterwards.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {promisify} from 'node:util';
import {assertAccessible} from '../kit/axe.mjs';
import {Person, sizes} from '../kit/browser.mjs';
import {Partner} from '../kit/partner.mjs';
import {hang, long, startServer} from '../kit/server.mjs';
import {leaveBrowser, takeBrowser} from '../kit/setup.mjs';

let browser, folder, closed, halfOpen;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jaipur-private-'));
  writeFileSync(join(folder, 'password'), 'open sesame\n');
  const settings = ['--no-limits', '--server-password-file', join(folder, 'password')];
  browser = await takeBrowser();
  closed = await startServer(...settings, '--admit', 'invited', '--admin-socket', join(folder, 's'));
  halfOpen = await startServer(...settings, '--open-rooms', 'invited');
});
after(async () => {
  await leaveBrowser(browser);
  await closed?.stop();
  await halfOpen?.stop();
  rmSync(folder, {recursive: true, force: true});
});

const admin = async (...words) => (await promisify(execFile)(process.env.JAIPUR_SERVER, ['admin', '--socket', join(folder, 's'), ...words])).stdout;
async function invite() {
  const said = await admin('invite');
  return {path: `/enter#${/\/enter#([\w-]{43})/.exec(said)[1]}`, id: /`revoke (\d+)`/.exec(said)[1]};
}
const visit = (path, more = {}) => Person.arrive(browser, {origin: closed.origin, path, ...more});
const heading = (person, name) => person.page.getByRole('heading', {name});
const field = person => person.page.getByLabel('Server password');
async function enterPassword(person, password = 'open sesame') {
  await field(person).fill(password);
  await person.button('Continue').click();
}
const passOf = page => page.evaluate(() => localStorage['jaipur.pass'] ?? null);

async function host() {
  const ravi = await Partner.connect(closed.origin);
  await ravi.asked({type: 'enter', pass: `${'R'.repeat(42)}A`, password: 'open sesame'});
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {}});
  return {ravi, room};
}

test('an invitation lets its visitor in at once, leaves the address, and works once', hang, async () => {
  const {path} = await invite();
  const asha = await visit(path, {size: 'phone'});
  const {page} = asha;
  await heading(asha, 'You’re in').waitFor();
  assert.equal(page.url(), `${closed.origin}/enter`);
  await page.getByRole('status').filter({hasText: 'you can play on this server in this browser'}).waitFor();
  await assertAccessible(page, 'an accepted invitation');
  await asha.assertFits();
  await page.reload();
  await heading(asha, 'You’re in').waitFor();
  await page.getByRole('link', {name: 'Start playing'}).click();
  await asha.openRoom();
  const mira = await visit(path);
  await heading(mira, 'This invitation no longer works').waitFor();
  await mira.page.getByText('Ask the person who sent it for a new one.').first().waitFor();
  assert.equal(mira.page.url(), `${closed.origin}/enter`);
  assert.equal(await passOf(mira.page), null);
  await assertAccessible(mira.page, 'an invitation that is over');
  await enterPassword(mira);
  await heading(mira, 'You’re in').waitFor();
  await mira.page.goto(`${closed.origin}/enter#tooshort`);
  await heading(mira, 'This invitation no longer works').waitFor();
  for (const person of [asha, mira]) {
    await person.assertClean();
    await person.leave();
  }
});

for (const [size, colorScheme] of [['phone', 'dark'], ['laptop', 'light']])
  test(`a stranger’s start page asks for the password, ${size} ${colorScheme}`, hang, async () => {
    const asha = await visit('/', {size, colorScheme});
    const {page} = asha;
    await heading(asha, 'This server is private').waitFor();
    assert.equal(await asha.button('Play with a friend').count(), 0);
    await assertAccessible(page, 'the start page of a private server');
    await asha.assertFits();
    assert.equal(await field(asha).getAttribute('autocomplete'), 'current-password');
    await asha.button('Continue').click();
    await page.getByRole('alert').filter({hasText: 'Enter the password first.'}).waitFor();
    await enterPassword(asha, 'sesame');
    await page.getByRole('alert').filter({hasText: 'Wrong server password'}).waitFor();
    assert.equal(await field(asha).inputValue(), 'sesame');
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute('name')), 'password');
    await assertAccessible(page, 'a wrong password');
    assert.equal(await field(asha).getAttribute('type'), 'password');
    await asha.button('Show the password').click();
    assert.equal(await field(asha).getAttribute('type'), 'text');
    await asha.button('Hide the password').click();
    await field(asha).fill('open sesame');
    await field(asha).press('Enter');
    await asha.button('Play with a friend').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.tagName), 'H1');
    await page.getByRole('status').filter({hasText: 'You’re in.'}).waitFor();
    await page.reload();
    await asha.openRoom();
    await asha.assertClean();
    await asha.leave();
  });

test('a password is kept if the server was too busy for it', hang, async () => {
  let isBusy = true;
  const asha = await visit('/', {before: page => page.routeWebSocket('**/ws', near => {
    const far = near.connectToServer();
    near.onMessage(text => {
      const {type, id} = JSON.parse(text);
      if (isBusy && type === 'enter') near.send(JSON.stringify({type: 'error', re: id, code: 'rate_limited', message: 'Later.'}));
      else far.send(text);
    });
  })});
  const {page} = asha;
  await enterPassword(asha);
  await page.getByRole('alert').filter({hasText: 'Too many wrong codes or passwords'}).waitFor();
  assert.equal(await field(asha).inputValue(), 'open sesame');
  isBusy = false;
  await asha.button('Continue').click();
  await asha.button('Play with a friend').waitFor();
  await asha.leave();
});

test('an invitation link can be pasted into the field of the password', hang, async () => {
  const {path} = await invite();
  const asha = await visit('/');
  await enterPassword(asha, ` ${closed.origin}${path} `);
  await asha.button('Play with a friend').waitFor();
  await asha.assertClean();
  await asha.leave();
});

test('behind the form is what the visitor came for; a replay and a seat need no password', hang, async () => {
  const {ravi, room} = await host();
  for (const [path, found] of [
    [`/${room}`, person => heading(person, 'Ravi invites you to a match of Jaipur').waitFor()],
    [`/watch/${room}`, person => person.until(() => person.room?.spectators === 1)],
    ['/rooms', person => person.page.getByText('No public room is open right now.').waitFor()],
    ['/watch', person => person.page.getByText('No public match is on at the moment.').waitFor()],
  ]) {
    const asha = await visit(path, {size: 'phone'});
    await heading(asha, 'This server is private').waitFor();
    await assertAccessible(asha.page, `${path} of a private server`);
    await enterPassword(asha);
    await found(asha);
    assert.equal(asha.page.url(), closed.origin + path);
    await asha.assertClean();
    await asha.leave();
  }
  const mira = await visit('/replay');
  await heading(mira, 'Replays').waitFor();
  assert.equal(await field(mira).count(), 0);
  await mira.leave();
  ravi.close();
});

test('when a pass ends, the player plays on, comes back unasked, and is told on the start page', hang, async () => {
  const {path, id} = await invite();
  const asha = await visit(path, {mayDisconnect: true});
  const {page} = asha;
  await page.getByRole('link', {name: 'Start playing'}).click();
  await asha.enterName('Asha');
  await asha.button('Play against the bot').click();
  await asha.until(() => asha.view?.phase === 'playing');
  await admin('revoke', id);
  await asha.move();
  await page.reload();
  await asha.until(() => asha.onTurn);
  await asha.move();
  assert.equal(await field(asha).count(), 0);
  await page.goto(closed.origin);
  await page.getByText('This browser no longer has access').waitFor();
  await page.getByRole('link', {name: /^Play: /}).click();
  await asha.button('Continue on another device').click();
  const link = new URL(await page.getByRole('dialog').locator('.link-line').innerText());
  const phone = await visit(link.pathname + link.hash, {size: 'phone'});
  await phone.button('Continue').click();
  await phone.until(() => phone.view?.phase === 'playing');
  assert.equal(await passOf(phone.page), null);
  for (const person of [asha, phone]) {
    await person.assertClean();
    await person.leave();
  }
});

test('when a pass ends, what was typed is not lost', hang, async () => {
  const {path, id} = await invite();
  const asha = await visit(path);
  const {page} = asha;
  await page.getByRole('link', {name: 'Start playing'}).click();
  await asha.enterName('Asha');
  await asha.button('Play with a friend').click();
  await page.getByRole('group', {name: 'Seals to win the match'}).getByRole('radio', {name: '3'}).check({force: true});
  await admin('revoke', id);
  await asha.button('Open the room').click();
  await page.getByText('This browser no longer has access').waitFor();
  await enterPassword(asha);
  await asha.until(() => asha.room !== null);
  assert.equal(asha.room.options.seals, 3);
  await asha.assertClean();
  await asha.leave();
});

test('where only invited people open rooms, the form comes when it is needed, and the room opens as chosen', hang, async () => {
  const asha = await Person.arrive(browser, {origin: halfOpen.origin, size: 'phone'});
  const {page} = asha;
  await asha.enterName('Asha');
  await asha.button('Play with a friend').click();
  await page.getByRole('group', {name: 'Seals to win the match'}).getByRole('radio', {name: '3'}).check({force: true});
  const dialog = page.getByRole('dialog', {name: 'You need a password to open a room'});
  await asha.button('Open the room').click();
  await dialog.waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('name')), 'password');
  await assertAccessible(page, 'the dialog for the password');
  await asha.assertFits();
  await page.keyboard.press('Escape');
  await page.getByText('You need its password or an invitation.').waitFor();
  await asha.button('Open the room').click();
  await enterPassword(asha, 'sesame');
  await page.getByRole('alert').filter({hasText: 'Wrong server password'}).waitFor();
  await enterPassword(asha);
  await asha.until(() => asha.room !== null);
  assert.equal(asha.room.options.seals, 3);
  const mira = await Person.arrive(browser, {origin: halfOpen.origin, path: `/${asha.room.room}`});
  await mira.join('Mira'); // without a pass
  await mira.page.goto(halfOpen.origin);
  await mira.button('Play against the bot').click();
  await mira.page.getByRole('dialog').getByRole('button', {name: 'Close'}).click();
  await mira.page.getByText('You need its password or an invitation.').waitFor();
  for (const person of [asha, mira]) {
    await person.assertClean();
    await person.leave();
  }
});

test('the forms fit in every language, and are on the first screen', hang, async () => {
  const all = Object.entries(sizes);
  const low = [];
  const measure = async ({page}, what) => {
    await page.locator('input[name=password]').waitFor();
    for (const [size, viewport] of all) {
      await page.setViewportSize(viewport);
      const end = await page.locator('.password-form button[type=submit]').evaluate(it => it.getBoundingClientRect().bottom);
      if (end > viewport.height) low.push(`${what}, ${size}: ${Math.round(end)} of ${viewport.height}`);
    }
  };
  for (const language of long ? ['en', 'de', 'es', 'fr'] : ['de', 'fr']) { // the longest texts
    const asha = await visit('/', {language, size: 'small'});
    await asha.page.locator('input[name=password]').waitFor();
    assert.equal(await asha.page.evaluate(() => document.documentElement.lang), language);
    await assertAccessible(asha.page, language);
    await asha.assertFits();
    await measure(asha, `the start in ${language}`);
    await asha.page.goto(`${closed.origin}/rooms`);
    await measure(asha, `the form in ${language}`);
    await asha.page.goto(`${closed.origin}/enter#${'x'.repeat(43)}`);
    await measure(asha, `the spent invitation in ${language}`);
    await asha.page.setViewportSize(sizes.small);
    await asha.assertFits();
    await asha.assertClean();
    await asha.leave();
    const mira = await Person.arrive(browser, {origin: halfOpen.origin, language});
    await mira.page.locator('.ways-in .field input').first().fill('Mira');
    await mira.page.locator('.way-bot .way').click();
    await measure(mira, `the dialog in ${language}`);
    await mira.leave();
  }
  assert.deepEqual(low, []);
});

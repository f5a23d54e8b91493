// What the server's operator tells people on the page.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {promisify} from 'node:util';
import {Person} from '../kit/browser.mjs';
import {Partner} from '../kit/partner.mjs';
import {hang, startServer} from '../kit/server.mjs';
import {browser, useBrowserAndServer} from '../kit/setup.mjs';

useBrowserAndServer();

let folder, operated;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jaipur-operator-'));
  operated = await startServer('--admin-socket', join(folder, 'a.sock'));
});
after(async () => {
  await operated?.stop();
  rmSync(folder, {recursive: true, force: true});
});

const admin = (...words) => promisify(execFile)(process.env.JAIPUR_SERVER, ['admin', '--socket', join(folder, 'a.sock'), ...words]);

test('an announcement is shown and spoken once, can be closed, and comes back only if it is new', hang, async () => {
  const ravi = await Partner.connect(operated.origin);
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {}});
  const asha = await Person.arrive(browser, {origin: operated.origin, path: `/${room}`});
  const {page} = asha;
  await asha.join();
  const banner = page.getByRole('region', {name: 'From the server’s operator'});
  assert.equal(await banner.count(), 0);
  await admin('announce', '<b>Restart</b> at noon.');
  await banner.getByText('<b>Restart</b> at noon.').waitFor();
  await page.getByRole('status').filter({hasText: 'Restart'}).waitFor();
  await banner.getByRole('button', {name: 'Close'}).click();
  await banner.waitFor({state: 'detached'});
  await admin('drain');
  await banner.getByText('The server will restart once the running matches are over.').waitFor();
  await banner.getByRole('button', {name: 'Close'}).click();
  await banner.waitFor({state: 'detached'});
  await admin('drain', '--cancel');
  await asha.until(() => !asha.room.notice?.restarting);
  await admin('drain');
  await banner.getByText('The server will restart once the running matches are over.').waitFor();
  await admin('drain', '--cancel');
  await banner.waitFor({state: 'detached'});
  await admin('announce', 'Restart at one.');
  await banner.getByText('Restart at one.').waitFor();
  await asha.assertClean();
  await asha.leave();
  ravi.close();
});

test('outside a room, too, a restart that is announced once more is shown once more', hang, async () => {
  const {one, two} = await Partner.pair(operated.origin); // without a match, a drain would end the server
  await Promise.all([one, two].map(it => it.asked({type: 'ready'})));
  await one.until(() => one.view?.phase === 'playing');
  const asha = await Person.arrive(browser, {origin: operated.origin, path: '/rooms'});
  const banner = asha.page.getByRole('region', {name: 'From the server’s operator'});
  const lists = () => asha.frames.filter(text => JSON.parse(text).rooms).length;
  const refresh = async () => { // the notice comes with the list of rooms
    const before = lists();
    await asha.button('Refresh').click();
    await asha.until(() => lists() > before);
  };
  await asha.until(() => lists() > 0);
  await admin('drain');
  await refresh();
  await banner.waitFor();
  await banner.getByRole('button', {name: 'Close'}).click();
  await banner.waitFor({state: 'detached'});
  await admin('drain', '--cancel');
  await refresh();
  await admin('drain');
  await refresh();
  await banner.getByText('The server will restart once the running matches are over.').waitFor();
  await admin('drain', '--cancel');
  await refresh();
  await banner.waitFor({state: 'detached'});
  await asha.assertClean();
  await asha.leave();
  one.close();
  two.close();
});

test('a player kicked by the operator is told, and goes back to the table with a click', hang, async () => {
  const ravi = await Partner.connect(operated.origin);
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {}});
  const asha = await Person.arrive(browser, {origin: operated.origin, path: `/${room}`, mayDisconnect: true});
  const {page} = asha;
  await asha.join();
  await admin('kick', room, '1');
  await page.locator('#main').getByText('The server’s operator closed your connection. Your seat is kept.').waitFor();
  assert.equal(await page.locator('.match-strip').count(), 0); // it would lead to this page
  await asha.assertClean();
  await asha.button('Continue', {exact: true}).click();
  await asha.button('Continue', {exact: true}).waitFor({state: 'detached'});
  await ravi.until(() => ravi.room.players[1]?.connected);
  await asha.leave();
  ravi.close();
});

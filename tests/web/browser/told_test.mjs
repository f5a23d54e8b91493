// What people are told: how far a shuffle may be trusted, and that a line broke.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {Person, launch} from '../kit/browser.mjs';
import {Partner} from '../kit/partner.mjs';
import {startServer} from '../kit/server.mjs';

let browser, server;
before(async () => {
  [browser, server] = await Promise.all([launch(), startServer()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test('who only watched is not told that a shuffle was fair', {timeout: 60000}, async () => {
  const [ravi, mira] = await Promise.all([Partner.connect(server.origin), Partner.connect(server.origin)]);
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {}});
  await mira.asked({type: 'join_room', room, name: 'Mira'});
  const watcher = await Person.arrive(browser, {origin: server.origin, path: `/#/watch/${room}`});
  await watcher.until(() => watcher.room !== null);
  await Promise.all([ravi.asked({type: 'ready'}), mira.asked({type: 'ready'})]);
  await watcher.until(() => watcher.view?.phase === 'playing');
  await ravi.asked({type: 'resign'});
  const report = watcher.page.locator('[data-shuffle="verified"]');
  await report.waitFor();
  assert.match(await report.innerText(), /fits its proof/);
  assert.doesNotMatch(await report.innerText(), /fair/i);
  await watcher.assertClean();
  await watcher.leave();
  ravi.close();
  mira.close();
});

test('a table that does not bear our commitment is cried out, and stays in sight', {timeout: 60000}, async () => {
  const ravi = await Partner.connect(server.origin);
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {}});
  const asha = await Person.arrive(browser, {origin: server.origin, size: 'phone'});
  const {page} = asha;
  await page.routeWebSocket('**/ws', near => {
    const far = near.connectToServer();
    far.onMessage(text => {
      const message = JSON.parse(text);
      if (message.type === 'table') message.seat_commits = message.seat_commits.map(commit => commit && '0'.repeat(64));
      near.send(JSON.stringify(message));
    });
  });
  await page.goto(`${server.origin}/#/${room}`);
  await page.reload(); // to have the line go through here
  await page.getByRole('textbox', {name: 'Your name'}).fill('Asha');
  await asha.button('Join', {exact: true}).click();
  await ravi.until(() => ravi.room?.players[1]);
  await ravi.asked({type: 'ready'});
  await asha.button('Ready').click();
  await page.getByRole('alert').getByText(/THE SHUFFLE WAS NOT FAIR/).waitFor();
  const notice = page.locator('[data-distrust]');
  assert.match(await notice.innerText(), /commitments/);
  // What was owed never comes: the server calls the table off, which is told, and takes no blame away.
  await page.getByText('In this room one shuffle was called off', {exact: false}).waitFor({timeout: 20000});
  assert.ok(await notice.isVisible());
  await asha.assertFits();
  await asha.assertClean();
  await asha.leave();
  ravi.close();
});

test('a line of chat is said once, and is no news after the page was loaded again', {timeout: 60000}, async () => {
  const ravi = await Partner.connect(server.origin);
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {}});
  const asha = await Person.arrive(browser, {origin: server.origin, path: `/#/${room}`, size: 'phone'});
  const {page} = asha;
  await page.getByRole('textbox', {name: 'Your name'}).fill('Asha');
  await asha.button('Join', {exact: true}).click();
  await ravi.until(() => ravi.room?.players[1]);
  await ravi.asked({type: 'chat', text: 'Namaste'});
  await asha.button('Log and chat, 1 unread').click();
  const field = page.getByRole('textbox', {name: 'Message'});
  await field.fill('Hello');
  await page.evaluate(() => { // twice within the round trip
    const form = document.querySelector('form.say');
    form.requestSubmit();
    form.requestSubmit();
  });
  await ravi.until(() => ravi.said.length > 1);
  await field.fill('Are you there?');
  await field.press('Enter');
  await ravi.until(() => ravi.said.at(-1).text === 'Are you there?');
  assert.deepEqual(ravi.said.map(({text}) => text), ['Namaste', 'Hello', 'Are you there?']);
  await page.reload();
  await asha.until(() => asha.frames.filter(frame => frame.includes('Namaste')).length === 2);
  await asha.button('Log and chat', {exact: true}).waitFor();
  await ravi.asked({type: 'chat', text: 'I am'});
  await asha.button('Log and chat, 1 unread').waitFor();
  await asha.assertClean();
  await asha.leave();
  ravi.close();
});

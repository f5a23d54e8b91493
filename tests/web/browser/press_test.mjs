// What a press means: no answer to a question that was not yet asked when the key went down.
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

// Asha with a browser, Ravi without, in a match.
async function match() {
  const ravi = await Partner.connect(server.origin);
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {}});
  const asha = await Person.arrive(browser, {origin: server.origin, path: `/#/${room}`});
  await asha.page.getByRole('textbox', {name: 'Your name'}).fill('Asha');
  await asha.button('Join', {exact: true}).click();
  await asha.until(() => asha.room?.players[1]);
  await ravi.asked({type: 'ready'});
  await asha.button('Ready').click();
  await asha.until(() => asha.view?.phase === 'playing');
  return {asha, ravi};
}

test('Enter held on "Resign" and "Leave" only asks', {timeout: 60000}, async () => {
  const {asha, ravi} = await match();
  const {page} = asha;
  const dialog = page.getByRole('dialog');
  for (const [name, no] of [['Resign', 'Keep playing'], ['Leave', 'Stay']]) {
    await asha.button(name).focus();
    for (let i = 0; i < 5; i++) await page.keyboard.down('Enter'); // all but the first are repeats
    await page.keyboard.up('Enter');
    await dialog.waitFor();
    assert.ok(await dialog.getByRole('button', {name: no}).evaluate(element => element === document.activeElement), `${no} has the focus`);
    await page.keyboard.press('Enter');
    await dialog.waitFor({state: 'hidden'});
  }
  assert.equal(asha.view.phase, 'playing');
  await asha.assertClean();
  await asha.leave();
  ravi.close();
});

// Newcomers find the rules where they start, and beside their first table; once put away, they stay away.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {assertAccessible} from '../kit/axe.mjs';
import {Person} from '../kit/browser.mjs';
import {Partner} from '../kit/partner.mjs';
import {hang} from '../kit/server.mjs';
import {browser, server, useBrowserAndServer} from '../kit/setup.mjs';

useBrowserAndServer();

const rules = person => person.page.getByRole('region', {name: 'The rules in four pictures'});

test('the rules stand beside the first table, until they are put away', hang, async t => {
  const asha = await Person.arrive(browser, {origin: server.origin});
  t.after(() => asha.leave());
  await rules(asha).waitFor();
  await asha.enterName('Asha');
  await asha.button('Play against the bot').click();
  await asha.until(() => asha.view?.phase === 'playing');
  assert.equal(await rules(asha).locator('.rule svg').count(), 4);
  assert.equal(await asha.page.getByRole('textbox', {name: 'Message'}).count(), 0);
  assert.ok(await asha.page.getByText('Help', {exact: true}).isVisible());
  await asha.caughtUp();
  await assertAccessible(asha.page, 'the first table');
  await asha.until(() => asha.onTurn);
  await asha.page.locator('.bar').getByText('Your turn.').first().waitFor();
  await rules(asha).getByRole('button', {name: 'Got it'}).click();
  await asha.page.getByRole('textbox', {name: 'Message'}).waitFor();
  await asha.page.reload();
  await asha.page.getByRole('textbox', {name: 'Message'}).waitFor();
  assert.equal(await rules(asha).count(), 0);
  await asha.assertClean();
});

test('a guest with a phone sees the rules below the invitation, and help has its name at the table', hang, async t => {
  const ravi = await Partner.connect(server.origin);
  t.after(() => ravi.close());
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {}});
  const asha = await Person.arrive(browser, {origin: server.origin, path: `/${room}`, size: 'phone'});
  t.after(() => asha.leave());
  await rules(asha).waitFor();
  await asha.assertFits();
  await asha.join();
  await asha.readyWith(ravi);
  const help = asha.page.locator('.match-bar').getByText('Help', {exact: true});
  assert.ok(await help.isVisible());
  await asha.assertFits();
  await help.click();
  await asha.page.getByRole('dialog').getByRole('heading', {name: 'The rules in four pictures'}).waitFor();
  await asha.assertClean();
});

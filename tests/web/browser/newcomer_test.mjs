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
  await rules(asha).waitFor({state: 'detached'});
  await asha.page.reload();
  await asha.page.getByRole('log').waitFor();
  assert.equal(await rules(asha).count(), 0);
  await asha.assertClean();
});

test('beside the rules, the log has room for several moves, in any language', hang, async () => {
  for (const language of ['en', 'de', 'fr', 'es']) {
    const asha = await Person.arrive(browser, {origin: server.origin, language});
    await asha.page.getByRole('textbox').first().fill('Asha');
    await asha.page.locator('.way-bot .way').click();
    for (const [width, height] of [[1366, 657], [1280, 577], [1920, 1080]]) {
      await asha.page.setViewportSize({width, height});
      await asha.page.locator('.newcomer-rules .rule').last().waitFor();
      const log = await asha.page.getByRole('log').boundingBox();
      assert.ok(log.height >= (height > 600 ? 170 : 120), `the log of ${width} × ${height} in ${language} is ${log.height} high`);
      const rules = await asha.page.locator('.newcomer-rules').evaluate(it => it.scrollHeight - it.clientHeight);
      if (height > 600) assert.ok(rules <= 1, `the rules scroll by ${rules} in ${language} at ${width} × ${height}`);
      await asha.assertFits();
    }
    await asha.leave();
  }
});

test('a match against the bot has a chat only while somebody watches or once somebody has written', hang, async t => {
  const asha = await Person.arrive(browser, {origin: server.origin, viewport: {width: 1366, height: 657}, kept: {'jaipur.rules-seen': 'yes'}});
  t.after(() => asha.leave());
  await asha.enterName('Asha');
  await asha.button('Play against the bot').click();
  await asha.until(() => asha.view?.phase === 'playing');
  const message = asha.page.getByRole('textbox', {name: 'Message'});
  const log = () => asha.page.getByRole('log').boundingBox();
  assert.equal(await message.count(), 0);
  assert.ok((await log()).height > 500, 'the log has the whole column');
  for (const writes of [false, true]) {
    const mira = await Partner.connect(server.origin);
    await mira.asked({type: 'spectate', room: asha.view.room, name: 'Mira'});
    await message.waitFor();
    if (writes) {
      await message.fill('Welcome, Mira!');
      await message.press('Enter');
      await mira.until(() => mira.said.length > 0);
    }
    mira.close();
    await asha.until(() => asha.room.spectators === 0);
    if (!writes) await message.waitFor({state: 'detached'});
  }
  await asha.page.locator('#side-chat').getByText('Welcome, Mira!').waitFor();
  assert.ok(await message.isVisible());
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

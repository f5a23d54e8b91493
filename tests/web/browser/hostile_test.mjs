// Hostile names and chat: markup, text that reverses its surroundings, overlong words, and text that imitates the page's
// own.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {Person} from '../kit/browser.mjs';
import {Partner} from '../kit/partner.mjs';
import {hang} from '../kit/server.mjs';
import {browser, server, useBrowserAndServer} from '../kit/setup.mjs';

useBrowserAndServer();

const names = ['<img src=x onerror=1', '"><script>x</script>', '漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字', 'WWWWWWWWWWWWWWWWWWWW', 'العربية שלום', '👩‍👩‍👧'.replaceAll('\u200d', ''), '{{7*7}}${7*7}', 'Z̸̢̛͓̗̼̻͖̦͍̀͊͋ä'];
const lines = [
  '<img src=x onerror="document.title=\'taken\'">', '<script>document.title="taken"</script>', 'javascript:document.title="taken"', '</li></ol><h1>You won</h1>', 'Ravi took gold.',
  'W'.repeat(200), '漢'.repeat(200), 'اختبار '.repeat(25).trim(), '&lt;b&gt;', 'https://example.org/ look',
];

test('hostile names and chat are shown as text', hang, async t => {
  for (let i = 0; i < names.length; i += 2) { // two in a room
    const [name, own] = names.slice(i);
    const partner = await Partner.connect(server.origin);
    t.after(() => partner.close());
    const made = await partner.ask({type: 'create_room', name, options: {public: true}});
    assert.equal(made.type, 'ok', `${name}: ${made.code}`);
    const asha = await Person.arrive(browser, {origin: server.origin, path: `/#/${made.room}`, size: 'phone'});
    await asha.join(own);
    await asha.page.getByText(name, {exact: false}).first().waitFor();
    assert.equal(asha.room.players[1].name, own);
    await asha.assertFits();
    if (name === names[0]) {
      // Text alone can't show whether markup was rendered, so elements are counted below.
      for (const text of lines) await partner.asked({type: 'chat', text});
      await asha.until(() => asha.frames.some(frame => frame.includes('https://example.org/')));
    }
    await asha.readyWith(partner);
    for (const text of [name, own]) await asha.page.getByText(text, {exact: false}).first().waitFor();
    await asha.assertFits();
    if (name === names[0]) {
      const toggle = asha.button(/^(Log|Chat)/).first();
      if (!(await asha.page.getByRole('textbox', {name: 'Message'}).isVisible())) await toggle.click();
      for (const text of lines) await asha.page.getByText(text, {exact: false}).first().waitFor({state: 'attached'});
      await asha.assertFits();
    }
    assert.equal(await asha.page.locator('img[src="x"], main script').count(), 0);
    assert.equal(await asha.page.getByRole('heading', {name: 'You won'}).count(), 0);
    assert.ok(!(await asha.page.title()).includes('taken'));
    await asha.assertClean();
    await asha.leave();
  }
});

test('names from a replay file are text, too', hang, async () => {
  const match = JSON.parse(readFileSync(new URL('../fixtures/match.json', import.meta.url), 'utf8'));
  for (let i = 0; i < names.length; i += 2) {
    const asha = await Person.arrive(browser, {origin: server.origin, path: '/#/replay', size: 'phone'});
    const buffer = Buffer.from(JSON.stringify({...match, names: [names[i], names[i + 1]]}));
    await asha.page.locator('input[type=file]').setInputFiles({name: 'match.json', mimeType: 'application/json', buffer});
    await asha.page.getByRole('slider', {name: 'Moment'}).waitFor();
    for (const name of [names[i], names[i + 1]]) await asha.page.getByText(name, {exact: false}).first().waitFor({state: 'attached'});
    assert.equal(await asha.page.locator('img[src="x"], main script').count(), 0);
    await asha.assertFits();
    await asha.assertClean();
    await asha.leave();
  }
});

test('a forged replay says so at the top of the screen', hang, async () => {
  const match = JSON.parse(readFileSync(new URL('../fixtures/match.json', import.meta.url), 'utf8'));
  match.rounds[0].players[0].rupees += 1;
  const buffer = Buffer.from(JSON.stringify(match));
  for (const size of ['phone', 'desktop']) {
    const asha = await Person.arrive(browser, {origin: server.origin, path: '/#/replay', size});
    await asha.page.locator('input[type=file]').setInputFiles({name: 'match.json', mimeType: 'application/json', buffer});
    const verdict = asha.page.getByRole('alert').getByText('This replay does not fit together.');
    await verdict.waitFor();
    const {y, height} = await verdict.boundingBox();
    assert.ok(y >= 0 && y + height < 120, `${size}: at ${y}`);
    await asha.assertFits();
    await asha.assertClean();
    await asha.leave();
  }
});

test('a name that the server refuses is reported, and nothing is lost', hang, async () => {
  const asha = await Person.arrive(browser, {origin: server.origin});
  const field = asha.page.getByRole('textbox', {name: 'Your name'});
  await field.fill('A\u202eB');
  await asha.button('Play with a friend').click();
  await asha.button('Open the room').click();
  await asha.page.getByText(/name/i).and(asha.page.locator('[role=alert], [aria-live], [data-error]')).first().waitFor();
  assert.equal(asha.room, null);
  await asha.assertClean();
  await asha.leave();
});

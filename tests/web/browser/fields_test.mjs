// A screen reader hears of a field's error once: as an alert, or as the description of the field that gets the focus.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Person} from '../kit/browser.mjs';
import {Partner} from '../kit/partner.mjs';
import {hang} from '../kit/server.mjs';
import {browser, server, useBrowserAndServer} from '../kit/setup.mjs';

useBrowserAndServer();

// Records what a screen reader reads: text that comes as an alert, the description of what gets the focus (its state a
// moment later, when the reader asks for it), and a new description of what has it.
const listen = page => page.evaluate(() => {
  globalThis.heard = [];
  const described = it => (it.getAttribute('aria-describedby') ?? '').split(' ').map(id => document.getElementById(id)?.textContent ?? '').join(' ').trim();
  document.addEventListener('focusin', ({target}) => setTimeout(() => globalThis.heard.push(described(target)), 100));
  const alerts = node => (node.nodeType === Node.TEXT_NODE ? [node.parentElement?.closest('[role=alert]')] : node.matches('[role=alert]') ? [node] : [...node.querySelectorAll('[role=alert]')]);
  new MutationObserver(changes => {
    for (const {type, target, addedNodes} of changes) {
      if (type === 'attributes' && target === document.activeElement) globalThis.heard.push(described(target));
      const come = type === 'childList' ? [...addedNodes].flatMap(alerts) : type === 'characterData' ? alerts(target) : [];
      for (const alert of come) if (alert?.isConnected) globalThis.heard.push(alert.textContent);
    }
  }).observe(document, {subtree: true, childList: true, characterData: true, attributeFilter: ['aria-describedby']});
});

// How often `sentence` has been heard during `work` and some time after it.
async function times(page, sentence, work) {
  await page.evaluate(() => { globalThis.heard = []; });
  await work();
  await page.locator('[data-error]').filter({hasText: sentence}).first().waitFor();
  await page.waitForTimeout(700);
  const heard = await page.evaluate(() => globalThis.heard);
  return heard.filter(it => it.includes(sentence)).length;
}

const nameLong = 'A name has at most 20 characters.';
const codeWrong = 'A code has six letters and digits';

test('an error is heard once, wherever the focus was, and again when it returns', hang, async t => {
  const asha = await Person.arrive(browser, {origin: server.origin});
  t.after(() => asha.leave());
  const {page} = asha;
  const name = page.getByRole('textbox', {name: 'Your name'});
  await listen(page);
  await name.fill('x'.repeat(30));
  assert.equal(await times(page, nameLong, () => asha.button('Play against the bot').press('Enter')), 1); // the focus moves to the field
  await asha.button('Play against the bot').focus();
  assert.equal(await times(page, nameLong, () => name.focus()), 1);
  const code = page.getByRole('textbox', {name: 'Code'});
  await code.fill('wrong');
  assert.equal(await times(page, codeWrong, () => code.press('Enter')), 1); // the focus is in the field
  await asha.assertClean();
});

test('an error is heard although the focus stays on the button', hang, async t => {
  const ravi = await Partner.connect(server.origin);
  t.after(() => ravi.close());
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {password: 'rubies'}});
  const asha = await Person.arrive(browser, {origin: server.origin, path: `/watch/${room}`});
  t.after(() => asha.leave());
  const {page} = asha;
  await page.getByLabel('Password of the room').fill('emeralds');
  await listen(page);
  assert.equal(await times(page, 'wrong password', () => asha.button('Watch', {exact: true}).press('Enter')), 1);
  await asha.assertClean();
});

test('of two errors, each is heard when the focus comes to its field', hang, async t => {
  const asha = await Person.arrive(browser, {origin: server.origin, path: '/new'});
  t.after(() => asha.leave());
  const {page} = asha;
  await page.getByText('More options').click();
  const [name, password] = [page.getByRole('textbox', {name: 'Your name'}), page.getByLabel('Password', {exact: true})];
  await name.fill('x'.repeat(30));
  await password.fill('y'.repeat(70));
  await listen(page);
  const second = 'at most 64';
  const submit = () => asha.button('Open the room').press('Enter');
  assert.equal(await times(page, nameLong, submit), 1);
  assert.ok(!(await page.evaluate(() => globalThis.heard)).some(it => it.includes(second)));
  assert.equal(await times(page, second, () => password.focus()), 1);
  await asha.assertClean();
});

// Chromium would report to screen readers that an option of it was selected.
test('a list of choices that appears is inert at first', hang, async t => {
  const person = await Person.arrive(browser, {origin: server.origin, path: '/help'});
  t.after(() => person.leave());
  const {page} = person;
  await page.getByRole('heading', {level: 1}).waitFor();
  await page.evaluate(() => {
    globalThis.appeared = [];
    new MutationObserver(changes => {
      for (const {addedNodes} of changes) for (const node of addedNodes)
        if (node instanceof Element) globalThis.appeared.push(...[...node.querySelectorAll('select')].map(it => it.inert));
    }).observe(document.getElementById('main'), {subtree: true, childList: true});
    location.hash = '/';
  });
  const level = page.getByRole('combobox', {name: 'Level of the bot'});
  await level.waitFor();
  await person.until(() => page.evaluate(() => [...document.querySelectorAll('select')].every(it => !it.inert)));
  assert.deepEqual(await page.evaluate(() => globalThis.appeared), [true, true]);
  await level.selectOption('hard');
  assert.equal(await level.inputValue(), 'hard');
  await person.assertClean();
});

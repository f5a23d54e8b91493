// A game by keyboard, and what a screen reader announces.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Person} from '../kit/browser.mjs';
import {hang, long} from '../kit/server.mjs';
import {browser, server, useBrowserAndServer} from '../kit/setup.mjs';
import {choose, seeded} from '../kit/trader.mjs';

let byArrow = 0; // cards reached by arrow keys
useBrowserAndServer({limits: false});

const isButton = (page, name) => page.getByRole('button', {name}).first();

// Presses Tab until the element has the focus.
async function tabTo(page, locator, steps = 150) {
  for (let i = 0; i <= steps; i++) {
    if (await locator.evaluate(element => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${locator}`);
}

// Moves to a card of a group: by arrow keys if possible, else with Tab.
async function goToCard(page, group, card, number) {
  const place = () => group.evaluate((element, [kind, index]) => {
    const focus = document.activeElement;
    if (!element.contains(focus)) return 'outside';
    return [...element.querySelectorAll(`button[data-card="${kind}"]`)].indexOf(focus) === index ? 'there' : 'inside';
  }, [card, number]);
  for (const key of ['ArrowRight', 'ArrowLeft'])
    for (let i = 0; i < 7 && (await place()) === 'inside'; i++) {
      await page.keyboard.press(key);
      byArrow += (await place()) === 'there';
    }
  for (let i = 0; i < 150 && (await place()) !== 'there'; i++) await page.keyboard.press('Tab');
  assert.equal(await place(), 'there', `no key leads to ${card}`);
}

async function pick(person, name, card, count) {
  const group = person.group(name);
  const places = await group.locator(`button[data-card="${card}"]`).count();
  for (let i = 0; i < count; i++) {
    await goToCard(person.page, group, card, i % places);
    await person.page.keyboard.press(i % 2 ? 'Enter' : 'Space');
  }
}

async function act(person, action) {
  const counted = list => Object.entries(list.reduce((counts, card) => ({...counts, [card]: (counts[card] ?? 0) + 1}), {}));
  if (action.type === 'take') await pick(person, 'Market', action.card, 1);
  if (action.type === 'take_camels') await pick(person, 'Market', 'camel', 1);
  if (action.type === 'sell') await pick(person, 'Your hand', action.good, action.count);
  if (action.type === 'exchange') {
    for (const [card, count] of counted(action.take)) await pick(person, 'Market', card, count);
    for (const [card, count] of counted(action.give)) await pick(person, card === 'camel' ? 'Your herd' : 'Your hand', card, count);
  }
  const {seq} = person.view;
  await person.page.keyboard.press('p');
  await person.until(() => person.view.seq > seq);
}

test('a round against the bot by keyboard, announced in words', hang, async () => {
  const asha = await Person.arrive(browser, {origin: server.origin});
  const {page} = asha;
  // Records what live regions announce.
  await page.evaluate(() => {
    globalThis.heard = [];
    const hear = node => {
      const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
      const region = element?.closest('[aria-live="polite"], [aria-live="assertive"], [role="status"], [role="alert"], [role="log"]');
      if (region && node.textContent?.trim()) globalThis.heard.push(node.textContent.trim());
    };
    new MutationObserver(changes => {
      for (const change of changes) change.type === 'characterData' ? hear(change.target) : change.addedNodes.forEach(hear);
    }).observe(document.body, {subtree: true, childList: true, characterData: true});
  });
  await tabTo(page, page.getByRole('textbox', {name: 'Your name'}));
  await page.keyboard.type('Asha');
  await tabTo(page, isButton(page, 'Play against the bot'));
  await page.keyboard.press('Enter');
  await asha.until(() => asha.view?.phase === 'playing');
  const random = seeded(4);
  let takes = 0;
  while (asha.view.phase === 'playing') {
    await asha.until(() => asha.onTurn || asha.view.phase !== 'playing');
    if (!asha.onTurn) break;
    const action = choose(asha.view, random);
    if (!long && takes >= 3 && byArrow > 0) { // has told enough
      await asha.play(action);
      continue;
    }
    takes += action.type === 'take';
    await act(asha, action);
  }
  await page.waitForFunction(() => globalThis.heard.some(text => /Round 1 is over: .* (\d+ to \d+ rupees|bonus tokens|goods tokens)\./.test(text)));
  const heard = await page.evaluate(() => globalThis.heard.join('\n'));
  assert.match(heard, /You took/);
  assert.match(heard, /[Yy]our turn/);
  assert.ok(takes > 0);
  assert.ok(byArrow > 0, 'the arrow keys never reached a card');
  const next = isButton(page, 'Next round');
  await next.waitFor();
  await tabTo(page, next);
  await page.keyboard.press('Enter');
  await asha.until(() => asha.view.round === 2);

  // Resigning asks first; Escape cancels, and the focus returns.
  const resign = isButton(page, 'Resign');
  await tabTo(page, resign);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  assert.equal(await dialog.locator(':focus').evaluate(it => getComputedStyle(it).outlineColor), 'rgb(31, 79, 168)', 'the focus ring is visible on the dialog');
  assert.equal(await dialog.locator(':focus').evaluate(it => document.getElementById(it.getAttribute('aria-describedby')).textContent),
    'The other player wins it, and it is over.', 'what the question is about is read with the answer');
  await page.keyboard.press('Escape');
  await dialog.waitFor({state: 'hidden'});
  assert.equal(asha.view.phase, 'playing');
  assert.ok(await resign.evaluate(element => element === document.activeElement));
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', {name: 'Resign'}));
  await page.keyboard.press('Enter');
  await asha.until(() => asha.view.phase === 'match_over');
  await asha.assertClean();
  await asha.leave();
});

test('what had the focus is there until a screen reader has heard where the focus goes', hang, async () => {
  const asha = await Person.arrive(browser, {origin: server.origin, lingers: true});
  const {page} = asha;
  // The next move to a heading: from where, and how long that was still in the page.
  const nextMove = () => page.evaluate(() => {
    globalThis.move = new Promise(resolve => addEventListener('focusin', function moved({target, relatedTarget: from}) {
      if (target.tagName !== 'H1') return;
      removeEventListener('focusin', moved);
      const at = performance.now();
      const to = target.textContent;
      if (!from?.isConnected) resolve({to, from: null});
      else new MutationObserver(() => { if (!from.isConnected) resolve({to, from: from.textContent, kept: performance.now() - at}); })
        .observe(document.body, {subtree: true, childList: true});
    }));
  });
  const moved = async (from, to) => {
    const move = await page.evaluate(() => globalThis.move);
    assert.match(move.from ?? 'nothing', from);
    assert.match(move.to, to);
    assert.ok(move.kept >= 150, `gone after ${move.kept} ms`);
    assert.equal(await page.getByRole('heading', {level: 1}).count(), 1);
  };
  await nextMove();
  await tabTo(page, page.getByRole('link', {name: 'Replays'}));
  await page.keyboard.press('Enter');
  await moved(/^Replays$/, /^Replays$/);
  // The end of a match, from the table.
  await page.goto(server.origin);
  await asha.enterName('Asha');
  await tabTo(page, isButton(page, 'Play against the bot'));
  await page.keyboard.press('Enter');
  await asha.until(() => asha.view?.phase === 'playing');
  await tabTo(page, isButton(page, 'Resign'));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await nextMove();
  await tabTo(page, page.getByRole('dialog').getByRole('button', {name: 'Resign'}));
  await page.keyboard.press('Enter');
  await moved(/Resign/, /You resigned/);
  await asha.assertClean();
  await asha.leave();
});

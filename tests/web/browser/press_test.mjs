// What a press means: the card that was under the finger at first, and never the answer to a question that came up
// later; and how few presses of a finger lead to a game, to the next one, and to a sale.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Person} from '../kit/browser.mjs';
import {Partner} from '../kit/partner.mjs';
import {hang} from '../kit/server.mjs';
import {browser, server, useBrowserAndServer} from '../kit/setup.mjs';
import {Stage} from '../kit/stage.mjs';
import {choose, seeded} from '../kit/trader.mjs';

useBrowserAndServer({limits: false});

// A match between Asha in a browser and Ravi without one.
async function match() {
  const ravi = await Partner.connect(server.origin);
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {}});
  const asha = await Person.arrive(browser, {origin: server.origin, path: `/#/${room}`});
  await asha.join();
  await asha.readyWith(ravi);
  return {asha, ravi};
}

test('a card that disappears from under the finger chooses no other kind', hang, async () => {
  const {asha, ravi} = await match();
  const {page} = asha;
  const random = seeded(3);
  let changed = 0;
  while (changed < 3 && asha.view.phase === 'playing') {
    if (asha.onTurn) {
      await asha.play(choose(asha.view, random));
      continue;
    }
    await ravi.until(() => ravi.onTurn);
    const {market, legal} = ravi.view;
    const kind = legal.take.find(card => market.filter(other => other === card).length === 1);
    if (!kind) {
      await ravi.move(random);
      await asha.until(() => asha.onTurn || asha.view.phase !== 'playing');
      continue;
    }
    const slot = market.indexOf(kind);
    const place = page.locator(`button[data-spot="market-${slot}"]`);
    const {x, y, width, height} = await place.boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await ravi.act({type: 'take', card: kind});
    await asha.until(() => asha.onTurn || asha.view.phase !== 'playing');
    if (asha.view.phase !== 'playing') break;
    const now = asha.view.market[slot];
    await page.locator(`[data-spot="market-${slot}"]${now ? `[data-card="${now}"]` : ''}`).waitFor();
    await page.mouse.up();
    await page.waitForTimeout(100);
    const chosen = await asha.group('Market').locator('button[aria-pressed="true"]').evaluateAll(all => all.map(it => it.dataset.card));
    for (const card of chosen) assert.equal(card, kind, `${kind} was pressed`);
    changed += now !== kind;
    await page.keyboard.press('Escape');
  }
  assert.ok(changed > 0, 'no card changed under the finger');
  await asha.assertClean();
  await asha.leave();
  ravi.close();
});

test('a card that is held, or pressed with Shift, chooses all of its kind', hang, async () => {
  const stage = await Stage.open(browser, server.origin);
  const {page} = stage;
  await stage.show('many_tokens', {deck: 20});
  const said = page.locator('.said');
  const chosen = () => page.locator('.market [aria-pressed="true"]').count();
  await page.locator('.slot[data-card="leather"]').first().click({delay: 700});
  assert.equal(await chosen(), 4);
  await page.keyboard.press('Escape');
  await page.locator('.side-bottom .pile[data-card="leather"]').click({delay: 700});
  await said.getByText('Sell 2 leather').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.slot[data-card="leather"]').first().focus();
  await page.keyboard.press('Shift+Enter');
  assert.equal(await chosen(), 4);
  await page.keyboard.press('Escape');
  await page.locator('.side-bottom .pile[data-card="cloth"]').focus();
  await page.keyboard.press('Shift+Enter');
  await said.getByText('Sell 2 cloth').waitFor();
  await stage.person.assertClean();
  await stage.person.leave();
});

test('a dragged card is as large as the one under the pointer', hang, async t => {
  const stage = await Stage.open(browser, server.origin);
  t.after(() => stage.person.leave());
  const {page} = stage;
  await stage.show('many_tokens', {deck: 20});
  for (const selector of ['.slot[data-card="cloth"]', '.side-bottom .pile[data-card="diamond"]']) {
    const {x, y, width, height} = await page.locator(`${selector} .card`).boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 40, y + height / 2 + 20, {steps: 4});
    const ghost = await page.locator('.dragged .card').evaluate(it => it.offsetWidth);
    assert.ok(Math.abs(ghost - await page.locator(`${selector} .card`).evaluate(it => it.offsetWidth)) <= 1, `${selector}: ${ghost} of ${width}`);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await page.locator('.dragged').waitFor({state: 'detached'});
  }
  await stage.person.assertClean();
});

test('Enter held on "Resign" and "Leave" only asks', hang, async () => {
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

// Someone with a phone, who has been here before, as Asha unless told otherwise.
async function phone(path = '/', name = 'Asha', before = undefined) {
  const more = {viewport: {width: 390, height: 664}, hasTouch: true, isMobile: true, kept: name ? {'jaipur.name': name} : {}, before};
  const person = await Person.arrive(browser, {origin: server.origin, path, ...more});
  await countAgain(person);
  return person;
}

const countAgain = ({page}) => page.evaluate(() => {
  if (globalThis.presses === undefined) addEventListener('pointerdown', ({isTrusted}) => { globalThis.presses += Number(isTrusted); }, {capture: true});
  globalThis.presses = 0;
});

const presses = ({page}) => page.evaluate(() => globalThis.presses);

// A finger stays on something.
async function hold(person, locator) {
  const {x, y, width, height} = await locator.boundingBox();
  const finger = await person.context.newCDPSession(person.page);
  await finger.send('Input.dispatchTouchEvent', {type: 'touchStart', touchPoints: [{x: x + width / 2, y: y + height / 2}]});
  await person.page.waitForTimeout(600);
  await finger.send('Input.dispatchTouchEvent', {type: 'touchEnd', touchPoints: []});
}

test('with a finger, a game against the bot takes one press, and selling three cards of a kind two', hang, async t => {
  const asha = await phone();
  t.after(() => asha.leave());
  await asha.button('Play against the bot').tap();
  await asha.page.locator('.slot[data-card]').first().waitFor();
  assert.equal(await presses(asha), 1);
  const sales = () => Object.entries(asha.view.legal?.sell ?? {}).filter(([, {max}]) => max >= 3);
  for (;;) {
    await asha.until(() => asha.onTurn);
    if (sales().length > 0) break;
    const {legal, players, you} = asha.view;
    const held = card => players[you].hand[card] ?? 0;
    const [card] = [...legal.take].sort((a, b) => held(b) - held(a));
    await asha.play(card ? {type: 'take', card} : choose(asha.view));
  }
  await asha.caughtUp();
  await countAgain(asha);
  const [good, {max}] = sales()[0];
  await hold(asha, asha.page.locator(`.side-bottom .pile[data-card="${good}"]`));
  await asha.page.locator('.said').getByText(`Sell ${max} ${good}`).waitFor();
  await asha.page.locator('[data-play]').tap();
  await asha.until(() => asha.views.some(({events}) => events.some(it => it.type === 'sold' && it.seat === asha.view.you && it.count === max)));
  assert.equal(await presses(asha), 2);
  await asha.assertClean();
});

test('a newcomer without a name plays the bot at once, under the name of a face, and types one for a friend', hang, async t => {
  const asha = await phone('/', null);
  t.after(() => asha.leave());
  await asha.button('Play against the bot').tap();
  await asha.page.locator('.side-bottom .who').getByText('Jeweller').waitFor(); // face 1
  assert.equal(await presses(asha), 1);
  assert.equal(asha.room.players[0].name, 'Jeweller');
  await asha.page.goto(server.origin);
  const name = asha.page.getByRole('textbox', {name: 'Your name'});
  assert.equal(await name.inputValue(), '', 'nobody has typed it');
  await countAgain(asha);
  await asha.button('Play with a friend').tap();
  await asha.page.getByText('Type a name first.').waitFor();
  assert.ok(await name.evaluate(it => it === document.activeElement), 'the keyboard opens');
  await asha.page.keyboard.type('Asha');
  await asha.page.keyboard.press('Enter');
  await asha.button('Open the room').tap();
  await asha.page.locator('.link-line').waitFor();
  assert.equal(await presses(asha), 2);
  assert.equal(asha.room.players[0].name, 'Asha');
  await asha.assertClean();
});

test('with a finger, hosting takes two presses, joining one, and a rematch one for each', hang, async t => {
  const asha = await phone();
  t.after(() => asha.leave());
  await asha.button('Play with a friend').tap();
  await asha.button('Open the room').tap();
  await asha.page.locator('.link-line').waitFor();
  assert.equal(await presses(asha), 2);
  const ravi = await phone(`/${asha.room.room}`, 'Ravi');
  t.after(() => ravi.leave());
  await ravi.button('Join', {exact: true}).tap();
  const both = [asha, ravi];
  const count = () => Promise.all(both.map(presses));
  for (const person of both) await person.page.locator('.slot[data-card]').first().waitFor();
  assert.deepEqual(await count(), [2, 1]);

  await ravi.button('Resign').tap();
  await ravi.page.getByRole('dialog').getByRole('button', {name: 'Resign'}).tap();
  const {match} = asha.view;
  for (const person of both) {
    await person.button('Rematch').waitFor();
    await countAgain(person);
  }
  const place = await ravi.button('Rematch').boundingBox();
  await asha.button('Rematch').tap();
  await ravi.page.getByText('Asha asks for a rematch.').first().waitFor();
  assert.deepEqual(await ravi.button('Rematch').boundingBox(), place); // a finger may be on its way
  await ravi.button('Rematch').tap();
  for (const person of both) {
    await person.until(() => person.view.phase === 'playing' && person.view.match !== match);
    await person.page.locator('.slot[data-card]').first().waitFor();
  }
  assert.deepEqual(await count(), [1, 1]);
  for (const person of both) await person.assertClean();
});

test('what a finger has pressed does not stay lit', hang, async t => {
  const asha = await phone('/new');
  t.after(() => asha.leave());
  await asha.button('Open the room').tap();
  const settings = asha.page.locator('.match-bar').getByRole('button', {name: 'Settings'});
  await settings.tap();
  await asha.page.getByRole('dialog').getByRole('button', {name: 'Close'}).first().tap();
  await asha.page.getByRole('dialog').waitFor({state: 'detached'});
  await settings.tap();
  await asha.page.keyboard.press('Escape');
  await asha.page.getByRole('dialog').waitFor({state: 'detached'});
  assert.equal(await settings.evaluate(it => getComputedStyle(it).backgroundColor), 'rgba(0, 0, 0, 0)');
  await asha.assertClean();
});

test('while the server is asked for a game, no way to one looks as if it could be pressed', hang, async t => {
  const asha = await phone('/', 'Asha', page => page.routeWebSocket(/\/ws$/, socket => {
    const far = socket.connectToServer();
    socket.onMessage(text => { if (!/create_room/.test(text.toString())) far.send(text); }); // no answer to this
  }));
  t.after(() => asha.leave());
  const {page} = asha;
  const ways = () => page.locator('.way').evaluateAll(all => all.map(it => [it.getAttribute('aria-disabled'), getComputedStyle(it).cursor, getComputedStyle(it).borderStyle].join()));
  const usual = await ways();
  assert.deepEqual(usual, Array(3).fill(',pointer,solid'));
  await asha.button('Play against the bot').tap();
  await asha.until(async () => (await ways()).every(it => it === 'true,default,dashed'));
  await asha.button('Play with a friend').tap({force: true});
  assert.equal(new URL(page.url()).pathname, '/');
  await asha.assertClean();
});

test('a guest without a name types one, and "Go" on the keyboard is enough', hang, async t => {
  const ravi = await Partner.connect(server.origin);
  t.after(() => ravi.close());
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {}});
  const asha = await phone(`/${room}`, null);
  t.after(() => asha.leave());
  await asha.button('Join', {exact: true}).tap();
  assert.ok(await asha.page.getByRole('textbox', {name: 'Your name'}).evaluate(it => it === document.activeElement), 'the field has the focus, so the keyboard opens');
  await asha.page.keyboard.type('Asha');
  await asha.page.keyboard.press('Enter');
  await asha.until(() => asha.room?.players[1]?.name === 'Asha');
  assert.equal(await presses(asha), 1);
  await asha.assertClean();
});

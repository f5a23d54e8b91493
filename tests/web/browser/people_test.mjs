// What the owner of a room decides about the people in it: who may write in the chat, and who has to go.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {assertAccessible} from '../kit/axe.mjs';
import {Person} from '../kit/browser.mjs';
import {Partner} from '../kit/partner.mjs';
import {hang} from '../kit/server.mjs';
import {browser, server, useBrowserAndServer} from '../kit/setup.mjs';

useBrowserAndServer();

// Asha's room, with Ravi as her guest.
async function hosted(size) {
  const {two: ravi, room, seats: [seat]} = await Partner.playing(server.origin, {}, ['Asha', 'Ravi']);
  const asha = await Person.arrive(browser, {origin: server.origin, seat, size});
  await asha.until(() => asha.view?.phase === 'playing');
  return {asha, ravi, room};
}

const chatControl = person => person.page.getByRole('combobox', {name: 'Who may write in the chat'});

async function openPeople(person) {
  await person.button('Log and chat').click();
  await person.button('People').click();
}

test('on a phone, the owner says who may chat; the others see why they can’t write, and keep what they wrote', hang, async () => {
  const {asha, ravi, room} = await hosted('phone');
  const mira = await Person.arrive(browser, {origin: server.origin, path: `/watch/${room}`});
  const message = mira.page.getByRole('textbox', {name: 'Message'});
  await message.fill('Well played');
  const said = () => mira.page.locator('.match-where').ariaSnapshot();
  await mira.until(async () => /The connection takes \d+ milliseconds/.test(await said()));
  assert.doesNotMatch(await said(), /\d ms/); // screen readers hear only the words
  await openPeople(asha);
  assert.equal(await chatControl(asha).inputValue(), 'everyone');
  await asha.button('Remove Spectator 1').waitFor();
  await asha.assertFits();
  await assertAccessible(asha.page, 'the people in a room');
  await chatControl(asha).selectOption('Only the players');
  await mira.page.locator('#side-chat').getByText('Only the players may write in this chat.').waitFor();
  await mira.page.getByRole('status').filter({hasText: 'Only the players may write in this chat.'}).waitFor();
  await message.waitFor({state: 'detached'}); // what had the focus stays a moment
  await assertAccessible(mira.page, 'a chat for the players only');
  await ravi.asked({type: 'chat', text: 'Namaste'});
  await chatControl(asha).selectOption('Nobody');
  await mira.page.locator('#side-chat').getByText('The room’s owner has turned the chat off.').waitFor();
  assert.equal((await ravi.ask({type: 'chat', text: 'Hello?'})).code, 'chat_off');
  await asha.button('Chat', {exact: true}).click();
  await asha.page.getByText('The room’s owner has turned the chat off.').first().waitFor();
  await asha.button('People').click();
  await chatControl(asha).selectOption('Everyone');
  assert.equal(await message.inputValue(), 'Well played');
  await message.press('Enter');
  await mira.until(async () => await message.inputValue() === '');
  assert.equal(await chatControl(mira).count(), 0); // only the owner decides
  for (const person of [asha, mira]) {
    await person.assertClean();
    await person.leave();
  }
  ravi.close();
});

test('on a phone, the owner removes the guest after the match', hang, async () => {
  const {asha, ravi} = await hosted('phone');
  await openPeople(asha);
  assert.equal(await asha.button('Remove Ravi').count(), 0); // not while the match runs
  await ravi.asked({type: 'resign'});
  await asha.button('Rematch').waitFor();
  await asha.button('Remove Ravi').click();
  await asha.page.getByRole('dialog').getByRole('button', {name: 'Remove', exact: true}).click();
  await ravi.until(() => ravi.closed === 4003);
  await asha.assertClean();
  await asha.leave();
});

test('beside the table, the owner’s part is folded', hang, async () => {
  const {asha, ravi, room} = await hosted('laptop');
  const {page} = asha;
  const people = page.locator('#side-watchers');
  assert.equal(await chatControl(asha).isVisible(), false);
  await people.getByText('People', {exact: true}).click();
  await chatControl(asha).waitFor();
  await assertAccessible(page, 'the people beside the table');
  await people.getByText('People', {exact: true}).click();
  const mira = await Partner.connect(server.origin);
  await mira.asked({type: 'spectate', room, name: 'Mira'});
  await people.locator('summary').filter({hasText: '1 watching'}).click();
  await asha.button('Remove Mira').click();
  await page.getByRole('dialog').getByRole('button', {name: 'Remove', exact: true}).click();
  await mira.until(() => mira.closed === 4003);
  await asha.assertClean();
  await asha.leave();
  ravi.close();
});

test('a room can be opened with a chat for its players only', hang, async () => {
  const asha = await Person.arrive(browser, {origin: server.origin});
  await asha.openRoom('Asha', async page => {
    await page.getByText('More options').click();
    await chatControl(asha).selectOption('Only the players');
  });
  assert.equal(asha.room.options.chat, 'players');
  await asha.assertClean();
  await asha.leave();
});

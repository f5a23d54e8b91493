// The level of the bot: a game stays one press away, and the page remembers the level that was chosen last.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Person} from '../kit/browser.mjs';
import {hang} from '../kit/server.mjs';
import {browser, server, useBrowserAndServer} from '../kit/setup.mjs';

useBrowserAndServer();

const levelOf = person => person.page.getByRole('combobox', {name: 'Level of the bot'});
const meets = (person, level) => person.until(() => person.room?.players[1]?.bot === level);

// Asha, in a match against the easy bot.
async function arriveAndPlay() {
  const asha = await Person.arrive(browser, {origin: server.origin});
  await asha.enterName('Asha');
  await asha.button('Play against the bot').click();
  await asha.until(() => asha.view?.phase === 'playing');
  return asha;
}

test('a newcomer meets the easy bot with one press, and the chosen level stays', hang, async () => {
  const asha = await Person.arrive(browser, {origin: server.origin, size: 'phone'});
  await asha.enterName('Asha');
  assert.equal(await levelOf(asha).inputValue(), 'easy');
  await asha.button('Play against the bot').click();
  await meets(asha, 'easy');
  await asha.page.goto(server.origin);
  await levelOf(asha).selectOption('Master');
  await asha.page.reload();
  assert.equal(await levelOf(asha).inputValue(), 'master');
  await asha.page.setViewportSize({width: 320, height: 553});
  await asha.assertFits();
  const [way, choice] = await Promise.all([asha.button('Play against the bot').boundingBox(), levelOf(asha).boundingBox()]);
  assert.ok(Math.abs(way.y - choice.y) < 1 && way.height <= 60, 'the level has no line of its own');
  await asha.button('Play against the bot').click();
  await meets(asha, 'master');
  await asha.assertClean();
  await asha.leave();
});

test('a new room has a level if the opponent is the bot', hang, async () => {
  const asha = await Person.arrive(browser, {origin: server.origin, path: '/new'});
  const {page} = asha;
  await page.getByRole('textbox', {name: 'Your name'}).fill('Asha');
  assert.equal(await levelOf(asha).count(), 0);
  await page.getByRole('radio', {name: 'The bot'}).check({force: true});
  await levelOf(asha).selectOption('Hard');
  await page.getByRole('heading', {name: 'Play against the bot'}).waitFor();
  await page.getByText('Remembers which cards you took').waitFor();
  await asha.button('Play', {exact: true}).click();
  await meets(asha, 'hard');
  await asha.assertClean();
  await asha.leave();
});

test('more options for a match against the bot are one press away', hang, async () => {
  const asha = await Person.arrive(browser, {origin: server.origin});
  const {page} = asha;
  await asha.enterName('Asha');
  await page.getByRole('link', {name: 'More options'}).click();
  await page.getByRole('heading', {level: 1, name: 'Play against the bot'}).waitFor();
  await page.reload();
  assert.equal(await page.getByRole('textbox', {name: 'Your name'}).inputValue(), 'Asha');
  await levelOf(asha).selectOption('Master');
  await page.getByRole('group', {name: 'Seals to win'}).getByRole('radio', {name: '3'}).check({force: true});
  await page.getByRole('radio', {name: '5 min + 5 s'}).check({force: true});
  await asha.button('Play', {exact: true}).click();
  await meets(asha, 'master');
  assert.deepEqual([asha.room.options.seals, asha.room.options.clock], [3, {initial: 300, increment: 5}]);
  await page.goBack();
  await asha.button('Play with a friend').click();
  await page.getByRole('heading', {level: 1, name: 'A room for a friend'}).waitFor();
  await asha.assertClean();
  await asha.leave();
});

test('against the bot, neither a code nor a badge is shown, and leaving threatens nobody', hang, async () => {
  const asha = await arriveAndPlay();
  const {page} = asha;
  assert.equal(await page.locator('.match-bar').getByText(asha.room.room).count(), 0);
  assert.equal(await page.getByText('Bot', {exact: true}).count(), 0);
  await asha.button('Leave').click();
  await page.getByRole('dialog').getByText('waits for you for an hour', {exact: false}).waitFor();
  await page.getByRole('dialog').getByRole('button', {name: 'Leave'}).click();
  await page.getByText('Easy bot', {exact: false}).first().waitFor(); // on the start page
  await asha.assertClean();
  await asha.leave();
});

test('after a lost match, an easier level is one press away, with the same terms', hang, async () => {
  const asha = await arriveAndPlay();
  const {page} = asha;
  await asha.button('Resign').first().click();
  await page.getByRole('dialog').getByRole('button', {name: 'Resign'}).click();
  await asha.button('Easier level: Beginner').click();
  await meets(asha, 'beginner');
  assert.equal(asha.room.options.seals, 2);
  await page.goto(server.origin);
  assert.equal(await levelOf(asha).inputValue(), 'beginner');
  await asha.assertClean();
  await asha.leave();
});

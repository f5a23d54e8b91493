// Entering rooms, and what must not get lost on the way.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Person} from '../kit/browser.mjs';
import {Partner} from '../kit/partner.mjs';
import {hang} from '../kit/server.mjs';
import {browser, server, useBrowserAndServer} from '../kit/setup.mjs';

useBrowserAndServer();

test('a spectator of a waiting room can take the free seat', hang, async () => {
  const ravi = await Partner.connect(server.origin);
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {public: true}});
  const asha = await Person.arrive(browser, {origin: server.origin, path: `/watch/${room}`});
  const {page} = asha;
  const invitation = page.getByRole('heading', {name: 'Ravi invites you to a match of Jaipur'});
  await page.getByRole('link', {name: 'Take the free seat'}).click();
  await invitation.waitFor();
  await page.goto(`${server.origin}/watch/${room}`);
  await page.getByRole('link', {name: 'Take the free seat'}).waitFor();
  await page.goto(`${server.origin}/rooms`); // still watching
  await page.getByRole('link', {name: `Join room ${room}`}).click();
  await invitation.waitFor();
  await asha.join();
  await ravi.until(() => ravi.room.players[1]?.name === 'Asha' && ravi.room.players[1].ready);
  await asha.assertClean();
  await asha.leave();
  ravi.close();
});

test('a name is kept across screens, and watching works with a refused name', hang, async () => {
  const ravi = await Partner.connect(server.origin);
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {}});
  const asha = await Person.arrive(browser, {origin: server.origin});
  const {page} = asha;
  const name = page.getByRole('textbox', {name: 'Your name'});
  await name.fill('Asha');
  await page.getByRole('link', {name: 'Settings'}).click();
  await page.getByRole('heading', {name: 'Settings'}).waitFor();
  assert.equal(await name.inputValue(), 'Asha');
  await name.fill('A\u202eB'); // the page takes it, the server would not
  await page.goto(`${server.origin}/watch/${room}`);
  await asha.until(() => asha.room?.spectators === 1);
  await page.goto(`${server.origin}/watch`);
  await page.getByRole('textbox', {name: 'Room code'}).fill(room);
  await page.getByRole('textbox', {name: /^Your name/}).fill('A\u202eB');
  await asha.button('Watch', {exact: true}).click();
  await page.getByRole('textbox', {name: /^Your name/, description: /name/}).and(page.locator('[aria-invalid="true"]')).waitFor();
  await asha.assertClean();
  await asha.leave();
  ravi.close();
});

test('the owner of a room removes the guest and a spectator, who are told and stay out', hang, async () => {
  // There, nobody is ready by joining, so the match doesn't begin. Asha owns the room once the opener has left.
  const opener = await Partner.connect(server.origin);
  const {room} = await opener.asked({type: 'create_room', name: 'Noor', options: {spectators: 'open', delay: 4}});
  const asha = await Person.arrive(browser, {origin: server.origin, path: `/${room}`});
  const {page} = asha;
  await asha.join();
  await opener.asked({type: 'leave_room'});
  opener.close();
  await asha.until(() => asha.room.owner === 1);
  const ravi = await Person.arrive(browser, {origin: server.origin, path: `/${room}`, mayDisconnect: true});
  await ravi.page.getByLabel('Your name').fill('Ravi');
  await ravi.button('Join').click();
  const mira = await Partner.connect(server.origin);
  await mira.asked({type: 'spectate', room, name: 'Mira'});
  await ravi.until(() => ravi.room?.players[0]?.name === 'Ravi');
  assert.equal(await ravi.button('Remove Asha').count(), 0); // only the owner can

  const dialog = page.getByRole('dialog');
  await asha.button('Remove Ravi').click();
  await dialog.getByRole('button', {name: 'Cancel'}).click();
  await asha.button('Remove Ravi').click();
  await dialog.getByText('They can’t come back to this room, except from your own network.').waitFor();
  await dialog.getByRole('button', {name: 'Remove', exact: true}).click();
  await ravi.page.locator('#main').getByText('The room’s owner or the server’s operator removed you.').waitFor();
  await asha.until(() => asha.room.players[0] === null);
  await ravi.page.getByRole('link', {name: 'To the start', exact: true}).click();
  await ravi.page.getByRole('heading', {name: 'Jaipur'}).first().waitFor();

  await page.locator('#side-watchers summary').filter({hasText: '1 watching'}).click();
  await asha.button('Remove Mira').click();
  await dialog.getByRole('button', {name: 'Remove', exact: true}).click();
  await asha.until(() => asha.room.spectators === 0);
  await mira.until(() => mira.closed === 4003);
  for (const person of [asha, ravi]) {
    await person.assertClean();
    await person.leave();
  }
});

test('quick match says that it is looking for an opponent, and forgetting a seat asks first', hang, async () => {
  const asha = await Person.arrive(browser, {origin: server.origin, size: 'phone'});
  const {page} = asha;
  await page.getByRole('textbox', {name: 'Your name'}).fill('Asha');
  await asha.button('Quick match').click();
  await page.getByRole('heading', {name: 'Looking for an opponent'}).waitFor();
  const {room} = asha.room;
  await page.goto(`${server.origin}/`);
  await page.reload();
  const forget = asha.button(`Remove from this list: Room ${room}`);
  await forget.focus();
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter'); // held
  await page.keyboard.up('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await dialog.getByRole('button', {name: 'Keep it'}).click();
  await dialog.waitFor({state: 'detached'});
  await forget.click();
  await dialog.getByRole('button', {name: 'Forget'}).click();
  await forget.waitFor({state: 'detached'});
  await asha.assertClean();
  await asha.leave();
});

test('a delayed spectator is told that the match has started before seeing it', hang, async () => {
  const ravi = await Partner.connect(server.origin);
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {spectators: 'open', delay: 4, opponent: {bot: 'easy'}}});
  const mira = await Person.arrive(browser, {origin: server.origin, path: `/watch/${room}`});
  await mira.page.getByText('The match has not begun yet.').waitFor();
  await ravi.asked({type: 'ready', delay: 4});
  await mira.page.getByText(/^The match is on\. You see it \d+ moves late/).waitFor();
  await mira.page.getByRole('heading', {name: 'The match is on'}).waitFor();
  await mira.assertClean();
  await mira.leave();
  ravi.close();
});

test('a player agrees to the spectator delay by a switch, is told what it gives away, and can withdraw that', hang, async () => {
  const ravi = await Partner.connect(server.origin);
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {spectators: 'open', delay: 4}});
  const mira = await Person.arrive(browser, {origin: server.origin, path: `/${room}`});
  await mira.page.getByLabel('Your name').fill('Mira');
  await mira.button('Join').click();
  await mira.page.getByText('Spectators: See both hands 4 moves late, if both players agree').waitFor();
  const agree = mira.page.getByRole('switch', {name: 'Spectators may see both hands 4 moves late'});
  await mira.page.getByText('An opponent who also watches could then know your exact hand.').waitFor();
  assert.equal(await agree.isChecked(), false);
  await mira.button('Ready').click();
  await ravi.until(() => ravi.room.players[1]?.ready);
  assert.equal(ravi.room.players[1].agreed, false);
  await agree.check();
  await ravi.until(() => ravi.room.players[1].agreed);
  await agree.uncheck();
  await ravi.until(() => !ravi.room.players[1].agreed);
  await agree.check();
  await ravi.until(() => ravi.room.players[1].agreed);
  await ravi.asked({type: 'ready'}); // doesn't agree
  await mira.until(() => mira.view?.phase === 'playing');
  const watcher = await Person.arrive(browser, {origin: server.origin, path: `/watch/${room}`});
  await watcher.page.getByText('You see what lies on the table, and both hands after each round.').waitFor();
  for (const person of [mira, watcher]) {
    await person.assertClean();
    await person.leave();
  }
  ravi.close();
});

test('the list of public rooms shows their states', hang, async () => {
  const [asha, ravi] = await Promise.all([Partner.connect(server.origin), Partner.connect(server.origin)]);
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi of the list', options: {public: true}});
  const mira = await Person.arrive(browser, {origin: server.origin, path: '/rooms'});
  const row = mira.page.getByRole('listitem').filter({hasText: room});
  const says = async text => {
    await mira.button('Refresh').click();
    await row.filter({hasText: text}).waitFor();
  };
  await says('waits for a player');
  await asha.asked({type: 'join_room', room, name: 'Asha'});
  await says('about to begin');
  assert.equal(await row.getByRole('link', {name: `Join room ${room}`}).count(), 0);
  for (const player of [asha, ravi]) await player.asked({type: 'ready'});
  await says('a match is on');
  await mira.assertClean();
  await mira.leave();
  for (const player of [asha, ravi]) player.close();
});

test('a public room that everybody has left is not listed', hang, async () => {
  const [asha, ravi] = await Promise.all([Partner.connect(server.origin), Partner.connect(server.origin)]);
  const {room: left} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {public: true}});
  const {room: alive} = await asha.asked({type: 'create_room', name: 'Asha', options: {public: true}});
  await ravi.asked({type: 'leave_room'});
  const {rooms} = await asha.asked({type: 'list_rooms'});
  assert.ok(rooms.some(it => it.room === left), 'the server still keeps it');
  const mira = await Person.arrive(browser, {origin: server.origin, path: '/rooms'});
  await mira.page.getByRole('listitem').filter({hasText: alive}).waitFor();
  assert.equal(await mira.page.getByRole('listitem').filter({hasText: left}).count(), 0);
  await mira.assertClean();
  await mira.leave();
  for (const player of [asha, ravi]) player.close();
});

test('a player who does not reveal their number in time is named', hang, async () => {
  const ravi = await Partner.connect(server.origin);
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {}});
  const asha = await Person.arrive(browser, {origin: server.origin, path: `/${room}`});
  await asha.join();
  await ravi.asked({type: 'ready', commit: 'ab'.repeat(32)});
  await asha.page.getByText('didn’t reveal their number in time (once)').waitFor();
  await asha.assertClean();
  await asha.leave();
  ravi.close();
});

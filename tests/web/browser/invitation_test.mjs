// What people find behind a link to a room, before they enter it; and how a seat moves to another device.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {assertAccessible} from '../kit/axe.mjs';
import {Person} from '../kit/browser.mjs';
import {Partner} from '../kit/partner.mjs';
import {startProxy} from '../kit/proxy.mjs';
import {hang} from '../kit/server.mjs';
import {browser, server, useBrowserAndServer} from '../kit/setup.mjs';

useBrowserAndServer();

async function opened(options = {}, name = 'Ravi') {
  const partner = await Partner.connect(server.origin);
  const {room} = await partner.asked({type: 'create_room', name, options});
  return {partner, room};
}
const visit = (path, more = {}) => Person.arrive(browser, {origin: server.origin, path, ...more});
const heading = (person, name) => person.page.getByRole('heading', {level: 1, name});
const errors = person => person.page.locator('[data-error], [role=alert]:not(:empty)').count();

test('a guest sees who invites and to what, and is told if somebody else was faster', hang, async () => {
  const {partner: ravi, room} = await opened({clock: {initial: 300, increment: 5}, seals: 3, spectators: 'open', delay: 4});
  const asha = await visit(`/${room}`, {size: 'phone'});
  await heading(asha, 'Ravi invites you to a match of Jaipur').waitFor();
  assert.deepEqual(await asha.page.getByRole('list', {name: 'Terms of the match'}).getByRole('listitem').allInnerTexts(), [
    'First to 3 seals', '5 minutes, and 5 seconds for each move', 'Spectators see both hands 4 moves late, if both players agree',
  ]);
  assert.equal(await asha.page.locator('.notice-page > .trader').count(), 1);
  await asha.page.getByText('A card game for two traders').waitFor();
  await assertAccessible(asha.page, 'an invitation');
  await asha.button('Join', {exact: true}).click(); // without a name
  await asha.page.getByText('Type a name first.').waitFor();
  const mira = await Partner.connect(server.origin);
  await mira.asked({type: 'join_room', room, name: 'Mira'});
  await asha.enterName('Asha');
  await asha.button('Join', {exact: true}).click();
  await heading(asha, 'Ravi has found an opponent').waitFor();
  assert.equal(await asha.page.evaluate(() => document.activeElement.tagName), 'H1'); // the button is gone
  await asha.button('Watch', {exact: true}).click();
  await asha.until(() => asha.room?.spectators === 1);
  await asha.assertClean();
  await asha.leave();
  for (const partner of [ravi, mira]) partner.close();
});

test('a heading shows a name with Polish or Turkish letters in one typeface, whose further file others do not load', hang, async () => {
  for (const name of ['Łukasz Žižka', 'Ayşe Ğ', 'Zoë Müller']) {
    const {partner, room} = await opened({}, name);
    const guest = await visit(`/${room}`);
    await heading(guest, new RegExp(name)).waitFor();
    const debug = await guest.context.newCDPSession(guest.page);
    await debug.send('DOM.enable');
    await debug.send('CSS.enable');
    const fonts = async () => {
      const {root} = await debug.send('DOM.getDocument');
      const {nodeId} = await debug.send('DOM.querySelector', {nodeId: root.nodeId, selector: 'h1'});
      return (await debug.send('CSS.getPlatformFontsForNode', {nodeId})).fonts.map(it => it.familyName);
    };
    await guest.until(async () => [...new Set(await fonts())].join() === 'Yatra One');
    const loaded = await guest.page.evaluate(() => performance.getEntriesByType('resource').filter(it => /woff2/.test(it.name)).length);
    assert.equal(loaded, name === 'Zoë Müller' ? 1 : 2);
    await guest.assertClean();
    await guest.leave();
    partner.close();
  }
});

test('the face that a guest is shown stays, differs from the host\'s, and is what the host sees', hang, async () => {
  for (let i = 0; i < 4; i++) {
    const ravi = await Partner.connect(server.origin);
    const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {}, trader: i});
    const asha = await visit(`/${room}`, {face: null});
    const face = () => asha.page.locator('.faces-row input').evaluateAll(all => all.findIndex(it => it.checked));
    await asha.page.locator('.faces-row').waitFor();
    const shown = await face();
    assert.notEqual(shown, i);
    for (const name of ['A', 'As', 'Ash', 'Asha']) {
      await asha.enterName(name);
      assert.equal(await face(), shown);
    }
    await asha.page.reload();
    await asha.page.locator('.faces-row').waitFor();
    assert.equal(await face(), shown);
    await asha.join();
    assert.equal(asha.room.players[1].trader, shown);
    await asha.assertClean();
    await asha.leave();
    ravi.close();
  }
});

test('a room without a way in says so, and offers another game', hang, async () => {
  const {one, two, room} = await Partner.pair(server.origin, {spectators: 'none'});
  for (const partner of [one, two]) await partner.asked({type: 'ready'});
  await one.until(() => one.view?.phase === 'playing');
  const asha = await visit(`/${room}`);
  await heading(asha, 'Ravi’s match is on').waitFor();
  await asha.page.getByText('Both seats are taken.').waitFor();
  assert.equal(await asha.page.getByRole('textbox').count(), 0);
  await assertAccessible(asha.page, 'a full room');
  await asha.page.goto(`${server.origin}/222222`);
  await asha.page.getByText('This room asks for a password, or it is closed.').waitFor();
  assert.equal(await errors(asha), 0);
  await asha.button('Play against the bot').click();
  await asha.until(() => asha.room?.players[1]?.bot);
  await asha.page.goto(`${server.origin}/333333`);
  await asha.button('Open your own room').click();
  await asha.button('Open the room').waitFor();
  assert.equal(new URL(asha.page.url()).pathname, '/new');
  await asha.assertClean();
  await asha.leave();
  for (const partner of [one, two]) partner.close();
});

test('Watch lists the public matches that can be watched', hang, async () => {
  const asha = await visit('/watch', {size: 'phone'});
  const list = asha.page.getByRole('region', {name: 'Public matches'});
  await list.getByText('No public match is on at the moment.').waitFor();
  const all = [];
  const match = async (options, ready = true) => {
    const {one, two, room} = await Partner.pair(server.origin, options);
    all.push(one, two);
    if (ready) for (const partner of [one, two]) await partner.asked({type: 'ready'});
    return room;
  };
  const open = await match({public: true});
  await match({public: true, spectators: 'none'});
  await match({}); // a private room
  await match({public: true}, false); // it hasn't begun
  await asha.page.reload();
  await list.getByRole('link').first().waitFor();
  assert.deepEqual(await list.locator('.code-small').allInnerTexts(), [open]);
  await assertAccessible(asha.page, 'the list of matches');
  await asha.assertFits();
  await list.locator(`a[href="/watch/${open}"]`).click();
  await asha.until(() => asha.view?.you === null && asha.view.phase === 'playing');
  await asha.assertClean();
  await asha.leave();
  for (const partner of all) partner.close();
});

test('the page asks for a password without an error, and only a wrong one is an error', hang, async () => {
  const {partner: ravi, room} = await opened({password: 'sesame'});
  const asha = await visit(`/${room}`);
  const password = asha.page.getByLabel('Password', {exact: true});
  await asha.page.getByText('This room asks for a password, or it is closed.').waitFor();
  assert.equal(await errors(asha), 0);
  await assertAccessible(asha.page, 'a room with a password');
  await password.fill('sesam');
  await asha.button('Continue').click();
  await asha.page.getByText('No such room, or wrong password.').waitFor(); // describes the field, which has the focus again
  await password.fill('sesame');
  await password.press('Enter');
  await heading(asha, 'Ravi invites you to a match of Jaipur').waitFor();
  await asha.join();
  await ravi.until(() => ravi.room.players[1]?.name === 'Asha');
  await asha.assertClean();
  await asha.leave();
  ravi.close();
});

test('a right password is kept if the server was too busy for it', hang, async () => {
  const {partner: ravi, room} = await opened({password: 'sesame'});
  let busy = true;
  const asha = await visit(`/${room}`, {before: page => page.routeWebSocket('**/ws', near => {
    const far = near.connectToServer();
    near.onMessage(text => {
      const {type, id, password} = JSON.parse(text);
      if (busy && type === 'invitation' && password) near.send(JSON.stringify({type: 'error', re: id, code: 'rate_limited', message: 'Later.'}));
      else far.send(text);
    });
  })});
  await asha.page.getByLabel('Password', {exact: true}).fill('sesame');
  await asha.button('Continue').click();
  const again = asha.button('Try again');
  await again.waitFor();
  busy = false;
  await again.click();
  await heading(asha, 'Ravi invites you to a match of Jaipur').waitFor();
  await asha.leave();
  ravi.close();
});

test('a link to watch asks for the password without an error, too', hang, async () => {
  const {partner: ravi, room} = await opened({password: 'sesame'});
  const asha = await visit(`/watch/${room}`);
  await asha.page.getByText('This room asks for a password, or it is closed, or nobody may watch it.').waitFor();
  assert.equal(await errors(asha), 0);
  await assertAccessible(asha.page, 'a room to watch with a password');
  const password = asha.page.getByLabel('Password of the room');
  await password.fill('sesam');
  await asha.button('Watch', {exact: true}).click();
  await asha.page.getByRole('alert').filter({hasText: 'spectators aren’t allowed'}).waitFor();
  await password.fill('sesame');
  await asha.button('Watch', {exact: true}).click();
  await asha.until(() => asha.room?.spectators === 1);
  await asha.assertClean();
  await asha.leave();
  ravi.close();
});

test('a seat moves to another device by a link that works once', hang, async () => {
  const laptop = await visit('/', {mayDisconnect: true});
  await laptop.enterName('Asha');
  await laptop.button('Play against the bot').click();
  await laptop.until(() => laptop.view?.phase === 'playing');
  await laptop.button('Continue on another device').click();
  const dialog = laptop.page.getByRole('dialog', {name: 'Continue on another device'});
  await dialog.getByRole('img', {name: 'QR code of the link that moves your seat'}).waitFor();
  await dialog.getByText(/It works once, for the next (10:00|9:5\d)\./).waitFor();
  const link = await dialog.locator('.link-line').innerText();
  await assertAccessible(laptop.page, 'the link to another device');

  const phone = await visit(new URL(link).pathname + new URL(link).hash, {size: 'phone'});
  await phone.page.getByText('Your seat moves to this device').waitFor();
  await phone.assertFits();
  await assertAccessible(phone.page, 'a link that moves a seat');
  const scanner = await visit(new URL(link).pathname + new URL(link).hash); // it only opens the link
  await scanner.page.getByText('Your seat moves to this device').waitFor();
  await scanner.leave();
  await phone.button('Continue').click();
  await phone.until(() => phone.view?.phase === 'playing');
  assert.equal(phone.view.you, 0);
  assert.equal(phone.page.url(), `${server.origin}/${phone.view.room}`); // the key isn't kept
  await phone.page.goBack().catch(() => null);
  assert.ok(!phone.page.url().includes('#'));
  await laptop.page.getByRole('region', {name: 'Connection'}).getByText('Your seat is on your other device now. This page only shows how it was.').waitFor();
  await dialog.waitFor({state: 'detached'}); // its link is used up
  await laptop.page.locator('.slot').first().waitFor(); // the old page shows how it was, and asks for nothing
  const asking = ['Resign', 'Leave', 'Continue on another device', 'Send'];
  for (const name of asking) assert.equal(await laptop.button(name, {exact: true}).count(), 0, name);
  await laptop.page.getByRole('region', {name: 'Connection'}).getByRole('button', {name: 'To the start'}).click();
  await laptop.button('Quick match').waitFor();
  await laptop.until(async () => (await laptop.page.getByText('Back to your match').count()) === 0); // the seat is gone from here

  const late = await visit(new URL(link).pathname + new URL(link).hash);
  await late.button('Continue').click();
  await late.page.getByText('This link no longer works. It works only once, and not for long.').waitFor();
  await assertAccessible(late.page, 'a link that no longer works');
  await late.page.goto('about:blank');
  await late.page.goto(`${server.origin}/${phone.view.room}#${'a'.repeat(43)}`); // was never a key
  await late.button('Continue').click();
  await late.page.getByText('This link no longer works.').waitFor();
  for (const person of [laptop, phone, late]) {
    await person.assertClean();
    await person.leave();
  }
});

test('after a lost connection, the link to another device is a new one that works', hang, async () => {
  const proxy = await startProxy(server.port);
  const laptop = await Person.arrive(browser, {origin: proxy.origin, mayDisconnect: true});
  await laptop.enterName('Asha');
  await laptop.button('Play against the bot').click();
  await laptop.until(() => laptop.view?.phase === 'playing');
  await laptop.button('Continue on another device').click();
  const dialog = laptop.page.getByRole('dialog', {name: 'Continue on another device'});
  const line = dialog.locator('.link-line');
  const before = await line.innerText();
  proxy.cut();
  await dialog.getByText('Connection lost. This page keeps trying to reach the server.').waitFor();
  assert.equal(await line.count(), 0);
  proxy.reopen();
  await line.waitFor();
  const link = new URL(await line.innerText());
  assert.notEqual(link.href, before);
  const phone = await visit(link.pathname + link.hash, {size: 'phone'});
  await phone.button('Continue').click();
  await phone.until(() => phone.view?.phase === 'playing');
  for (const person of [laptop, phone]) await person.leave();
  proxy.stop();
});

test('a page whose seat was taken in another tab asks for nothing, leads to the start, and can take the seat back', hang, async () => {
  const {one: ravi, room, seats: [, seat]} = await Partner.playing(server.origin, {}, ['Ravi', 'Asha']);
  const asha = await Person.arrive(browser, {origin: server.origin, seat, mayDisconnect: true, viewport: {width: 1366, height: 657}});
  await asha.button('Resign').waitFor();
  const other = await asha.context.newPage();
  await other.goto(`${server.origin}/${room}`);
  await other.locator('.slot').first().waitFor();
  const banner = asha.page.getByRole('region', {name: 'Connection'});
  await banner.getByText('Your seat is open in another tab').waitFor();
  for (const name of ['Resign', 'Continue on another device', 'Send']) assert.equal(await asha.button(name, {exact: true}).count(), 0, name);
  await assertAccessible(asha.page, 'a page whose seat is elsewhere');
  await banner.getByRole('button', {name: 'Play here again'}).click();
  await asha.button('Resign').waitFor();
  await other.getByText('Your seat is open in another tab').waitFor();
  await other.getByRole('button', {name: 'Leave', exact: true}).click(); // without a question: the seat is elsewhere
  await other.getByRole('button', {name: 'Quick match'}).waitFor();
  await asha.assertClean();
  await asha.leave();
  ravi.close();
});

test('the settings of a match on a phone lead to the link for another device', hang, async () => {
  const {seats: [, seat]} = await Partner.playing(server.origin, {}, ['Ravi', 'Asha']);
  const phone = await Person.arrive(browser, {origin: server.origin, seat, size: 'phone'});
  await phone.button('Settings').click();
  await phone.page.getByRole('dialog', {name: 'Settings'}).getByRole('button', {name: 'Continue on another device'}).click();
  const dialog = phone.page.getByRole('dialog', {name: 'Continue on another device'});
  await dialog.getByRole('button', {name: 'Copy link'}).waitFor();
  await phone.assertFits();
  await phone.page.keyboard.press('Escape');
  await dialog.waitFor({state: 'detached'});
  await phone.assertClean();
  await phone.leave();
});

// Links to rooms, to watching and to replays: as a browser opens them, and as a messenger shows them.
import assert from 'node:assert/strict';
import {get} from 'node:http';
import {test} from 'node:test';
import {Person} from '../kit/browser.mjs';
import {Partner} from '../kit/partner.mjs';
import {hang} from '../kit/server.mjs';
import {browser, server, useBrowserAndServer} from '../kit/setup.mjs';

useBrowserAndServer();

// What a messenger reads, from this address.
function fetched(path, localAddress = '127.0.0.1') {
  return new Promise((resolve, reject) => {
    get(server.origin + path, {localAddress, agent: false}, answer => {
      const chunks = [];
      answer.on('data', chunk => chunks.push(chunk));
      answer.on('end', () => resolve({status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(chunks)}));
    }).on('error', reject);
  });
}

// The tags of a messenger's preview.
async function preview(path, from) {
  const {status, bytes} = await fetched(path, from);
  assert.equal(status, 200, path);
  const html = bytes.toString();
  const tag = name => new RegExp(`"${name}" content="([^"]*)"`).exec(html)[1];
  return {title: /<title>([^<]*)</.exec(html)[1], shown: tag('og:title'), description: tag('og:description'), url: tag('og:url'), image: tag('og:image')};
}

test('a messenger shows who invites you to which match, with a picture', hang, async () => {
  const ravi = await Partner.connect(server.origin);
  const {room} = await ravi.asked({type: 'create_room', name: 'R<a>vi', options: {clock: {initial: 300, increment: 5}}});
  const invited = await preview(`/${room}`);
  assert.equal(invited.title, 'R&#60;a&#62;vi invites you to a match of Jaipur');
  assert.equal(invited.shown, invited.title);
  assert.match(invited.description, /^First to 2 seals, 5 minutes each, and 5 seconds more for each move\./);
  assert.equal(invited.url, `${server.origin}/${room}`);
  assert.match((await preview(`/watch/${room}`)).title, /^Watch R&#60;a&#62;vi’s match of Jaipur$/);
  const picture = await fetched(new URL(invited.image).pathname);
  assert.equal(picture.headers['content-type'], 'image/png');
  assert.deepEqual([picture.bytes.readUInt32BE(16), picture.bytes.readUInt32BE(20)], [1200, 630]);
  assert.ok(picture.bytes.length < 60_000 && picture.headers.etag);
  ravi.close();
});

test('a preview reveals no more rooms than guesses do', hang, async () => {
  const ravi = await Partner.connect(server.origin);
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {}});
  const locked = (await (await Partner.connect(server.origin)).asked({type: 'create_room', name: 'Mira', options: {password: 'sesame'}})).room;
  const from = '127.0.0.7'; // an address with a budget of its own
  const seen = async code => JSON.stringify(await preview(`/${code}`, from)).replaceAll(code, 'CODE');
  const unknown = await seen('222222');
  assert.equal(await seen(locked), unknown);
  assert.notEqual(await seen(room), unknown);
  for (let i = 0; i < 8; i++) await seen('333333');
  assert.equal(await seen(room), unknown, 'after ten wrong guesses');
  assert.notEqual(JSON.stringify(await preview(`/${room}`, '127.0.0.8')), unknown);
  ravi.close();
});

test('a link opens, reloads, and leads back, and so does an old one', hang, async () => {
  const {one, two, room} = await Partner.pair(server.origin);
  const asha = await Person.arrive(browser, {origin: server.origin, path: `/watch/${room}`, installs: true});
  const {page} = asha;
  await asha.until(() => asha.room?.spectators === 1);
  await page.reload();
  await asha.until(() => asha.room?.spectators === 1);
  assert.equal(new URL(page.url()).pathname, `/watch/${room}`);
  await page.goto(`${server.origin}/#/rooms`);
  await page.getByRole('heading', {name: 'Public rooms'}).waitFor();
  assert.equal(page.url(), `${server.origin}/rooms`);
  await page.getByRole('link', {name: 'to the start'}).click();
  await page.getByRole('link', {name: 'Help'}).click();
  await page.getByRole('heading', {level: 1, name: /help|how to play/i}).waitFor();
  assert.equal(page.url(), `${server.origin}/help`);
  await page.goBack();
  await asha.button('Quick match').waitFor();
  await page.goBack();
  await page.getByRole('heading', {name: 'Public rooms'}).waitFor();
  const reached = new Set();
  page.on('response', answer => reached.add(new URL(answer.url()).pathname));
  for (const screen of ['/help', '/settings', '/watch', '/replay', '/new', '/rooms']) {
    const answer = await page.goto(server.origin + screen);
    assert.equal(answer.status(), 200, screen);
  }
  await asha.assertClean();
  const lost = await page.goto(`${server.origin}/K7QX2`);
  assert.equal(lost.status(), 404);
  await page.getByRole('heading', {name: 'Page not found'}).waitFor();
  await asha.leave();
  for (const partner of [one, two]) partner.close();
});

test('the preview of a replay names the players and the result', hang, async () => {
  const {one: ravi, two: mira} = await Partner.pair(server.origin);
  for (const partner of [ravi, mira]) await partner.asked({type: 'ready'});
  await ravi.until(() => ravi.view?.phase === 'playing');
  await ravi.asked({type: 'resign'});
  await ravi.until(() => ravi.view.phase === 'match_over');
  const {match} = ravi.view;
  let shown = await preview(`/replay/${match}`);
  for (let tries = 0; tries < 50 && shown.title === 'Jaipur online'; tries++) { // it is stored a moment later
    await new Promise(resolve => setTimeout(resolve, 100));
    shown = await preview(`/replay/${match}`);
  }
  assert.equal(shown.title, 'Ravi against Mira: a match of Jaipur');
  assert.match(shown.description, /^Mira won: Ravi resigned\./);
  const asha = await Person.arrive(browser, {origin: server.origin, path: `/replay/${match}`});
  await asha.page.getByRole('slider', {name: 'Moment'}).waitFor();
  await asha.assertClean();
  await asha.leave();
  for (const partner of [ravi, mira]) partner.close();
});

test('the page connects, and asks for what a room needs, before its scripts run', hang, async t => {
  const context = await browser.newContext({locale: 'de-DE'});
  t.after(() => context.close());
  await context.route(/\/assets\/main-/, route => route.abort());
  const early = ['socket', 'guest_bundle', 'lazy_bundle', 'de'];
  const assertAsks = async (path, ...names) => {
    const page = await context.newPage();
    const asked = [];
    page.on('websocket', () => asked.push('socket'));
    page.on('request', request => asked.push(/assets\/(\w+)-/.exec(request.url())?.[1]));
    await page.goto(server.origin + path);
    const end = Date.now() + 60_000; // we may hear of a request after the page has loaded
    while (!names.every(name => asked.includes(name)) && Date.now() < end) await new Promise(resolve => setTimeout(resolve, 10));
    await page.close();
    assert.deepEqual(early.filter(name => asked.includes(name)), names, path);
  };
  for (const path of ['/K7QX2M', '/watch/K7QX2M', '/#/K7QX2M', '/#/watch/K7QX2M', `/K7QX2M#${'k'.repeat(43)}`]) await assertAsks(path, ...early);
  for (const path of ['/', '/rooms', '/help']) await assertAsks(path, 'socket', 'de');
});

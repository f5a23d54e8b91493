// People with browsers, for tests: each with a profile, what their page receives, and what it must not do: errors,
// policy violations, requests to other hosts.
import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {existsSync, readFileSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import {chromium} from 'playwright-core';
import {takeProfile} from './profiles.mjs';
import {long} from './server.mjs';
import {choose} from './trader.mjs';

// Tests need a phone and a desktop; an album of screenshots has all of them.
export const sizes = {
  phone: {width: 360, height: 640},
  desktop: {width: 1440, height: 900},
  small: {width: 320, height: 553},
  flat: {width: 844, height: 340}, // a phone on its side
  tablet: {width: 768, height: 1024},
  laptop: {width: 1366, height: 657},
  large: {width: 1920, height: 1080},
};

const inPath = name => (process.env.PATH ?? '').split(delimiter).map(folder => join(folder, name)).find(existsSync);
const whole = process.env.JAIPUR_CHROMIUM ?? inPath('chromium');
// The same engine without anything that needs a window takes two thirds of the processor time.
const light = process.env.JAIPUR_CHROMIUM ?? inPath('chromium-headless-shell') ?? whole;

const options = (executablePath, more) => ({
  executablePath,
  // Root has no sandbox in a container; the rest makes pictures the same everywhere.
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb', ...more],
});

export const launch = (...more) => chromium.launch(options(light, more));

// For notifications, and for measurements.
export const launchWhole = (...more) => chromium.launch(options(whole, more));

// A whole browser for other tools, which connect to `port`.
export async function launchWithPort() {
  const browser = await chromium.launchServer(options(whole, ['--remote-debugging-port=0']));
  const profile = browser.process().spawnargs.map(argument => /^--user-data-dir=(.*)/.exec(argument)?.[1]).find(Boolean);
  const file = join(profile, 'DevToolsActivePort');
  const readPort = () => (existsSync(file) ? parseInt(readFileSync(file, 'utf8')) : NaN);
  const limit = Date.now() + 60000;
  while (!readPort()) {
    if (Date.now() > limit) {
      await browser.close();
      throw new Error(`Chromium wrote no port into ${file}`);
    }
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  return {port: readPort(), close: () => browser.close()};
}

// What the browser logs when a connection breaks, which isn't the page's fault if the test broke it. A refused
// WebSocket is always a fault.
const reportsDisconnect = text => /net::ERR_(CONNECTION|INTERNET|EMPTY|FAILED|NETWORK|SOCKET)|WebSocket connection to/.test(text) && !/Unexpected response code/.test(text);

const ownId = 2 ** 52; // of requests that aren't the page's

// In the page, before its scripts. `kept`: what this visitor's browser has stored for `origin` when they arrive; again if a
// page empties its storage.
function prepare({visitor, origin, kept, lingers, installs}) {
  if (location.protocol.startsWith('http') && localStorage['test.visitor'] !== visitor) {
    for (const storage of [localStorage, sessionStorage]) storage.clear();
    Object.assign(localStorage, {'test.visitor': visitor, ...(location.origin === origin && kept)});
  }
  if (!lingers) new MutationObserver(changes => {
    for (const {target} of changes) target.remove();
  }).observe(document, {subtree: true, attributeFilter: ['data-leaving']});
  if (!installs && globalThis.ServiceWorkerContainer) ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('not wanted'));
  const {send} = WebSocket.prototype;
  WebSocket.prototype.send = function(text) {
    globalThis.theSocket = this; // for Person.play
    return send.call(this, text);
  };
}

// A seat that was taken by the protocol, as the page stores it. `reply`: the server's.
export const keptSeat = ({room, seat, name, token}) => ({[`jaipur.seat.${room}.${seat}`]: JSON.stringify({room, seat, name, at: Date.now(), token, fair: null})});

export class Person {
  views = []; // of all matches, in order of arrival
  room = null;
  problems = [];
  frames = []; // received over the WebSocket, as texts
  #profile;
  #played = null; // the reply to `play`

  static async arrive(browser, {
    origin,
    size = 'desktop',
    mayDisconnect = false, // the test is going to break this person's connection
    face = 1, // the one that they have had before, or null
    language = null, // the one that they have chosen before
    ownClock = false, // the test may stop the time of the page's timers and frames
    lingers = false, // what had the focus stays a moment when it is removed, as for screen readers; without, locators find only what is seen
    installs = long, // the page has its service worker, which takes a tenth of a visit's processor time
    seat = null, // the one that this person has taken over the protocol, as its reply
    kept = {}, // what the page has stored
    before = async () => {}, // gets the page before it loads anything
    path = seat ? `/${seat.room}` : '/',
    viewport = sizes[size],
    ...context
  } = {}) {
    const person = new Person();
    person.origin = origin;
    person.mayDisconnect = mayDisconnect;
    person.#profile = await takeProfile(browser, {locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce', hasTouch: size === 'phone', ...context}, ownClock || installs);
    person.context = person.#profile.context;
    person.page = person.#profile.page;
    if (ownClock) await person.context.clock.install();
    await person.#profile.enter(person, viewport, prepare, {
      visitor: randomUUID(), origin, lingers, installs,
      kept: {...(face !== null && {'jaipur.face': face}), ...(language && {'jaipur.language': language}), ...(seat && keptSeat(seat)), ...kept},
    });
    await before(person.page);
    await person.page.goto(origin + path);
    if (language) await person.page.waitForFunction(chosen => document.documentElement.lang === chosen, language);
    return person;
  }

  // ---- what happens in this person's tabs

  failed(error) {
    this.problems.push(`error: ${error.stack ?? error}`);
  }

  logged(message) {
    if (!['error', 'warning'].includes(message.type()) || (this.mayDisconnect && reportsDisconnect(message.text()))) return;
    this.problems.push(`console: ${message.text()}`);
  }

  #isStranger(url) {
    return url.host !== new URL(this.origin).host;
  }

  requested(request) {
    const url = new URL(request.url());
    if (!['data:', 'blob:'].includes(url.protocol) && this.#isStranger(url)) this.problems.push(`asked a stranger: ${url}`);
  }

  connected(socket, isFirstTab) {
    const url = new URL(socket.url());
    if (this.#isStranger(url)) this.problems.push(`a stranger's WebSocket: ${url}`);
    if (isFirstTab) socket.on('framereceived', ({payload}) => this.#received(payload));
  }

  #received(text) {
    this.frames.push(text);
    const message = JSON.parse(text);
    if (message.type === 'view') this.views.push(message);
    if (message.type === 'room') this.room = message;
    if (message.re === ownId) this.#played = message;
  }

  get view() {
    return this.views.at(-1);
  }

  get onTurn() {
    return this.view?.phase === 'playing' && this.view.turn === this.view.you;
  }

  button(name, options) {
    return this.page.getByRole('button', {name, ...options});
  }

  group(name) {
    return this.page.getByRole('group', {name, exact: true});
  }

  async until(holds, ms = 60000) {
    const end = Date.now() + ms;
    for (let pause = 10; ; pause = Math.min(50, pause * 1.3)) {
      const held = holds(this);
      if (await held) return;
      if (!(held instanceof Promise)) pause = 10; // only questions to the browser take its time
      if (Date.now() > end) throw new Error(`timed out: ${holds}\n${await this.page.locator('body').innerText()}\n${this.problems.join('\n')}`);
      await new Promise(resolve => setTimeout(resolve, pause));
    }
  }

  // ---- as a player

  async enterName(name) {
    await this.page.getByRole('textbox', {name: 'Your name'}).fill(name);
  }

  // Opens a room from the start screen, after `choose(page)`; returns its code.
  async openRoom(name = 'Asha', choose = async () => {}) {
    await this.enterName(name);
    await this.button('Play with a friend').click();
    await choose(this.page);
    await this.button('Open the room').click();
    await this.until(() => this.room !== null);
    return this.room.room;
  }

  // Sits down in the room whose invitation is on the screen.
  async join(name = 'Asha') {
    await this.enterName(name);
    await this.button('Join', {exact: true}).click();
    await this.until(() => this.room?.players[1]);
  }

  // Starts the match against a partner at the same table.
  async readyWith(partner) {
    await partner.asked({type: 'ready'});
    await this.until(() => this.view?.phase === 'playing');
  }

  async #pick(group, card, count) {
    const cards = group.locator(`button[data-card="${card}"]`);
    await cards.first().waitFor(); // a deal is drawn in steps
    const places = await cards.count();
    for (let i = 0; i < count; i++) await cards.nth(i % places).click();
  }

  // The screen shows the newest view: moves are shown one after another.
  async caughtUp() {
    await this.until(async () => {
      const table = this.page.locator('.table-root');
      const shown = await table.locator('.slot').evaluateAll(all => all.map(it => it.dataset.card ?? null));
      return await table.getAttribute('data-mine') === String(this.onTurn) && `${shown}` === `${this.view.market}`;
    });
  }

  // Chooses the cards of an action without playing it.
  async pick(action) {
    await this.caughtUp();
    const count = list => list.reduce((counts, card) => ({...counts, [card]: (counts[card] ?? 0) + 1}), {});
    const market = this.group('Market');
    switch (action.type) {
      case 'take': return this.#pick(market, action.card, 1);
      case 'take_camels': return this.#pick(market, 'camel', 1);
      case 'sell': return this.#pick(this.group('Your hand'), action.good, action.count);
      case 'exchange':
        for (const [card, number] of Object.entries(count(action.take))) await this.#pick(market, card, number);
        for (const [card, number] of Object.entries(count(action.give)))
          await this.#pick(card === 'camel' ? this.group('Your herd') : this.group('Your hand'), card, number);
    }
  }

  // Plays an action on the screen; resolves when the server has accepted it.
  async act(action) {
    const {seq} = this.view;
    await this.pick(action);
    await this.page.locator('[data-play]').click();
    await this.until(() => this.view.seq > seq);
  }

  async move(random) {
    await this.until(() => this.onTurn);
    await this.act(choose(this.view, random));
  }

  // Plays an action over the page's connection, without its screen; resolves when the page has its view. Takes a tenth of
  // the time that `act` does.
  async play(action) {
    const {seq, ply, match} = this.view;
    this.#played = null;
    await this.page.evaluate(request => globalThis.theSocket.send(JSON.stringify(request)), {type: 'act', id: ownId, ply, match, action});
    await this.until(() => this.#played && (this.#played.type === 'error' || this.view.seq > seq));
    assert.equal(this.#played.type, 'ok', `act: ${this.#played.code}`);
  }

  // ---- what must hold for every page

  async assertClean() {
    assert.deepEqual(this.problems, []);
  }

  // Nothing is cut off on the right. A page that was just resized gets a moment to settle.
  async assertFits() {
    const measure = () => this.page.evaluate(() => ({wide: document.documentElement.scrollWidth, room: document.documentElement.clientWidth}));
    let {wide, room} = await measure();
    for (let tries = 0; wide > room && tries < 10; tries++) {
      await this.page.waitForTimeout(50);
      ({wide, room} = await measure());
    }
    assert.ok(wide <= room, `the page is ${wide} pixels wide in ${room}`);
  }

  async leave() {
    await this.#profile.leave(this);
  }
}

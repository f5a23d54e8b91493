// Browser contexts with one page each, used by one person after another: a new one costs as much processor time as a
// visit. Those that a test has changed, or listens to, are closed.
import {setTimeout as sleep} from 'node:timers/promises';

const changes = {
  context: ['addCookies', 'addInitScript', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'newCDPSession', 'on', 'route', 'routeWebSocket', 'setExtraHTTPHeaders', 'setGeolocation', 'setOffline'],
  clock: ['install', 'pauseAt', 'setFixedTime'],
  page: ['addInitScript', 'emulateMedia', 'exposeBinding', 'exposeFunction', 'on', 'route', 'routeWebSocket'],
  mouse: ['down'],
  keyboard: ['down'],
};
const mostIdle = 4; // are kept for the next person
const idle = new WeakMap(); // those, by browser, the last one first

class Profile {
  #browser;
  #options;
  #person = null;
  #addScript;
  #script = null;
  #isChanged;

  static async open(browser, options, exclusive) {
    const profile = new Profile();
    profile.#browser = browser;
    profile.#options = JSON.stringify(options);
    profile.#isChanged = exclusive;
    profile.context = await browser.newContext(options);
    profile.context.setDefaultTimeout(60000);
    profile.#addScript = profile.context.addInitScript.bind(profile.context);
    profile.#watch();
    profile.page = await profile.context.newPage();
    const {context, page} = profile;
    const parts = {context, clock: context.clock, page, mouse: page.mouse, keyboard: page.keyboard};
    for (const [part, methods] of Object.entries(changes)) for (const method of methods) profile.#noteChange(parts[part], method);
    return profile;
  }

  // Tells the current person what happens in all tabs, and in the service worker.
  #watch() {
    const {context} = this;
    context.on('weberror', failed => this.#person?.failed(failed.error()));
    context.on('console', message => this.#person?.logged(message));
    context.on('request', request => this.#person?.requested(request));
    context.on('page', page => page.on('websocket', socket => this.#person?.connected(socket, page === this.page)));
  }

  #noteChange(part, method) {
    const change = part[method];
    part[method] = (...args) => {
      this.#isChanged = true;
      return change.apply(part, args);
    };
  }

  fits(options) {
    return this.#options === JSON.stringify(options);
  }

  // `script` runs in each document before those of the page.
  async enter(person, viewport, script, argument) {
    this.#person = person;
    await this.#script?.dispose();
    this.#script = await this.#addScript(script, argument);
    await this.page.setViewportSize(viewport);
  }

  async leave(person) {
    if (this.#person !== person) return; // they have left before
    const {context, page} = this;
    const all = idle.get(this.#browser);
    if (this.#isChanged || context.pages().length !== 1) return context.close();
    const empty = page.goto('about:blank').then(() => page.mouse.move(-1, -1)).then(() => true, () => false);
    if (!await Promise.race([empty, sleep(10_000, false, {ref: false})])) return context.close();
    this.#person = null;
    all.unshift(this);
    for (const profile of all.splice(mostIdle)) await profile.context.close();
  }
}

// `exclusive`: it serves nobody else.
export async function takeProfile(browser, options, exclusive) {
  if (!idle.has(browser)) idle.set(browser, []);
  const all = idle.get(browser);
  const at = exclusive ? -1 : all.findIndex(profile => profile.fits(options));
  return at < 0 ? Profile.open(browser, options, exclusive) : all.splice(at, 1)[0];
}

// The contexts that nobody uses at the moment.
export const idleContexts = browser => (idle.get(browser) ?? []).map(({context}) => context);

// Browser contexts, each with a page, which serve one person after another: a new one costs as much processor time as a
// visit. Those that a test has changed, or listens to, serve nobody else.
import {setTimeout as sleep} from 'node:timers/promises';

const changes = {
  context: ['addCookies', 'addInitScript', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'newCDPSession', 'on', 'route', 'routeWebSocket', 'setOffline'],
  page: ['addInitScript', 'emulateMedia', 'exposeBinding', 'exposeFunction', 'on', 'route', 'routeWebSocket'],
};
const most = 4; // that are kept for the next person
const left = new WeakMap(); // those, by browser, the last one first

class Profile {
  #browser;
  #options;
  #person = null;
  #addScript;
  #script = null;
  #isChanged;

  static async open(browser, options, own) {
    const profile = new Profile();
    profile.#browser = browser;
    profile.#options = JSON.stringify(options);
    profile.#isChanged = own;
    profile.context = await browser.newContext(options);
    profile.context.setDefaultTimeout(60000);
    profile.#addScript = profile.context.addInitScript.bind(profile.context);
    profile.#watch();
    profile.page = await profile.context.newPage();
    for (const [part, methods] of Object.entries(changes)) for (const method of methods) profile.#noteChange(profile[part], method);
    return profile;
  }

  // Tells the person what happens in all tabs, and in the service worker.
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

  async leave() {
    const {context, page} = this;
    const all = left.get(this.#browser);
    if (all.includes(this)) return;
    if (this.#isChanged || context.pages().length !== 1) return context.close();
    const empty = page.goto('about:blank').then(() => page.mouse.move(-1, -1)).then(() => true, () => false);
    if (!await Promise.race([empty, sleep(10_000, false, {ref: false})])) return context.close();
    this.#person = null;
    all.unshift(this);
    for (const profile of all.splice(most)) await profile.context.close();
  }
}

// `own`: it serves nobody else.
export async function takeProfile(browser, options, own) {
  if (!left.has(browser)) left.set(browser, []);
  const all = left.get(browser);
  const at = own ? -1 : all.findIndex(profile => profile.fits(options));
  return at < 0 ? Profile.open(browser, options, own) : all.splice(at, 1)[0];
}

// The contexts that nobody uses.
export const leftContexts = browser => (left.get(browser) ?? []).map(({context}) => context);

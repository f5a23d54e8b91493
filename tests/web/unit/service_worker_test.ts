// The service worker: the page loads, whatever happens to the storage. Storage and network are fake; requests and
// responses are real.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, test} from 'node:test';
import {runInNewContext} from 'node:vm';

const source = readFileSync(join(process.env['JAIPUR_ROOT']!, 'client/web/public/sw.js'), 'utf8');
// From the server's source.
const policy = readFileSync(join(process.env['JAIPUR_ROOT']!, 'server/net/page.cpp'), 'utf8')
  .match(/content_security_policy =\s*"(.*?)";\n/s)![1]!.replace(/"\s*"/g, '');
const home = 'http://jaipur.test';

type Event = Record<string, unknown>;
interface Page {url?: string; focused: boolean; focus(): Promise<void>; told?: unknown; postMessage?(what: unknown): void}
interface Shown {title: string; options: {body: string; tag: string; data: {room: string}}}

class Browser {
  readonly files = new Map<string, Response>();
  readonly network = new Map<string, string>();
  readonly pages: Page[] = [];
  readonly opened: string[] = [];
  readonly shown: Shown[] = [];
  readonly deleted: string[] = []; // caches
  full = false;   // nothing more can be written
  broken = false; // the storage cannot even be opened
  stranger = false; // a captive portal answers instead of the server
  private readonly listeners = new Map<string, (event: Event) => void>();

  constructor() {
    const url = (what: string | {url: string}) => new URL(typeof what === 'string' ? what : what.url, home).href;
    const cache = {
      match: async (what: string | {url: string}) => this.files.get(url(what))?.clone(),
      put: async (what: string | {url: string}, answer: Response) => {
        if (this.full) throw new DOMException('full', 'QuotaExceededError');
        this.files.delete(url(what));
        this.files.set(url(what), answer);
      },
      keys: async () => [...this.files.keys()].map(it => ({url: it})),
      delete: async (what: {url: string}) => this.files.delete(what.url),
    };
    const opens = () => {
      if (this.broken) throw new DOMException('broken', 'UnknownError');
    };
    const caches = {open: async () => (opens(), cache), keys: async () => (opens(), ['jaipur-0', 'jaipur-1', 'jaipur-texts']), delete: async (name: string) => void this.deleted.push(name)};
    const fetch = async (what: string | {url: string}) => {
      const {pathname} = new URL(url(what));
      const text = this.stranger ? 'Log in' : this.network.get(pathname);
      if (text === undefined) throw new TypeError('no network');
      return new Response(text, {headers: this.stranger ? {} : {'Content-Security-Policy': policy, 'Content-Type': /[.]\w+$/.test(pathname) ? 'text/plain' : 'text/html; charset=utf-8'}});
    };
    const self = {
      addEventListener: (type: string, listener: (event: Event) => void) => this.listeners.set(type, listener),
      registration: {showNotification: async (title: string, options: Shown['options']) => void this.shown.push({title, options})},
      location: {origin: home}, skipWaiting: async () => {},
      clients: {claim: async () => {}, matchAll: async () => this.pages, openWindow: async (path: string) => void this.opened.push(path)},
    };
    runInNewContext(source, {self, caches, fetch, URL, Response});
  }

  // Resolves to the response when all of the worker's work is done.
  async tell(type: string, event: Event = {}): Promise<Response | undefined> {
    const work: Promise<unknown>[] = [];
    let answer: Promise<Response> | undefined;
    this.listeners.get(type)!({
      ...event, waitUntil: (it: Promise<unknown>) => work.push(it), respondWith: (it: Promise<Response>) => { answer = it; },
    });
    const given = await answer;
    await Promise.all(work);
    return given;
  }

  async get(path: string): Promise<string | null> {
    const answer = await this.tell('fetch', {request: {url: home + path, method: 'GET', mode: path.startsWith('/assets/') ? 'no-cors' : 'navigate'}});
    return !answer || answer.type === 'error' ? null : answer.text();
  }
}

describe('the page loads', () => {
  const troubles: [string, (browser: Browser) => void][] = [
    ['the storage is full', browser => { browser.full = true; }],
    ['the storage is broken', browser => { browser.broken = true; }],
  ];
  for (const [what, spoil] of troubles)
    test(`when ${what}`, async () => {
      const browser = new Browser();
      browser.network.set('/', 'old').set('/assets/main-1.js', 'script');
      assert.equal(await browser.get('/'), 'old');
      spoil(browser);
      await browser.tell('activate');
      browser.network.set('/', 'new');
      assert.equal(await browser.get('/'), 'new');
      assert.equal(await browser.get('/assets/main-1.js'), 'script');
      browser.network.clear();
      assert.equal(await browser.get('/'), browser.broken ? null : 'old');
    });

  test('from the cache, when there is no network', async () => {
    const browser = new Browser();
    browser.network.set('/', 'page').set('/assets/main-1.js', 'script');
    await browser.get('/');
    await browser.get('/assets/main-1.js');
    browser.network.clear();
    assert.equal(await browser.get('/'), 'page');
    assert.equal(await browser.get('/assets/main-1.js'), 'script');
  });
});

test('a link works offline, because the page is the same under every address', async () => {
  const browser = new Browser();
  browser.network.set('/K7QX2M', 'page').set('/licenses.txt', 'licences').set('/replays/606162', '{}');
  assert.equal(await browser.get('/K7QX2M'), 'page');
  assert.equal(await browser.get('/licenses.txt'), 'licences');
  assert.equal(await browser.get('/replays/606162'), null); // the browser's own business
  browser.network.clear();
  assert.equal(await browser.get('/watch/K7QX2M'), 'page');
  assert.equal(await browser.get('/'), 'page');
});

test('a page that was visited once works offline', async () => {
  const browser = new Browser();
  browser.network.set('/', '<link href="/assets/main-1.css"><script src="/assets/main-1.js"></script>').set('/assets/main-1.css', 'css').set('/assets/main-1.js', 'script');
  await browser.tell('install');
  browser.network.clear();
  assert.ok((await browser.get('/'))?.includes('main-1.js'));
  assert.equal(await browser.get('/assets/main-1.js'), 'script');
  assert.equal(await browser.get('/assets/main-1.css'), 'css');
});

test("a captive portal's response is shown, but not cached", async () => {
  const browser = new Browser();
  browser.network.set('/', 'page');
  await browser.get('/');
  browser.stranger = true;
  await browser.tell('install');
  assert.equal(await browser.get('/'), 'Log in');
  browser.stranger = false;
  browser.network.clear();
  assert.equal(await browser.get('/'), 'page');
});

test("old pages' files are removed, the page is not", async () => {
  const browser = new Browser();
  browser.network.set('/', 'page');
  await browser.get('/');
  for (let i = 0; i < 70; i++) {
    browser.network.set(`/assets/part-${i}.js`, `part ${i}`);
    await browser.get(`/assets/part-${i}.js`);
  }
  assert.equal(browser.files.size, 61);
  assert.ok(browser.files.has(`${home}/`) && browser.files.has(`${home}/assets/part-69.js`) && !browser.files.has(`${home}/assets/part-0.js`));
});

test('a notification leads to the open page, or to a new one', async () => {
  const browser = new Browser();
  let closed = 0;
  const press = () => browser.tell('notificationclick', {notification: {close: () => closed++}});
  await press();
  assert.deepEqual(browser.opened, ['/']);
  const page: Page = {focused: false, focus: async () => { page.focused = true; }};
  browser.pages.push(page);
  await press();
  assert.deepEqual([page.focused, browser.opened.length, closed], [true, 1, 2]);
});

describe('a push message', () => {
  const pushed = (browser: Browser, text: string) => browser.tell('push', {data: {json: () => JSON.parse(text) as unknown}});

  test('shows what happened in which room, in the language of the page', async () => {
    const browser = new Browser();
    browser.files.set(`${home}/push-texts`, new Response(JSON.stringify({turn: 'Du bist am Zug.', over: 'Vorbei.', room: 'Raum'})));
    await pushed(browser, '{"room":"K7QX2M","what":"over","more":1}');
    await pushed(browser, '{"room":"K7QX2M","what":"something new"}');
    assert.deepEqual(browser.shown.map(({title, options: {body, tag, data}}) => [title, body, tag, data.room]), [
      ['Jaipur', 'Vorbei. Raum K7QX2M', 'jaipur-K7QX2M', 'K7QX2M'], ['Jaipur', 'Du bist am Zug. Raum K7QX2M', 'jaipur-K7QX2M', 'K7QX2M'],
    ]);
  });

  test('is never silent, whatever it contains', async () => {
    const browser = new Browser();
    browser.broken = true;
    for (const text of ['', '{}', 'null', '{"room":"../../x","what":"turn"}', '{"room":{},"what":[]}']) await pushed(browser, text);
    assert.deepEqual(new Set(browser.shown.map(it => `${it.options.body} ${it.options.data.room}`)), new Set(['It is your turn. ']));
    assert.equal(browser.shown.length, 5);
  });

  test('leads to its room when it is pressed', async () => {
    const browser = new Browser();
    const press = () => browser.tell('notificationclick', {notification: {close: () => {}, data: {room: 'K7QX2M'}}});
    const page = (path: string): Page => ({
      url: home + path, focused: false, told: null, async focus() { this.focused = true; }, postMessage(what) { this.told = {...what as object}; },
    });
    browser.pages.push(page('/replays/606162'), page('/licenses.txt'));
    await press();
    assert.deepEqual(browser.opened, ['/K7QX2M'], 'a file cannot go there');
    browser.pages.push(page('/222222'));
    await press();
    assert.deepEqual([browser.pages[2]!.focused, browser.pages[2]!.told], [true, {room: 'K7QX2M'}], 'the open page goes there');
    for (const path of ['/K7QX2M', '/k7qx2m', '/#/K7QX2M']) {
      browser.pages[3] = page(path);
      await press();
      assert.deepEqual([browser.pages[3].focused, browser.pages[3].told], [true, null], path);
    }
    assert.equal(browser.opened.length, 1);
  });

  test('finds its texts after an update of the page', async () => {
    const browser = new Browser();
    await browser.tell('activate');
    assert.deepEqual(browser.deleted, ['jaipur-0']);
  });
});

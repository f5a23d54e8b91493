// A table in any state: a match with the real server, whose messages are replaced by staged ones.
import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {Person} from './browser.mjs';
import {Partner} from './partner.mjs';

const recorded = JSON.parse(readFileSync(join(dirname(fileURLToPath(import.meta.url)), '../fixtures/views.json'), 'utf8'));

export class Stage {
  #staged = 0;

  // A person at a table against the bot.
  static async open(browser, origin, more = {}) {
    const stage = new Stage();
    const asha = await Partner.connect(origin);
    const seat = await asha.asked({type: 'create_room', name: 'Asha', options: {opponent: {bot: 'easy'}}, trader: 1});
    await asha.asked({type: 'ready'});
    stage.person = await Person.arrive(browser, {origin, seat, ...more});
    stage.page = stage.person.page;
    asha.close();
    await stage.page.locator('.slot').first().waitFor();
    await stage.page.evaluate(() => {
      const {theSocket} = globalThis;
      const {onmessage} = theSocket;
      const replaced = new Set(); // types of messages that come from the test
      const handler = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
      const set = function(listener) {
        handler.set.call(this, event => replaced.has(JSON.parse(event.data).type) || listener(event));
        globalThis.hear = message => {
          replaced.add(message.type);
          listener({data: JSON.stringify(message)});
        };
      };
      Object.defineProperty(WebSocket.prototype, 'onmessage', {...handler, set}); // also after a reconnection
      theSocket.onmessage = onmessage;
    });
    return stage;
  }

  // The page gets this message, and from now on none of the server's of this type.
  #say(message) {
    return this.page.evaluate(said => globalThis.hear(said), message);
  }

  // Shows a recorded view, with changes; resolves when it is on the screen.
  async show(name, change = {}) {
    const {match, room, round, seq} = this.person.view;
    const view = {...this.recorded(name), match, room, round, events: [], seq: seq + ++this.#staged, ...change};
    await this.#say(view);
    await this.page.waitForFunction(cards => [...document.querySelectorAll('.slot')].map(it => it.dataset.card ?? '').join() === cards, view.market.map(card => card ?? '').join());
    await this.settled();
  }

  // Says something else about the room: `change` changes what the server said.
  async tell(change) {
    const room = structuredClone(this.person.room);
    change(room);
    await this.#say(room);
    await this.settled();
  }

  // Resolves when the page has drawn its last change.
  async settled() {
    await this.page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }

  recorded(name) {
    return structuredClone(recorded[name]);
  }

  // Speaks another language, by the settings' dialog.
  async speak(language) {
    const {page} = this;
    await page.locator('.match-bar > button').nth(2).click();
    await page.locator('dialog[open] select').first().selectOption(language);
    await page.waitForFunction(code => document.documentElement.lang === code, language);
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({state: 'detached'});
  }
}

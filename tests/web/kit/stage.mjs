// A table in any state: a match with the real server, whose views are replaced by staged ones.
import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {Person} from './browser.mjs';

const recorded = JSON.parse(readFileSync(join(dirname(fileURLToPath(import.meta.url)), '../fixtures/views.json'), 'utf8'));

export class Stage {
  #socket = null;
  #real = null; // the server's last view
  #room = null; // and what it last said about the room
  #change = null; // of that
  #staged = 0;

  // A person at a table against the bot.
  static async open(browser, origin, more = {}) {
    const stage = new Stage();
    stage.person = await Person.arrive(browser, {origin, ...more});
    stage.page = stage.person.page;
    await stage.page.routeWebSocket(/\/ws$/, socket => stage.#connect(socket));
    await stage.page.reload();
    await stage.person.enterName('Asha');
    await stage.page.getByRole('button', {name: 'Play against the bot'}).click();
    await stage.page.locator('.slot').first().waitFor();
    return stage;
  }

  #connect(socket) {
    const server = socket.connectToServer();
    this.#socket = socket;
    server.onMessage(text => {
      const message = JSON.parse(text);
      if (message.type === 'view') {
        this.#real = message;
        if (this.#staged > 0) return;
      }
      if (message.type === 'room') {
        this.#room = message;
        if (this.#change) return socket.send(this.#changedRoom());
      }
      socket.send(text);
    });
  }

  // Shows a recorded view, with changes; resolves when it is on the screen.
  async show(name, change = {}) {
    const {match, room, round} = this.#real;
    const view = {...this.recorded(name), match, room, round, events: [], seq: this.#real.seq + ++this.#staged, ...change};
    this.#socket.send(JSON.stringify(view));
    await this.page.waitForFunction(cards => [...document.querySelectorAll('.slot')].map(it => it.dataset.card ?? '').join() === cards, view.market.map(card => card ?? '').join());
    await this.settled();
  }

  // From now on says something else about the room: `change` gets and changes the server's messages.
  async tell(change) {
    this.#change = change;
    this.#socket.send(this.#changedRoom());
    await this.settled();
  }

  #changedRoom() {
    const room = structuredClone(this.#room);
    this.#change(room);
    return JSON.stringify(room);
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

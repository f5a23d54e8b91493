// Notifications, with a fake browser.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {signal} from '@preact/signals';
import type {Session} from '../../../client/web/src/model';
import type {ViewMessage} from '../../../client/web/src/protocol/messages';

interface Shown {text: string; tag: string; renotify: boolean; open: boolean}

class Browser {
  readonly notes: Shown[] = [];
  readonly document = Object.assign(new EventTarget(), {hidden: false, title: ''});

  constructor(pagesMay: boolean) {
    const {notes} = this;
    const show = (options: {body: string; tag: string; renotify: boolean}) => {
      const note = {text: options.body, tag: options.tag, renotify: options.renotify, open: true, close() { note.open = false; }};
      for (const old of notes) if (old.tag === note.tag) old.open = false;
      notes.push(note);
      return note;
    };
    class Notification {
      static permission = 'granted';
      private readonly note: ReturnType<typeof show>;
      constructor(_: string, options: Parameters<typeof show>[0]) {
        if (!pagesMay) throw new TypeError('Illegal constructor');
        this.note = show(options);
      }
      close(): void {
        this.note.close();
      }
    }
    const worker = {
      showNotification: async (_: string, options: Parameters<typeof show>[0]) => void show(options),
      getNotifications: async ({tag}: {tag: string}) => notes.filter(it => it.open && it.tag === tag),
    };
    const serviceWorker = pagesMay ? undefined : {ready: Promise.resolve(worker), getRegistration: async () => worker};
    const globals = {window: {Notification}, Notification, document: this.document, navigator: {languages: ['en'], serviceWorker}};
    for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, {value, configurable: true});
  }

  look(at: boolean): void {
    this.document.hidden = !at;
    this.document.dispatchEvent(new Event('visibilitychange'));
  }
}

const turn = (ply: number, seat: 0 | 1) => ({at: 0, view: {match: 'm', phase: 'playing', round: 1, ply, turn: seat, you: 0} as ViewMessage});
const settled = () => new Promise(done => setTimeout(done, 5));

for (const [where, pagesMay] of [['pages may', true], ['only workers may', false]] as const)
  test(`each of our turns shows one notification, and looking at the page closes it, if ${where} show them`, async () => {
    const browser = new Browser(pagesMay);
    const {callForAttention} = await import('../../../client/web/src/ui/announce/attention');
    const {settings} = await import('../../../client/web/src/ui/state/settings');
    settings.notify.value = 'on';
    const timedView = signal(turn(0, 1));
    const session = {timedView, story: signal([]), location: signal({room: 'AAAAAA', seat: 0})} as unknown as Session;
    callForAttention(session);
    browser.look(false);
    timedView.value = turn(1, 0);
    await settled();
    timedView.value = turn(2, 1);
    timedView.value = turn(3, 0);
    await settled();
    assert.equal(browser.notes.length, 2);
    assert.ok(browser.notes.every(note => note.renotify && note.tag !== ''));
    assert.equal(browser.notes.filter(note => note.open).length, 1);
    browser.look(true);
    await settled();
    assert.equal(browser.notes.filter(note => note.open).length, 0);
  });

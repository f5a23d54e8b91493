// The page's Content-Security-Policy, at work: what it forbids does not happen, and the tests notice.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {Person, launch} from '../kit/browser.mjs';
import {startServer} from '../kit/server.mjs';

let browser, server;
before(async () => {
  [browser, server] = await Promise.all([launch(), startServer()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const attempts = {
  'a script in the document': () => {
    const script = document.createElement('script');
    script.append('globalThis.taken = true');
    document.body.append(script);
  },
  'a handler in an attribute': () => {
    try { document.body.setAttribute('onclick', 'globalThis.taken = true'); } catch { /* as it should be */ }
    document.body.click();
  },
  'a text as a program': () => {
    setTimeout(() => Function('globalThis.taken = true')()); // out of the debugger's hands, which may do anything
  },
  'a text as markup': () => {
    try { document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="globalThis.taken = true">'); } catch { /* as it should be */ }
  },
  'a style in the document': () => {
    const style = document.createElement('style');
    style.append('body { display: none }');
    document.head.append(style);
  },
  'a message to a stranger': () => fetch('http://127.0.0.1:9/').catch(() => {}),
  'a picture of a stranger': () => {
    const image = document.createElement('img');
    image.src = 'http://127.0.0.1:9/x.png';
    document.body.append(image);
  },
  'a frame': () => {
    const frame = document.createElement('iframe');
    frame.src = '/';
    document.body.append(frame);
  },
};

for (const [what, attempt] of Object.entries(attempts)) {
  test(`the policy stops ${what}`, async () => {
    const visitor = await Person.arrive(browser, {origin: server.origin});
    await visitor.page.getByRole('textbox', {name: 'Your name'}).waitFor();
    await visitor.assertClean();
    await visitor.page.evaluate(attempt);
    await visitor.until(() => visitor.problems.length > 0);
    await assert.rejects(() => visitor.assertClean());
    assert.equal(await visitor.page.evaluate(() => 'taken' in globalThis), false);
    await visitor.leave();
  });
}

test('the page cannot be put into a frame', async () => {
  const visitor = await Person.arrive(browser, {origin: server.origin});
  const headers = (await visitor.page.request.get(server.origin)).headers();
  assert.match(headers['content-security-policy'], /frame-ancestors 'none'/);
  await visitor.leave();
});

// The Content-Security-Policy at work: it stops what it forbids, and the tests notice.
import assert from 'node:assert/strict';
import {once} from 'node:events';
import {createServer} from 'node:http';
import {after, before, test} from 'node:test';
import {Person} from '../kit/browser.mjs';
import {browser, server, useBrowserAndServer} from '../kit/setup.mjs';

let stranger;
const askedOfStranger = [];
useBrowserAndServer();
before(async () => {
  // Somebody else's server: it records its requests, and shows the game in a frame.
  stranger = createServer((request, response) => {
    askedOfStranger.push(request.url);
    response.writeHead(200, {'Content-Type': 'text/html', 'Access-Control-Allow-Origin': '*'}).end(`<iframe src="${server.origin}/"></iframe>`);
  });
  stranger.listen(0, '127.0.0.1');
  await once(stranger, 'listening');
});
after(async () => {
  stranger?.close();
});

const attempts = {
  'a script in the document': () => {
    const script = document.createElement('script');
    script.append('globalThis.taken = true');
    document.body.append(script);
  },
  'a handler in an attribute': () => {
    try { document.body.setAttribute('onclick', 'globalThis.taken = true'); } catch { /* as expected */ }
    document.body.click();
  },
  'a text as a program': () => {
    setTimeout(() => Function('globalThis.taken = true')()); // outside the debugger, which may do anything
  },
  'a text as markup': () => {
    try { document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="globalThis.taken = true">'); } catch { /* as expected */ }
  },
  'a style in the document': () => {
    const style = document.createElement('style');
    style.append('body { display: none }');
    document.head.append(style);
  },
  'a message to a stranger': stranger => fetch(`${stranger}/message`).then(() => {}, () => {}),
  'a picture of a stranger': stranger => {
    const image = document.createElement('img');
    image.src = `${stranger}/picture`;
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
    askedOfStranger.length = 0;
    await visitor.page.evaluate(attempt, `http://127.0.0.1:${stranger.address().port}`);
    // "Content Security Policy", "TrustedHTML": the browser names the rule.
    await visitor.until(() => visitor.problems.some(problem => /^(console|error): [^]*(Content Security Policy|Trusted)/.test(problem)));
    await assert.rejects(() => visitor.assertClean());
    assert.equal(await visitor.page.evaluate(() => 'taken' in globalThis), false);
    assert.deepEqual(askedOfStranger, []);
    await visitor.leave();
  });
}

test("the page can't be framed by another site", async () => {
  const visitor = await Person.arrive(browser, {origin: `http://127.0.0.1:${stranger.address().port}`});
  await visitor.until(() => visitor.problems.some(problem => /frame-ancestors/.test(problem)));
  const [, framed] = visitor.page.frames();
  assert.equal(await framed.getByRole('textbox').count(), 0);
  await visitor.leave();
});

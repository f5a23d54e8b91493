// The page's Lighthouse scores for accessibility and best practices, on the start page and in the
// middle of a match; speed_test has performance.
import {after, before, test} from 'node:test';
import {startLighthouse} from '../kit/lighthouse.mjs';
import {hang, long, startServer} from '../kit/server.mjs';

const categories = ['accessibility', 'best-practices', 'seo'];

let server, lighthouse;
before(async () => {
  server = await startServer();
  lighthouse = await startLighthouse();
});
after(async () => {
  await lighthouse?.stop();
  await server?.stop();
});

for (const formFactor of ['mobile', 'desktop']) {
  test(`accessibility and best practices, ${formFactor}`, hang, async () => {
    const isMobile = formFactor === 'mobile';
    if (long || isMobile) await lighthouse.judge(`${server.origin}/`, formFactor, categories);
    if (long || !isMobile) await lighthouse.judge(await lighthouse.startMatch(server.origin), formFactor, categories);
  });
}

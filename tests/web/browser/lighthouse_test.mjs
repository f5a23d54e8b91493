// The page's Lighthouse scores for accessibility and best practices; speed_test has performance.
import {after, before, test} from 'node:test';
import {startLighthouse} from '../kit/lighthouse.mjs';
import {hang, startServer} from '../kit/server.mjs';

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
  test(`accessibility and best practices, ${formFactor}`, hang, () => lighthouse.judge(`${server.origin}/`, formFactor, ['accessibility', 'best-practices']));
}

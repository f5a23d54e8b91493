// What Lighthouse says of the page's accessibility and practices. (Its performance: speed_test.)
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

// The console client and a browser at one table.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {Person} from '../kit/browser.mjs';
import {hang} from '../kit/server.mjs';
import {browser, server, useBrowserAndServer} from '../kit/setup.mjs';
import {choose, seeded} from '../kit/trader.mjs';

let state;
useBrowserAndServer({limits: false});
before(async () => {
  state = mkdtempSync(join(tmpdir(), 'jaipur-console-'));
});
after(async () => {
  if (state) rmSync(state, {recursive: true, force: true});
});

function sitDown(...args) {
  const child = spawn(process.env.JAIPUR_CLIENT, ['--server', `127.0.0.1:${server.port}`, '--plain', '--name', 'Ravi', ...args], {
    env: {...process.env, XDG_STATE_HOME: state}, stdio: ['pipe', 'pipe', 'inherit'],
  });
  const console = {said: '', type: line => child.stdin.write(`${line}\n`), leave: () => child.kill(), child};
  child.stdout.on('data', text => (console.said += text));
  return console;
}

test('browser and console play a round together', hang, async t => {
  const asha = await Person.arrive(browser, {origin: server.origin});
  await asha.openRoom();
  const ravi = sitDown('join', asha.room.room);
  t.after(() => ravi.leave());
  await asha.until(() => asha.room.players.every(player => player !== null));
  await asha.until(() => asha.view?.phase === 'playing');

  const random = seeded(3);
  let clicked = 0;
  while (asha.view.phase === 'playing') {
    if (asha.onTurn) {
      if (clicked++ < 4) await asha.move(random);
      else await asha.play(choose(asha.view, random));
      continue;
    }
    // Tries everything: the server refuses what isn't legal. And again, because the console may hear of its turn later
    // than the browser.
    const {seq, market} = asha.view;
    const goods = market.filter(card => card && card !== 'camel');
    for (const good of ['diamond', 'gold', 'silver', 'cloth', 'spice', 'leather']) ravi.type(`sell 3 ${good}`);
    ravi.type(goods.length ? `take ${goods[0]}` : 'camels');
    for (const good of ['leather', 'cloth', 'spice', 'silver', 'gold', 'diamond']) ravi.type(`sell 2 ${good}`);
    await asha.until(() => asha.view.seq > seq, 3000).catch(() => {});
  }
  assert.equal(asha.view.phase, 'round_over');
  await asha.page.getByRole('heading', {name: 'Round 1'}).first().waitFor();
  await asha.page.getByRole('textbox', {name: 'Message'}).fill('Well traded, Ravi!');
  await asha.button('Send').click();
  await asha.until(() => ravi.said.includes('Well traded, Ravi!'));
  ravi.type('chat Thank you, Asha.');
  await asha.page.getByText('Thank you, Asha.').first().waitFor();
  await asha.assertClean();
  await asha.leave();
});

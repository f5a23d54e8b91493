// Two browsers, or one and a console, play a whole match through a proxy, over https and wss. Meanwhile the test does
// things to proxy and server: this program prints what it wants done, and goes on when it reads a line.
// usage: node page.mjs ORIGIN ADDRESS PIN KEEPS [console]
//        PIN: of the certificate; KEEPS: `keeps` if a reload closes nothing; console: the test lets one join
import assert from 'node:assert/strict';
import {createInterface} from 'node:readline';
import {launch, Person} from '../../web/kit/browser.mjs';
import {seeded} from '../../web/kit/trader.mjs';

const [origin, address, pin, keeps, opponent] = process.argv.slice(2);
const lines = createInterface({input: process.stdin})[Symbol.asyncIterator]();

async function wanted(what) {
  console.log(`do ${what}`);
  await lines.next();
}

async function nextRound(people) {
  const {round} = people[0].view;
  for (const person of people) await person.button('Next round').click();
  for (const person of people) await person.until(() => person.view.round > round || person.view.phase === 'match_over');
}

async function playOn(people, random, stop = () => false) {
  const all = phase => people.every(person => person.view.phase === phase);
  while (!stop() && !all('match_over')) {
    const mover = people.find(person => person.onTurn);
    if (all('round_over')) await nextRound(people);
    else if (!mover) await new Promise(resolve => setTimeout(resolve, 10));
    else {
      await mover.move(random);
      for (const person of people) await person.until(() => person.view.seq >= mover.view.seq);
    }
  }
}

// How many WebSockets these people's pages have opened, all of them to wss.
function countSockets(people) {
  const opened = [];
  for (const {page} of people) page.on('websocket', socket => opened.push(socket.url()));
  return opened;
}

async function onBothSides(people, what, mayBreak) {
  const opened = countSockets(people);
  const {ply, match} = people[0].view;
  await wanted(what);
  for (const person of people) await person.until(() => !mayBreak || opened.length >= people.length);
  for (const person of people) await person.until(() => person.room.players.every(player => player.connected));
  await playOn(people, seeded(ply), () => people[0].view.ply >= ply + 6);
  assert.equal(people[0].view.match, match, `${what} ended the match`);
  if (!mayBreak) assert.deepEqual(opened, [], `${what} closed connections`);
  assert.ok(opened.every(url => url === `${origin.replace('https', 'wss')}/ws`), `${opened}`);
}

async function inAnotherBrowser(code) {
  const ravi = await Person.arrive(browser, {origin, path: '/help', size: 'phone', mayDisconnect: true});
  await ravi.page.goto(`${origin.replace('https', 'http')}/${code}`);
  assert.equal(ravi.page.url().slice(0, origin.length), origin, 'http leads to https');
  await ravi.join('Ravi');
  return ravi;
}

const browser = await launch(`--host-resolver-rules=MAP ${new URL(origin).hostname} ${address}`, `--ignore-certificate-errors-spki-list=${pin}`);
try {
  const asha = await Person.arrive(browser, {origin, mayDisconnect: true});
  assert.ok(await asha.page.evaluate(() => isSecureContext && location.protocol === 'https:'));
  const code = await asha.openRoom();
  const people = [asha];
  if (opponent === 'console') await wanted(`let a console join ${code}`);
  else people.push(await inAnotherBrowser(code));
  for (const person of people) await person.until(() => person.view?.phase === 'playing');
  await playOn(people, seeded(5), () => asha.view.ply >= 4);
  await onBothSides(people, 'reload the proxy', keeps !== 'keeps');
  await onBothSides(people, 'kill the server and start it', true);
  await playOn(people, seeded(6));
  await asha.page.getByText(/verified|checked/i).first().waitFor();
  // While the server was gone, the proxy may have said so.
  const expected = /Unexpected response code: 50[234]|the server responded with a status of 50[234]/;
  for (const person of people) assert.deepEqual(person.problems.filter(problem => !expected.test(problem)), []);
  console.log(`played ${asha.view.ply} actions in ${asha.view.round} rounds`);
} finally {
  await browser.close();
}
process.exit(0);

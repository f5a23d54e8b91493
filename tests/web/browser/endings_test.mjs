// The ends of rounds and matches: an account line by line, the seal, and a summary of all rounds.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {assertAccessible} from '../kit/axe.mjs';
import {Person} from '../kit/browser.mjs';
import {Partner, moveOne, playNearEnd, readyBoth} from '../kit/partner.mjs';
import {hang, startServer} from '../kit/server.mjs';
import {browser, useBrowserAndServer} from '../kit/setup.mjs';
import {choose, seeded} from '../kit/trader.mjs';

useBrowserAndServer();

// Two partners play; Asha watches. `nearEnd`: only from the last actions of the round on.
async function watchedMatch(t, options, {nearEnd = false, ...more}) {
  const server = await startServer('--no-limits');
  t.after(() => server.stop());
  const {one, two, room} = await Partner.pair(server.origin, options);
  const pair = [one, two];
  const random = seeded(3);
  await readyBoth(pair);
  if (nearEnd) await playNearEnd(pair, random);
  const asha = await Person.arrive(browser, {origin: server.origin, path: `/#/watch/${room}`, ...more});
  t.after(() => asha.leave());
  await asha.until(() => asha.view?.phase === 'playing');
  // `pause` comes before each action.
  const finish = async (pause = async () => {}) => {
    while (one.view.phase === 'playing') {
      await pause();
      await moveOne(pair, random);
    }
    await asha.until(() => asha.view.seq >= one.view.seq);
  };
  return {asha, page: asha.page, one, two, finish};
}

// Asha sits down when a few actions are left of a round, and sees it end.
async function endOfRound(t, options, more) {
  const server = await startServer('--no-limits');
  t.after(() => server.stop());
  const {one: ravi, two, seats} = await Partner.pair(server.origin, options, ['Ravi', 'Asha']);
  t.after(() => ravi.close());
  const random = seeded(3);
  await readyBoth([ravi, two]);
  await playNearEnd([ravi, two], random);
  const asha = await Person.arrive(browser, {origin: server.origin, seat: seats[1], ...more});
  t.after(() => asha.leave());
  await asha.page.locator('.slot').first().waitFor();
  while (asha.view.phase === 'playing') {
    const {seq} = asha.view;
    if (asha.onTurn) await asha.play(choose(asha.view, random));
    else await ravi.move(random);
    await Promise.all([asha, ravi].map(player => player.until(() => player.view.seq > seq)));
  }
  return {asha, ravi};
}

// The page's time stands still but for what the test lets pass, so a busy machine can't swallow a line.
test('the account is told line by line, and the seal comes last', hang, async t => {
  const {asha, page, one, finish} = await watchedMatch(t, {seals: 1}, {nearEnd: true, reducedMotion: 'no-preference', ownClock: true});
  await page.locator('.slot').first().waitFor();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await page.evaluate(() => {
    globalThis.told = [];
    new MutationObserver(() => {
      const account = document.querySelector('.account');
      if (!account) return;
      if (account.closest('[aria-hidden]')) { // still below the table
        globalThis.early = account.querySelectorAll('tbody tr').length;
        return;
      }
      const racing = [...account.querySelectorAll('.racers strong')].map(it => Number(it.textContent));
      globalThis.told.push([account.querySelectorAll('tbody tr:not([data-late])').length, account.querySelector('[data-done]') !== null, racing]);
    }).observe(document.querySelector('main'), {subtree: true, childList: true, attributes: true, characterData: true});
  });
  // In short steps, so that the page handles what has arrived between them.
  const pass = async ms => { for (let passed = 0; passed < ms; passed += 50) await page.clock.runFor(50); };
  await finish(async () => { // each action has been seen before the next, so that none is skipped
    await asha.until(() => asha.view.seq >= one.view.seq);
    await pass(1500);
  });
  await asha.until(() => asha.view.phase === 'match_over');
  const wax = page.locator('.account .wax[data-pressed]');
  await asha.until(async () => {
    await pass(50);
    return await wax.count() > 0;
  });
  assert.ok(await page.evaluate(() => globalThis.early) > 0, 'the account is drawn only when it is shown');
  const told = await page.evaluate(() => globalThis.told);
  const lines = told.map(([seen]) => seen);
  assert.deepEqual([...new Set(lines)], [0, 1, 2, 3, 4, 5, 6, 7, 8, 10], `${lines}`); // the total comes with the winner
  assert.ok(told.every(([seen, done]) => done === (seen === 10)), JSON.stringify(told));
  for (const seat of [0, 1]) {
    const totals = told.map(([, , racing]) => racing[seat]);
    assert.deepEqual(totals, [...totals].sort((a, b) => a - b));
  }
  const {players} = one.view.result.rounds.at(-1);
  assert.deepEqual(told.at(-1)[2].sort(), players.map(player => player.rupees).sort());
  await page.clock.resume();
  await page.locator('.garland').waitFor(); // and then the end of the match
  await asha.assertClean();
});

test('without motion the end is there at once, and every round has its reason', hang, async t => {
  const {asha, page, one, two, finish} = await watchedMatch(t, {seals: 2}, {size: 'phone'});
  while (one.view.phase !== 'match_over') {
    await finish();
    if (one.view.phase === 'match_over') break;
    await page.getByRole('heading', {name: `Round ${one.view.round}`}).waitFor();
    assert.equal(await page.locator('[data-late]').count(), 0);
    await assertAccessible(page, 'the account');
    const {round} = one.view;
    for (const player of [one, two]) await player.ask({type: 'ready'});
    await Promise.all([one, two].map(player => player.until(() => player.view.round > round)));
  }
  await page.getByRole('heading', {name: /wins the match/}).waitFor();
  const {rounds} = one.view.result;
  assert.ok(rounds.length >= 2);
  assert.equal(await page.locator('.round-why').count(), rounds.length);
  const said = await page.locator('.round-why').allInnerTexts();
  rounds.forEach(({players}, i) => {
    const [more, less] = players.map(player => player.rupees).sort((a, b) => b - a);
    assert.ok(more === less || said[i].includes(`${more} to ${less} rupees`), said[i]);
  });
  await assertAccessible(page, 'the end of a match');
  await asha.assertFits();
  const proof = await page.locator('[data-shuffle="verified"]').boundingBox();
  assert.ok(proof.height < 60, 'the proof takes one line');
  await page.locator('[data-shuffle="verified"] summary').click();
  await asha.until(() => page.locator('.points').evaluate(it => it.getBoundingClientRect().bottom <= innerHeight));
  await asha.assertClean();
});

test('a player at the account is told that the other one is ready, and asked about sound in sight', hang, async t => {
  const {asha, ravi} = await endOfRound(t, {}, {viewport: {width: 1366, height: 657}});
  await asha.button('Next round').waitFor();
  const offer = await asha.page.getByRole('group', {name: 'Sounds'}).boundingBox();
  assert.ok(offer.y >= 0 && offer.y + offer.height <= 657, 'the offer is below the fold');
  assert.equal(await asha.page.getByText('Ravi is ready. Are you?').count(), 0);
  await ravi.asked({type: 'ready'});
  await asha.page.locator('.ready-bar').getByText('Ravi is ready. Are you?').waitFor();
  await asha.assertClean();
});

test('the winner gets garlands; a resignation no kind word and no empty account', hang, async t => {
  const server = await startServer('--no-limits');
  t.after(() => server.stop());
  for (const wins of [true, false]) {
    const ravi = await Partner.connect(server.origin);
    const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {}});
    const asha = await Person.arrive(browser, {origin: server.origin, path: `/#/${room}`});
    await asha.join();
    await asha.readyWith(ravi);
    if (wins) await ravi.asked({type: 'resign'});
    else {
      await asha.button('Resign').click();
      await asha.page.getByRole('dialog').getByRole('button', {name: 'Resign'}).click();
    }
    await asha.button('Rematch').waitFor();
    assert.deepEqual(await asha.page.locator('.triumph :is(h1, h1 + p)').allInnerTexts(), wins ? ['You win the match!', 'Ravi resigned.'] : ['You resigned', 'Ravi wins the match.']);
    assert.equal(await asha.page.locator('.garland').count(), Number(wins));
    assert.equal(await asha.page.getByText('Well traded!', {exact: false}).count(), 0);
    assert.equal(await asha.page.locator('.last-round[open]').count(), 0);
    assert.equal((await asha.page.locator('.round-why').innerText()).trim(), wins ? 'Ravi resigned.' : 'You resigned.');
    await asha.assertClean();
    await asha.leave();
    ravi.close();
  }
});

test('a resignation between two rounds shows the result at once, and the log says who resigned', hang, async t => {
  const {asha} = await endOfRound(t, {}, {viewport: {width: 1366, height: 657}, reducedMotion: 'no-preference'});
  await asha.page.locator('.account [data-done]').waitFor();
  await asha.button('Resign').click();
  await asha.page.getByRole('dialog').getByRole('button', {name: 'Resign'}).click();
  await asha.page.getByRole('heading', {name: 'You resigned'}).waitFor({timeout: 2500});
  await asha.page.getByRole('log').getByText(/^You resigned\. The match is over\./).waitFor();
  await asha.assertClean();
});

test('a loser by the clock is told so first, in every language', hang, async t => {
  const server = await startServer('--no-limits');
  t.after(() => server.stop());
  const told = {
    en: ['You ran out of time', 'Ravi wins the match.'], de: ['Deine Zeit ist abgelaufen', 'Ravi gewinnt die Partie.'],
    fr: ['Ton temps est écoulé', 'Ravi gagne la partie.'], es: ['Se te acabó el tiempo', 'Ravi gana la partida.'],
  };
  for (const [locale, texts] of Object.entries(told)) {
    const ravi = await Partner.connect(server.origin);
    const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {clock: {initial: 2, increment: 5}}});
    const asha = await Person.arrive(browser, {origin: server.origin, path: `/${room}`, locale});
    await asha.page.locator('input[name=name]').fill('Asha');
    await asha.page.locator('.notice-page form .button.first').click();
    await asha.until(() => asha.room?.players[1]);
    await asha.readyWith(ravi);
    if (ravi.onTurn) await ravi.move(seeded(3));
    await asha.page.locator('.triumph h1').waitFor();
    assert.deepEqual(await asha.page.locator('.triumph :is(h1, h1 + p)').allInnerTexts(), texts);
    await asha.assertClean();
    await asha.leave();
    ravi.close();
  }
});

test('a loser by the cards gets a kind word', hang, async t => {
  const {asha} = await endOfRound(t, {seals: 1});
  await asha.button('Rematch').waitFor();
  const {result, you} = asha.view;
  assert.equal(await asha.page.getByText('Well traded!', {exact: false}).count(), Number(result.winner !== you));
  if (result.winner !== null) await asha.page.getByText('1 to 0 seals.').waitFor();
  await asha.assertClean();
});

test('a table that was scrolled leaves the account at its top', hang, async t => {
  for (const viewport of [{width: 900, height: 250}, {width: 1366, height: 280}]) {
    const {asha, page, finish} = await watchedMatch(t, {seals: 2}, {nearEnd: true, viewport});
    const scrolled = () => page.evaluate(() => Math.max(scrollY, document.querySelector('.middle').scrollTop));
    await page.locator('.slot').first().waitFor();
    await page.mouse.move(300, 150);
    await page.mouse.wheel(0, 400);
    await asha.until(async () => await scrolled() > 20);
    await finish();
    const heading = page.getByRole('heading', {name: 'Round 1'}).first();
    await heading.waitFor();
    await asha.until(async () => await scrolled() === 0);
    const bar = await page.locator('.match-bar').boundingBox();
    assert.ok((await heading.boundingBox()).y >= bar.y + bar.height - 1);
    await asha.assertClean();
  }
});

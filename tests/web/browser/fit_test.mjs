// Everything that a move needs is visible at once, without scrolling, in the windows that people have: the opponent, the
// market, the tokens, the hand and the action bar, with nothing chosen and with the longest sentence in the bar. That
// sentence neither moves nor covers a card.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {Person, sizes} from '../kit/browser.mjs';
import {Partner} from '../kit/partner.mjs';
import {hang, inTurn, long, startServer} from '../kit/server.mjs';
import {browser, server, useBrowserAndServer} from '../kit/setup.mjs';
import {Stage} from '../kit/stage.mjs';
import {choose, seeded} from '../kit/trader.mjs';

const fixture = join(dirname(fileURLToPath(import.meta.url)), '../fixtures/match.json');

useBrowserAndServer({limits: false});

const phones = ['320x553', '320x568', '375x553', '360x640', '390x664', '844x340'];
const windows = [...phones, '1280x577', '1366x657', '1366x768', '1536x730', '1180x820', '1024x768', '1920x1080', '2560x1305'];

// Five kinds for five camels, the twentieth exchange, and not our turn: no sentence is longer.
const discard = {diamond: 4, gold: 4, silver: 4, cloth: 6, spice: 6, leather: 10}; // all kinds were sold
const longest = {discard, market: ['diamond', 'gold', 'silver', 'cloth', 'spice'], turn: 1, exchanges_in_a_row: 19};
const hand = {diamond: 1, gold: 1, silver: 1, cloth: 1, spice: 1, leather: 2}; // all kinds, and as many cards as possible
const some = {silver: 1, cloth: 1};

function players(view, own) {
  const [me, other] = view;
  const size = Object.values(own).reduce((sum, count) => sum + count, 0);
  return [{...me, hand: own, hand_size: size, herd: 11, seals: 1}, other];
}

const chooseLongest = () => {
  for (const card of document.querySelectorAll('button.slot')) card.click();
  for (let i = 0; i < 5; i++) document.querySelector('.side-bottom .herd-face').click();
};

// In the page: what is wrong with the table, and where its cards are.
function measure(touch) {
  const wrong = [];
  const box = element => element.getBoundingClientRect();
  const all = selector => [...document.querySelectorAll(selector)];
  const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  for (const selector of ['.side-top .name', '.side-top .purse-sum', '.side-top .seal', '.side-top .hand .card', '.side-top .herd-face', '.slot', '.deck', '.token-pile .coin', '.bonus-pile', '.side-bottom .pile', '.side-bottom .name', '.side-bottom .purse-sum', '.side-bottom .purse-list .coin', '.side-bottom .herd-face', '.clear', '.play', '.bar-text']) {
    const found = all(selector);
    if (found.length === 0) wrong.push(`no ${selector}`);
    for (const {top, left, right, bottom, width} of found.map(box))
      if (width === 0 || top < -1 || left < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) wrong.push(`${selector} at ${Math.round(left)},${Math.round(top)} to ${Math.round(right)},${Math.round(bottom)}`);
  }
  if (document.documentElement.scrollHeight > innerHeight) wrong.push(`the page scrolls by ${document.documentElement.scrollHeight - innerHeight}`);
  const text = document.querySelector('.bar-text');
  if (text.scrollHeight > text.clientHeight + 1) wrong.push(`the sentence needs ${text.scrollHeight} of ${text.clientHeight}`);
  for (const card of all('.slot, .side-bottom .pile, .side-bottom .herd-face, .token-pile, .bonus-pile')) {
    if (meets(box(card), box(text))) wrong.push(`the sentence covers a ${card.className}`);
    if (card.matches('.slot, .pile') && all('.token-pile .coin, .side-bottom .name, .bar-text').some(other => meets(box(card), box(other)))) wrong.push(`a ${card.className} covers a token or the name`);
  }
  const cloth = box(document.querySelector('.market'));
  for (const sold of all('.discard > *').map(box))
    if (sold.bottom > cloth.bottom + 3 || sold.top < cloth.top - 3 || sold.right > innerWidth || all('.slot, .deck').some(other => meets(sold, box(other)))) wrong.push(`what was sold lies at ${Math.round(sold.top)} to ${Math.round(sold.bottom)}, the cloth ends at ${Math.round(cloth.bottom)}`);
  const won = all('.side-bottom .purse-list .coin, .side-bottom .purse-list .bonus-coin').map(box);
  if (won.some(token => all('.side-bottom :is(.pile, .herd-face), .clear').some(other => meets(token, box(other))))) wrong.push('the won tokens lie under something');
  const piles = all('.side-bottom .pile');
  const target = touch ? 44 : 24;
  for (const it of all('.at-table button')) {
    const {width, height} = box(it);
    if (width < 1) continue; // hidden
    const area = it.matches('.purse-sum') ? {width: width + 8, height: height + 26} : {width, height};
    if (area.width < target - .5 || area.height < target - .5) wrong.push(`${it.className} of ${Math.round(area.width)} by ${Math.round(area.height)}`);
  }
  for (let i = 1; i < piles.length; i++) {
    const free = piles[i].offsetLeft - piles[i - 1].offsetLeft;
    if (free < Math.max(target - .5, piles[i - 1].offsetWidth / 2)) wrong.push(`only ${Math.round(free)} of a pile can be pressed`);
  }
  const nameOn = card => {
    const name = document.createRange();
    name.selectNodeContents(card.querySelector('.card-name'));
    return box(name);
  };
  const cut = piles.slice(0, -1).filter((pile, i) =>
    nameOn(pile.querySelector('.layer[data-top="true"]')).right > box(piles[i + 1]).left + box(piles[i + 1]).width * .05 + 1); // its lower edge leans in
  if (cut.length) wrong.push(`the name of ${cut[0].dataset.card} is covered`);
  for (const card of all('.slot .card, .side-bottom .layer[data-top="true"] .card'))
    if (nameOn(card).width > box(card).width + 1) wrong.push(`the name ${card.innerText} is wider than its card`);
  const names = all('.side .name').filter(it => it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 4);
  if (names.length) wrong.push(`the name ${names[0].innerText} is cut`);
  const above = all('.side .name').filter(it => box(it).top < box(it.closest('.strip')).top - 1 || box(it).top < box(it.parentElement).top - 1);
  if (above.length) wrong.push(`the upper edge of the name ${above[0].innerText} at ${box(above[0]).top} is cut`);
  const count = document.querySelector('.side-bottom .hand-count');
  if (all('.side-bottom :is(.herd-face, .badge, .purse, .name)').some(other => meets(box(count), box(other)))) wrong.push('the number of cards lies over something');
  const shelf = box(document.querySelector('.shelf'));
  if (shelf.width > 0) { // the wide arrangement
    const market = document.querySelector('.market');
    if (box(market).right - parseFloat(getComputedStyle(market, '::before').right) > shelf.left + 1) wrong.push('the cloth lies over the shelf');
    for (const it of all('.token-pile, .bar-text, .clear')) if (box(it).left < shelf.left + 7) wrong.push(`${it.className} touches the edge of the shelf`);
  }
  const tiny = all('.at-table *').filter(it => it.childElementCount === 0 && it.textContent.trim() && box(it).width > 1 && parseFloat(getComputedStyle(it).fontSize) < 11 && getComputedStyle(it).fontSize !== '0px' && !it.closest('.coin, .bonus-coin, [aria-hidden=true] .visually-hidden'));
  if (tiny.length) wrong.push(`too small to read: ${tiny[0].className} ${getComputedStyle(tiny[0]).fontSize}`);
  const places = all('.slot, .side-bottom .hand').map(it => Object.values(box(it).toJSON()).map(Math.round).join());
  return {wrong, places};
}

test('nothing needs scrolling, in any window, language and theme', hang, async () => {
  const stage = await Stage.open(browser, server.origin, {hasTouch: true});
  const {page} = stage;
  const {players: base} = stage.recorded('many_tokens');
  const found = new Set();
  const places = {}; // of the cards if nothing is chosen, by window
  const judge = async (size, language, scheme) => {
    const {wrong, places: now} = await page.evaluate(measure, phones.includes(size));
    places[size] ??= now;
    wrong.push(...now.filter((place, i) => place !== places[size][i]).map(place => `moved to ${place}`));
    for (const what of wrong) found.add(`${size} ${language} ${scheme}: ${what}`);
  };
  const resize = size => {
    const [width, height] = size.split('x').map(Number);
    return page.setViewportSize({width, height});
  };
  await stage.show('many_tokens', {discard, players: players(base, hand)});
  for (const size of inTurn(windows, 1, 4)) {
    await resize(size);
    await stage.settled();
    await judge(size, 'en', 'idle');
  }
  await stage.speak('de'); // has the longest names of goods and bots
  for (const size of windows) {
    await resize(size);
    await stage.settled();
    await judge(size, 'de', 'idle');
  }
  await stage.show('many_tokens', {...longest, players: players(base, some)});
  await page.evaluate(chooseLongest);
  let turn = 0;
  for (const language of ['en', 'de', 'es', 'fr']) {
    await stage.speak(language);
    for (const scheme of ['light', 'dark']) {
      await page.emulateMedia({colorScheme: scheme});
      for (const size of inTurn(windows, turn++, 8)) {
        await resize(size);
        await stage.settled();
        await judge(size, language, scheme);
      }
    }
  }
  assert.deepEqual([...found], []);
  await stage.person.assertClean();
  await stage.person.leave();
});

test('names have room beside a clock and three seals, on any screen', hang, async () => {
  const stage = await Stage.open(browser, server.origin, {hasTouch: true});
  const {page} = stage;
  const {players: base} = stage.recorded('many_tokens');
  await stage.speak('de'); // has the longest names of bots
  const found = new Set();
  let turn = 0;
  for (const ms of [25_000, 3_725_000]) {
    await stage.show('many_tokens', {discard, players: players(base, hand), clock: {remaining_ms: [ms, ms], running: 0}});
    for (const [own, opponent, bot] of [['Asha', 'Einfacher Bot', 'easy'], ['Asha', 'Anfänger-Bot', 'beginner'], ['Annalena', 'Ravindranath Thakur', null]]) {
      await stage.tell(room => {
        Object.assign(room.options, {seals: 3, clock: {initial: 3000, increment: 30}});
        room.players[0].name = own;
        Object.assign(room.players[1], {name: opponent, bot});
      });
      for (const size of inTurn(windows, turn++, 6)) {
        const [width, height] = size.split('x').map(Number);
        await page.setViewportSize({width, height});
        await stage.settled();
        for (const what of (await page.evaluate(measure, phones.includes(size))).wrong) found.add(`${size}: ${what}`);
        const covered = await page.evaluate(() => {
          const box = it => it.getBoundingClientRect();
          const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
          const clocks = [...document.querySelectorAll('.clock')].map(box);
          if (clocks.length !== 2 || clocks.some(it => it.left < 0 || it.top < 0 || it.right > innerWidth || it.bottom > innerHeight)) return ['no clock'];
          return [...document.querySelectorAll('.name, .seal, .badge, .purse, .hand-count, .slot, .herd-face, .token-pile, .bar-text')]
            .filter(it => clocks.some(clock => meets(clock, box(it)))).map(it => it.className);
        });
        if (covered.length) found.add(`${size}, ${ms} ms: a clock covers ${covered}`);
      }
    }
  }
  assert.deepEqual([...found], []);
  await stage.person.assertClean();
  await stage.person.leave();
});

test('a replay shows the table and its controls at once', hang, async () => {
  const asha = await Person.arrive(browser, {origin: server.origin, path: '/#/replay', size: 'phone'});
  const {page} = asha;
  await page.locator('input[type=file]').setInputFiles(fixture);
  await page.getByRole('slider', {name: 'Moment'}).waitFor();
  const {actions} = JSON.parse(readFileSync(fixture, 'utf8'));
  await asha.button('Last', {exact: true}).click(); // moves are counted, as in the console, and not deals
  const count = () => page.locator('.replay-count').innerText();
  await asha.until(async () => await count() === `${actions.length} / ${actions.length}`);
  await asha.button('First', {exact: true}).click();
  await asha.until(async () => await count() === `0 / ${actions.length}`);
  await asha.button('Next', {exact: true}).evaluate(next => { for (let i = 0; i < 70; i++) next.click(); });
  for (const size of windows) {
    const [width, height] = size.split('x').map(Number);
    await page.setViewportSize({width, height});
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const hidden = await page.locator('.side .card, .slot, .token-pile .coin, .bonus-pile, .herd-face, .replay-controls button').evaluateAll(all =>
      all.map(it => ({name: it.className, box: it.getBoundingClientRect()}))
        .filter(({box}) => box.width < 10 || box.top < 0 || box.left < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1).map(({name, box}) => `${name} ${Object.values(box.toJSON()).map(Math.round)}`));
    assert.deepEqual(hidden, [], size);
    const cut = await page.locator('.side .name').evaluateAll(all => all.filter(it => it.scrollWidth > it.clientWidth + 1).map(it => it.innerText));
    if (width >= 375) assert.deepEqual(cut, [], size);
  }
  await asha.assertClean();
  await asha.leave();
});

test('below a notice the table still has whole cards, in any window', hang, async () => {
  const {one, two, room} = await Partner.pair(server.origin, {spectators: 'open'});
  for (const player of [one, two]) await player.asked({type: 'ready'});
  const mira = await Person.arrive(browser, {origin: server.origin, path: `/#/watch/${room}`});
  await mira.page.locator('.notice-bar[data-watching]').waitFor();
  await mira.page.locator('.slot').first().waitFor();
  const found = [];
  for (const size of windows) {
    const [width, height] = size.split('x').map(Number);
    await mira.page.setViewportSize({width, height});
    const small = await mira.page.locator('.slot .card').evaluateAll(all => all.map(it => it.getBoundingClientRect()).filter(it => it.width < 34 || it.right > innerWidth + 1).length);
    if (small) found.push(`${size}: ${small} cards`);
  }
  assert.deepEqual(found, []);
  await mira.leave();
  one.close();
  two.close();
});

test('an absent opponent leaves the table where it is, and the notice covers nothing of it', hang, async () => {
  for (const [width, height] of inTurn([[1366, 657], [1024, 700], [844, 340], [390, 664], [360, 640], [320, 553]], 0, 2)) {
    const {two: ravi, room, seats} = await Partner.playing(server.origin, {}, ['Asha', 'Ravindranath Thakur']);
    const asha = await Person.arrive(browser, {origin: server.origin, seat: seats[0], viewport: {width, height}});
    const watcher = await Person.arrive(browser, {origin: server.origin, path: `/watch/${room}`, viewport: {width, height}});
    await watcher.until(() => watcher.view?.phase === 'playing');
    const place = ({page}) => page.locator('.slot').first().waitFor().then(() => page.locator('.table').evaluate(it => JSON.stringify(it.getBoundingClientRect())));
    const both = [asha, watcher];
    const before = await Promise.all(both.map(place));
    ravi.close();
    for (const {page} of both) await page.getByText('Ravindranath Thakur is away.').first().waitFor();
    assert.deepEqual(await Promise.all(both.map(place)), before, `${width} × ${height}`);
    for (const {page} of both) {
      const covered = await page.evaluate(() => {
        const notice = document.querySelector('.notice-bar[data-tells], .latest[data-warning]').getBoundingClientRect();
        const meets = box => Math.min(box.right, notice.right) - Math.max(box.left, notice.left) > 1 && Math.min(box.bottom, notice.bottom) - Math.max(box.top, notice.top) > 1;
        return [...document.querySelectorAll('.side .strip, .side .hand, .herd-face, .slot, .deck, .token-pile, .bonus-pile, .play, .match-bar button')].filter(it => meets(it.getBoundingClientRect())).map(it => it.className);
      });
      assert.deepEqual(covered, [], `${width} × ${height}`);
    }
    await asha.leave();
    await watcher.leave();
  }
});

test('the claim of the win has room in the action bar, in any window and language', hang, async () => {
  const stage = await Stage.open(browser, server.origin, {hasTouch: true});
  const {page} = stage;
  const {players: base} = stage.recorded('many_tokens');
  const found = new Set();
  let part = 0;
  for (const language of ['en', 'de', 'es', 'fr']) {
    await stage.speak(language);
    for (const turn of [0, 1]) {
      await stage.show('many_tokens', {turn, players: players(base, hand)});
      for (const change of [{connected: false, claim_in: 0}, {connected: true, claim_in: null, overdue: true}]) {
        await stage.tell(room => Object.assign(room.players[1], {name: 'Ravindranath Thakur', bot: null}, change));
        for (const size of inTurn([...windows, '768x1024', '1100x700'], part++, 16)) {
          const [width, height] = size.split('x').map(Number);
          await page.setViewportSize({width, height});
          await page.locator('.bar-text .claim').waitFor();
          await stage.settled();
          for (const what of (await page.evaluate(measure, phones.includes(size))).wrong) found.add(`${size} ${language}: ${what}`);
        }
      }
    }
  }
  assert.deepEqual([...found], []);
  await stage.person.assertClean();
  await stage.person.leave();
});

test('a choice made ahead leaves the claim of the win where it is', hang, async t => {
  const hasty = await startServer('--longest-move', '5s');
  t.after(() => hasty.stop());
  const ravi = await Partner.connect(hasty.origin);
  t.after(() => ravi.close());
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi'});
  const asha = await Person.arrive(browser, {origin: hasty.origin, path: `/${room}`, size: 'phone'});
  t.after(() => asha.leave());
  await asha.join();
  await asha.readyWith(ravi);
  if (asha.onTurn) await asha.move(seeded(3));
  const claim = asha.page.locator('.bar').getByRole('button', {name: 'Claim the win'});
  await claim.waitFor();
  await asha.page.locator('button.pile').first().click();
  await asha.page.locator('button.pile[aria-pressed="true"]').first().waitFor();
  await claim.click();
  await asha.until(() => asha.view.phase === 'match_over');
  assert.deepEqual([asha.view.result.winner, asha.view.result.reason], [asha.view.you, 'claimed']);
  await asha.assertClean();
});

test('a sale marks the tokens that it would bring', hang, async () => {
  const stage = await Stage.open(browser, server.origin);
  const {page} = stage;
  const {players: base, goods_tokens: tokens} = stage.recorded('many_tokens');
  await stage.show('many_tokens', {players: players(base, {cloth: 2, leather: 3})});
  const marked = () => page.locator('[data-comes]').evaluateAll(all => all.map(it => it.innerText.trim()));
  assert.deepEqual(await marked(), []);
  const cloth = page.locator('.side-bottom button.pile[data-card="cloth"]');
  for (let i = 0; i < 2; i++) await cloth.click({position: {x: 10, y: 60}});
  assert.deepEqual(await marked(), tokens.cloth.slice(0, 2).map(String));
  await page.keyboard.press('Escape');
  const leather = page.locator('.side-bottom button.pile[data-card="leather"]');
  for (let i = 0; i < 3; i++) await leather.click();
  assert.equal((await marked()).length, 4); // and the bonus token
  await stage.person.assertClean();
  await stage.person.leave();
});

// Where the last of what people came for ends.
const endOf = (page, selector) => page.locator(selector).last().evaluate(element => element.getBoundingClientRect().bottom);

test('the ways to a game, and the way into a friend\'s, are on the first screen', hang, async () => {
  const ravi = await Partner.connect(server.origin);
  const {room} = await ravi.asked({type: 'create_room', name: 'Ravi', options: {}});
  for (const [turn, language] of ['en', 'de', 'fr', 'es'].entries())
    for (const [width, height] of inTurn([[390, 664], [360, 640], [1366, 657]], turn, 3)) {
      const asha = await Person.arrive(browser, {origin: server.origin, language, viewport: {width, height}});
      const {page} = asha;
      await page.locator('.way-quick').waitFor();
      assert.ok(await endOf(page, '.ways') <= height, `the start in ${language} at ${width} × ${height}`);
      if (language === 'en' || language === 'de') {
        const lines = await page.locator('.way-quick .way-name').evaluate(name => name.getClientRects()[0].height / parseFloat(getComputedStyle(name).lineHeight));
        assert.ok(lines < 1.5, `"${await page.locator('.way-quick .way-name').innerText()}" has ${lines} lines at ${width}`);
      }
      await page.goto(`${server.origin}/${room}`);
      await page.locator('.notice-page form .actions').waitFor();
      assert.ok(await endOf(page, '.notice-page form') <= height, `the invitation in ${language} at ${width} × ${height}`);
      await page.evaluate(() => { localStorage['jaipur.rules-seen'] = 'yes'; });
      await page.reload();
      await page.locator('.notice-page form .actions').waitFor();
      assert.ok(await page.evaluate(() => document.scrollingElement.scrollHeight <= innerHeight), `the invitation in ${language} scrolls at ${width} × ${height}`);
      await asha.assertClean();
      await asha.leave();
    }
  ravi.close();
});

test('on phones, too, the start screen says how the chosen level plays, without pushing a way to a game off the screen', hang, async () => {
  for (const [turn, language] of ['en', 'de', 'fr', 'es'].entries()) {
    const asha = await Person.arrive(browser, {origin: server.origin, language, viewport: {width: 390, height: 664}});
    const {page} = asha;
    const level = page.locator('.way-bot select');
    for (const [width, height] of inTurn([[390, 664], [360, 640], [320, 553]], turn, 3)) {
      await page.setViewportSize({width, height});
      for (const value of await level.locator('option').evaluateAll(all => all.map(it => it.value))) {
        await level.selectOption(value);
        const told = page.locator('.way-level');
        assert.ok(await told.isVisible());
        assert.equal(await told.innerText(), await page.locator('#level-play').textContent());
        if (width >= 360) assert.ok(await endOf(page, '.ways') <= height, `${value} in ${language} at ${width} × ${height}: ${await endOf(page, '.ways')}`);
        assert.ok(await endOf(page, '.way-bot .way') <= height, `${value} in ${language} at ${width} × ${height}: ${await endOf(page, '.way-bot .way')}`);
        await asha.assertFits();
      }
    }
    await asha.leave();
  }
});

test('below a kept match, the first ways to another are still on the first screen of the smallest phone', hang, async () => {
  const {one: ravi, two, seats: [, seat]} = await Partner.playing(server.origin, {}, ['Ravindranath Thakur', 'Asha']);
  for (const language of long ? ['en', 'de', 'fr', 'es'] : ['de', 'fr']) { // the longest texts
    const asha = await Person.arrive(browser, {origin: server.origin, seat, path: '/', size: 'small', language});
    const {page} = asha;
    await page.locator('.game-row .game-now').waitFor();
    const end = await endOf(page, '.way-bot .way');
    assert.ok(end <= sizes.small.height, `the bot in ${language} ends at ${end}: ${await page.locator('.game-row').innerText()}`);
    await asha.leave();
  }
  for (const partner of [ravi, two]) partner.close();
});

test('what people came for is on the first screen of a laptop', hang, async () => {
  const asha = await Person.arrive(browser, {origin: server.origin, viewport: {width: 1366, height: 657}});
  const {page} = asha;
  const hiddenSky = await page.locator('.hero .art-crown').evaluate(it => it.ownerSVGElement.getBoundingClientRect().top - it.getBoundingClientRect().top);
  assert.ok(hiddenSky <= 0, `${hiddenSky} pixels of the palace are cut off`);
  const hidden = async (...names) => {
    const low = [];
    for (const name of names) {
      const it = typeof name === 'string' ? asha.button(name).or(page.getByRole('link', {name})).first() : name;
      await it.waitFor();
      const {bottom} = await it.evaluate(element => element.getBoundingClientRect().toJSON());
      if (bottom > 657) low.push(`${name} ends at ${Math.round(bottom)}`);
    }
    return low;
  };
  assert.deepEqual(await hidden('Play with a friend', 'Play against the bot', 'Quick match', 'Join the room', 'Settings', 'Help'), []);
  await asha.enterName('Asha');
  await asha.button('Play with a friend').click();
  assert.deepEqual(await hidden('Open the room', 'Cancel'), []);
  await page.getByRole('link', {name: 'Cancel'}).click();
  await asha.button('Play against the bot').click();
  const random = seeded(3);
  while (asha.view?.phase !== 'round_over') {
    await asha.until(() => asha.onTurn || asha.view?.phase === 'round_over');
    if (asha.onTurn) await asha.play(choose(asha.view, random));
  }
  assert.deepEqual(await hidden('Next round', page.locator('.counted .total'), page.locator('.counted tr').last()), []);
  await asha.button('Look at the table').click();
  await page.locator('.slot').first().waitFor();
  assert.deepEqual(await hidden('Next round', page.locator('.side-bottom .herd-face'), page.locator('.side-bottom .hand')), []);
  const {players, you, result} = asha.view;
  const mine = [...players[you].goods_tokens, ...players[you].bonus_tokens].reduce((sum, token) => sum + token.value, 0) + (result.rounds[0].camel_token === you ? 5 : 0);
  assert.equal(Number(await page.locator('.side-bottom .purse-value').innerText()), mine);
  assert.equal(mine, result.rounds[0].players[you].rupees); // the camel token counts
  await asha.button('Resign').first().click();
  await page.getByRole('dialog').getByRole('button', {name: 'Resign'}).click();
  assert.deepEqual(await hidden('Rematch', 'A new game', 'Watch the replay', 'Save the replay'), []);
  await asha.assertClean();
  await asha.leave();
});

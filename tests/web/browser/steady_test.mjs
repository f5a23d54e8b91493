// What happens without the player's doing moves nothing under their hand: whose turn it is, the warning about the deck,
// time that runs out, and people who come to watch.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Person, sizes} from '../kit/browser.mjs';
import {Partner} from '../kit/partner.mjs';
import {hang, inTurn} from '../kit/server.mjs';
import {browser, server, useBrowserAndServer} from '../kit/setup.mjs';
import {Stage} from '../kit/stage.mjs';

useBrowserAndServer();

// Where everything is, by what it is.
const placesOf = (page, selectors) => page.evaluate(selectors => Object.fromEntries(selectors.split(', ').flatMap(selector =>
  [...document.querySelectorAll(selector)].map((it, i) => {
    const {left, top, width, height} = it.getBoundingClientRect();
    return [`${selector} ${i}`, [left, top, width, height].map(Math.round).join()];
  }))), selectors);

const moved = (before, now) => Object.keys({...before, ...now}).filter(it => before[it] !== now[it]).map(it => `${it}: ${before[it]} became ${now[it]}`);

const table = '.slot, .slot .card, .deck, .token-pile, .bonus-pile, .hand, .hand .card, .herd-face, .bar-text, .play, .strip, .name, .seal, .purse';

for (const size of inTurn(['small', 'phone', 'flat', 'laptop', 'desktop'], 0, 2)) {
  test(`neither a turn nor a low deck moves anything, ${size}`, hang, async t => {
    const stage = await Stage.open(browser, server.origin, {size});
    t.after(() => stage.person.leave());
    const {page} = stage;
    const look = async change => {
      await stage.show('six_kinds', change);
      await page.locator(`.table-root[data-mine=${change.turn === 0}]`).waitFor();
      return placesOf(page, table);
    };
    const before = await look({turn: 0, deck: 30});
    assert.ok(Object.keys(before).length > 30);
    assert.deepEqual(moved(before, await look({turn: 1, deck: 30})), []);
    assert.equal(await page.locator('.deck-low').count(), 0);
    for (const deck of [10, 1]) {
      assert.deepEqual(moved(before, await look({turn: 0, deck})), [], `${deck} cards left`);
      assert.ok(await page.locator('.deck-low').isVisible());
    }
    const warning = await page.locator('.deck-low').boundingBox();
    for (const slot of await page.locator('.slot').all()) assert.ok((await slot.boundingBox()).y >= warning.y + warning.height - 1, 'the warning covers a card');
    await stage.person.assertClean();
  });
}

// How a view says that so many ms are left, and how many. Increments may bring a clock above an hour.
const times = [
  {what: 'the match', change: ms => ({clock: {remaining_ms: [ms, ms], running: 0}}), lengths: [3_590_000, 3_725_000, 3_595_000, 660_000, 595_000, 61_000, 25_000]},
  {what: 'a move', change: ms => ({move_in: ms}), lengths: [400_000, 59_000, 25_000]},
];

for (const size of inTurn(['small', 'phone', 'flat', 'tablet', 'laptop', 'desktop'], 1, 2)) {
  test(`time that runs out moves nothing, ${size}`, hang, async t => {
    const rest = table.replace('.bar-text, ', ''); // it tells what happens
    const stage = await Stage.open(browser, server.origin, {size});
    t.after(() => stage.person.leave());
    const {page} = stage;
    await stage.tell(room => { room.options.clock = {initial: 3000, increment: 30}; });
    for (const {what, change, lengths} of times) for (const turn of [0, 1]) {
      let before = null;
      for (const ms of lengths) {
        await stage.show('six_kinds', {turn, ...change(ms)});
        if (ms < 60_000) await page.locator(`.side[data-active=true] .clock[data-low=${ms < 30_000}]`).waitFor();
        const now = await placesOf(page, rest);
        before ??= now;
        assert.deepEqual(moved(before, now), [], `${ms} ms left for ${what}, turn ${turn}`);
      }
    }
    await stage.person.assertClean();
  });
}

for (const size of inTurn(['small', 'phone', 'flat', 'tablet', 'desktop'], 1, 2)) {
  test(`the warning of the last minute for a move covers nothing of the table, ${size}`, hang, async t => {
    const stage = await Stage.open(browser, server.origin, {size});
    t.after(() => stage.person.leave());
    const {page} = stage;
    await stage.show('six_kinds', {turn: 0, move_in: 45_000});
    const warning = page.locator('.latest').filter({hasText: 'You have less than 1 minute left for this move.'});
    await warning.waitFor();
    const box = await warning.boundingBox();
    const covered = await page.locator('.side-top .strip, .side-top .hand, .slot, .deck, .token-pile, .side-bottom .hand, .herd-face, .play').evaluateAll((all, {x, y, width, height}) => all.filter(it => {
      const {left, right, top, bottom} = it.getBoundingClientRect();
      return left < x + width && right > x && top < y + height && bottom > y;
    }).map(it => it.className), box);
    assert.deepEqual(covered, []);
    const bar = await page.locator('.bar-text').boundingBox();
    assert.ok(box.height <= bar.height, `${box.height} of ${bar.height}`);
    await stage.person.assertClean();
  });
}

// `owner`: who has opened the room.
for (const [size, owner] of inTurn([['phone', 'Asha'], ['tablet', 'Asha'], ['laptop', 'Ravi'], ['laptop', 'Asha']], 0, 2)) {
  test(`a new spectator moves nothing, ${size}, in ${owner}'s room`, hang, async t => {
    const ravi = await Partner.connect(server.origin);
    const opened = owner === 'Ravi' && await ravi.asked({type: 'create_room', name: 'Ravi', options: {}});
    const asha = await Person.arrive(browser, {origin: server.origin, path: opened ? `/${opened.room}` : '/', size});
    t.after(() => asha.leave());
    if (opened) await asha.join();
    else await ravi.asked({type: 'join_room', room: await asha.openRoom(), name: 'Ravi'});
    await asha.readyWith(ravi);
    await asha.caughtUp();
    const {page} = asha;
    const {room} = asha.room;
    // The table is drawn in steps.
    await page.locator('.play').waitFor();
    await page.locator('.side-bottom .layer').first().waitFor();
    const wide = sizes[size].width > 1000;
    const watchers = page.locator('#side-watchers');
    if (wide) await watchers.getByText(owner === 'Asha' ? 'People' : 'Spectators', {exact: true}).first().waitFor();
    const all = `${table}, .side-part, #side-log .lines, #side-chat .lines, .say, .match-round, .match-bar > button`;
    const before = await placesOf(page, all);
    const mira = await Partner.connect(server.origin);
    t.after(() => [ravi, mira].forEach(it => it.close()));
    await mira.asked({type: 'spectate', room, name: 'Mira'});
    await page.locator('.match-where').getByText('1 watching').waitFor({state: 'attached'});
    await new Promise(resolve => setTimeout(resolve, 500)); // what the list of spectators would need
    assert.deepEqual(moved(before, await placesOf(page, all)), []);
    if (wide) { // it says so, and shows the list on demand
      assert.equal(await watchers.getByText('Mira').isVisible(), false);
      await watchers.locator('summary').filter({hasText: '1 watching'}).click();
      await watchers.getByText('Mira').waitFor();
    }
    await asha.assertClean();
  });
}

// Every control: what is moved is shown at once, recorded when it rests, and can be taken back.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { open, session, setUp, shot, until } from './stage.mjs';

let server, browser, strike, page, chart;
before(async () => {
  ({ server, browser, strike } = await setUp());
  page = await open(browser, server.url);
  chart = await (await server.api('/chart')).json();
});
after(() => strike?.());
// Each test begins with the wishes of the recipe.
beforeEach(async () => {
  const { session: now } = await session(server);
  if (JSON.stringify(now.wishes) === JSON.stringify(chart.wishes) && now.current) return;
  await server.api('/session/wish', { wishes: chart.wishes });
  await page.reload();
  await page.id('sentence').waitFor();
});

const k = (found) => found.session.wishes.thresholds[0];
const wished = (test, what) => until(server, (s) => test(s.session.wishes), what);
async function type(id, text) {
  await page.id(id).fill(text);
  await page.id(id).press('Enter');
}
/** Wishes that nothing meets: both sexes are told, nobody may be left out, and one of them has fewer rows than k. */
async function impossible() {
  await type('units-field', '0');
  await wished((w) => w.max_units === 0, 'nothing may be left out');
  await page.id('stop-sex-0').click();
  await type('model-0-field', '1500');
  const found = await until(server, (s) => k(s) === '1500' && s.look.answer === null, 'no answer');
  await page.id('suggestions').waitFor();
  return found;
}

test('k by typing', async () => {
  await type('model-0-field', '7');
  const found = await until(server, (s) => k(s) === '7', 'k = 7');
  assert.ok(found.look.answer !== null);
  await page.id('sentence').filter({ hasText: found.look.sentence.privacy }).filter({ hasText: found.look.sentence.left_out }).waitFor();
  page.clean();
});

test('a k that cannot be read is not taken, and the field says so', async () => {
  const before = await session(server);
  await page.id('model-0-field').fill('five');
  assert.equal(await page.id('model-0-field').getAttribute('aria-invalid'), 'true');
  await page.id('model-0-field').blur();
  assert.equal(await page.id('model-0-field').inputValue(), k(before));
  assert.equal((await session(server)).session.cursor, before.session.cursor);
  page.clean();
});

test('k by slider: shown while it moves, recorded when it is let go', async () => {
  const slider = await page.id('model-0-slider').boundingBox();
  const before = await session(server);
  const sentence = await page.id('sentence').innerText();
  const share = Number(await page.id('model-0-slider').inputValue()) / Number(await page.id('model-0-slider').getAttribute('max'));
  await page.mouse.move(slider.x + 8 + share * (slider.width - 16), slider.y + slider.height / 2);
  await page.mouse.down();
  await page.mouse.move(slider.x + slider.width * 0.2, slider.y + slider.height / 2, { steps: 8 });
  await page.waitForFunction((old) => document.querySelector('[data-testid="sentence"]').innerText !== old, sentence);
  assert.equal((await session(server)).session.cursor, before.session.cursor, 'nothing is recorded while it is dragged');
  await page.mouse.up();
  const found = await until(server, (s) => Number(k(s)) > Number(k(before)), 'left is more private');
  assert.equal(found.session.cursor, before.session.cursor + 1, 'one step');
  page.clean();
});

test('k by keyboard', async () => {
  const before = await session(server);
  await page.id('model-0-slider').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  const found = await until(server, (s) => Number(k(s)) > Number(k(before)), 'a larger k');
  assert.equal(found.session.cursor, before.session.cursor + 1, 'two presses are one step');
  page.clean();
});

test('the other models', async () => {
  for (let i = 1; i < chart.models.length; i += 1) {
    const [low] = chart.models[i].steps;
    await type(`model-${i}-field`, low);
    await wished((w) => Number(w.thresholds[i]) === Number(low), `${chart.models[i].name} = ${low}`);
  }
  page.clean();
});

test('what may be left out: as a number, as a share, and as a line to drag', async () => {
  await type('units-field', '12');
  await wished((w) => w.max_units === 12, '12 rows');
  await type('units-field', '5 %');
  await wished((w) => w.max_units === Math.floor(chart.units * 0.05), '5 per cent');
  const line = await page.id('limit-line').locator('.handle').boundingBox();
  await page.mouse.move(line.x + line.width / 2, line.y + line.height / 2);
  await page.mouse.down();
  await page.mouse.move(line.x - 120, line.y + 40, { steps: 6 });
  await page.mouse.up();
  await wished((w) => w.max_units < chart.units * 0.05, 'less than 5 per cent');
  page.clean();
});

test('a limit of loss, and its line', async () => {
  await page.id('loss-on').check();
  await wished((w) => w.max_loss !== null, 'a limit');
  await page.id('loss-line').waitFor();
  await type('loss-field', '0.9');
  await wished((w) => w.max_loss === 0.9, '0.9');
  await page.id('loss-on').uncheck();
  await wished((w) => w.max_loss === null, 'no limit');
  page.clean();
});

test('what is asked by, and the height', async () => {
  for (const by of ['height', 'suppression', ...chart.losses.slice(1, 2).map((l) => l.metric), chart.losses[0].metric]) {
    await page.id('by').selectOption(by);
    await wished((w) => w.by === by, by);
  }
  await type('height', '9');
  await wished((w) => w.max_height === 9, 'height 9');
  page.clean();
});

test('a level is required, kept as a range, and freed', async () => {
  const { look } = await session(server);
  const ladder = look.ladders.find((l) => l.stops.filter((s) => s.state === 'reached').length > 1);
  const name = chart.columns[ladder.column].name;
  const other = ladder.stops.find((s) => s.state === 'reached' && s.level !== look.node.levels[ladder.column]);
  await page.id(`stop-${name}-${other.level}`).click();
  const found = await wished((w) => w.low[ladder.column] === other.level && w.high[ladder.column] === other.level, 'the level');
  const loss = found.look.wishes.by === chart.losses[0].metric ? found.look.node.losses[0] : null;
  if (loss !== null) assert.equal(loss, other.value, 'the ladder told the truth');
  await page.id(`pin-${name}`).click();
  await wished((w) => w.low[ladder.column] === chart.columns[ladder.column].low && w.high[ladder.column] === chart.columns[ladder.column].high, 'free again');
  const from = await page.id(`stop-${name}-${ladder.stops[0].level}`).boundingBox();
  const to = await page.id(`stop-${name}-${ladder.stops[1].level}`).boundingBox();
  await page.mouse.move(from.x + 40, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y + to.height / 2, { steps: 3 });
  await page.mouse.up();
  await wished((w) => w.low[ladder.column] === ladder.stops[0].level && w.high[ladder.column] === ladder.stops[1].level, 'a range of two');
  page.clean();
});

test('a point of the front is chosen, and left again', async () => {
  const { look } = await session(server);
  const point = look.front.points.find((p) => p.within_wishes && p.node.levels.join() !== look.node.levels.join()) ?? look.front.points[0];
  const levels = point.node.levels.join();
  await page.locator(`[data-testid="front-point"][data-levels="${levels}"]`).click({ force: true });
  await until(server, (s) => s.session.current?.join() === levels, 'the point');
  await page.id('proof').filter({ hasText: 'picked by hand' }).waitFor();
  await page.id('back-to-answer').click();
  await until(server, (s) => s.session.current?.join() === look.answer.levels.join(), 'the answer');
  page.clean();
});

test('the wishes of the recipe are one click away', async () => {
  await type('model-0-field', '9');
  await until(server, (s) => k(s) === '9', 'k = 9');
  await page.id('reset-wishes').click();
  await wished((w) => JSON.stringify(w) === JSON.stringify(chart.wishes), 'as in the recipe');
  page.clean();
});

test('undo and redo, also after a reload', async () => {
  const first = k(await session(server));
  await type('model-0-field', '8');
  await until(server, (s) => k(s) === '8', 'k = 8');
  await page.reload();
  await page.id('sentence').waitFor();
  assert.equal(await page.id('model-0-field').inputValue(), '8');
  await page.id('undo').click();
  await until(server, (s) => k(s) === first, 'undone');
  await page.waitForFunction((text) => document.querySelector('[data-testid="model-0-field"]').value === text, first);
  await page.id('redo').click();
  await until(server, (s) => k(s) === '8', 'done again');
  page.clean();
});

test('wishes that nothing meets come back with suggestions; each can be accepted', async () => {
  const { look } = await impossible();
  await shot(page, 'suggestions-laptop-light');
  const names = look.suggestions.cards.map((c) => (c.model === null ? c.which : `${c.which}-${c.model}`));
  assert.deepEqual(names, ['suppression', 'height', 'threshold-0'], 'weaker privacy comes last');
  for (const [i, name] of names.entries()) {
    const card = look.suggestions.cards[i];
    assert.ok(await page.id(`card-${name}`).isVisible(), name);
    if (card.which === 'threshold') {
      assert.ok(await page.id(`accept-${name}`).isDisabled(), 'weaker privacy needs a reason');
      await page.id(`reason-${name}`).fill('the board agreed to it on Monday');
    }
    await page.id(`accept-${name}`).click();
    const found = await until(server, (s) => s.look.answer !== null, `${name} is met`);
    assert.deepEqual(found.session.wishes, card.wishes, 'the wishes are those of the card');
    assert.equal(found.session.current.join(), card.node.levels.join(), 'the card told the node');
    await page.id('suggestions').waitFor({ state: 'detached' });
    await page.id('undo').click();
    await until(server, (s) => s.look.answer === null, 'undone');
    await page.id('suggestions').waitFor();
  }
  page.clean();
});

test('a suggestion becomes a candidate without being accepted', async () => {
  const { look } = await impossible();
  const { which, model } = look.suggestions.cards[0];
  await page.id(`add-${model === null ? which : `${which}-${model}`}`).click();
  await until(server, (s) => s.session.candidates.length === 1, 'a candidate');
  assert.ok(await page.id('suggestions').isVisible(), 'the suggestions stay');
  page.clean();
});

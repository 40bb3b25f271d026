// Tabs and drawer: pair map, heights, spectrum, who is left out, rows, recipe, history.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { open, session, setUp, shot, until } from './stage.mjs';

let server, browser, strike, page, chart;
before(async () => {
  ({ server, browser, strike } = await setUp());
  page = await open(browser, server.url);
  chart = await (await server.api('/chart')).json();
});
after(() => strike?.());

/** Copies all plots that are in sight into files: each must be a drawing of its own. */
async function figures(scope) {
  await page.evaluate(() => Object.defineProperty(navigator.clipboard, 'write', { configurable: true, value: () => Promise.reject(new Error('closed')) }));
  const buttons = scope.getByTestId('copy-figure');
  assert.ok((await buttons.count()) > 0);
  for (let i = 0; i < Math.min(3, await buttons.count()); i += 1) {
    const [download] = await Promise.all([page.waitForEvent('download'), buttons.nth(i).click()]);
    const text = readFileSync(await download.path(), 'utf8');
    assert.match(text, /^<svg [^>]*xmlns=.*<title>.+<\/title><desc>.+<\/desc>.*<\/svg>$/s);
    assert.doesNotMatch(text, /var\(|class="|data-|NaN|undefined/);
  }
}

test('pair map: strongest first, one large, a click goes there', async () => {
  await page.id('tab-pairs').click();
  await page.id('pair').first().waitFor();
  const { look } = await session(server);
  const { pairs } = await (await server.api('/pairs', { wishes: look.wishes })).json();
  assert.equal(await page.id('pair').count(), pairs.length);
  await page.id('pair').nth(1).click();
  const { rows } = pairs[1];
  assert.equal(await page.locator('[data-testid^="pair-cell-"]').count(), rows.length * rows[0].length);
  const cells = rows.flatMap((row, i) => row.map((stop, j) => ({ stop, i, j })));
  const { stop, i, j } = cells.find((c) => c.stop.levels && c.stop.levels.join() !== look.node.levels.join());
  await figures(page.id('pair-map'));
  await page.id('pair-cell-0-0').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('data-testid')), 'pair-cell-1-1');
  await page.id(`pair-cell-${i}-${j}`).click();
  await until(server, (s) => s.session.current?.join() === stop.levels.join(), 'the node of the cell');
  await page.id('undo').click();
  page.clean();
});

test('by height: rows open to a table that sorts, steps go there', async () => {
  await page.id('tab-heights').click();
  await page.id('steps').waitFor();
  await figures(page.id('by-height'));
  const { look } = await until(server, (s) => s.session.current !== null, 'a node');
  const step = look.steps.find((s) => s.node);
  await page.id(`step-${step.column}-${step.is_coarser ? 'coarser' : 'finer'}`).click();
  await until(server, (s) => s.session.current.join() === step.node.levels.join(), 'one step');
  await page.id('undo').click();
  await until(server, (s) => s.session.current.join() === look.node.levels.join(), 'back');
  await page.id(`height-${look.node.height}`).click();
  await page.id('height-node').first().waitFor();
  await page.id('sort-rows').click();
  const texts = await page.id('height-nodes').locator('tbody tr td:nth-child(2)').allInnerTexts();
  const rows = texts.map((text) => Number(text.split(/\s/)[0].replaceAll(',', '')));
  assert.deepEqual(rows, [...rows].sort((a, b) => a - b), 'sorted by rows left out');
  await page.id('height-node').first().click();
  await until(server, (s) => s.session.current.join() !== look.node.levels.join() || rows.length === 1, 'a node of the table');
  await page.id('close-height').click();
  await page.id('steps').waitFor();
  await page.id('tab-front').click();
  page.clean();
});

test('spectrum: a curve for each model, and it agrees with the node', async () => {
  await page.id('open-spectrum').click();
  const { look } = await session(server);
  assert.equal(await page.locator('figure[data-testid^="spectrum-"]').count(), look.curves.length);
  await figures(page.id('drawer'));
  for (const curve of look.curves) assert.match(await page.id(`spectrum-${curve.model}`).locator('figcaption').innerText(), new RegExp(`= ${curve.asked}: ${look.node.units.toLocaleString('en-GB')} of`));
  page.clean();
});

test('who is left out: shares add up, marks have words', async () => {
  await page.id('drawer-left-out').click();
  const { look } = await session(server);
  const found = await (await server.api('/left-out', { levels: look.node.levels, thresholds: look.wishes.thresholds })).json();
  assert.equal(found.left_out, look.node.rows);
  for (const column of found.columns) {
    // Of a column with very many values only the groups that tell most are listed.
    const sum = (figure) => column.groups.reduce((n, g) => n + g[figure], 0);
    assert.ok(sum('rows') <= found.rows && sum('left_out') <= found.left_out, column.name);
    if (column.groups.length < 10) assert.deepEqual([sum('rows'), sum('left_out')], [found.rows, found.left_out], column.name);
    if (found.left_out > 0) await page.id(`left-out-${column.name}`).waitFor();
  }
  if (found.left_out > 0) {
    await figures(page.id('drawer'));
    await page.id('only-marked').check();
  }
  page.clean();
});

test('rows are hidden until asked for, and hidden again', async () => {
  let asked = 0;
  page.on('request', (r) => (asked += r.url().endsWith('/rows') ? 1 : 0));
  await page.id('drawer-rows').click();
  await page.id('show-rows').waitFor();
  assert.equal(asked, 0, 'nothing is fetched unasked');
  await page.id('show-rows').click();
  await page.id('rows').waitFor();
  assert.equal(asked, 1);
  assert.equal(await page.id('rows').locator('tbody tr').count(), 50);
  const heads = (await page.id('rows').locator('thead').innerText()).toLowerCase();
  assert.ok(!heads.includes('person-id'), 'identifying columns are not there');
  await shot(page, 'rows-laptop-light');
  await page.id('rows-on').click();
  await page.getByText('Rows 51 to 100').waitFor();
  await page.id('hide-rows').click();
  await page.id('show-rows').waitFor();
  assert.equal(await page.id('rows').count(), 0);
  page.clean();
});

test('recipe and command line, with copies', async () => {
  await page.id('drawer-recipe').click();
  const command = await page.id('text-command').innerText();
  assert.match(command, /equipoise anonymize/);
  await page.id('copy-command').click();
  assert.equal((await page.evaluate(() => navigator.clipboard.readText())).trim(), command.trim());
  assert.match(await page.id('text-recipe').innerText(), /\[input\]/);
  page.clean();
});

test('history tells the steps; a note can be added and undone', async () => {
  await page.id('drawer-history').click();
  const before = await session(server);
  await page.id('history-note').fill('asked for by the school board');
  await page.id('history-add-note').click();
  await until(server, (s) => s.session.notes.some((n) => n.about === null && n.text === 'asked for by the school board'), 'the note');
  await page.getByText('school board').first().waitFor();
  await page.id('history-undo').click();
  await until(server, (s) => s.session.cursor === before.session.cursor, 'undone');
  await page.getByText('(undone)').first().waitFor();
  await page.keyboard.press('Escape');
  await page.id('drawer').waitFor({ state: 'detached' });
  assert.ok(chart.columns.length > 0);
  page.clean();
});

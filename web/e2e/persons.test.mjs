// Persons with several rows, columns that share a level, and a lattice far too large to look at as a whole.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { open, session, setUp, shot, until } from './stage.mjs';

let server, browser, strike, page, chart;
before(async () => {
  ({ server, browser, strike } = await setUp({ name: 'hospital', rows: 3000, args: ['--max-nodes', '400'] }));
  page = await open(browser, server.url);
  chart = await (await server.api('/chart')).json();
});
after(() => strike?.());

test('what is left out counts persons', async () => {
  assert.equal(chart.unit, 'persons');
  assert.match(await page.id('sentence').innerText(), /persons/);
  assert.ok(await page.id('wishes').getByText('persons').first().isVisible());
  await shot(page, 'persons-laptop-light');
  page.clean();
});

test('linked columns move together', async () => {
  const leader = chart.columns.findIndex((c) => c.linked.length > 0);
  assert.ok(leader >= 0, 'the sample has linked columns');
  const [other] = chart.columns[leader].linked;
  const { look } = await session(server);
  const ladder = look.ladders.find((l) => l.column === leader);
  const level = ladder.stops.find((s) => s.value !== null && s.level !== look.node.levels[leader]).level;
  await page.id(`stop-${chart.columns[leader].name}-${level}`).click();
  const found = await until(server, (s) => s.session.wishes.low[leader] === level && s.session.current, 'the level');
  assert.equal(found.session.current[leader], level);
  assert.equal(found.session.current[other], level);
  await page.id('undo').click();
  page.clean();
});

test('tabs and drawer of a very large lattice', async () => {
  await page.id('tab-pairs').click();
  await page.id('pair').first().waitFor({ timeout: 20_000 });
  await page.id('tab-heights').click();
  await page.id('steps').waitFor({ timeout: 20_000 });
  await shot(page, 'persons-heights-laptop-light');
  await page.id('open-left-out').click();
  await page.id('left-out').waitFor();
  await page.waitForTimeout(500);
  await shot(page, 'persons-left-out-laptop-light');
  page.clean();
});

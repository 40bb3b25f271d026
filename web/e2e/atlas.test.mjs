// An atlas without its table: everything that needs rows says so, everything else works.
import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { equipoise, explore, launch, open, sample, shot, until } from './stage.mjs';

let table, server, browser;
before(async () => {
  table = sample({ rows: 1500 });
  equipoise(['atlas', 'build', 'recipe.toml', '--quiet'], table.folder);
  rmSync(join(table.folder, 'census.csv'));
  const atlas = readdirSync(table.folder).find((name) => name.endsWith('.atlas'));
  server = await explore(join(table.folder, atlas), { cwd: table.folder });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
  table?.remove();
});

test('wishes are answered, rows are not there', async () => {
  const page = await open(browser, server.url, { expected: [/Failed to load resource.*4\d\d/] });
  const chart = await (await server.api('/chart')).json();
  assert.equal(chart.has_table, false);
  await page.id('model-0-field').fill('8');
  await page.id('model-0-field').press('Enter');
  await until(server, (s) => s.session.wishes.thresholds[0] === '8', 'k = 8');
  await page.id('open-left-out').click();
  await page.id('left-out').getByText('needs the table').waitFor();
  await page.id('drawer-rows').click();
  await page.getByText('Rows need the table').waitFor();
  await shot(page, 'atlas-only-laptop-light');
  await page.id('drawer-close').click();
  await page.keyboard.press('r');
  await page.id('release-because').fill('to see what happens');
  await page.id('release-go').click();
  await page.id('release-problem').waitFor({ timeout: 20_000 });
  await shot(page, 'atlas-only-release-laptop-light');
  page.clean();
  await page.context().close();
});

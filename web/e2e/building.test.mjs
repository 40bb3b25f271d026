// While the atlas is built the front grows, and the page opens by itself.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { explore, launch, open, sample, shot } from './stage.mjs';

let table, server, browser;
before(async () => {
  browser = await launch();
  table = sample({ rows: 60_000 });
  server = await explore(table.recipe, { cwd: table.folder, args: ['--threads', '1'] });
});
after(async () => {
  await browser?.close();
  await server?.stop();
  table?.remove();
});

test('progress, the front so far, then the first view', async () => {
  const page = await open(browser, server.url, { ready: false, expected: [/409/] });
  await page.id('building-view').waitFor();
  assert.ok(await page.id('progress').isVisible());
  await page.id('growing-front').waitFor({ timeout: 20_000 });
  await shot(page, 'building-laptop-light');
  assert.equal((await server.api('/chart')).status, 409);
  await page.id('sentence').waitFor({ timeout: 60_000 });
  page.clean();
  await page.context().close();
});

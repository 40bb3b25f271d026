// A partial atlas: unknown is unknown, never impossible; looking harder helps.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { open, session, setUp, shot, until } from './stage.mjs';

let server, browser, strike;
before(async () => {
  ({ server, browser, strike } = await setUp({ rows: 2000, args: ['--max-nodes', '60'] }));
});
after(() => strike?.());

test('the first view says what is not known', async () => {
  const page = await open(browser, server.url);
  const chart = await (await server.api('/chart')).json();
  assert.equal(chart.complete, false);
  const { look } = await session(server);
  if (!look.front.complete) assert.ok(await page.id('look-harder').isVisible());
  assert.match(await page.id('proof').innerText(), /^(proved|best found|none found yet)/);
  for (const ladder of look.ladders) {
    for (const stop of ladder.stops.filter((s) => s.state === 'open')) {
      const text = await page.id(`stop-${chart.columns[ladder.column].name}-${stop.level}`).getAttribute('aria-label');
      assert.doesNotMatch(text, /cannot be reached/, text);
    }
  }
  await shot(page, 'partial-laptop-light');
  page.clean();
  await page.context().close();
});

test('tabs of a partial atlas', async () => {
  const page = await open(browser, server.url);
  await page.id('tab-pairs').click();
  await page.id('pair').first().waitFor();
  await shot(page, 'partial-pairs-laptop-light');
  await page.id('tab-heights').click();
  await page.id('steps').waitFor();
  await shot(page, 'partial-heights-laptop-light');
  page.clean();
  await page.context().close();
});

test('looking harder here closes what is open', async () => {
  const page = await open(browser, server.url);
  const before = await session(server);
  if (before.look.front.complete) return;
  const [answer] = await Promise.all([page.waitForResponse((r) => r.url().endsWith('/look')), page.id('look-harder').click()]);
  const look = await answer.json();
  assert.ok(look.annotated >= before.look.annotated);
  assert.ok(look.front.complete || look.front.open < before.look.front.open, `${look.front.open} of ${before.look.front.open} are open`);
  page.clean();
  await page.context().close();
});

test('a wish that was not met yet is not called impossible unless it is proved', async () => {
  const page = await open(browser, server.url);
  await page.id('model-0-field').fill('200');
  await page.id('model-0-field').press('Enter');
  const { look } = await until(server, (s) => s.session.wishes.thresholds[0] === '200', 'k = 200');
  if (look.answer === null) {
    await page.id('suggestions').waitFor();
    const text = await page.id('suggestions').innerText();
    if (look.proved) assert.match(text, /No release meets all wishes/);
    else assert.match(text, /found yet/);
  }
  await shot(page, 'partial-suggestions-laptop-light');
  page.clean();
  await page.context().close();
});

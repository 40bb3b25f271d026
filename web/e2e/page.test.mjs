// The first view: there without a click, whole on a small screen, by mouse, by keyboard, in the dark.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DESKTOP, LAPTOP, open, session, setUp, shot, until, WINDOW } from './stage.mjs';

let server, browser, strike;
before(async () => {
  ({ server, browser, strike } = await setUp());
});
after(() => strike?.());

test('the first view answers the recipe without a click', async () => {
  const page = await open(browser, server.url);
  assert.match(await page.id('sentence').innerText(), /at least \d+ others?/);
  for (const part of ['wishes', 'front', 'strip', 'ladders', 'left-brief', 'proof']) assert.ok(await page.id(part).first().isVisible(), part);
  assert.ok((await page.id('front-point').count()) > 1);
  const { look } = await session(server);
  assert.equal(await page.id('front-point').count(), look.front.points.length);
  assert.equal(await page.locator('[data-stop]').count(), look.ladders.reduce((n, l) => n + l.stops.length, 0));
  page.clean();
  await page.context().close();
});

test('the key leaves the address, and a reload finds it again', async () => {
  const page = await open(browser, server.url);
  assert.equal(page.url(), `${server.origin}/`);
  await page.reload();
  await page.id('sentence').waitFor();
  assert.ok(!(await page.content()).includes(server.key));
  page.clean();
  await page.context().close();
});

for (const [name, viewport] of Object.entries({ laptop: LAPTOP, window: WINDOW, desktop: DESKTOP })) {
  for (const colorScheme of ['light', 'dark']) {
    test(`nothing scrolls on a ${name}, ${colorScheme}`, async () => {
      const page = await open(browser, server.url, { viewport, colorScheme });
      await page.waitForTimeout(200);
      const over = await page.evaluate(() => {
        const whole = document.documentElement;
        const parts = [...document.querySelectorAll('.left, .middle, .right, .view')].filter((e) => e.scrollHeight > e.clientHeight + 1);
        return { x: whole.scrollWidth - innerWidth, y: whole.scrollHeight - innerHeight, parts: parts.map((e) => e.className) };
      });
      if (name === 'window') await shot(page, `first-${name}-${colorScheme}`);
      assert.deepEqual(over, { x: 0, y: 0, parts: [] });
      page.clean();
      await page.context().close();
    });
  }
}

test('arrow keys walk the front, and where they rest is recorded', async () => {
  const page = await open(browser, server.url);
  const before = await session(server);
  const points = before.look.front.points.map((p) => p.node.levels.join());
  const at = points.indexOf(before.look.node.levels.join());
  assert.ok(at >= 0, 'the answer is on the front');
  const key = at > 0 ? 'ArrowLeft' : 'ArrowRight';
  await page.keyboard.press(key);
  const next = points[at > 0 ? at - 1 : at + 1];
  await until(server, (s) => s.session.current?.join() === next, 'the neighbour is chosen');
  await page.keyboard.press('z');
  await until(server, (s) => s.session.current?.join() === points[at], 'it is undone');
  await page.keyboard.press('Shift+Z');
  await until(server, (s) => s.session.current?.join() === next, 'it is done again');
  await page.keyboard.press('Control+z');
  await until(server, (s) => s.session.current?.join() === points[at], 'and undone');
  page.clean();
  await page.context().close();
});

test('Shift and arrow keys walk the ladders', async () => {
  const page = await open(browser, server.url);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-testid'));
  const { look } = await session(server);
  const chart = await (await server.api('/chart')).json();
  const [first, second] = look.ladders;
  const name = (l) => chart.columns[l.column].name;
  await page.keyboard.press('Shift+ArrowDown');
  assert.equal(await focused(), `stop-${name(first)}-${first.stops[0].level}`);
  await page.keyboard.press('Shift+ArrowDown');
  assert.equal(await focused(), `stop-${name(first)}-${first.stops[1].level}`);
  await page.keyboard.press('Shift+ArrowRight');
  assert.equal(await focused(), `stop-${name(second)}-${second.stops[0].level}`);
  page.clean();
  await page.context().close();
});

test('help, board mode and Escape', async () => {
  const page = await open(browser, server.url);
  await page.keyboard.press('?');
  await page.id('keys').waitFor();
  await shot(page, 'help');
  await page.keyboard.press('Escape');
  await page.id('keys').waitFor({ state: 'detached' });
  await page.keyboard.press('b');
  await page.id('board-view').waitFor();
  await page.id('front-node').waitFor();
  for (const hidden of ['rows', 'show-rows', 'open-rows']) assert.equal(await page.id(hidden).count(), 0, `${hidden} in board mode`);
  await page.keyboard.press('Escape');
  await page.id('sentence').waitFor();
  page.clean();
  await page.context().close();
});

test('front and level strip are linked, and the whole range can be seen', async () => {
  const page = await open(browser, server.url);
  const { look } = await session(server);
  const point = look.front.points.find((p) => p.within_wishes && p.node.levels.join() !== look.node.levels.join());
  const before = await page.id('strip').innerText();
  await page.locator(`[data-testid="front-point"][data-levels="${point.node.levels.join()}"]`).hover({ force: true });
  await page.waitForFunction((text) => document.querySelector('[data-testid="strip"]').innerText !== text, before);
  await page.mouse.move(5, 5);
  const shown = await page.id('front-point').count();
  await page.id('front-whole').check();
  await page.waitForFunction((n) => document.querySelectorAll('[data-testid="front-point"]').length >= n, shown);
  assert.equal(await page.id('front-point').count(), look.front.points.length);
  page.clean();
  await page.context().close();
});

test('light and dark are switched by hand and remembered', async () => {
  const page = await open(browser, server.url);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.id('theme').click();
  const dark = await background();
  assert.notEqual(light, dark);
  await page.reload();
  await page.id('sentence').waitFor();
  assert.equal(await background(), dark);
  page.clean();
  await page.context().close();
});

test('everything that can be clicked has a name, and can be reached by keyboard', async () => {
  const page = await open(browser, server.url);
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll('button, input, select, textarea, [role="button"], [role="slider"]')]
      .filter((e) => e.getClientRects().length > 0)
      .filter((e) => !(e.getAttribute('aria-label') || e.getAttribute('title') || e.textContent?.trim() || e.labels?.length || e.getAttribute('placeholder')))
      .map((e) => e.outerHTML.slice(0, 120)),
  );
  assert.deepEqual(nameless, []);
  const seen = new Set();
  for (let i = 0; i < 60; i += 1) {
    await page.keyboard.press('Tab');
    seen.add(await page.evaluate(() => document.activeElement?.getAttribute('data-testid') ?? document.activeElement?.tagName));
  }
  for (const control of ['open-release', 'open-candidates', 'keep', 'model-0-field', 'model-0-slider', 'units-field', 'units-slider', 'by', 'limit-line', 'open-spectrum', 'theme']) assert.ok(seen.has(control), `${control} is not reached: ${[...seen].join(' ')}`);
  page.clean();
  await page.context().close();
});

test('each plot is copied as a figure of its own', async () => {
  const page = await open(browser, server.url, { colorScheme: 'dark' });
  const buttons = page.id('copy-figure');
  assert.ok((await buttons.count()) >= 3);
  await buttons.first().click();
  await page.getByText('copied', { exact: true }).waitFor();
  const kinds = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types));
  assert.ok(kinds.includes('image/png'), kinds.join());
  const text = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return item.types.includes('image/svg+xml') ? (await item.getType('image/svg+xml')).text() : null;
  });
  if (text !== null) {
    assert.match(text, /<title>/);
    assert.doesNotMatch(text, /var\(|class=|<script/);
  }
  // Where the clipboard is closed, the figure becomes a file.
  await page.evaluate(() => Object.defineProperty(navigator.clipboard, 'write', { value: () => Promise.reject(new Error('no')) }));
  const [download] = await Promise.all([page.waitForEvent('download'), buttons.first().click()]);
  assert.match(download.suggestedFilename(), /\.svg$/);
  page.clean();
  await page.context().close();
});

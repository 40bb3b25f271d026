// node e2e/latency.mjs [RECIPE] [--moves 200]: from input to painted answer, and to the first useful paint.
// Without a recipe a sample is made. Prints p50, p95 and the slowest, in milliseconds.
import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { explore, launch, LAPTOP, sample } from './stage.mjs';
import { SHOTS } from './tools.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { moves: { type: 'string', default: '200' } } });
mkdirSync(SHOTS, { recursive: true });
const table = positionals[0] ? { recipe: resolve(positionals[0]), folder: dirname(resolve(positionals[0])), remove() {} } : sample({ rows: 20_000 });
const server = await explore(table.recipe, { cwd: table.folder });
const browser = await launch();

function tell(name, times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? NaN;
  console.log(`${name.padEnd(34)} n ${String(sorted.length).padStart(4)}   p50 ${at(0.5).toFixed(1).padStart(6)} ms   p95 ${at(0.95).toFixed(1).padStart(6)} ms   max ${at(1).toFixed(1).padStart(6)} ms`);
}
const answers = (page) => page.evaluate(() => performance.getEntriesByName('answer').map((e) => e.duration));
const forget = (page) => page.evaluate(() => performance.clearMeasures('answer'));

/** Drags to and fro. Each move waits for the frame before it, as a hand does. */
async function drag(page, from, to, y, moves) {
  await page.mouse.move(from, y);
  await page.mouse.down();
  for (let i = 1; i <= moves; i += 1) {
    const share = Math.abs(((i / moves) * 4) % 2 - 1);
    await page.mouse.move(from + (to - from) * (1 - share), y);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  }
  await page.waitForTimeout(300);
}

/** Notes, in the page, when the front was painted: milliseconds since the navigation began. */
function watch() {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[data-testid="front-point"]')) return;
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => (window.useful = performance.now())));
  });
  observer.observe(document, { childList: true, subtree: true });
}

try {
  while ((await (await server.api('/status')).json()).phase !== 'ready') await new Promise((wake) => setTimeout(wake, 200));
  const moves = Number(values.moves);
  const paints = [];
  for (let i = 0; i < 5; i += 1) {
    const fresh = await (await browser.newContext({ viewport: LAPTOP })).newPage();
    await fresh.addInitScript(watch);
    await fresh.goto(server.url);
    paints.push(await (await fresh.waitForFunction(() => window.useful)).jsonValue());
    await fresh.context().close();
  }
  tell('first useful paint', paints);

  const page = await (await browser.newContext({ viewport: LAPTOP })).newPage();
  await page.goto(server.url);
  await page.getByTestId('front-point').first().waitFor();
  await forget(page);
  const slider = await page.getByTestId('model-0-slider').boundingBox();
  await drag(page, slider.x + slider.width * 0.9, slider.x + slider.width * 0.1, slider.y + slider.height / 2, moves);
  await page.mouse.up();
  tell('drag k', await answers(page));
  await page.waitForTimeout(500);
  await page.getByTestId('reset-wishes').click();
  await page.getByTestId('reset-wishes').waitFor({ state: 'detached' });
  await forget(page);
  const line = await page.getByTestId('limit-line').locator('.handle').boundingBox();
  await drag(page, line.x + line.width / 2, line.x + 160, line.y + line.height / 2, moves);
  await page.mouse.up();
  tell('drag the limit', await answers(page));
  await page.waitForTimeout(500);
  await page.getByTestId('tab-preference').click();
  await page.getByTestId('prefer-answer').waitFor();
  await forget(page);
  const cross = await page.getByTestId('aspiration').locator('.grip').boundingBox();
  const field = await page.getByTestId('preference').locator('.field').boundingBox();
  await drag(page, cross.x + cross.width / 2, field.x + 10, cross.y + cross.height / 2, moves);
  await page.mouse.up();
  tell('drag the aspiration', await answers(page));
} finally {
  await browser.close();
  await server.stop();
  table.remove();
}

// Every view, at two widths, light and dark: pictures to look at, and a check that words can be read.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DESKTOP, LAPTOP, open, session, setUp, shot } from './stage.mjs';

let server, browser, strike, wishes;
before(async () => {
  ({ server, browser, strike } = await setUp());
  const page = await open(browser, server.url);
  await page.context().close();
  wishes = (await session(server)).session.wishes;
  await server.api('/session/keep', {});
  await server.api('/session/wish', { wishes: { ...wishes, thresholds: ['12', ...wishes.thresholds.slice(1)] } });
  await server.api('/session/keep', {});
  await server.api('/session/note', { about: 'B', text: 'asked for by the hospital' });
  await server.api('/session/wish', { wishes });
});
after(() => strike?.());

/** Texts whose contrast with what lies behind them is too low, by the rule of the accessibility guidelines (4.5, large ones 3). */
function faint() {
  const numbers = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => {
    const linear = (c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  };
  const behind = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const found = numbers(getComputedStyle(e).backgroundColor);
      if (found.length === 3 || found[3] > 0.9) return found;
    }
    return [255, 255, 255];
  };
  const bad = [];
  for (const element of document.querySelectorAll('body *')) {
    if (element.closest('svg, :disabled, .sr-only, option') || element.getClientRects().length === 0) continue;
    if (![...element.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim() !== '')) continue;
    const style = getComputedStyle(element);
    const [a, b] = [light(numbers(style.color)), light(behind(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const isLarge = parseFloat(style.fontSize) >= 18.6;
    if (ratio < (isLarge ? 3 : 4.5)) bad.push(`${ratio.toFixed(1)} "${element.textContent.trim().slice(0, 40)}"`);
  }
  return bad;
}

/** Attributes of drawings that are no numbers: a scale without ends, a value that is not there. */
function broken() {
  const bad = [];
  for (const element of document.querySelectorAll('svg, svg *'))
    for (const { name, value } of element.attributes) if (/NaN|undefined|Infinity/.test(value) && !name.startsWith('aria-')) bad.push(`<${element.tagName} ${name}="${value.slice(0, 60)}">`);
  return bad;
}

const VIEWS = {
  async first(page) {
    await page.id('front-point').first().waitFor();
  },
  async pairs(page) {
    await page.id('tab-pairs').click();
    await page.id('pair').first().waitFor();
  },
  async heights(page) {
    await page.id('tab-heights').click();
    await page.id('steps').waitFor();
  },
  async nodes(page) {
    const { look } = await session(server);
    await page.id(`height-${look.node.height}`).click();
    await page.id('height-node').first().waitFor();
    await page.mouse.move(5, 5);
  },
  async spectrum(page) {
    await page.id('tab-front').click();
    await page.id('open-spectrum').click();
    await page.waitForTimeout(700);
  },
  async 'left-out'(page) {
    await page.id('drawer-left-out').click();
    await page.id('left-out').waitFor();
    await page.waitForTimeout(200);
  },
  async recipe(page) {
    await page.id('drawer-recipe').click();
    await page.id('text-recipe').waitFor();
  },
  async history(page) {
    await page.id('drawer-history').click();
    await page.id('history').waitFor();
  },
  async candidates(page) {
    await page.id('drawer-close').click();
    await page.id('open-candidates').click();
    await page.id('show-who').check();
    await page.waitForTimeout(300);
  },
  async release(page) {
    await page.keyboard.press('Escape');
    await page.keyboard.press('r');
    await page.id('text-command').waitFor();
  },
  async board(page) {
    await page.keyboard.press('Escape');
    await page.id('dialog').waitFor({ state: 'detached' });
    await page.id('board').click();
    await page.id('board-view').waitFor();
  },
};

for (const [size, viewport] of Object.entries({ laptop: LAPTOP, desktop: DESKTOP })) {
  for (const colorScheme of ['light', 'dark']) {
    test(`every view on a ${size}, ${colorScheme}`, async () => {
      const page = await open(browser, server.url, { viewport, colorScheme });
      const bad = [];
      for (const [name, go] of Object.entries(VIEWS)) {
        await go(page);
        await page.waitForTimeout(150);
        await shot(page, `${name}-${size}-${colorScheme}`);
        for (const text of [...(await page.evaluate(faint)), ...(await page.evaluate(broken))]) bad.push(`${name}: ${text}`);
      }
      assert.deepEqual([...new Set(bad)], []);
      page.clean();
      await page.context().close();
    });
  }
}

// A table, a running Equipoise, and a page on it that notices everything that must not happen.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium, findEquipoise, SHOTS } from './tools.mjs';

const FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];
export const LAPTOP = { width: 1366, height: 768 };
/** What is left of such a screen in a browser with its bars. */
export const WINDOW = { width: 1366, height: 657 };
export const DESKTOP = { width: 1920, height: 1080 };

export function equipoise(args, cwd) {
  return execFileSync(findEquipoise(), args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** A folder with a sample table and its recipe, changed by `edit` if given. Gone after the tests. */
export function sample({ name = 'census', rows = 3000, edit = (text) => text } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'equipoise-e2e-'));
  equipoise(['sample', name, '--rows', String(rows), '--directory', folder, '--force', '--quiet'], folder);
  const recipe = join(folder, 'recipe.toml');
  writeFileSync(recipe, edit(readFileSync(recipe, 'utf8')));
  return { folder, recipe, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Starts `equipoise explore` and waits for the address it prints. */
export async function explore(recipe, { cwd, args = [], port = null } = {}) {
  const words = ['explore', recipe, ...args, ...(port === null ? [] : ['--port', String(port)])];
  const child = spawn(findEquipoise(), words, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  // Not `exit`, after which the last of its output may still be on the way.
  const ended = new Promise((done) => child.once('close', (code) => done(code)));
  const url = await new Promise((done, fail) => {
    const late = setTimeout(() => fail(new Error(`no address after 30 s:\n${output}`)), 30_000);
    const hear = (chunk) => {
      output += chunk;
      const found = /http:\/\/127\.0\.0\.1:\d+\/#[^\s"]+/.exec(output);
      if (found) {
        clearTimeout(late);
        done(found[0]);
      }
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    ended.then((code) => fail(new Error(`equipoise explore ended with ${code}:\n${output}`)));
  });
  const [origin, key] = url.split('/#');
  return {
    url, origin, key, ended, child,
    port: Number(new URL(origin).port),
    output: () => output,
    async stop(signal = 'SIGINT') {
      if (child.exitCode === null) child.kill(signal);
      return ended;
    },
    /** A request past the page. */
    api: (path, body, headers = {}) =>
      fetch(`${origin}/api/v1${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { Authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
        body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
      }),
  };
}

export function launch() {
  return chromium.launch({ executablePath: findChromium(), args: FLAGS });
}

/** A sample table, explored, and a browser to look at it. `strike` ends and removes all of it. */
export async function setUp({ args, ...what } = {}) {
  const table = sample(what);
  const server = await explore(table.recipe, { cwd: table.folder, args });
  const browser = await launch();
  const strike = async () => {
    await browser.close();
    await server.stop();
    table.remove();
  };
  return { table, server, browser, strike };
}

/** A page of its own. `page.clean()` fails if anything was complained of, or asked of another host. */
export async function open(browser, url, { viewport = LAPTOP, colorScheme = 'light', ready = true, expected = [] } = {}) {
  const context = await browser.newContext({ viewport, colorScheme, acceptDownloads: true, reducedMotion: 'reduce' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  page.setDefaultTimeout(8000);
  const wrong = [];
  const origin = new URL(url).origin;
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && wrong.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => wrong.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const to = request.url();
    if (!to.startsWith(origin) && !to.startsWith('data:') && !to.startsWith('blob:')) wrong.push(`request to ${to}`);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (e) => console.error(`policy: ${e.violatedDirective} ${e.blockedURI}`));
  });
  page.clean = () => assert.deepEqual(wrong.filter((line) => !expected.some((pattern) => pattern.test(line))), []);
  page.id = (name) => page.getByTestId(name);
  await page.goto(url);
  if (ready) {
    await page.id('sentence').first().waitFor({ timeout: 30_000 });
    // Plots draw themselves once they know how much room they have.
    await page.id('front-point').first().waitFor();
  }
  return page;
}

export function shot(page, name) {
  return page.screenshot({ path: join(SHOTS, `${name}.png`) });
}

export async function session(server) {
  return (await server.api('/session')).json();
}

/** Waits until the session on the server is as wished: what the page shows must be what is recorded. */
export async function until(server, wish, what = String(wish)) {
  const end = Date.now() + 5000;
  for (;;) {
    const found = await session(server);
    if (wish(found)) return found;
    if (Date.now() > end) assert.fail(`never: ${what}`);
    await new Promise((wake) => setTimeout(wake, 40));
  }
}

// What goes wrong: no key, a wrong one, a program that ended, a recipe that cannot be read, requests that make no sense.
import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { explore, open, sample, session, setUp, shot, until } from './stage.mjs';

const REFUSED = [/console: Failed to load resource: .*(401|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|4\d\d|503)/];
let table, server, browser, strike;
before(async () => {
  ({ table, server, browser, strike } = await setUp());
  const page = await open(browser, server.url);
  await page.context().close();
});
after(() => strike?.());

test('without a key the page asks for the address, and takes it', async () => {
  const page = await open(browser, server.origin, { ready: false, expected: REFUSED });
  await page.id('key-view').waitFor();
  await shot(page, 'key-laptop-light');
  await page.id('key-input').fill('not a key');
  await page.id('key-open').click();
  assert.ok(await page.id('key-view').isVisible());
  await page.id('key-input').fill(server.url);
  await page.id('key-open').click();
  await page.id('sentence').waitFor();
  page.clean();
  await page.context().close();
});

test('a wrong key is refused', async () => {
  const page = await open(browser, `${server.origin}/#${'0'.repeat(64)}`, { ready: false, expected: REFUSED });
  await page.id('key-view').waitFor();
  assert.equal(page.url(), `${server.origin}/`);
  page.clean();
  await page.context().close();
});

/** A request with headers that a browser would not let us choose. */
function raw(path, headers, method = 'GET', body = '') {
  return new Promise((done, fail) => {
    const sent = request({ host: '127.0.0.1', port: server.port, path, method, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += chunk));
      answer.on('end', () => done({ status: answer.statusCode, headers: answer.headers, text }));
    });
    sent.on('error', fail);
    sent.end(body);
  });
}

test('another host, another origin, and no key are refused', async () => {
  const Host = `127.0.0.1:${server.port}`;
  const Authorization = `Bearer ${server.key}`;
  assert.equal((await raw('/api/v1/chart', { Host, Authorization })).status, 200);
  assert.equal((await raw('/api/v1/chart', { Host })).status, 401);
  assert.ok((await raw('/api/v1/chart', { Host: `evil.example:${server.port}`, Authorization })).status >= 400);
  assert.ok((await raw('/api/v1/chart', { Host, Authorization, Origin: 'http://evil.example' })).status >= 400);
  assert.ok((await raw('/', { Host: 'evil.example' })).status >= 400);
  const { headers } = await raw('/', { Host });
  for (const part of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]) assert.ok(headers['content-security-policy'].includes(part), part);
});

test('requests that make no sense are refused with a reason, and nothing breaks', async () => {
  const { look } = await session(server);
  const w = look.wishes;
  const bad = [
    ['/look', ''], ['/look', '{'], ['/look', '[]'], ['/look', 'null'], ['/look', '{}'], ['/look', { wishes: null }],
    ['/look', { wishes: { ...w, thresholds: [] } }], ['/look', { wishes: { ...w, thresholds: ['-1', ...w.thresholds.slice(1)] } }],
    ['/look', { wishes: { ...w, thresholds: w.thresholds.map(() => 'NaN') } }], ['/look', { wishes: { ...w, low: [1] } }],
    ['/look', { wishes: { ...w, low: w.low.map(() => 99), high: w.high.map(() => 99) } }], ['/look', { wishes: { ...w, max_units: -1 } }],
    ['/look', { wishes: { ...w, by: 'beauty' } }], ['/look', { wishes: w, levels: [1, 2] }], ['/look', { wishes: w, levels: w.low.map(() => 1e9) }],
    ['/look', { wishes: w, patience_ms: -5 }], ['/session/wish', {}], ['/session/accept', { which: 'luck' }], ['/session/rename', { from: 'no', to: 'body' }],
    ['/session/remove', { name: 'nobody' }], ['/session/choose', { levels: [] }], ['/session/keep', { name: '' }], ['/pairs', {}], ['/heights', {}],
    ['/nodes', { wishes: w, height: -1 }], ['/left-out', { levels: [], thresholds: [] }], ['/rows', { levels: [], thresholds: w.thresholds, from: 0, count: 1 }],
    ['/export', { candidate: 'nobody' }], ['/nothing', {}],
  ];
  for (const [path, body] of bad) {
    const answer = await server.api(path, body);
    assert.ok(answer.status >= 400 && answer.status < 500, `${path} ${JSON.stringify(body)}: ${answer.status}`);
    const { error } = await answer.json();
    assert.ok(error.message.length > 0 && error.kind.length > 0, path);
  }
  const silent = await server.api('/release', { because: '' });
  if (silent.ok) {
    let release;
    do release = await (await server.api('/release')).json();
    while (release.phase === 'running');
    assert.equal(release.phase, 'failed', 'a release needs a reason');
  }
  // The answer may come before all is sent, and then the connection is closed.
  const endless = await server.api('/look', 'x'.repeat(20_000_000)).catch(() => null);
  assert.ok(endless === null || endless.status >= 400);
  assert.equal((await server.api('/look', { wishes: w })).status, 200);
});

test('a refusal on the page is told, and what was not recorded does not look recorded', async () => {
  const page = await open(browser, server.url, { expected: REFUSED });
  const { session: before } = await session(server);
  await page.route('**/api/v1/session/wish', (route) => route.fulfill({ status: 422, contentType: 'application/json', body: JSON.stringify({ error: { kind: 'usage', message: 'k is too beautiful', hint: 'take a plainer one' } }) }));
  await page.id('model-0-field').fill('6');
  await page.id('model-0-field').press('Enter');
  await page.id('toast').waitFor();
  assert.match(await page.id('toast').innerText(), /too beautiful/);
  assert.match(await page.id('toast').innerText(), /plainer/);
  await shot(page, 'toast-laptop-light');
  await page.waitForFunction((k) => document.querySelector('[data-testid="model-0-field"]').value === k, before.wishes.thresholds[0]);
  await page.id('toast-close').click();
  page.clean();
  await page.context().close();
});

test('when the program ends, the page says so; nothing recorded is lost when it is started again', async () => {
  const first = await explore(table.recipe, { cwd: table.folder, args: ['--session', 'kept.json'] });
  const page = await open(browser, first.url, { expected: REFUSED });
  await page.id('model-0-field').fill('6');
  await page.id('model-0-field').press('Enter');
  await until(first, (s) => s.session.wishes.thresholds[0] === '6', 'k = 6');
  assert.equal(await first.stop(), 0, 'Ctrl-C ends it cleanly');
  await page.id('model-0-field').fill('9');
  await page.id('lost').waitFor();
  await shot(page, 'lost-laptop-light');
  const second = await explore(table.recipe, { cwd: table.folder, args: ['--session', 'kept.json'], port: first.port });
  // The key is a new one, so the page asks for it.
  await page.id('key-view').waitFor({ timeout: 10_000 });
  await page.id('key-input').fill(second.url);
  await page.id('key-open').click();
  await page.id('sentence').waitFor();
  assert.equal(await page.id('model-0-field').inputValue(), '6');
  await page.context().close();
  await second.stop();
});

test('a table that cannot be read ends the program with the reason', async () => {
  const broken = sample({ rows: 200 });
  appendFileSync(`${broken.folder}/census.csv`, 'one,cell too many,,,,,,,,,,,,,,,\n');
  try {
    const failed = await explore(broken.recipe, { cwd: broken.folder }).catch((error) => error);
    if (!(failed instanceof Error)) assert.notEqual(await failed.ended, 0);
    assert.match(failed instanceof Error ? failed.message : failed.output(), /error: .*census\.csv/s);
  } finally {
    broken.remove();
  }
});

test('a page that is open meanwhile shows the reason', async () => {
  const page = await open(browser, 'about:blank', { ready: false, expected: REFUSED });
  const problem = { kind: 'data', message: 'census.csv: line 202: a row has 17 cells; the header has 11', hint: 'see whether a cell holds the delimiter' };
  const status = { version: '0', name: 'recipe.toml', phase: 'failed', done: 0, total: 0, seconds: 1, units: null, front: [], problem };
  await page.route('**/api/v1/status', (route) => route.fulfill({ contentType: 'application/json', body: JSON.stringify(status) }));
  await page.goto(server.url);
  await page.id('failed-view').waitFor();
  const text = await page.id('failed-view').innerText();
  for (const part of ['17 cells', 'line 202', 'delimiter']) assert.ok(text.includes(part), part);
  await shot(page, 'failed-laptop-light');
  await page.context().close();
});

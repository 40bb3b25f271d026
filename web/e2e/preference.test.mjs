// The preference pane: drag what is aspired to, see what comes closest and what lies on the way, pick, take back, release.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { open, session, setUp, shot, until } from './stage.mjs';

let server, browser, strike, page;
before(async () => {
  ({ server, browser, strike } = await setUp({ rows: 3000, edit: (text) => text.replace(/max-suppression = .*/, 'max-suppression = 0.05') }));
  page = await open(browser, server.url);
  await page.id('tab-preference').click();
  await page.id('prefer-answer').waitFor();
});
after(() => strike?.());

const told = (wishes, aspire) => server.api('/prefer', { wishes, aspire }).then((r) => r.json());
const answers = () => page.evaluate(() => performance.getEntriesByName('answer').length);
async function centre(id) {
  const box = await page.id(id).locator('circle').last().boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('what comes closest is shown, and why', async () => {
  const { session: now } = await session(server);
  const chart = await (await server.api('/chart')).json();
  const found = await told(now.wishes, chart.aspire);
  assert.deepEqual(found.aspire.measures, ['necd', 'nwp']);
  assert.ok(found.proved && found.front.length > 1);
  assert.equal(await page.id('prefer-answer').getAttribute('data-levels'), found.answer.levels.join());
  assert.equal(await page.id('prefer-point').count(), found.front.length);
  // No efficient node achieves more.
  assert.ok(found.front.every((p) => p.achievement >= found.answer.achievement - 1e-12));
  await page.id('prefer-sentence').filter({ hasText: found.sentence.text }).waitFor();
  page.clean();
});

test('dragging the aspiration repaints the answer; letting go records it with the way', async () => {
  const before = await session(server);
  const from = await centre('aspiration');
  await page.evaluate(() => performance.clearMeasures('answer'));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const seen = new Set();
  for (let i = 1; i <= 40; i += 1) {
    await page.mouse.move(from.x - 14 * i, from.y - (i % 2 ? 30 : 0));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    seen.add(await page.id('prefer-answer').getAttribute('data-levels'));
  }
  assert.ok((await answers()) > 10, 'answers were painted while it was dragged');
  assert.ok(seen.size > 1, 'the answer moved along');
  assert.equal((await session(server)).session.cursor, before.session.cursor, 'nothing is recorded while it is dragged');
  await page.mouse.up();
  const after = await until(server, (s) => s.session.cursor === before.session.cursor + 1, 'the aspiration is recorded');
  assert.equal(after.session.steps.at(-1).kind, 'prefer');
  const { aspired } = after.session;
  const found = await told(after.session.wishes, aspired);
  assert.deepEqual(after.session.current, found.answer.levels);
  await page.locator(`[data-testid="prefer-answer"][data-levels="${found.answer.levels.join()}"]`).waitFor();
  assert.equal(await page.id('walked').count(), found.walked.length);
  await page.id('proof').filter({ hasText: 'by preference' }).waitFor();
  await shot(page, 'preference');
  page.clean();
});

test('one on the way is picked, and both steps are taken back', async () => {
  const before = await session(server);
  await page.id('aspire-0').fill('0.001');
  await page.id('aspire-0').press('Enter');
  const aspired = await until(server, (s) => s.session.aspired?.to[0] === 0.001, 'a small bias is aspired to');
  const found = await told(aspired.session.wishes, aspired.session.aspired);
  assert.ok(found.walked.length > 1, 'several nodes lie on the way');
  await page.id('walked').first().click();
  const picked = await until(server, (s) => s.session.steps.at(-1).kind === 'choose', 'it is chosen');
  assert.deepEqual(picked.session.current, found.walked[0].levels);
  // The next way begins there.
  const next = await told(picked.session.wishes, { ...aspired.session.aspired, from: null });
  assert.deepEqual(next.aspire.from, found.walked[0].point);
  for (let i = 0; i < 2; i += 1) await server.api('/session/undo', {});
  assert.deepEqual((await session(server)).session.current, before.session.current);
  await page.reload();
  await page.id('tab-preference').click();
  await page.id('prefer-answer').waitFor();
  page.clean();
});

test('arrow keys move the aspiration', async () => {
  const before = (await session(server)).session.cursor;
  await page.id('aspiration').focus();
  const was = Number(await page.id('aspire-1').inputValue());
  await page.keyboard.press('ArrowUp');
  await until(server, (s) => s.session.cursor === before + 1, 'it is recorded when the keys rest');
  assert.ok(Number(await page.id('aspire-1').inputValue()) > was);
  page.clean();
});

test('other measures', async () => {
  await page.id('measure-0').selectOption('highest-risk');
  await page.id('measure-1').selectOption('suppression');
  await page.id('prefer-verdict').waitFor();
  const { session: now } = await session(server);
  const found = await told(now.wishes, { measures: ['highest-risk', 'suppression'], to: [0.1, 0.01], from: null, steps: 5, ties: 'privacy' });
  assert.ok(found.front.length > 0 && found.front.every((p) => p.point[0] > 0 && p.point[1] <= 0.05));
  page.clean();
});

test('an aspiration below utopia is refused with a hint', async () => {
  const { session: now } = await session(server);
  const answer = await server.api('/prefer', { wishes: now.wishes, aspire: { measures: ['necd', 'nwp'], to: [-1, 0.2], from: null, steps: 5, ties: null } });
  assert.equal(answer.status, 400);
  assert.match((await answer.json()).error.message, /at or below the utopian point/);
});

test('what was preferred is released', async () => {
  await server.api('/session/prefer', { wishes: (await session(server)).session.wishes, aspire: { measures: ['necd', 'nwp'], to: [0.2, 0.3], from: null, steps: 10, ties: null } });
  await page.reload();
  await page.id('tab-preference').click();
  await page.id('prefer-answer').waitFor();
  const { session: now } = await session(server);
  await page.id('prefer-release').click();
  await page.id('release-because').fill('closest to what we aspire to');
  await page.id('release-go').click();
  for (;;) {
    const state = await (await server.api('/release')).json();
    if (state.phase === 'done' || state.phase === 'failed') {
      assert.equal(state.phase, 'done', JSON.stringify(state.problem));
      assert.deepEqual(Object.values(state.outcome.decision.levels), now.current);
      assert.ok(state.files.every((f) => existsSync(f.path)));
      break;
    }
    await new Promise((wake) => setTimeout(wake, 100));
  }
  const exported = await (await server.api('/export', {})).json();
  assert.match(exported.recipe, /min-level/);
  assert.match(exported.ask, /^equipoise prefer .* --aspire necd=0.2 --aspire nwp=0.3 /);
  page.clean();
});

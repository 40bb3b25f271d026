// Candidates side by side, and the release: the same bytes as the exported command line.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import { equipoise, open, session, setUp, shot, until } from './stage.mjs';

let table, server, browser, strike, page;
before(async () => {
  ({ table, server, browser, strike } = await setUp());
  page = await open(browser, server.url);
});
after(() => strike?.());

test('without candidates there is a word of help', async () => {
  await page.id('open-candidates').click();
  await page.id('no-candidates').waitFor();
  await page.keyboard.press('Escape');
  page.clean();
});

test('candidates are kept, compared, renamed, noted, removed', async () => {
  await page.keyboard.press('c');
  await until(server, (s) => s.session.candidates.length === 1, 'A');
  await page.id('model-0-field').fill('10');
  await page.id('model-0-field').press('Enter');
  await until(server, (s) => s.session.wishes.thresholds[0] === '10' && s.session.current, 'k = 10');
  await page.id('keep').click();
  await until(server, (s) => s.session.candidates.length === 2, 'B');
  await page.id('front-candidate').first().waitFor();
  await page.id('open-candidates').click();
  await page.id('compare').waitFor();
  const bold = await page.id('compare').locator('td.differs').allInnerTexts();
  assert.ok(bold.some((t) => t.startsWith('k = 10')), bold.join(' | '));
  await page.id('show-who').check();
  await page.id('left-out-short').first().waitFor();
  await page.id('note-B').fill('safer');
  await page.id('add-note-B').click();
  await until(server, (s) => s.session.candidates.find((c) => c.name === 'B')?.notes.includes('safer'), 'a note');
  await page.id('rename-B').click();
  await page.id('rename-field-B').fill('strict');
  await page.id('rename-field-B').press('Enter');
  await until(server, (s) => s.session.candidates.some((c) => c.name === 'strict'), 'renamed');
  await page.id('visit-strict').waitFor();
  await page.id('only-different').check();
  await page.id('remove-A').click();
  await until(server, (s) => s.session.candidates.length === 1, 'removed');
  await page.keyboard.press('Escape');
  await page.id('undo').click();
  await until(server, (s) => s.session.candidates.length === 2, 'and back again');
  page.clean();
});

test('a candidate is visited with the thresholds it was kept under', async () => {
  const { session: before } = await session(server);
  const first = before.candidates.find((c) => c.name === 'A');
  await page.id('open-candidates').click();
  await page.id('visit-A').click();
  const found = await until(server, (s) => s.session.current?.join() === first.node.levels.join(), 'A');
  assert.deepEqual(found.session.wishes.thresholds, first.thresholds);
  await page.id('dialog').waitFor({ state: 'detached' });
  page.clean();
});

test('a decision is recorded without a release, and undone', async () => {
  await page.id('open-candidates').click();
  await page.id('decide-A').click();
  await page.id('because-A').fill('finer ages serve the schools');
  await page.id('decided-A').click();
  await until(server, (s) => s.session.decision?.candidate === 'A' && s.session.decision.because === 'finer ages serve the schools', 'decided');
  await page.id('decision').filter({ hasText: 'serve the schools' }).waitFor();
  await page.id('dialog-close').click();
  await page.id('undo').click();
  await until(server, (s) => s.session.decision === null, 'undone');
  page.clean();
});

test('the board sees sentence, front and candidates', async () => {
  await page.keyboard.press('b');
  await page.id('board-strict').waitFor();
  await page.keyboard.press('b');
  await page.id('sentence').waitFor();
  page.clean();
});

const digest = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');
let release;

test('a release needs a reason; then it writes table, certificate, record and report', async () => {
  await page.keyboard.press('r');
  await page.id('release-strict').check();
  await page.id('text-command').waitFor();
  await page.id('release-because').fill('  ');
  assert.ok(await page.id('release-go').isDisabled(), 'no reason yet');
  await page.id('release-because').fill('the board prefers the safer one');
  await page.id('release-go').click();
  await page.id('release-done').waitFor({ timeout: 60_000 });
  await shot(page, 'released-laptop-light');
  release = await (await server.api('/release')).json();
  assert.equal(release.phase, 'done');
  assert.deepEqual(release.files.map((f) => f.what).filter((w, i, all) => all.indexOf(w) === i).sort(), ['certificate', 'record', 'release', 'report']);
  for (const file of release.files) assert.ok(existsSync(file.path), file.path);
  const { session: now } = await session(server);
  assert.equal(now.decision.because, 'the board prefers the safer one');
  assert.equal(now.decision.candidate, 'strict');
  const candidate = now.candidates.find((c) => c.name === 'strict');
  assert.equal(release.outcome.suppressed_rows, candidate.node.rows);
  page.clean();
});

test('each file can be downloaded', async () => {
  const file = release.files.find((f) => f.what === 'release');
  const [download] = await Promise.all([page.waitForEvent('download'), page.id('download-release').first().click()]);
  assert.equal(download.suggestedFilename(), basename(file.path));
  assert.equal(digest(await download.path()), digest(file.path));
  page.clean();
});

test('the exported command line alone gives the same bytes', () => {
  const other = mkdtempSync(join(tmpdir(), 'equipoise-e2e-'));
  try {
    cpSync(table.folder, other, { recursive: true });
    const beside = (path) => join(other, relative(table.folder, path));
    rmSync(dirname(beside(release.files[0].path)), { recursive: true });
    const words = release.command.match(/'[^']*'|"[^"]*"|\S+/g).map((w) => w.replace(/^['"]|['"]$/g, '').replace(table.folder, other));
    assert.equal(words[0], 'equipoise');
    equipoise(words.slice(1), other);
    for (const file of release.files) assert.equal(digest(beside(file.path)), digest(file.path), file.name);
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
});

test('a second release over the first asks before it replaces', async () => {
  await page.id('release-again').click();
  await page.id('release-go').click();
  await page.id('release-problem').waitFor({ timeout: 30_000 });
  await shot(page, 'release-exists-laptop-light');
  await page.id('release-force').click();
  await page.id('release-done').waitFor({ timeout: 60_000 });
  await page.id('release-close').click();
});

test('the release is found again after a reload', async () => {
  await page.reload();
  await page.id('sentence').waitFor();
  await page.keyboard.press('r');
  await page.id('release-done').waitFor();
});

test('another candidate is released after the first', async () => {
  await page.keyboard.press('Escape');
  await page.id('open-candidates').click();
  await page.id('release-candidate-A').click();
  await page.id('release-go').waitFor();
  assert.ok(await page.id('release-A').isChecked());
});

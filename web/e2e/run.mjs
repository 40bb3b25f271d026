// npm run e2e [-- FILE...]: the page in a real browser, against the real program.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findChromium, findEquipoise, HERE, SHOTS } from './tools.mjs';

/** Runs a search; where it finds nothing, says what is missing and ends with a code of its own. */
function found(search, code) {
  try {
    return search();
  } catch (error) {
    console.error(`error: ${error.message}`);
    process.exit(code);
  }
}
// Without a browser: 3, so that whoever runs this can tell it from a failure.
const tools = { CHROMIUM_BIN: found(findChromium, 3), EQUIPOISE_BIN: found(findEquipoise, 2) };
mkdirSync(SHOTS, { recursive: true });
const asked = process.argv.slice(2).map((name) => `${basename(name).replace(/(\.test)?\.mjs$/, '')}.test.mjs`);
const files = asked.length > 0 ? asked : readdirSync(HERE).filter((name) => name.endsWith('.test.mjs')).sort();
// One after the other: two browsers at once make times, and therefore tests, unsteady.
const done = spawnSync(process.execPath, ['--test', '--test-concurrency=1', '--test-reporter=spec', ...files.map((name) => join(HERE, name))], {
  stdio: 'inherit',
  env: { ...process.env, ...tools },
});
process.exit(done.status ?? 1);

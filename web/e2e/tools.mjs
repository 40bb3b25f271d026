// Finds what the tests need, or says what is missing.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const HERE = dirname(fileURLToPath(import.meta.url));
export const ROOT = join(HERE, '..', '..');
export const SHOTS = join(HERE, 'shots');

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const name of names) for (const folder of folders) if (folder && existsSync(join(folder, name))) return join(folder, name);
  return null;
}

/** Chromium of the distribution. Where tests run unattended it is installed; elsewhere nothing is changed unasked. */
export function findChromium() {
  const told = process.env.CHROMIUM_BIN;
  if (told) {
    if (existsSync(told)) return told;
    throw new Error(`CHROMIUM_BIN is ${told}, and there is no such file`);
  }
  const found = onPath(BROWSERS);
  if (found) return found;
  if (process.env.CI && process.getuid?.() === 0 && onPath(['apt-get'])) {
    console.log('installing chromium ...');
    spawnSync('apt-get', ['update', '-q'], { stdio: 'inherit' });
    spawnSync('apt-get', ['install', '-qy', '--no-install-recommends', 'chromium'], { stdio: 'inherit' });
    const installed = onPath(BROWSERS);
    if (installed) return installed;
  }
  throw new Error('no Chromium was found; install the package "chromium" (or "google-chrome-stable"), or set CHROMIUM_BIN to its path');
}

/** The program under test: EQUIPOISE_BIN, or what cargo builds. */
export function findEquipoise() {
  const told = process.env.EQUIPOISE_BIN;
  if (told) {
    if (existsSync(told)) return told;
    throw new Error(`EQUIPOISE_BIN is ${told}, and there is no such file`);
  }
  if (!onPath(['cargo'])) throw new Error('cargo was not found; install Rust, or set EQUIPOISE_BIN to the program');
  const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 };
  console.log('building equipoise ...');
  const built = spawnSync('cargo', ['build', '--release', '--quiet', '--package', 'equipoise-cli'], { ...options, stdio: 'inherit' });
  if (built.status !== 0) throw new Error('equipoise does not build');
  const target = JSON.parse(execFileSync('cargo', ['metadata', '--format-version', '1', '--no-deps'], options)).target_directory;
  return join(target, 'release', 'equipoise');
}

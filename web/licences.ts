import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Puts the licences of all bundled packages at the head of the script: they ask to be kept with every copy. */
export function licences(): Plugin {
  return {
    name: 'licences',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const folders = new Set(Object.keys(chunk.modules).flatMap((id) => packageOf(id) ?? []));
        const notices = [...folders].sort().map(notice);
        chunk.code = `/*!\n${notices.join('\n\n')}\n*/\n${chunk.code}`;
      }
    },
  };
}

/** The folder of the package that a module belongs to. */
function packageOf(id: string): string | null {
  const found = /^(?:\0|virtual:)*(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id);
  return found && existsSync(join(found[1], 'package.json')) ? found[1] : null;
}

function notice(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file) throw new Error(`${name} in ${dirname(folder)} has no licence file`);
  const text = readFileSync(join(folder, file), 'utf8').trim().replaceAll('*/', '* /');
  return `${name} ${version} (${license})\n\n${text}`;
}

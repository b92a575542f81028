import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './start-server.ts';

/** The one code block of this language in docs/operate.md: what operators copy is what the tests run. */
export function documented(language: string): string {
  const text = readFileSync(join(repository, 'docs/operate.md'), 'utf8');
  const blocks = [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))];
  const [block] = blocks;
  if (!block?.[1] || blocks.length > 1) throw new Error(`docs/operate.md has ${blocks.length} blocks of ${language}`);
  return block[1];
}

/** Replaces what cannot be the same on every machine. @throws Error when it is not there: then something else was run */
export function withValues(text: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((changed, [documentedValue, value]) => {
    if (!changed.includes(documentedValue)) throw new Error(`the documented text has no ${documentedValue}`);
    return changed.replaceAll(documentedValue, value);
  }, text);
}

/** Debian puts servers where ordinary users do not look. @returns undefined, and says so, when it is not installed */
export function installedProgram(name: string): string | undefined {
  const path = [name, `/usr/sbin/${name}`].find((candidate) => {
    try {
      execFileSync(candidate, [name === 'nginx' ? '-v' : '--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
  if (!path) console.info(`${name} is not installed: its tests are skipped (apt-get install ${name})`);
  return path;
}

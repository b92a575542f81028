import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './start-server.ts';

/** The only code block of this language on the page, so that the tests run what operators copy. */
export function documented(page: string, language: string): string {
  const text = readFileSync(join(repository, page), 'utf8');
  const blocks = [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))];
  const [block] = blocks;
  if (!block?.[1] || blocks.length > 1) throw new Error(`${page} has ${blocks.length} blocks of ${language}`);
  return block[1];
}

/** Replaces values that differ between machines. @throws Error when the text does not have them */
export function withValues(text: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((changed, [documentedValue, value]) => {
    if (!changed.includes(documentedValue)) throw new Error(`the documented text has no ${documentedValue}`);
    return changed.replaceAll(documentedValue, value);
  }, text);
}

/** The options with which programs say their version and end; others have `--version`. */
const VERSION_OPTIONS: Record<string, string> = { nginx: '-v', caddy: 'version', openssl: 'version' };

/**
 * Debian installs servers outside the PATH of ordinary users. @returns undefined, with a note, if it is not installed
 */
export function installedProgram(name: string): string | undefined {
  const path = [name, `/usr/sbin/${name}`].find((candidate) => {
    try {
      execFileSync(candidate, [VERSION_OPTIONS[name] ?? '--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
  if (!path) console.info(`${name} is not installed: its tests are skipped (apt-get install ${name})`);
  return path;
}

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../../..');

/** All Markdown documents, as paths below the root. */
export const documents = globSync('**/*.md', { cwd: root, exclude: ['**/node_modules/**', '**/dist*/**', 'data/**'] });

export const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

/** The document without its code, because brackets in code are not links and its lines are not paragraphs. */
export const proseOf = (path: string) =>
  textOf(path)
    .replaceAll(/^( *)```.*?^\1```$/gms, '')
    .replaceAll(/`[^`\n]*`/g, '``');

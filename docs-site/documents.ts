import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const BASE = '/docs/';

/** The Markdown files that become pages: those at the root, and everything below docs/. */
export const documentFiles = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).sort();
const known = new Set(documentFiles);

export const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

export const titleOf = (file: string) => /^# (.+)$/m.exec(textOf(file))?.[1] ?? file;

/** The address of a document's page: docs/shop.md is /docs/shop/, and a README is the page of its folder. */
export function addressOf(file: string): string {
  if (file === 'README.md') return BASE;
  const path = file.startsWith('docs/') ? file.slice('docs/'.length) : `project/${file.toLowerCase()}`;
  return `${BASE}${path.replace(/(\/README)?\.md$/, '')}/`;
}

export interface Target {
  /** Absent when the file is not part of the site, such as source code. */
  address?: string;
  /** Relative to the root of the repository. */
  file: string;
}

/** Where a relative link of a document leads on the site. Links with a protocol stay as they are. */
export function targetOf(from: string, link: string): Target | undefined {
  if (/^[a-z]+:/i.test(link)) return undefined;
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? from : normalize(join(dirname(from), path)).replace(/\/$/, '');
  const hash = anchor ? `#${anchor}` : '';
  if (known.has(file)) return { file, address: path === '' ? hash : addressOf(file) + hash };
  if (known.has(`${file}/README.md`)) return { file, address: addressOf(`${file}/README.md`) + hash };
  return { file };
}

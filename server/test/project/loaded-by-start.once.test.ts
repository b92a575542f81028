import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../src');
/** What `serve.ts` loads at every start. */
const START = ['main.ts', 'server.ts', 'demo/prepare-demo.ts', 'accounts/set-up/set-up.ts'];
/**
 * Each takes a twentieth of a start or more, or belongs on a thread of its own. They are imported where they are first
 * used.
 */
const LATER = [
  '@electric-sql/pglite',
  '@opentelemetry/sdk-trace',
  '@simplewebauthn/server',
  '@zxcvbn-ts/core',
  'fontkit',
  'pdfkit',
  'pg',
  'redis',
  'sharp',
  'undici',
];

const IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^;'"]*?from\s+)?'([^']+)'/gm;

/** Packages that these files import, directly or through each other, before their first line runs. */
function packagesLoadedBy(starts: string[], read: (path: string) => string): Set<string> {
  const files = new Set(starts);
  const packages = new Set<string>();
  for (const path of files)
    for (const [, name = ''] of read(path).matchAll(IMPORT))
      if (name.startsWith('.')) files.add(normalize(join(dirname(path), name)));
      else packages.add(name);
  return packages;
}

test('a start loads no package that it does not need', () => {
  const loaded = packagesLoadedBy(START, (path) => readFileSync(join(root, path), 'utf8'));
  expect(loaded).toContain('fastify');
  expect(LATER.filter((name) => loaded.has(name))).toEqual([]);
  const used = globSync('**/*.ts', { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8'));
  expect(LATER.filter((name) => !used.some((text) => text.includes(`'${name}'`)))).toEqual([]);
});

test('a package is found behind other files, and not behind a type or an import that waits', () => {
  const files: Record<string, string> = {
    'a.ts': `import { b } from './b.ts';\nimport type { Agent } from 'types';\nconst late = await import('late');`,
    'b.ts': `export * from './c/d.ts';`,
    'c/d.ts': `import {\n  heavy,\n} from 'heavy';\nimport '../a.ts';`,
  };
  expect(packagesLoadedBy(['a.ts'], (path) => files[path] ?? '')).toEqual(new Set(['heavy']));
});

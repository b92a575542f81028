import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const FOLDERS = '{server,simulate,dashboard/src,bench,e2e,scripts}';

/** Files and their imports, types included, so that no file depends on itself. */
function readImports(): Map<string, string[]> {
  const paths = globSync(`${FOLDERS}/**/*.{ts,tsx,mjs}`, { cwd: root, exclude: ['**/node_modules/**', '**/dist*/**'] });
  const files = new Set(paths);
  return new Map(
    paths.map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const imports = [...text.matchAll(/(?:from|import\(?)\s*'(\.[^']+)'/g)];
      return [
        path,
        imports.map(([, name = '']) => normalize(join(dirname(path), name))).filter((name) => files.has(name)),
      ];
    }),
  );
}

/**
 * Removes files without remaining imports until none is left to remove. The rest leads into a cycle, which a walk
 * finds.
 */
function findCircle(imports: Map<string, string[]>): string[] {
  const left = new Map(imports);
  const leadsOn = (path: string) => left.get(path)?.find((name) => left.has(name));
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const path of left.keys()) if (!leadsOn(path)) left.delete(path);
  }
  const [start] = left.keys();
  const walked: string[] = [];
  for (let path = start; path !== undefined; path = leadsOn(path)) {
    const met = walked.indexOf(path);
    walked.push(path);
    if (met !== -1) return walked.slice(met);
  }
  return [];
}

test('there are no import cycles', () => {
  const imports = readImports();
  expect(imports.size).toBeGreaterThan(900);
  expect(findCircle(imports)).toEqual([]);
});

test('a cycle is found behind files that lead into it', () => {
  const imports = { a: ['b'], b: ['c', 'd'], c: [], d: ['e'], e: ['b'] };
  expect(findCircle(new Map(Object.entries(imports)))).toEqual(['b', 'd', 'e', 'b']);
});

import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Rules of the dashboard that a test can check. The rules of the server are in architecture.once.test.ts. */
const root = join(import.meta.dirname, '../../../dashboard/src');
const MAX_LINES = 300;
/** Written by `npm run generate`. */
const MADE = ['api/own-schema.ts'];
/**
 * What the dashboard takes from the SDK: types cost nothing, and the code is the client without retries and resources.
 */
const SHARED = ['api.ts', 'api-error.ts', 'new-key.ts'].map((name) => `../../sdk/typescript/src/core/${name}`);
const SHARED_TYPES = '../../sdk/typescript/src/generated/schema.ts';

const sources = globSync('**/*.{ts,tsx}', { cwd: root }).map((path) => {
  const text = readFileSync(join(root, path), 'utf8');
  const imports = [...text.matchAll(/(?:from|import\(?)\s*'(\.[^']+)'/g)].map(([, name = '']) =>
    normalize(join(dirname(path), name)),
  );
  return { path, text, imports };
});
const pathsOf = (found: { path: string }[]) => found.map(({ path }) => path);
const withText = (pattern: RegExp) => pathsOf(sources.filter(({ text }) => pattern.test(text)));

describe('architecture of the dashboard', () => {
  test('it shares nothing with the server, and only the client with the SDK', () => {
    expect(sources.length).toBeGreaterThan(50);
    const outside = sources.flatMap(({ path, imports }) =>
      imports.filter((name) => name.startsWith('..')).map((name) => ({ path, name })),
    );
    expect(outside.length).toBeGreaterThan(0);
    const allowed = (path: string, name: string) => path.startsWith('api/') && [...SHARED, SHARED_TYPES].includes(name);
    expect(outside.filter(({ path, name }) => !allowed(path, name))).toEqual([]);
  });

  test('it works in a local network without https, where browsers lack randomUUID', () => {
    expect(withText(/randomUUID/)).toEqual([]);
  });

  test('pages are loaded when they are opened: only the routers import them', () => {
    const importers = withText(/import \{[^}]*\} from '[^']*-page\.tsx'/);
    const routers = ['router.ts', 'features/log-in/outside-routes.tsx'];
    expect(importers.filter((path) => !routers.includes(path))).toEqual([]);
  });

  test('a page file has its query, its columns and then its component', () => {
    const order = [/^(export )?const \w+Query = /m, /^function use\w*Columns\(/m, /^export function \w+Page\(/m];
    const outOfOrder = sources
      .filter(({ path }) => path.endsWith('-page.tsx'))
      .filter(({ text }) => {
        const places = order.map((pattern) => text.search(pattern)).filter((place) => place !== -1);
        return places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0));
      });
    expect(pathsOf(outOfOrder)).toEqual([]);
  });

  test('no effects, and nothing is inserted as HTML', () => {
    expect(withText(/\buseEffect\b/)).toEqual([]);
    expect(withText(/dangerouslySetInnerHTML|\binnerHTML\b|\beval\(/)).toEqual([]);
  });

  test(`no file is longer than ${MAX_LINES} lines or has a catch-all name`, () => {
    const long = sources.filter(({ path, text }) => !MADE.includes(path) && text.split('\n').length > MAX_LINES);
    expect(pathsOf(long)).toEqual([]);
    expect(withDrawerName(pathsOf(sources))).toEqual([]);
  });
});

const withDrawerName = (paths: string[]) =>
  paths.filter((path) => /(^|\/)(index|utils?|helpers?|common|types|components|hooks)(\.tsx?|\/)/.test(path));

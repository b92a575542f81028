import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DOMAINS } from '../../src/domains.ts';

/** The house rules that a machine can keep: who may import whom, where SQL stands, who writes which table. */
const root = join(import.meta.dirname, '../../src');

/** Composes the domains into programs; nobody imports it. */
const PROGRAMS = [
  'app.ts',
  'callers.ts',
  'domains.ts',
  'server.ts',
  'periodic.ts',
  'read-backlog.ts',
  'main.ts',
  'serve.ts',
  'schema',
  'demo',
  'cli',
  'verify',
];
/** `values` knows nothing but itself, `platform` nothing of tickets; `config` says what both are told. */
const MECHANISMS = ['values', 'platform', 'config'];
const MAX_LINES = 300;

interface Source {
  path: string;
  folder: string;
  text: string;
  /** Paths below src, or package names. */
  imports: string[];
}

const sources: Source[] = globSync('**/*.ts', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const imports = [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, name = '']) =>
      name.startsWith('.') ? normalize(join(dirname(path), name)) : name,
    );
    return { path, folder: path.split('/')[0] ?? '', text, imports };
  });

const domains: readonly string[] = DOMAINS;
const isDomain = (folder: string) => domains.includes(folder);
const folderOf = (path: string) => path.split('/')[0] ?? '';
const isEdge = ({ path }: Source) => /(^|\/)(routes|pages|\w*-?schemas)\.ts$|\/pages\//.test(path);
const isProgram = ({ path, folder }: Source) => PROGRAMS.includes(path) || PROGRAMS.includes(folder);

/** Every import of a source that breaks a rule, as readable lines: the failing test names them. */
const offending = (breaks: (source: Source, imported: string) => boolean) =>
  sources.flatMap((source) =>
    source.imports.filter((name) => breaks(source, name)).map((name) => `${source.path} → ${name}`),
  );

describe('architecture', () => {
  test('every folder is a domain, a mechanism or a program', () => {
    const folders = new Set(sources.filter(({ path }) => path.includes('/')).map(({ folder }) => folder));
    expect([...folders].filter((folder) => ![...DOMAINS, ...MECHANISMS, ...PROGRAMS].includes(folder))).toEqual([]);
  });

  test('mechanisms import no domain', () => {
    expect(
      offending(
        ({ folder, path }, name) =>
          MECHANISMS.includes(folder) && path !== 'config/config.ts' && isDomain(folderOf(name)),
      ),
    ).toEqual([]);
  });

  test('a domain imports only the domains before it, so there are no cycles', () => {
    const after = (folder: string, name: string) =>
      isDomain(folderOf(name)) && domains.indexOf(folderOf(name)) > domains.indexOf(folder);
    expect(
      offending((source, name) => isDomain(source.folder) && !isEdge(source) && after(source.folder, name)),
    ).toEqual([]);
  });

  test('nothing imports a program but another program', () => {
    const programs = new Set(sources.filter(isProgram).map(({ path }) => path));
    expect(offending((source, name) => !isProgram(source) && programs.has(name))).toEqual([]);
  });

  test('routes and pages are imported by app.ts alone', () => {
    const edge = (name: string) => isDomain(folderOf(name)) && /\/routes\.ts$|sandbox\/pages\.ts$/.test(name);
    expect(offending(({ path }, name) => path !== 'app.ts' && edge(name))).toEqual([]);
  });

  test('SQL stands in queries.ts, tables.sql, platform/database and the invariants alone', () => {
    const others = sources.filter(
      ({ path }) =>
        !path.endsWith('queries.ts') && !path.startsWith('platform/database/') && path !== 'orders/word-search.ts',
    );
    expect(others.filter(({ imports }) => imports.includes('sql-template-tag')).map(({ path }) => path)).toEqual([]);
    const files = globSync('**/*.sql', { cwd: root }).filter(
      (path) => !/^[\w-]+\/tables\.sql$|^schema\/migrations\//.test(path),
    );
    expect(files).toEqual(['verify/invariants.sql']);
  });

  test('only config.ts reads the environment', () => {
    expect(
      sources
        .filter(({ path, text }) => path !== 'config/config.ts' && text.includes('process.env'))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  test('nothing is exported that nobody imports', () => {
    const project = join(root, '../..');
    const paths = globSync('{server,dashboard,simulate,bench,e2e,scripts}/**/*.{ts,tsx,mjs}', {
      cwd: project,
      exclude: ['**/node_modules/**', '**/dist/**'],
    });
    const words = paths.map((path) => new Set(readFileSync(join(project, path), 'utf8').match(/\w+/g)));
    const users = (name: string) => words.filter((of) => of.has(name)).length;
    // Generated: every table is described, whoever needs it.
    const written = sources.filter(({ path }) => !path.endsWith('/tables.ts'));
    const exported = written.flatMap(({ path, text }) =>
      [...text.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)].map(([, name = '']) => ({
        path,
        name,
      })),
    );
    expect(exported.length).toBeGreaterThan(500);
    expect(exported.filter(({ name }) => users(name) < 2).map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
  });

  test(`no file is longer than ${MAX_LINES} lines, and none is a drawer`, () => {
    expect(sources.filter(({ text }) => text.split('\n').length > MAX_LINES).map(({ path }) => path)).toEqual([]);
    expect(
      sources
        .filter(({ path }) => /(^|\/)(index|utils?|helpers?|common|types)(\.ts|\/)/.test(path))
        .map(({ path }) => path),
    ).toEqual([]);
  });
});

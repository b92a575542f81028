import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DOMAINS } from '../../src/domains.ts';

/**
 * Rules of the code that a test can check: which folders import which, where SQL is, which domain writes which table.
 */
const root = join(import.meta.dirname, '../../src');

/** Files at the root of src and these folders compose the domains into programs. Only programs import them. */
const PROGRAM_FOLDERS = ['schema', 'cli', 'demo'];
/** A layer imports those before it. The domains have their own order, between `config` and the programs. */
const LAYERS: readonly string[] = ['values', 'platform', 'config', ...DOMAINS, 'program'];
/** The folders of `platform`, in the same order. */
const PLATFORM_ROOMS = [
  'refusals',
  'database',
  'logging',
  'metrics',
  'tracing',
  'lanes',
  'work',
  'replica',
  'files',
  'http',
];
const MAX_LINES = 300;
/** A list of routes may be long, so Biome's rule on the length of functions skips it. A handler may not be long. */
const MAX_HANDLER_LINES = 20;

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
    const imports = [...text.matchAll(/(?:from|import\(?)\s*'([^']+)'/g)].map(([, name = '']) =>
      name.startsWith('.') ? normalize(join(dirname(path), name)) : name,
    );
    return { path, folder: path.split('/')[0] ?? '', text, imports };
  });

const domains: readonly string[] = DOMAINS;
const isDomain = (folder: string) => domains.includes(folder);
const folderOf = (path: string) => path.split('/')[0] ?? '';
const isEdge = ({ path }: Source) => /(^|\/)(routes|pages|\w*-?schemas)\.ts$|\/pages\//.test(path);
const isProgram = (path: string) => !path.includes('/') || PROGRAM_FOLDERS.includes(folderOf(path));
const layerOf = (path: string) => LAYERS.indexOf(isProgram(path) ? 'program' : folderOf(path));
const platformRoomOf = (path: string) => (folderOf(path) === 'platform' ? (path.split('/')[1] ?? '') : undefined);
const paths = new Set(sources.map(({ path }) => path));

/** Every import of a source that breaks a rule, as readable lines: the failing test names them. */
const offending = (breaks: (source: Source, imported: string) => boolean) =>
  sources.flatMap((source) =>
    source.imports.filter((name) => breaks(source, name)).map((name) => `${source.path} → ${name}`),
  );

describe('architecture', () => {
  test('every folder has its place in the order of layers', () => {
    expect(sources.filter(({ path }) => layerOf(path) === -1).map(({ path }) => path)).toEqual([]);
    const rooms = new Set(sources.flatMap(({ path }) => platformRoomOf(path) ?? []));
    expect([...rooms].sort()).toEqual([...PLATFORM_ROOMS].sort());
  });

  test('nothing imports upwards: values, platform, config, the domains in order, programs', () => {
    const up = (source: Source, name: string) => paths.has(name) && layerOf(name) > layerOf(source.path);
    const between = (source: Source, name: string) => isEdge(source) && isDomain(folderOf(name));
    expect(offending((source, name) => up(source, name) && !between(source, name))).toEqual([]);
  });

  test('nothing in platform imports upwards', () => {
    expect(
      offending(({ path }, name) => {
        const [from, to] = [platformRoomOf(path), platformRoomOf(name)];
        return from !== undefined && to !== undefined && PLATFORM_ROOMS.indexOf(to) > PLATFORM_ROOMS.indexOf(from);
      }),
    ).toEqual([]);
  });

  test('only app.ts and dashboard-api.ts import routes and pages', () => {
    const WIRING = ['app.ts', 'dashboard-api.ts'];
    const edge = (name: string) => isDomain(folderOf(name)) && /\/routes\.ts$|sandbox\/pages\.ts$/.test(name);
    expect(offending(({ path }, name) => !WIRING.includes(path) && edge(name))).toEqual([]);
  });

  test('SQL is only in queries.ts, tables.sql, platform/database and the invariants', () => {
    const others = sources.filter(({ path }) => !path.endsWith('queries.ts') && !path.startsWith('platform/database/'));
    expect(others.filter(({ imports }) => imports.includes('sql-template-tag')).map(({ path }) => path)).toEqual([]);
    const files = globSync('**/*.sql', { cwd: root }).filter(
      (path) => !/^[\w-]+\/tables\.sql$|^schema\/migrations\//.test(path),
    );
    expect(files.filter((path) => !path.startsWith('verify/invariants/'))).toEqual([]);
  });

  test('only config.ts reads the environment', () => {
    expect(
      sources
        .filter(({ path, text }) => path !== 'config/config.ts' && text.includes('process.env'))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  test('every export is imported somewhere', () => {
    const project = join(root, '../..');
    const paths = globSync('{server,dashboard,simulate,bench,e2e,scripts}/**/*.{ts,tsx,mjs}', {
      cwd: project,
      exclude: ['**/node_modules/**', '**/dist*/**'],
    });
    const words = paths.map((path) => new Set(readFileSync(join(project, path), 'utf8').match(/\w+/g)));
    const users = (name: string) => words.filter((of) => of.has(name)).length;
    // Generated: every table is described, even if no code uses it.
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

  test('routes return their answer instead of sending it', () => {
    const sent = sources.filter(({ path, text }) => path.endsWith('routes.ts') && text.includes('.send({'));
    expect(sent.map(({ path }) => path)).toEqual([]);
  });

  test('no domain keeps state per process, only perDatabase or perStore', () => {
    const state = /^(?:export )?(?:let |const \w+ = new (?:Map|Set)(?:<.*>)?\(\);)/m;
    // The file of a thread may have state, because it is loaded once per thread.
    const inDomains = sources.filter(({ folder, path }) => isDomain(folder) && !path.endsWith('-thread.ts'));
    expect(inDomains.filter(({ text }) => state.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test(`no handler in a list of routes is longer than ${MAX_HANDLER_LINES} lines`, () => {
    const routes = sources.filter(({ path }) => path.endsWith('routes.ts'));
    const handlers = routes.flatMap(({ path, text }) =>
      [...text.matchAll(/^( +)(?:async )?\(.*=> \{\n([\s\S]*?)^\1\},?$/gm)].map(([, , body = '']) => ({ path, body })),
    );
    expect(handlers.length).toBeGreaterThan(40);
    const long = handlers.filter(({ body }) => body.split('\n').length > MAX_HANDLER_LINES);
    expect(long.map(({ path, body }) => `${path}: ${body.trim().split('\n')[0]}`)).toEqual([]);
  });

  test(`no file is longer than ${MAX_LINES} lines or has a catch-all name`, () => {
    expect(sources.filter(({ text }) => text.split('\n').length > MAX_LINES).map(({ path }) => path)).toEqual([]);
    expect(
      sources
        .filter(({ path }) => /(^|\/)(index|utils?|helpers?|common|types)(\.ts|\/)/.test(path))
        .map(({ path }) => path),
    ).toEqual([]);
  });
});

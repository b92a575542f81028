import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// For the test processes, which load the same modules again and again.
process.env.NODE_COMPILE_CACHE ??= 'node_modules/.cache/node';

const databaseTests = ['server/**/*.test.ts'];
/** Tests that need no database, or start and kill their own. */
const onceTests = ['**/*.once.test.ts', 'e2e/**/*.test.ts'];
/** One process with an embedded database for minutes. */
const simulation = ['simulate/**/*.test.ts'];
const elsewhere = ['**/node_modules/**'];
/**
 * Thousands of tests in one process: with V8's 16 MB for young objects it collects them a sixteenth of its time longer.
 */
const manyTests = ['--max-semi-space-size=64'];
/** Tests of what a cluster does not have. All others run there, without the single tests that say so themselves. */
const notOnCitus = [
  // Migrations run before the tables are placed, on one PostgreSQL.
  'server/src/platform/database/schema/migrate.test.ts',
  // They compare the whole catalog, in which Citus has objects of its own.
  'server/test/databases/{catalog,schema,schema-text}.test.ts',
  // The regular check does not run there.
  'server/src/verify/{check-changes,periodic-check}.test.ts',
  // They count rows or pages that are read, which a coordinator knows of itself alone.
  'server/src/**/*-cost.test.ts',
  // They read plans, and a coordinator plans only where a statement goes.
  'server/src/verify/plans.test.ts',
  'server/src/webhooks/delivery/claim-due-deliveries.test.ts',
  // Its orders are written by statements of the test over all nodes.
  'server/src/orders/word-search.test.ts',
];

const cores = availableParallelism();
/** They wait for a process, a browser or a clock. */
const waiting = { maxWorkers: 2 * cores, sequence: { groupOrder: 0 } };
/**
 * They keep a core busy, but for a fifth of their time: one worker more than cores fills that. Every worker compiles
 * the app and the embedded database for itself.
 */
const busy = { maxWorkers: cores + 1, sequence: { groupOrder: 1 } };

/** The same tests on both databases, and the rest once. One of them: `npx vitest run --project pglite`. */
export default defineConfig({
  test: {
    pool: 'forks',
    // Nothing is timed here: these only end what hangs, on a busy machine too.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: 'server/test/fixtures/same-cases.ts',
    // One process for all files of a worker: what a file would load again, the app and an embedded database, costs more
    // than most of its tests. No test replaces a module or leaves anything behind in one.
    isolate: false,
    // Node runs the TypeScript itself, as in production, and has it compiled already; no module here is mocked.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      {
        extends: true,
        test: {
          name: 'pglite',
          ...busy,
          include: databaseTests,
          exclude: [...elsewhere, ...onceTests],
          execArgv: manyTests,
          globalSetup: 'server/test/databases/global-setup-pglite.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          ...busy,
          include: databaseTests,
          exclude: [...elsewhere, ...onceTests],
          execArgv: manyTests,
          globalSetup: 'server/test/databases/global-setup-postgres.ts',
        },
      },
      // Only with a cluster: CITUS_URL is a database of its coordinator.
      ...(process.env.CITUS_URL
        ? [
            {
              extends: true as const,
              test: {
                name: 'citus',
                ...busy,
                include: databaseTests,
                exclude: [...elsewhere, ...onceTests, ...notOnCitus],
                globalSetup: 'server/test/databases/global-setup-citus.ts',
              },
            },
          ]
        : []),
      {
        extends: true,
        test: {
          // Vitest takes the projects in the order of their names: the longest files first, or two workers wait for
          // them at the end.
          name: 'long-simulation',
          ...waiting,
          include: simulation,
          exclude: elsewhere,
          globalSetup: 'server/test/databases/global-setup-postgres.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'once',
          ...waiting,
          include: onceTests,
          exclude: [...elsewhere, ...simulation],
          // As `server` of start-server.ts: each of many embedded databases is open for seconds.
          execArgv: ['--liftoff-only'],
          globalSetup: [
            'server/test/databases/global-setup-postgres.ts',
            'server/test/databases/global-setup-data-dirs.ts',
            'e2e/global-setup-build.ts',
          ],
        },
      },
    ],
  },
});

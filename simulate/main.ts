import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startPostgres } from '../server/test/databases/postgres-server.ts';
import { describeFailure, describeSummary } from './report.ts';
import { inMemoryDatabases, openPostgresRun, type RunDatabase } from './run-databases.ts';
import { simulate } from './simulate.ts';

const HELP = `Simulates on-sales: many buyers, servers that crash, payments that fail, days in seconds. Then looks whether everything
that must be true is. Exit code 1 when it is not.

  npm run simulate -- [--seed N] [--buyers M] [--runs K] [--postgres] [--print]

  --seed N     the same seed is the same history; a random one when it is not given
  --buyers M   of one run; 2000 when it is not given
  --runs K     runs of the seeds N, N + 1, …; 1 when it is not given
  --postgres   on a PostgreSQL that is started for it. There the seed chooses what happens, not in which order
  --print      the history, as it happens
`;

/** Small, so that it is easy to say and copy. */
const SEEDS = 1_000_000;

const values = parseWords();

if (values.help) process.stdout.write(HELP);
else process.exitCode = (await runAll()) ? 0 : 1;

/** @returns whether every invariant held in every run */
async function runAll(): Promise<boolean> {
  const [seed, buyers, runs] = [whole('seed', 0), whole('buyers', 1), whole('runs', 1)];
  const { open, close } = await databases();
  try {
    for (let run = seed; run < seed + runs; run++) if (!(await runOne(run, buyers, open))) return false;
    return true;
  } finally {
    await close();
  }
}

async function runOne(seed: number, buyers: number, open: () => Promise<RunDatabase>): Promise<boolean> {
  process.stdout.write(`seed ${seed}, ${buyers} buyers\n`);
  const startedMs = performance.now();
  const { close, ...database } = await open();
  const print = values.print ? (line: string) => console.log(line) : undefined;
  const outcome = await simulate({ ...database, seed, buyers, print });
  await close();
  const seconds = (performance.now() - startedMs) / 1_000;
  const again = `npm run simulate -- --seed ${seed} --buyers ${buyers}${values.postgres ? ' --postgres' : ''}`;
  process.stdout.write('violation' in outcome ? describeFailure(outcome, again) : describeSummary(outcome, seconds));
  return !('violation' in outcome);
}

function parseWords() {
  const options = {
    seed: { type: 'string', default: String(randomInt(SEEDS)) },
    buyers: { type: 'string', default: '2000' },
    runs: { type: 'string', default: '1' },
    postgres: { type: 'boolean', default: false },
    print: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

async function databases(): Promise<{ open: () => Promise<RunDatabase>; close(): Promise<void> }> {
  if (!values.postgres) return { open: await inMemoryDatabases(), close: async () => {} };
  const server = await startPostgres({ fsync: false });
  let count = 0;
  return {
    open: async () => openPostgresRun(await server.createDatabase(`simulation_${++count}`)),
    close: () => server.stop(),
  };
}

function whole(name: 'seed' | 'buyers' | 'runs', least: number): number {
  const value = Number(values[name]);
  if (Number.isSafeInteger(value) && value >= least) return value;
  return refuse(`--${name} must be an integer of at least ${least}`);
}

function refuse(reason: string): never {
  process.stderr.write(`${reason}\n\n${HELP}`);
  process.exit(2);
}

import { inMemoryDatabases, type RunDatabase } from './run-databases.ts';
import { type Failure, type Settings, type Success, simulate } from './simulate.ts';

/** Number of buyers in runs that must find something. */
export const FEW_BUYERS = 40;
/** Timeout of several runs in one test, on a busy machine. */
export const RUNS_TIMEOUT_MS = 600_000;

const openInMemory = await inMemoryDatabases();

/** One simulation on a database of its own. */
export async function runOnce(
  settings: Pick<Settings, 'seed' | 'buyers' | 'afterSales' | 'sabotaged'>,
  open: () => Promise<RunDatabase> = openInMemory,
): Promise<Success | Failure> {
  const { close, ...database } = await open();
  const outcome = await simulate({ ...database, ...settings });
  await close();
  return outcome;
}

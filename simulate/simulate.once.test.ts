import { describe, expect, test } from 'vitest';
import { createPostgresDatabase } from '../server/test/databases/test-database.ts';
import { describeFailure } from './report.ts';
import { openPostgresRun } from './run-databases.ts';
import { FEW_BUYERS, RUNS_TIMEOUT_MS, runOnce } from './run-once.ts';
import type { Failure, Success } from './simulate.ts';

/** As property tests, these ask the same in every run. For others: `npm run simulate`. */
const SEED = 7;
const BUYERS = 80;
/** Number of buyers in runs of which only the digests are compared. */
const FEWEST_BUYERS = 20;

/** Fails with everything needed to repeat the run. */
function expectAllTrue(outcome: Success | Failure) {
  const again = `npm run simulate -- --seed ${SEED} --buyers ${BUYERS}`;
  if ('violation' in outcome) throw new Error(describeFailure(outcome, again));
  expect(outcome.summary.orders).toBeGreaterThan(0);
}

describe('an on-sale', () => {
  test('breaks no invariant', async () => {
    expectAllTrue(await runOnce({ seed: SEED, buyers: BUYERS }));
  });

  test(
    'is identical with the same seed, and different with another',
    async () => {
      const digests = [];
      for (const seed of [SEED, SEED, SEED + 1]) {
        const outcome = await runOnce({ seed, buyers: FEWEST_BUYERS });
        digests.push('digest' in outcome ? outcome.digest : outcome.violation);
      }
      expect(digests[1]).toBe(digests[0]);
      expect(digests[2]).not.toBe(digests[0]);
    },
    RUNS_TIMEOUT_MS,
  );

  test('breaks no invariant on PostgreSQL, where statements of transactions interleave', async () => {
    const outcome = await runOnce({ seed: SEED, buyers: FEW_BUYERS }, async () =>
      openPostgresRun(await createPostgresDatabase({ migrated: false })),
    );
    expectAllTrue(outcome);
  });
});

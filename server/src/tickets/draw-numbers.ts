import { violatedConstraint } from '../platform/database/database.ts';

/** A number of 49 bits that is taken five times in a row is a bug, not chance. */
const MOST_DRAWS = 5;

/**
 * Runs a transaction that draws ticket numbers, and runs it again with other numbers when one of them was taken.
 * @throws what `transaction` throws otherwise, or after the last draw
 */
export async function drawNumbers<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let draw = 1; ; draw++) {
    try {
      return await transaction();
    } catch (error) {
      if (violatedConstraint(error) !== 'tickets_one_number' || draw === MOST_DRAWS) throw error;
    }
  }
}

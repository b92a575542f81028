import { violatedConstraint } from '../platform/database/database.ts';

/** A number of 49 bits that is taken five times in a row is a bug, not chance. */
const MAX_ATTEMPTS = 5;

/**
 * Runs a transaction that draws random ticket numbers, and repeats it with other numbers when one is taken.
 * @throws the error of the last attempt, and any other error at once
 */
export async function retryOnNumberCollision<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (violatedConstraint(error) !== 'tickets_one_number' || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

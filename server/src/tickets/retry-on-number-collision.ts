import { violatedConstraint } from '../platform/database/database.ts';

/** A number of 39 bits or more that is taken five times in a row is a bug, not chance. */
const MAX_ATTEMPTS = 5;

/** The constraints of ticket and order numbers; and of mails of a message, which may reach an address meanwhile. */
const ONE_NUMBER = ['tickets_one_number', 'orders_one_number', 'mails_one_per_message'];

/**
 * Runs a transaction that draws random numbers of tickets or orders, and repeats it with other numbers when one is
 * taken. A transaction that moves mails to an address is repeated, too, when a message was sent there meanwhile.
 * @throws the error of the last attempt, and any other error at once
 */
export async function retryOnNumberCollision<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (!ONE_NUMBER.includes(violatedConstraint(error) ?? '') || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

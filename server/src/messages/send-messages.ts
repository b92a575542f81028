import { countUntriedMails } from '../mail/queries.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { throwErrors } from '../platform/work/throw-errors.ts';
import type { Uuid } from '../values/uuid.ts';
import { recordMailsOf } from './audience-queries.ts';
import { dayOf, MAX_MAILS_PER_DAY } from './message.ts';
import { type DueMessage, listDueMessages, lockAllowance, useAllowance } from './queries.ts';
import {
  listTicketsAhead,
  lockCheckoutsOf,
  lockSending,
  markSending,
  markSent,
  type Sending,
  saveStep,
} from './step-queries.ts';

const MESSAGES_PER_PAGE = 100;
/** A step takes the database some 30 ms. */
export const TICKETS_PER_STEP = 250;
/** The buyer and the attendee of a ticket. */
const MOST_PER_TICKET = 2;
/** With fewer left no ticket can be taken. */
const USED_UP_AT = MAX_MAILS_PER_DAY - MOST_PER_TICKET + 1;
/**
 * Mails of a message that wait for their first try: a few minutes of work for a mail server. With more in the queue a
 * person who unsubscribes meanwhile, or an organization with a small message, would gain nothing.
 */
const MAX_UNTRIED = 1_000;

/**
 * Records the next mails of all messages that are due: a step of each, which is a transaction of its own. Any number of
 * instances may run this at once, and any of them may crash: the position moves in the transaction that records the
 * mails, and one address gets one mail of a message.
 *
 * A person who has a ticket when a message begins to be sent, and still when their step comes, gets it. A person who
 * buys while it is being sent may get it.
 * @returns the number of mails @throws all errors, after all other messages had their step
 */
export async function sendMessages(db: Database, now: Date): Promise<number> {
  const errors: unknown[] = [];
  let mails = 0;
  for (let after: DueMessage | undefined; ; ) {
    const due = await listDueMessages(db, { now, after, most: MESSAGES_PER_PAGE, usedUpAt: USED_UP_AT });
    for (const message of due)
      await db
        .transaction((tx) => takeStep(tx, message, now))
        .then((recorded) => {
          mails += recorded;
        })
        .catch((error) => errors.push(error));
    after = due.at(-1);
    if (due.length < MESSAGES_PER_PAGE) break;
  }
  throwErrors(errors);
  return mails;
}

/** @returns the number of mails that were recorded */
async function takeStep(
  tx: Tx,
  { organizationId, id }: { organizationId: Uuid; id: Uuid },
  now: Date,
): Promise<number> {
  const message = await lockSending(tx, { organizationId, id, now });
  if (!message) return 0;
  const allowance = await lockAllowance(tx, organizationId, dayOf(now));
  const untried = await countUntriedMails(tx, { organizationId, messageId: id, most: MAX_UNTRIED });
  const room = Math.floor(Math.min(MAX_MAILS_PER_DAY - allowance.mails, MAX_UNTRIED - untried) / MOST_PER_TICKET);
  const limit = Math.min(TICKETS_PER_STEP, room);
  if (limit <= 0) {
    markSending(tx, message);
    return 0;
  }
  return recordStep(tx, message, limit, now);
}

async function recordStep(tx: Tx, message: Sending, limit: number, now: Date): Promise<number> {
  const { organizationId } = message;
  const tickets = await listTicketsAhead(tx, message, limit);
  const last = tickets.at(-1);
  if (!last) {
    markSent(tx, message, now);
    return 0;
  }
  await lockCheckoutsOf(tx, organizationId, [...new Set(tickets.map(({ orderId }) => orderId))]);
  const ticketIds = tickets.map(({ ticketId }) => ticketId);
  const { mails, leftOut } = await recordMailsOf(tx, message, ticketIds, now);
  useAllowance(tx, organizationId, { mails });
  saveStep(tx, message, { after: last, mails, leftOut });
  return mails;
}

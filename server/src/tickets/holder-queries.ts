import sql, { raw } from 'sql-template-tag';
import type { Attendee } from '../checkouts/attendee.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';

export interface HolderChange {
  organizationId: Uuid;
  orderId: Uuid;
  ticketId: Uuid;
  attendee: Attendee;
  now: Date;
}

/** The place of the ticket among the attendees of its checkout. */
interface ChangedTicket {
  checkoutId: Uuid;
  position: number;
}

/** Names another attendee of a valid ticket that the buyer has kept. @returns undefined when it was not */
export const saveAttendee = (tx: Tx, change: HolderChange): Promise<ChangedTicket | undefined> =>
  changeHolder(tx, change, sql`t.passed_on = 0`, raw(''));

/**
 * Gives a valid ticket to a new holder, with a new number and revision, which voids the old number, codes and links.
 * @returns undefined when it was not valid, or had been passed on `most` times
 * @throws a violation of `tickets_one_number` when the number is taken: the caller repeats the transaction
 */
export const savePassedOn = (
  tx: Tx,
  { number, most, ...change }: HolderChange & { number: string; most: number },
): Promise<ChangedTicket | undefined> =>
  changeHolder(
    tx,
    change,
    sql`t.passed_on < ${most}`,
    sql`, passed_on = t.passed_on + 1, revision = t.revision + 1, ticket_number = ${number}`,
  );

async function changeHolder(
  tx: Tx,
  { organizationId, orderId, ticketId, attendee, now }: HolderChange,
  condition: ReturnType<typeof sql>,
  more: ReturnType<typeof sql>,
): Promise<ChangedTicket | undefined> {
  const [row] = await tx.query<ChangedTicket>(sql`
    update tickets t
       set attendee_name = ${attendee.name}, attendee_email = ${attendee.email}, attendee_changed_at = ${now},
           changed_at = ${now} ${more}
      from orders o
     where t.organization_id = ${organizationId} and t.id = ${ticketId} and t.order_id = ${orderId}
       and t.status = 'valid' and ${condition} and o.organization_id = t.organization_id and o.id = t.order_id
    returning o.checkout_id, t.position`);
  return row && { checkoutId: row.checkoutId, position: row.position };
}

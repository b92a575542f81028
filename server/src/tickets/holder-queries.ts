import sql, { raw } from 'sql-template-tag';
import type { Attendee } from '../checkouts/attendee.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';

export interface HolderChange {
  organizationId: Uuid;
  orderId: Uuid;
  ticketId: Uuid;
  attendee: Attendee;
  /** Revision of the ticket as the buyer saw it: a link that was void meanwhile changes nothing. */
  revision: number;
  now: Date;
}

/**
 * Names another attendee of a valid ticket that the buyer has kept. @returns its place among the attendees of its
 * checkout; undefined when it was not, or has another revision
 */
export const saveAttendee = (tx: Tx, change: HolderChange): Promise<number | undefined> =>
  changeHolder(tx, change, sql`t.passed_on = 0`, raw(''));

/**
 * Gives a valid ticket to a new holder, with a new number and revision, which voids the old number, codes and links.
 * @returns its place among the attendees of its checkout; undefined when it was not valid, had been passed on `most`
 * times, or has another revision
 * @throws a violation of `tickets_one_number` when the number is taken: the caller repeats the transaction
 */
export const savePassedOn = (
  tx: Tx,
  { number, most, ...change }: HolderChange & { number: string; most: number },
): Promise<number | undefined> =>
  changeHolder(
    tx,
    change,
    sql`t.passed_on < ${most}`,
    sql`, passed_on = t.passed_on + 1, revision = t.revision + 1, ticket_number = ${number}`,
  );

async function changeHolder(
  tx: Tx,
  { organizationId, orderId, ticketId, attendee, revision, now }: HolderChange,
  condition: ReturnType<typeof sql>,
  more: ReturnType<typeof sql>,
): Promise<number | undefined> {
  const [row] = await tx.query<{ position: number }>(sql`
    update tickets t
       set attendee_name = ${attendee.name}, attendee_email = ${attendee.email}, attendee_changed_at = ${now},
           changed_at = ${now} ${more}
     where t.organization_id = ${organizationId} and t.id = ${ticketId} and t.order_id = ${orderId}
       and t.status = 'valid' and t.revision = ${revision} and ${condition}
    returning t.position`);
  return row?.position;
}

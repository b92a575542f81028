import assert from 'node:assert';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { insertMessageMails } from '../mail/queries.ts';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { attendeeGetsMail } from '../tickets/mails/queries.ts';
import { ERASED_EMAIL } from '../values/erased.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Audience } from './message.ts';
import type { Sending } from './step-queries.ts';

/**
 * Condition on `tickets t` of `ticket_tiers r`: the audience has them. Add-ons are never checked in, so they count only
 * when the audience is not limited by check-in.
 */
const isChosen = ({ tierIds, checkedIn }: Audience): Sql => sql`
  t.status <> 'refunded' ${tierIds === null ? empty : sql`and t.tier_id = any(${tierIds}::uuid[])`}
  ${checkedIn === null ? empty : sql`and (t.status = 'used') = ${checkedIn} and r.admission`}`;

/**
 * The addresses of the audience among the tickets that meet `condition` on `tickets t`, possibly several times: the
 * buyer, unless the ticket was passed on, and the attendee with an address of their own, unless the order was free and
 * its buyer has not confirmed the attendees. The row of a buyer comes before those of attendees.
 */
const recipientsAmong = (condition: Sql, audience: Audience): Sql => sql`
  select p.recipient, o.id as order_id, p.ticket_id, u.email is not null as is_left_out
    from tickets t
    join ticket_tiers r on r.organization_id = t.organization_id and r.event_id = t.event_id and r.id = t.tier_id
    join orders o on o.organization_id = t.organization_id and o.id = t.order_id
   cross join lateral (values
     (o.customer_email, null::uuid, t.passed_on = 0),
     (t.attendee_email, t.id, t.attendee_email is not null and ${attendeeGetsMail})
   ) as p (recipient, ticket_id, is_meant)
    left join message_unsubscribes u on u.organization_id = t.organization_id and u.email = lower(p.recipient)
   where ${condition} and ${isChosen(audience)} and p.is_meant and p.recipient <> ${raw(`'${ERASED_EMAIL}'`)}
   order by p.ticket_id nulls first`;

/** How many addresses a message to this audience goes to now, and how many want none. */
export async function countRecipients(
  db: Queryable,
  { organizationId, eventId, audience }: { organizationId: Uuid; eventId: Uuid; audience: Audience },
): Promise<{ recipients: number; leftOut: number }> {
  const ofEvent = sql`t.organization_id = ${organizationId} and t.event_id = ${eventId}`;
  const [row] = await db.query<{ recipients: number; leftOut: number }>(sql`
    select count(*) filter (where not is_left_out) as recipients, count(*) filter (where is_left_out) as left_out
      from (select distinct lower(recipient), is_left_out from (${recipientsAmong(ofEvent, audience)}) r) a`);
  assert(row, 'an aggregate has one row');
  return row;
}

/** Records the mails of a message to the audience among these tickets. Their checkouts are locked. */
export const recordMailsOf = (
  tx: Tx,
  { organizationId, id: messageId, ...audience }: Sending,
  ticketIds: Uuid[],
  now: Date,
): Promise<{ mails: number; leftOut: number }> =>
  insertMessageMails(
    tx,
    recipientsAmong(sql`t.organization_id = ${organizationId} and t.id = any(${ticketIds}::uuid[])`, audience),
    { organizationId, messageId, now },
  );

import sql, { raw } from 'sql-template-tag';
import { type Queryable, type Tx, write } from '../platform/database/database.ts';
import { newIdAt } from '../platform/database/new-id.ts';
import { offset, type Page } from '../platform/http/contract/pagination.ts';
import { notFound } from '../platform/refusals/errors.ts';
import type { Uuid } from '../values/uuid.ts';
import type { AccountMailKind, EventFacts, Mail, MailDetails, MailKind, MailStatus } from './mail.ts';

/** Somebody waits for it. */
const PERSONAL = 0;
/** To everybody of an event: behind those that somebody waits for. */
const BULK = 1;
const BULK_KINDS: readonly MailKind[] = ['event_cancelled', 'event_changed'];

/** To who comes with the ticket, where that is known and the mail is about one ticket; else to the order's buyer. */
export function insertMails(
  tx: Tx,
  organizationId: Uuid,
  mails: { id: Uuid; kind: MailKind; orderId: Uuid; ticketId?: Uuid; details: object }[],
  now: Date,
) {
  write(
    tx,
    sql`
    insert into mails (organization_id, id, kind, priority, recipient, order_id, ticket_id, details, status,
      next_attempt_at, created_at)
    select ${organizationId}, n.id, n.kind, n.priority,
           coalesce((select attendee_email from tickets t
                      where t.organization_id = ${organizationId} and t.id = n.ticket_id), o.customer_email), n.order_id, n.ticket_id, n.details::jsonb,
           'pending', ${now}, ${now}
      from unnest(${mails.map((m) => m.id)}::uuid[], ${mails.map((m) => m.kind)}::text[],
                  ${mails.map((m) => (BULK_KINDS.includes(m.kind) ? BULK : PERSONAL))}::int[],
                  ${mails.map((m) => m.orderId)}::uuid[], ${mails.map((m) => m.ticketId ?? null)}::uuid[],
                  ${mails.map((m) => JSON.stringify(m.details))}::text[])
             as n (id, kind, priority, order_id, ticket_id, details)
      join orders o on o.organization_id = ${organizationId} and o.id = n.order_id`,
  );
}

/** One for each of these tickets whose holder has an address of their own. */
export function insertAttendeeMails(
  tx: Tx,
  organizationId: Uuid,
  { kind, ticketIds, details }: { kind: MailKind; ticketIds: Uuid[]; details: object },
  now: Date,
) {
  write(
    tx,
    sql`
    insert into mails (organization_id, id, kind, priority, recipient, order_id, ticket_id, details, status,
      next_attempt_at, created_at)
    select ${organizationId}, ${newIdAt(now)}, ${kind}, ${PERSONAL}::int, t.attendee_email, t.order_id, t.id,
           ${details}::jsonb, 'pending', ${now}, ${now}
      from tickets t
      join orders o on o.organization_id = t.organization_id and o.id = t.order_id
     where t.organization_id = ${organizationId} and t.id = any(${ticketIds}::uuid[])
       and lower(t.attendee_email) <> lower(o.customer_email)`,
  );
}

/** One for each of their addresses in an order. The money goes to the buyer, who is told how much. */
export function insertCancelledMails(tx: Tx, organizationId: Uuid, ticketIds: Uuid[], now: Date) {
  write(
    tx,
    sql`
    insert into mails (organization_id, id, kind, priority, recipient, order_id, ticket_id, details, status,
      next_attempt_at, created_at)
    select ${organizationId}, ${newIdAt(now)}, 'event_cancelled', ${BULK}::int, theirs.recipient, theirs.order_id,
           theirs.first, jsonb_build_object('tickets', theirs.tickets, 'amount_centavos', 0), 'pending', ${now}, ${now}
      from (
        select t.order_id, count(*) as tickets,
               (array_agg(t.attendee_email order by t.ticket_number))[1] as recipient,
               (array_agg(t.id order by t.ticket_number))[1] as first
          from tickets t
          join orders o on o.organization_id = t.organization_id and o.id = t.order_id
         where t.organization_id = ${organizationId} and t.id = any(${ticketIds}::uuid[])
           and lower(t.attendee_email) <> lower(o.customer_email)
         group by t.order_id, lower(t.attendee_email)) theirs`,
  );
}

/** One each that nobody has begun to write: a change that follows goes into it. The statement sees the valid tickets. */
export function insertChangeMails(
  tx: Tx,
  change: { organizationId: Uuid; eventId: Uuid; before: EventFacts; dueAt: Date; now: Date },
) {
  const { organizationId, eventId, before, dueAt, now } = change;
  write(
    tx,
    sql`
    insert into mails (organization_id, id, kind, priority, recipient, order_id, ticket_id, details, status,
      next_attempt_at, created_at)
    select ${organizationId}, ${newIdAt(now)}, 'event_changed', ${BULK}::int, told.recipient, told.order_id,
           told.ticket_id, ${before}::jsonb, 'pending', ${dueAt}, ${now}
      from (
        select o.id as order_id, o.customer_email as recipient, null::uuid as ticket_id from orders o
         where o.organization_id = ${organizationId} and o.event_id = ${eventId}
           and exists (select 1 from tickets t
                        where t.organization_id = o.organization_id and t.order_id = o.id and t.status = 'valid')
        union all
        select * from (
          select distinct on (o.id, lower(t.attendee_email)) o.id, t.attendee_email, t.id from tickets t
            join orders o on o.organization_id = t.organization_id and o.id = t.order_id
           where t.organization_id = ${organizationId} and t.event_id = ${eventId} and t.status = 'valid'
             and lower(t.attendee_email) <> lower(o.customer_email)
           order by o.id, lower(t.attendee_email), t.ticket_number) attendees) told
    on conflict (organization_id, order_id, recipient)
      where kind = 'event_changed' and status = 'pending' and attempts = 0 do nothing`,
  );
}

export function insertMoneyBackMail(
  tx: Tx,
  mail: { organizationId: Uuid; id: Uuid; checkoutId: Uuid; details: MailDetails['money_back']; now: Date },
) {
  const { organizationId, id, checkoutId, details, now } = mail;
  write(
    tx,
    sql`
    insert into mails (organization_id, id, kind, priority, recipient, checkout_id, details, status, next_attempt_at,
      created_at)
    select ${organizationId}, ${id}, 'money_back', ${PERSONAL}::int, c.customer_email, c.id, ${details}::jsonb, 'pending',
           ${now}, ${now}
      from checkouts c where c.organization_id = ${organizationId} and c.id = ${checkoutId}`,
  );
}

/** To an address that the row says: there is no order to ask. */
export async function insertAccountMail(
  tx: Queryable,
  mail: { organizationId: Uuid; id: Uuid; kind: AccountMailKind; recipient: string; details: object; now: Date },
) {
  const { organizationId, id, kind, recipient, details, now } = mail;
  await tx.query(sql`
    insert into mails (organization_id, id, kind, priority, recipient, details, status, next_attempt_at, created_at)
    values (${organizationId}, ${id}, ${kind}, ${PERSONAL}::int, ${recipient}, ${details}::jsonb, 'pending', ${now}, ${now})`);
}

interface MailRow {
  id: Uuid;
  kind: Mail['kind'];
  ticket_id: Uuid | null;
  recipient: string;
  status: MailStatus;
  attempts: number;
  failure_reason: string | null;
  created_at: Date;
  sent_at: Date | null;
}

const mailColumns = raw('id, kind, ticket_id, recipient, status, attempts, failure_reason, created_at, sent_at');

const mailFrom = (row: MailRow): Mail => ({
  id: row.id,
  kind: row.kind,
  ticketId: row.ticket_id,
  recipient: row.recipient,
  status: row.status,
  attempts: row.attempts,
  failureReason: row.failure_reason,
  createdAt: row.created_at,
  sentAt: row.sent_at,
});

/** Newest first. */
export async function listMails(db: Queryable, organizationId: Uuid, orderId: Uuid, page: Page) {
  const asked = sql`organization_id = ${organizationId} and order_id = ${orderId}`;
  const [rows, totals] = await Promise.all([
    db.query<MailRow>(sql`
      select ${mailColumns} from mails
       where ${asked} order by created_at desc, id desc limit ${page.perPage} offset ${offset(page)}`),
    db.query<{ total: number }>(sql`select count(*) as total from mails where ${asked}`),
  ]);
  return { mails: rows.map(mailFrom), total: totals[0]?.total ?? 0 };
}

/** @throws ApiError 404 */
export async function getMail(db: Queryable, organizationId: Uuid, mailId: Uuid): Promise<Mail> {
  const [row] = await db.query<MailRow>(sql`
    select ${mailColumns} from mails where organization_id = ${organizationId} and id = ${mailId}`);
  if (!row) throw notFound('Mail');
  return mailFrom(row);
}

/** How many of the order's tickets admit. @throws ApiError 404 when the organization has no such order */
export async function countValidTickets(db: Queryable, organizationId: Uuid, orderId: Uuid): Promise<number> {
  const [row] = await db.query<{ valid: number }>(sql`
    select (select count(*) from tickets t
             where t.organization_id = o.organization_id and t.order_id = o.id and t.status = 'valid') as valid
      from orders o where o.organization_id = ${organizationId} and o.id = ${orderId}`);
  if (!row) throw notFound('Order');
  return row.valid;
}

/** @throws ApiError 404 */
export async function getStateOfTicket(db: Queryable, organizationId: Uuid, ticketId: Uuid) {
  const [row] = await db.query<{ order_id: Uuid; status: string }>(sql`
    select order_id, status from tickets where organization_id = ${organizationId} and id = ${ticketId}`);
  if (!row) throw notFound('Ticket');
  return { orderId: row.order_id, status: row.status };
}

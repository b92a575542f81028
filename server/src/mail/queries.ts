import assert from 'node:assert';
import sql, { raw, type Sql } from 'sql-template-tag';
import { type Queryable, type Tx, write } from '../platform/database/database.ts';
import { newIdAt } from '../platform/database/new-id.ts';
import { readPage } from '../platform/database/read-page.ts';
import { columns, insertAllInto } from '../platform/database/table.ts';
import { offset, type Page } from '../platform/http/contract/pagination.ts';
import { ERASED_EMAIL } from '../values/erased.ts';
import type { Uuid } from '../values/uuid.ts';
import { LAST_MAIL_KINDS, type Mail, type MailKind, type MailStatus } from './mail.ts';
import { mailsTable } from './tables.ts';

/** Its recipient is waiting for it. */
const PERSONAL = 0;
/** To all buyers of an event: sent after personal mails. */
const BULK = 1;
/** Messages of organizers: sent after everything else. */
export const MESSAGES = 2;
export const BEFORE_MESSAGES = [PERSONAL, BULK] as const;
/** Why a mail was not sent, as the organizer reads it. */
const UNSUBSCRIBED = 'The recipient wants no messages of the organizer.';

const BULK_KINDS: readonly MailKind[] = ['event_cancelled', 'event_changed'];

interface RecordedMail {
  id: Uuid;
  kind: MailKind;
  recipient: string;
  orderId: Uuid | null;
  ticketId: Uuid | null;
  /** Instead of an order: the checkout of a payment that bought nothing, or of an offer. */
  checkoutId: Uuid | null;
  details: object;
}

export function insertMails(tx: Tx, organizationId: Uuid, mails: RecordedMail[], now: Date) {
  const rows = mails.map((mail) => ({
    ...mail,
    priority: priorityOf(mail.kind),
    details: JSON.stringify(mail.details),
  }));
  write(tx, insertAllInto(mailsTable, { organizationId, status: 'pending', nextAttemptAt: now, createdAt: now }, rows));
}

const priorityOf = (kind: MailKind) => (BULK_KINDS.includes(kind) ? BULK : PERSONAL);

/**
 * Inserts one mail per row of `recipients`: recipient, order_id, ticket_id, details. If a mail about an earlier change
 * of the event still waits and cannot have arrived, that mail is kept and no other is added.
 */
export function insertMailsTo(
  tx: Tx,
  recipients: Sql,
  { organizationId, kind, dueAt, now }: { organizationId: Uuid; kind: MailKind; dueAt: Date; now: Date },
) {
  write(
    tx,
    sql`
    insert into mails (organization_id, id, kind, priority, recipient, order_id, ticket_id, details, status,
      next_attempt_at, created_at)
    select ${organizationId}, ${newIdAt(now)}, ${kind}, ${priorityOf(kind)}::int, r.recipient, r.order_id, r.ticket_id,
           r.details, 'pending', ${dueAt}, ${now}
      from (${recipients}) r
    on conflict (organization_id, order_id, recipient)
      where kind = 'event_changed' and status = 'pending' and attempts = refusals do nothing`,
  );
}

/**
 * Inserts one mail of a message per row of `recipients`: recipient, order_id, ticket_id, is_left_out. An address that
 * has a mail of this message already gets no other. Mails to people who are left out are recorded as dropped.
 * @returns how many there are of each
 */
export async function insertMessageMails(
  tx: Tx,
  recipients: Sql,
  { organizationId, messageId, now }: { organizationId: Uuid; messageId: Uuid; now: Date },
): Promise<{ mails: number; leftOut: number }> {
  const rows = await tx.query<{ status: MailStatus }>(sql`
    insert into mails (organization_id, id, kind, priority, recipient, order_id, ticket_id, message_id, details, status,
      next_attempt_at, failure_reason, created_at)
    select ${organizationId}, ${newIdAt(now)}, 'message', ${MESSAGES}::int, r.recipient, r.order_id, r.ticket_id,
           ${messageId}, '{}', case when r.is_left_out then 'dropped' else 'pending' end,
           case when not r.is_left_out then ${now}::timestamptz end,
           case when r.is_left_out then ${UNSUBSCRIBED}::text end, ${now}
      from (${recipients}) r
    on conflict (organization_id, message_id, lower(recipient))
      where message_id is not null and recipient <> 'erased@erased.invalid' do nothing
    returning status`);
  const leftOut = rows.filter(({ status }) => status === 'dropped').length;
  return { mails: rows.length - leftOut, leftOut };
}

/** Condition: the mail `alias` of a message was dropped when it was recorded, not later. */
export const wasLeftOut = (alias: string): Sql => sql`(
  ${raw(alias)}.status = 'dropped' and ${raw(alias)}.attempts = 0
  and ${raw(alias)}.failure_reason is not distinct from ${UNSUBSCRIBED}::text)`;

/** @returns the number of mails of a message that were not tried yet, `most` at most */
export async function countUntriedMails(
  tx: Tx,
  { organizationId, messageId, most }: { organizationId: Uuid; messageId: Uuid; most: number },
): Promise<number> {
  const [row] = await tx.query<{ untried: number }>(sql`
    select count(*) as untried from (
      select 1 from mails
       where organization_id = ${organizationId} and message_id = ${messageId} and status = 'pending' and attempts = 0
       limit ${most}) m`);
  return row?.untried ?? 0;
}

/** Sending takes none of them until the transaction ends: those to a guest are changed or dropped by then. */
export async function lockMailsOfTicket(
  tx: Tx,
  { organizationId, orderId, ticketId }: { organizationId: Uuid; orderId: Uuid; ticketId: Uuid },
) {
  await tx.query(sql`
    select 1 from mails
     where organization_id = ${organizationId} and order_id = ${orderId} and ticket_id = ${ticketId}
     order by id for update`);
}

const FORGOTTEN = sql`
  recipient = ${ERASED_EMAIL}, next_attempt_at = null,
  status = case when status = 'pending' then 'dropped' else status end`;

/**
 * The holder of a ticket changed: mails to earlier guests about it lose their address, and waiting ones are dropped. A
 * former guest has no other connection to the order, so that an erasure of their data would not find these.
 * @returns ids of the mails
 */
export async function forgetRecipients(
  tx: Tx,
  {
    organizationId,
    orderId,
    ticketId,
    except,
  }: { organizationId: Uuid; orderId: Uuid; ticketId: Uuid; except: string[] },
): Promise<Uuid[]> {
  const rows = await tx.query<{ id: Uuid }>(sql`
    update mails set ${FORGOTTEN}
     where organization_id = ${organizationId} and order_id = ${orderId} and ticket_id = ${ticketId}
       and kind <> all(${LAST_MAIL_KINDS}::text[]) and lower(recipient) <> all(${except.map((address) => address.toLowerCase())}::text[])
    returning id`);
  return rows.map(({ id }) => id);
}

/**
 * The buyer of an order has another address: mails that wait for the former one are recorded again for the new one, but
 * those of `replaced` kinds, which the caller records. All mails to the former one lose their address, as
 * `forgetRecipients` says. One that is being sent just now may reach both. @returns ids of the forgotten mails
 */
export async function moveMailsOfBuyer(
  tx: Tx,
  {
    organizationId,
    orderId,
    checkoutId,
    from,
    to,
    replaced,
    now,
  }: {
    organizationId: Uuid;
    orderId: Uuid;
    checkoutId: Uuid;
    from: string;
    to: string;
    replaced: readonly MailKind[];
    now: Date;
  },
): Promise<Uuid[]> {
  // Sending takes none of them until the transaction ends.
  const rows = await tx.query<{ id: Uuid }>(sql`
    select id from mails
     where organization_id = ${organizationId} and (order_id = ${orderId} or checkout_id = ${checkoutId})
       and kind <> all(${LAST_MAIL_KINDS}::text[]) and lower(recipient) = lower(${from})
     order by id for update`);
  const ids = rows.map(({ id }) => id);
  await tx.query(sql`
    insert into mails (organization_id, id, kind, priority, recipient, order_id, ticket_id, checkout_id, message_id,
      details, status, next_attempt_at, created_at)
    select ${organizationId}, ${newIdAt(now)}, m.kind, m.priority, ${to}, m.order_id, m.ticket_id, m.checkout_id,
           m.message_id, m.details, 'pending', m.next_attempt_at, ${now}
      from mails m
     where m.organization_id = ${organizationId} and m.id = any(${ids}::uuid[]) and m.status = 'pending'
       and m.kind <> all(${replaced}::text[])
    on conflict do nothing`);
  await tx.query(sql`
    update mails set ${FORGOTTEN} where organization_id = ${organizationId} and id = any(${ids}::uuid[])`);
  return ids;
}

// biome-ignore format: several a line
const mailColumns = columns(mailsTable, [
  'id', 'kind', 'ticketId', 'recipient', 'status', 'attempts', 'failureReason', 'createdAt', 'sentAt',
]);

/** Newest first. */
export async function listMails(db: Queryable, organizationId: Uuid, orderId: Uuid, page: Page) {
  const condition = sql`organization_id = ${organizationId} and order_id = ${orderId}`;
  const { rows, total } = await readPage<Mail>(db, {
    rows: sql`
      select ${mailColumns} from mails
       where ${condition} order by created_at desc, id desc limit ${page.perPage} offset ${offset(page)}`,
    total: sql`select count(*) as total from mails where ${condition}`,
  });
  return { mails: rows, total };
}

/** The mail must exist. */
export async function getMail(db: Queryable, organizationId: Uuid, mailId: Uuid): Promise<Mail> {
  const [row] = await db.query<Mail>(sql`
    select ${mailColumns} from mails where organization_id = ${organizationId} and id = ${mailId}`);
  assert(row, 'the mail was recorded');
  return row;
}

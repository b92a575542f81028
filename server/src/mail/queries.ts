import assert from 'node:assert';
import sql, { raw, type Sql } from 'sql-template-tag';
import { type Queryable, type Tx, write } from '../platform/database/database.ts';
import { newIdAt } from '../platform/database/new-id.ts';
import { readPage } from '../platform/database/read-page.ts';
import { columns, insertAllInto } from '../platform/database/table.ts';
import { offset, type Page } from '../platform/http/contract/pagination.ts';
import { ERASED_EMAIL } from '../values/erased.ts';
import type { Uuid } from '../values/uuid.ts';
import { ENTRY_MAIL_KINDS, LAST_MAIL_KINDS, type Mail, type MailKind, type MailStatus } from './mail.ts';
import { mailsTable } from './tables.ts';

/** Its recipient is waiting for it. */
const PERSONAL = 0;
/** To all buyers of an event, or to people who have to do nothing: sent after personal mails. */
export const BULK = 1;
/** Messages of organizers: sent after everything else. */
export const MESSAGES = 2;
export const BEFORE_MESSAGES = [PERSONAL, BULK] as const;
/** Why a mail was not sent, as the organizer reads it. */
const UNSUBSCRIBED = 'The recipient wants no messages of the organizer.';

const BULK_KINDS: readonly MailKind[] = ['event_cancelled', 'event_changed', ...ENTRY_MAIL_KINDS];

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

/**
 * Forgets the recipient of a mail, and what an organizer wrote to them about a refund. One that waits or failed is
 * dropped: nothing is left to do about it.
 */
export const FORGOTTEN = sql`
  recipient = ${ERASED_EMAIL}, next_attempt_at = null,
  status = case when status in ('pending', 'failed') then 'dropped' else status end,
  details = case when kind = 'refund_declined' then details - 'reason' else details end`;

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

export interface MailsOfBuyer {
  organizationId: Uuid;
  orderId: Uuid;
  checkoutId: Uuid;
  address: string;
  /** Tickets that the address holds, though it is not the buyer's any more: mails about them stay. */
  heldTicketIds: Uuid[];
}

const areOfBuyer = ({ organizationId, orderId, checkoutId, address, heldTicketIds }: MailsOfBuyer): Sql => sql`
  m.organization_id = ${organizationId} and (m.order_id = ${orderId} or m.checkout_id = ${checkoutId})
  and (m.ticket_id is null or m.kind = 'pass_on_notice' or m.ticket_id <> all(${heldTicketIds}::uuid[]))
  and m.kind <> all(${LAST_MAIL_KINDS}::text[]) and lower(m.recipient) = lower(${address})`;

/** Sending takes none of them until the transaction ends. */
export async function lockMailsOfBuyer(tx: Tx, mails: MailsOfBuyer) {
  await tx.query(sql`select 1 from mails m where ${areOfBuyer(mails)} order by m.id for update`);
}

/**
 * Mails that wait for a buyer's address, and are locked, go to another one, but those of `except` kinds, and those that
 * it gets already. One that is being sent just now is sent again.
 * @throws a violation of `mails_one_per_message` when it just got a message: the caller repeats the transaction
 */
export async function redirectMails(
  tx: Tx,
  mails: MailsOfBuyer,
  { to, except, now }: { to: string; except: readonly MailKind[]; now: Date },
) {
  const { organizationId, orderId } = mails;
  await tx.query(sql`
    update mails m set recipient = ${to},
           next_attempt_at = case when m.attempts > 0 then ${now} else m.next_attempt_at end
     where ${areOfBuyer(mails)} and m.status = 'pending' and m.kind <> all(${except}::text[])
       and not exists (
         select 1 from mails other
          where other.organization_id = ${organizationId} and other.message_id = m.message_id and other.id <> m.id
            and lower(other.recipient) = lower(${to}) and other.recipient <> 'erased@erased.invalid')
       and not (m.kind = 'event_changed' and exists (
         select 1 from mails other
          where other.organization_id = ${organizationId} and other.order_id = ${orderId} and other.id <> m.id
            and other.kind = 'event_changed' and other.status = 'pending' and lower(other.recipient) = lower(${to})))`);
}

/** Mails to an address that is no longer the buyer's lose it, as `forgetRecipients` says. @returns their ids */
export async function forgetBuyer(tx: Tx, mails: MailsOfBuyer): Promise<Uuid[]> {
  const rows = await tx.query<{ id: Uuid }>(sql`
    update mails m set ${FORGOTTEN} where ${areOfBuyer(mails)} returning m.id`);
  return rows.map(({ id }) => id);
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

import sql, { empty } from 'sql-template-tag';
import type { MailStatus } from '../mail/mail.ts';
import { wasLeftOut } from '../mail/queries.ts';
import { type Queryable, type Tx, write } from '../platform/database/database.ts';
import { readPage } from '../platform/database/read-page.ts';
import { columns, insertInto, type RowOf } from '../platform/database/table.ts';
import { offset, type Page } from '../platform/http/contract/pagination.ts';
import type { Uuid } from '../values/uuid.ts';
import { dayOf, type Message } from './message.ts';
import { messageRefusals } from './refusals.ts';
import { messagesTable, type NewMessageRow } from './tables.ts';

// biome-ignore format: several a line
const messageColumns = columns(
  messagesTable,
  [
    'id', 'eventId', 'subject', 'text', 'tierIds', 'checkedIn', 'status', 'sendAt', 'mails', 'leftOut',
    'createdAt', 'endedAt',
  ],
  'm',
);

type MessageWithMails = RowOf<typeof messageColumns> & { waiting: number; failed: number; droppedLater: number };

/**
 * Mails that were dropped when the message was recorded are in `leftOut` already; the others became so later, such as
 * when the person unsubscribed in between.
 */
function messageFrom({ mails, droppedLater, ...row }: MessageWithMails): Message {
  return {
    ...row,
    leftOut: row.leftOut + droppedLater,
    sent: Math.max(0, mails - row.waiting - row.failed - droppedLater),
  };
}

/**
 * Messages with counts of their mails. All mails of a message may wait or have failed: these are counted in the index,
 * without reading them. Dropped mails are read for their reason.
 */
const messageWithMails = (organizationId: Uuid) => {
  const mails = (status: MailStatus) => sql`
    select count(*) from mails
     where organization_id = ${organizationId} and message_id = m.id and status = ${status}`;
  return sql`${messageColumns}, k.*
  from messages m cross join lateral (
    select (${mails('pending')}) as waiting, (${mails('failed')}) as failed,
           (${mails('dropped')} and not ${wasLeftOut('mails')}) as dropped_later) k`;
};

/** Newest first. */
export async function listMessages(db: Queryable, organizationId: Uuid, eventId: Uuid, page: Page) {
  const condition = sql`m.organization_id = ${organizationId} and m.event_id = ${eventId}`;
  const { rows, total } = await readPage<MessageWithMails>(db, {
    rows: sql`
      select ${messageWithMails(organizationId)} where ${condition}
       order by m.id desc limit ${page.perPage} offset ${offset(page)}`,
    total: sql`select count(*) as total from messages m where ${condition}`,
  });
  return { messages: rows.map(messageFrom), total };
}

/** @throws Refusal 404 */
export async function getMessage(db: Queryable, organizationId: Uuid, id: Uuid): Promise<Message> {
  const [row] = await db.query<MessageWithMails>(sql`
    select ${messageWithMails(organizationId)} where m.organization_id = ${organizationId} and m.id = ${id}`);
  if (!row) throw messageRefusals.message_not_found();
  return messageFrom(row);
}

export const insertMessage = (tx: Tx, message: NewMessageRow): void => write(tx, insertInto(messagesTable, message));

/** @returns whether it was scheduled until now */
export async function markCancelled(
  tx: Tx,
  { organizationId, id, now }: { organizationId: Uuid; id: Uuid; now: Date },
): Promise<boolean> {
  const rows = await tx.query(sql`
    update messages set status = 'cancelled', ended_at = ${now}
     where organization_id = ${organizationId} and id = ${id} and status = 'scheduled' returning 1`);
  return rows.length > 0;
}

/**
 * The event is cancelled, and locked: ends its messages that are not sent yet. Mails that wait are dropped when they
 * are written, also those of a message that is sent.
 * @returns the messages that were not sent yet, as they were before
 */
export async function endMessagesOf(
  tx: Tx,
  { organizationId, eventId, now }: { organizationId: Uuid; eventId: Uuid; now: Date },
): Promise<Pick<Message, 'id' | 'status'>[]> {
  const messages = await tx.query<Pick<Message, 'id' | 'status'>>(sql`
    select id, status from messages
     where organization_id = ${organizationId} and event_id = ${eventId} and status <> 'cancelled'
     order by id for update`);
  write(
    tx,
    sql`
    update messages
       set event_cancelled = true, status = case when status = 'sent' then status else 'cancelled' end,
           ended_at = coalesce(ended_at, ${now})
     where organization_id = ${organizationId} and event_id = ${eventId} and status <> 'cancelled'`,
  );
  return messages.filter(({ status }) => status !== 'sent');
}

/**
 * Locks what the organization wrote and sent on a day, until the transaction ends.
 * @returns the numbers of that day
 */
export async function lockAllowance(
  tx: Tx,
  organizationId: Uuid,
  day: string,
): Promise<{ written: number; mails: number }> {
  // A clock that is a day behind another one counts for the later day.
  const [row] = await tx.query<{ written: number; mails: number }>(sql`
    insert into message_allowances as a (organization_id, day) values (${organizationId}, ${day}::date)
    on conflict (organization_id) do update
       set day = greatest(a.day, excluded.day),
           written = case when a.day < excluded.day then 0 else a.written end,
           mails = case when a.day < excluded.day then 0 else a.mails end
    returning a.written, a.mails`);
  return row ?? { written: 0, mails: 0 };
}

/** Counts these for the day. The allowance is locked. */
export const useAllowance = (
  tx: Tx,
  organizationId: Uuid,
  { written = 0, mails = 0 }: { written?: number; mails?: number },
): void =>
  write(
    tx,
    sql`
    update message_allowances set written = written + ${written}, mails = mails + ${mails}
     where organization_id = ${organizationId}`,
  );

export interface DueMessage {
  organizationId: Uuid;
  id: Uuid;
  sendAt: Date;
}

/**
 * Messages of all organizations that are to be sent, the longest due first, after `after`. One that is being sent waits
 * without any work while its organization has no mails left for the day.
 */
export const listDueMessages = (
  db: Queryable,
  { now, after, most, usedUpAt }: { now: Date; after: DueMessage | undefined; most: number; usedUpAt: number },
): Promise<DueMessage[]> =>
  db.query<DueMessage>(sql`
    select m.organization_id, m.id, m.send_at from messages m
     where m.status in ('scheduled', 'sending') and m.send_at <= ${now}
       and (m.status = 'scheduled' or not exists (
         select 1 from message_allowances a
          where a.organization_id = m.organization_id and a.day >= ${dayOf(now)}::date and a.mails >= ${usedUpAt}))
       ${after ? sql`and (m.send_at, m.organization_id, m.id) > (${after.sendAt}, ${after.organizationId}::uuid, ${after.id}::uuid)` : empty}
     order by m.send_at, m.organization_id, m.id limit ${most}`);

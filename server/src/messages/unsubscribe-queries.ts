import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { Unsubscribing } from './unsubscribe-link.ts';

/** Repeating it changes nothing: the first time stays. */
export async function insertUnsubscribe(db: Queryable, { organizationId, email }: Unsubscribing, now: Date) {
  await db.query(sql`
    insert into message_unsubscribes (organization_id, email, unsubscribed_at)
    values (${organizationId}, lower(${email}), ${now}) on conflict do nothing`);
}

/** @returns how many were deleted: 0 or 1 */
export async function deleteUnsubscribe(db: Queryable, { organizationId, email }: Unsubscribing): Promise<number> {
  const deleted = await db.query(sql`
    delete from message_unsubscribes where organization_id = ${organizationId} and email = lower(${email})
    returning email`);
  return deleted.length;
}

/** @returns when the address unsubscribed; null: it did not */
export async function findUnsubscribe(db: Queryable, { organizationId, email }: Unsubscribing): Promise<Date | null> {
  const [row] = await db.query<{ unsubscribedAt: Date }>(sql`
    select unsubscribed_at from message_unsubscribes
     where organization_id = ${organizationId} and email = lower(${email})`);
  return row?.unsubscribedAt ?? null;
}

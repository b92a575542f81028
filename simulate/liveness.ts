import sql from 'sql-template-tag';
import type { Queryable } from '../server/src/platform/database/database.ts';
import { Violation } from './violation.ts';

/** Checks that once faults have ended and enough time has passed, all work is complete. @throws Violation */
export async function expectAllEnded(db: Queryable) {
  const unended = await db.query(sql`
    select 'checkout' as what, id::text, status, expires_at as since from checkouts where status in ('open', 'processing')
    union all
    select 'payment attempt', id::text, status, checked_at from payment_attempts where status in ('started', 'pending')
    union all
    select 'refund', id::text, status || coalesce(': ' || failure_reason, ''), next_try_at from refunds where status <> 'succeeded'
    union all
    select 'entry of a waiting list', id::text, status, asked_at from waiting_list_entries where status = 'waiting'
    union all
    select 'message', id::text, status, send_at from messages where status in ('scheduled', 'sending')
    union all
    select 'event', id::text, status, start_datetime from events where status not in ('completed', 'cancelled')
    union all
    select 'Idempotency-Key', key, coalesce(response_status::text, 'still running'), created_at from idempotency_keys`);
  if (unended.length > 0) throw new Violation('days after the last trouble something has not come to its end', unended);
}

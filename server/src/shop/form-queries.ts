import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { deleteExpired } from '../retention/queries.ts';
import type { Uuid } from '../values/uuid.ts';

/** A form that was sent. */
export interface SentForm {
  organizationId: Uuid;
  tokenHash: Buffer;
  contentHash: Buffer;
}

/** No order takes this long: the process of a form that still runs then has died. */
const ABANDONED_AFTER_SECONDS = 60;
/** As long as a buyer may come back to the page after the payment. */
const KEEP_HOURS = 24;

/**
 * Claims the form: exactly one of several concurrent requests with it gets true. That request makes the order, if need
 * be in place of the checkout `instead` that the form led to.
 */
export async function claimForm(
  db: Queryable,
  { organizationId, tokenHash, contentHash }: SentForm,
  { now, instead = null }: { now: Date; instead?: Uuid | null },
) {
  const abandonedAt = new Date(now.getTime() - ABANDONED_AFTER_SECONDS * 1_000);
  const rows = await db.query(sql`
    insert into shop_forms as f (organization_id, token_hash, content_hash, sent_at)
    values (${organizationId}, ${tokenHash}, ${contentHash}, ${now})
    on conflict (organization_id, token_hash)
      do update set content_hash = excluded.content_hash, checkout_id = null, sent_at = excluded.sent_at
     where f.checkout_id is null and f.sent_at <= ${abandonedAt} or f.checkout_id = ${instead}
    returning 1`);
  return rows.length > 0;
}

export async function findForm(db: Queryable, organizationId: Uuid, tokenHash: Buffer) {
  const [row] = await db.query<{ contentHash: Buffer; checkoutId: Uuid | null }>(sql`
    select content_hash, checkout_id from shop_forms
     where organization_id = ${organizationId} and token_hash = ${tokenHash}`);
  return row;
}

export async function saveCheckoutOfForm(db: Queryable, { organizationId, tokenHash }: SentForm, checkoutId: Uuid) {
  await db.query(sql`
    update shop_forms set checkout_id = ${checkoutId}
     where organization_id = ${organizationId} and token_hash = ${tokenHash}`);
}

/** After a refusal: the same form may be sent again. */
export async function deleteForm(db: Queryable, { organizationId, tokenHash }: SentForm) {
  await db.query(sql`
    delete from shop_forms
     where organization_id = ${organizationId} and token_hash = ${tokenHash} and checkout_id is null`);
}

/** Deletes forms that were sent too long ago to be sent again. */
export const deleteOldForms = (db: Queryable, now: Date): Promise<void> =>
  deleteExpired(db, { table: 'shop_forms', time: 'sent_at' }, new Date(now.getTime() - KEEP_HOURS * 3_600_000));

import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
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
 * Of concurrent requests with one form exactly one gets true: it is to make the order, also in place of the checkout
 * `instead` that the form led to.
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

/** Rows deleted per run: a busy shop has fewer in ten minutes. */
const MAX_DELETED = 10_000;

/** Several instances may run it at once. Forms are found in all organizations, and deleted in each. @returns the number of rows deleted */
export async function deleteOldForms(db: Queryable, now: Date): Promise<number> {
  const isOld = sql`sent_at <= ${now}::timestamptz - make_interval(hours => ${KEEP_HOURS})`;
  const found = await db.query<{ organizationId: Uuid; tokenHash: Buffer }>(sql`
    select organization_id, token_hash from shop_forms where ${isOld} order by sent_at limit ${MAX_DELETED}`);
  let deleted = 0;
  for (const [organizationId, theirs] of Map.groupBy(found, (form) => form.organizationId)) {
    const hashes = theirs.map(({ tokenHash }) => tokenHash);
    const rows = await db.query(sql`
      with old as (
        select token_hash from shop_forms
         where organization_id = ${organizationId} and token_hash = any(${hashes}::bytea[]) and ${isOld}
           for update skip locked)
      delete from shop_forms f
       where f.organization_id = ${organizationId} and f.token_hash = any(array(select token_hash from old)) returning 1`);
    deleted += rows.length;
  }
  return deleted;
}

import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { deleteExpired } from '../retention/queries.ts';
import type { Uuid } from '../values/uuid.ts';

export interface IdempotentRequest {
  organizationId: Uuid;
  /** The API key, or the user of a session, so that a new log-in is the same caller. */
  callerId: Uuid;
  method: string;
  path: string;
  keyHash: string;
}

/** The first request with its key, until it is answered or presumed dead. */
export interface KeyClaim extends IdempotentRequest {
  requestHash: Buffer;
  claimedAt: Date;
}

/**
 * Few requests run this long, so a key that is still running then belongs to a process that died. A request that does
 * run longer, because the database or a provider stalls, has lost its claim: its answer is not kept.
 */
const ABANDONED_AFTER_SECONDS = 60;

/**
 * Whether so much of that time passed before the claim was committed that a repeat could take it over while the request
 * is at work, and both would be carried out.
 */
export const isLate = ({ claimedAt }: KeyClaim, now: Date): boolean =>
  now.getTime() - claimedAt.getTime() > (ABANDONED_AFTER_SECONDS / 2) * 1_000;

/**
 * Claims the key: exactly one of several concurrent requests inserts the row or takes over an expired one. First
 * answers are kept for `keepHours`. @returns whether this request claimed the key
 */
export async function claimKey(
  db: Queryable,
  { requestHash, claimedAt: now, ...request }: KeyClaim,
  keepHours: number,
) {
  const expiredAt = new Date(now.getTime() - keepHours * 3_600_000);
  const abandonedAt = new Date(now.getTime() - ABANDONED_AFTER_SECONDS * 1_000);
  const rows = await db.query(sql`
    insert into idempotency_keys as k (organization_id, caller_id, method, path, key, request_hash, created_at)
    values (${request.organizationId}, ${request.callerId}, ${request.method}, ${request.path}, ${request.keyHash},
            ${requestHash}, ${now})
    on conflict (organization_id, caller_id, method, path, key) do update
       set request_hash = excluded.request_hash, created_at = excluded.created_at,
           response_status = null, response_body = null, response_marks = null
     where k.created_at <= ${expiredAt} or (k.response_status is null and k.created_at <= ${abandonedAt})
    returning 1`);
  return rows.length > 0;
}

export async function findAnswer(db: Queryable, request: IdempotentRequest) {
  const [row] = await db.query<{
    requestHash: Buffer;
    responseStatus: number | null;
    responseBody: string | null;
  }>(sql`
    select request_hash, response_status, response_body from idempotency_keys where ${isRequest(request)}`);
  return row && { requestHash: row.requestHash, status: row.responseStatus, sealedBody: row.responseBody };
}

export async function rememberAnswer(
  db: Queryable,
  claim: KeyClaim,
  { status, sealedBody, marks }: { status: number; sealedBody: string; marks: number[] },
) {
  await db.query(sql`
    update idempotency_keys
       set response_status = ${status}, response_body = ${sealedBody}, response_marks = ${marks}::int[]
     where ${isClaim(claim)}`);
}

/**
 * Erases the answers that have one of these marks. Their keys stay, so that no request runs twice. Reads all keys of
 * the organization, of which there are those of KEEP_IDEMPOTENCY_HOURS: an index of the marks would cost every sale
 * more. The marks are joined, and so hashed: `&&` compares each with each.
 */
export async function eraseKeptAnswers(db: Queryable, organizationId: Uuid, marks: number[]) {
  await db.query(sql`
    with marked as (
      select distinct k.caller_id, k.method, k.path, k.key, k.created_at
        from idempotency_keys k cross join lateral unnest(k.response_marks) as kept (mark)
        join unnest(${marks}::int[]) as given (mark) on given.mark = kept.mark
       where k.organization_id = ${organizationId})
    update idempotency_keys k set response_body = null, response_marks = null from marked
     where k.organization_id = ${organizationId} and k.caller_id = marked.caller_id and k.method = marked.method
       and k.path = marked.path and k.key = marked.key and k.created_at = marked.created_at`);
}

export async function deleteKey(db: Queryable, claim: KeyClaim) {
  await db.query(sql`delete from idempotency_keys where ${isClaim(claim)}`);
}

/** Deletes keys that no repeat may use any more. */
export const deleteOldKeys = (db: Queryable, keepHours: number, now: Date): Promise<void> =>
  deleteExpired(db, { table: 'idempotency_keys', time: 'created_at' }, new Date(now.getTime() - keepHours * 3_600_000));

const isRequest = ({ organizationId, callerId, method, path, keyHash }: IdempotentRequest) => sql`
  organization_id = ${organizationId} and caller_id = ${callerId}
    and method = ${method} and path = ${path} and key = ${keyHash}`;

const isClaim = (claim: KeyClaim) => sql`${isRequest(claim)} and created_at = ${claim.claimedAt}`;

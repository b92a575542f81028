import sql, { raw } from 'sql-template-tag';
import { isLive, isOverdue } from '../../checkouts/queries.ts';
import type { PaymentFailure } from '../../payments/provider.ts';
import { paymentAttemptsTable } from '../../payments/tables.ts';
import { anyOf } from '../../platform/database/any-of.ts';
import { type Queryable, type Tx, write } from '../../platform/database/database.ts';
import { insertAllInto } from '../../platform/database/table.ts';
import { readTogether } from '../../platform/lanes/read-together.ts';
import type { PaymentMethod } from '../../values/payment-method.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { Attempt, PaymentRequest } from './attempt.ts';

/** Columns of `payment_attempts a` joined with its `checkouts c`. */
export const attemptColumns =
  raw(`a.organization_id, a.id, a.checkout_id, c.event_id, a.provider, a.method, a.amount_centavos,
  a.status, a.provider_session_id as session_id, a.provider_url as url, a.created_at, a.watched_until`);
export const joinCheckout = raw('join checkouts c on c.organization_id = a.organization_id and c.id = a.checkout_id');

/**
 * Keeps the holds of checkouts beyond their time, and records an attempt for each with the total of this moment. Only a
 * live hold (as in `statusAt`) that costs something, namely what its buyer saw, can be kept, and only for as many
 * requests as leave it at most so many attempts under way and in all. All requests are of one organization. One
 * statement locks the batch in the order of the ids, as payments do; the attempts are written with the commit.
 * @returns the event and amount by attempt; the hold of the others was not kept for them
 */
export async function keepHoldsForPayment(
  tx: Tx,
  requests: (PaymentRequest & { attemptId: Uuid })[],
  most: MostAttempts,
) {
  const checkoutIds = requests.map(({ checkoutId }) => checkoutId);
  const organizationId = requests[0]?.organizationId;
  const rows = await tx.query<KeptHold & { id: Uuid; seenCentavos: number; room: number }>(sql`
    with request as (
      select * from unnest(
        ${requests.map(({ attemptId }) => attemptId)}::uuid[], ${checkoutIds}::uuid[],
        ${requests.map(({ provider }) => provider)}::text[], ${requests.map(({ method }) => method)}::text[],
        ${requests.map(({ language }) => language)}::text[], ${requests.map(({ now }) => now)}::timestamptz[],
        ${requests.map(({ amountCentavos }) => amountCentavos)}::bigint[])
        as request (attempt_id, checkout_id, provider, method, language, at, seen_centavos)),
    locked as (
      select c.id from checkouts c
       where c.organization_id = ${organizationId} and c.id = ${anyOf(checkoutIds)} order by c.id for update)
    update checkouts c set payment_started = true, failure_reason = null, language = request.language
      from request join locked on locked.id = request.checkout_id
     where c.organization_id = ${organizationId} and c.id = ${anyOf(checkoutIds)} and c.id = locked.id
       and c.status = 'open' and not ${isOverdue(sql`request.at`)}
       and c.subtotal_centavos > c.discount_centavos
       and c.subtotal_centavos - c.discount_centavos = request.seen_centavos
       and ${roomForAttempts(organizationId, most)} > 0
    returning c.id, c.event_id, c.subtotal_centavos - c.discount_centavos as amount_centavos, request.seen_centavos,
              ${roomForAttempts(organizationId, most)} as room`);
  const keptFor = rows.flatMap(({ id, seenCentavos, room, ...hold }) =>
    requests
      .filter(({ checkoutId, amountCentavos }) => checkoutId === id && amountCentavos === seenCentavos)
      .slice(0, room)
      .map((request) => ({ request: { ...request, amountCentavos: hold.amountCentavos }, hold })),
  );
  insertAttempts(
    tx,
    keptFor.map(({ request }) => request),
  );
  return new Map(keptFor.map(({ request, hold }): [Uuid, KeptHold] => [request.attemptId, hold]));
}

interface KeptHold {
  eventId: Uuid;
  amountCentavos: number;
}

interface MostAttempts {
  /** That may still be paid. */
  underWay: number;
  inAll: number;
}

/** Number of payment attempts that may begin for the checkout `c`. */
const roomForAttempts = (organizationId: Uuid | undefined, { underWay, inAll }: MostAttempts) => sql`(
  select least(${underWay}::int - count(*) filter (where a.status in ('started', 'pending')), ${inAll}::int - count(*))
    from payment_attempts a
   where a.organization_id = ${organizationId} and a.checkout_id = c.id)`;

function insertAttempts(tx: Tx, requests: (PaymentRequest & { attemptId: Uuid })[]) {
  const [first] = requests;
  if (!first) return;
  const rows = requests.map(({ attemptId: id, checkoutId, provider, method, amountCentavos, now }) => ({
    id,
    checkoutId,
    provider,
    method,
    amountCentavos,
    createdAt: now,
    checkedAt: now,
  }));
  write(tx, insertAllInto(paymentAttemptsTable, { organizationId: first.organizationId, status: 'started' }, rows));
}

/** The provider's session in which an attempt can be paid. */
export interface AttemptSession {
  attempt: Attempt;
  sessionId: string;
  url: string;
  watchedUntil: Date | null;
}

/**
 * Saves sessions, also of checkouts that have ended, because such sessions must be closed.
 * @returns the attempts whose checkout is still open: only these URLs may be shown
 */
export async function saveAttemptSessions(db: Queryable, sessions: AttemptSession[]): Promise<Set<Uuid>> {
  const ids = sessions.map(({ attempt }) => attempt.id);
  const organizationId = sessions[0]?.attempt.organizationId;
  const rows = await db.query<{ id: Uuid; isOpen: boolean }>(sql`
    update payment_attempts a
       set provider_session_id = s.session_id, provider_url = s.url, watched_until = s.watched_until
      from unnest(${ids}::uuid[], ${sessions.map(({ sessionId }) => sessionId)}::text[],
                  ${sessions.map(({ url }) => url)}::text[],
                  ${sessions.map(({ watchedUntil }) => watchedUntil)}::timestamptz[])
           as s (id, session_id, url, watched_until)
     where a.organization_id = ${organizationId} and a.id = any(${ids}::uuid[]) and a.id = s.id and a.status = 'started'
    returning a.id, (select c.status from checkouts c
                      where c.organization_id = ${organizationId} and c.id = a.checkout_id) = 'open' as is_open`);
  return new Set(rows.flatMap(({ id, isOpen }) => (isOpen ? [id] : [])));
}

/**
 * The bank has the payment. A paid attempt stays paid, whatever is reported later.
 * @returns whether that is new
 */
export async function saveAttemptPending(db: Queryable, { organizationId, id, sessionId }: Attempt): Promise<boolean> {
  const rows = await db.query(sql`
    update payment_attempts set status = 'pending', failure_reason = null
     where organization_id = ${organizationId} and id = ${id} and status not in ('paid', 'pending')
       and provider_session_id is not distinct from ${sessionId}
    returning 1`);
  return rows.length > 0;
}

/** The bank refused the payment, and the session is open for another. @returns whether that is new */
export async function saveAttemptReopened(db: Queryable, { organizationId, id, sessionId }: Attempt): Promise<boolean> {
  const rows = await db.query(sql`
    update payment_attempts set status = 'started', failure_reason = 'declined'
     where organization_id = ${organizationId} and id = ${id} and status = 'pending'
       and provider_session_id is not distinct from ${sessionId}
    returning 1`);
  return rows.length > 0;
}

/**
 * An attempt under way ended unpaid. A result for an attempt without a session does not apply once it has one: the
 * reconciler asks about that session. Money may have been on its way in the last moment, so the time for late payments
 * begins anew: it was counted from the attempt's beginning, and a hold may be longer.
 * @returns whether it was still under way
 */
export async function saveAttemptEnded(
  db: Queryable,
  { organizationId, id, sessionId, createdAt, watchedUntil }: Attempt,
  { status, failureReason, now }: { status: 'failed' | 'closed'; failureReason: PaymentFailure | null; now: Date },
): Promise<boolean> {
  const watchedAnew = watchedUntil && new Date(now.getTime() + watchedUntil.getTime() - createdAt.getTime());
  const rows = await db.query(sql`
    update payment_attempts set status = ${status}, failure_reason = ${failureReason},
           watched_until = ${watchedAnew}
     where organization_id = ${organizationId} and id = ${id} and status in ('started', 'pending')
       and provider_session_id is not distinct from ${sessionId}
    returning 1`);
  return rows.length > 0;
}

export function saveAttemptsPaid(tx: Tx, organizationId: Uuid, ids: Uuid[]) {
  if (ids.length === 0) return;
  write(
    tx,
    sql`
    update payment_attempts set status = 'paid', failure_reason = null, watched_until = null
     where organization_id = ${organizationId} and id = any(${ids}::uuid[])`,
  );
}

export const findAttempt = readTogether('reads of attempts', async (db, organizationId, ids) => {
  const rows = await db.query<Attempt>(sql`
    select ${attemptColumns} from payment_attempts a ${joinCheckout}
     where a.organization_id = ${organizationId} and a.id = ${anyOf(ids)}`);
  return new Map(rows.map((row) => [row.id, row]));
});

/** Attempts of a checkout without a known outcome, newest first. */
export async function listAttemptsUnderWay(db: Queryable, organizationId: Uuid, checkoutId: Uuid): Promise<Attempt[]> {
  return db.query<Attempt>(sql`
    select ${attemptColumns} from payment_attempts a ${joinCheckout}
     where a.organization_id = ${organizationId} and a.checkout_id = ${checkoutId} and a.status in ('started', 'pending')
     order by a.id desc`);
}

/** The method of the last attempt that failed. */
export async function findFailedMethod(
  db: Queryable,
  organizationId: Uuid,
  checkoutId: Uuid,
): Promise<PaymentMethod | undefined> {
  const [row] = await db.query<{ method: PaymentMethod }>(sql`
    select method from payment_attempts
     where organization_id = ${organizationId} and checkout_id = ${checkoutId} and failure_reason is not null
     order by id desc limit 1`);
  return row?.method;
}

/**
 * An attempt ended unpaid. If it was the last one under way, the hold ends with its time again. A checkout that was
 * processing is open until `expiresAt`, so that the buyer can pay in another way, and not shorter than before: a
 * transfer of an hour does not end an offer of twelve.
 */
export function markPaymentEnded(
  tx: Tx,
  organizationId: Uuid,
  id: Uuid,
  { failureReason, expiresAt }: { failureReason: PaymentFailure | null; expiresAt: Date },
) {
  write(
    tx,
    sql`
    update checkouts c
       set payment_started = remaining.any_attempt,
           failure_reason = coalesce(${failureReason}, c.failure_reason),
           expires_at = case when c.status = 'processing' and not remaining.pending then greatest(${expiresAt}, c.open_until)
                             else c.expires_at end,
           status = case when remaining.pending then 'processing' else 'open' end
      from (select count(*) > 0 as any_attempt, count(*) filter (where status = 'pending') > 0 as pending
              from payment_attempts
             where organization_id = ${organizationId} and checkout_id = ${id}
               and status in ('started', 'pending')) remaining
     where c.organization_id = ${organizationId} and c.id = ${id} and ${isLive}`,
  );
}

/** The transfers that are on their way to these checkouts, which are locked: of each the last one, with its buyer. */
export const listTransfers = (tx: Tx, organizationId: Uuid, checkoutIds: Uuid[]) =>
  tx.query<{ checkoutId: Uuid; recipient: string; method: PaymentMethod; amountCentavos: number }>(sql`
    select distinct on (a.checkout_id) a.checkout_id, c.customer_email as recipient, a.method, a.amount_centavos
      from payment_attempts a ${joinCheckout}
     where a.organization_id = ${organizationId} and a.checkout_id = ${anyOf(checkoutIds)} and a.status = 'pending'
     order by a.checkout_id, a.created_at desc`);

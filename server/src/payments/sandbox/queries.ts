import sql from 'sql-template-tag';
import { anyOf } from '../../platform/database/any-of.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { columnsExcept, insertAllInto } from '../../platform/database/table.ts';
import { readTogether } from '../../platform/lanes/read-together.ts';
import type { PaymentMethod } from '../../values/payment-method.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { PaymentFailure } from '../provider.ts';
import { type NewSandboxSessionRow, type SandboxSessionRow, sandboxSessionsTable } from '../tables.ts';

export interface SandboxSession extends Omit<SandboxSessionRow, 'attemptId'> {
  method: PaymentMethod;
  failureReason: PaymentFailure | null;
}

const sessionColumns = columnsExcept(sandboxSessionsTable, ['attemptId']);

/** New sessions are open. */
export type NewSandboxSession = Omit<NewSandboxSessionRow, 'organizationId' | 'status'>;

export async function insertSandboxSessions(db: Queryable, organizationId: Uuid, sessions: NewSandboxSession[]) {
  await db.query(insertAllInto(sandboxSessionsTable, { organizationId, status: 'open' }, sessions));
}

export const findSandboxSession = readTogether('reads of sandbox sessions', async (db, organizationId, ids) => {
  const rows = await db.query<SandboxSession>(sql`
    select ${sessionColumns} from sandbox_sessions
     where organization_id = ${organizationId} and id = ${anyOf(ids)}`);
  return new Map(rows.map((row) => [row.id, row]));
});

/** Selects the sessions of `ids` that are in one of the states `from` and were created for the method `only`. */
interface WhichSessions {
  ids: Uuid[];
  from: SandboxSession['status'][];
  /** undefined: every method. */
  only?: PaymentMethod;
}

/** The new state of a session. */
export interface SandboxEnd {
  status: SandboxSession['status'];
  failureReason?: PaymentFailure;
  paidAt?: Date;
  expiresAt?: Date;
}

/**
 * Only sessions that still wait change, so the first of two requests wins.
 * @returns the return URL of every session in `ids`
 */
export async function endSandboxSessions(
  db: Queryable,
  organizationId: Uuid,
  { ids, from, only }: WhichSessions,
  end: SandboxEnd,
): Promise<Map<Uuid, string>> {
  const rows = await db.query<{ id: Uuid; returnUrl: string }>(sql`
    with ended as (
      update sandbox_sessions
         set status = ${end.status}, failure_reason = ${end.failureReason ?? null}, paid_at = ${end.paidAt ?? null},
             expires_at = coalesce(${end.expiresAt ?? null}::timestamptz, expires_at)
       where organization_id = ${organizationId} and id = any(${ids}::uuid[]) and status = any(${from}::text[])
         and method = coalesce(${only ?? null}, method))
    select id, return_url from sandbox_sessions
     where organization_id = ${organizationId} and id = any(${ids}::uuid[])`);
  return new Map(rows.map(({ id, returnUrl }) => [id, returnUrl]));
}

interface SandboxRefund {
  organizationId: Uuid;
  sessionId: Uuid;
  refundId: Uuid;
  amountCentavos: number;
}

/**
 * Idempotent by refund id. @returns false when the session was not paid, or the amount exceeds what is left of the
 * payment
 */
export async function addSandboxRefund(
  db: Queryable,
  { organizationId, sessionId, refundId, amountCentavos }: SandboxRefund,
) {
  await db.query(sql`
    insert into sandbox_refunds (organization_id, id, session_id, amount_centavos)
    select organization_id, ${refundId}, id, ${amountCentavos} from sandbox_sessions s
     where organization_id = ${organizationId} and id = ${sessionId} and status = 'paid'
       and ${amountCentavos}::bigint + coalesce((select sum(r.amount_centavos) from sandbox_refunds r
              where r.organization_id = ${organizationId} and r.session_id = s.id), 0) <= s.amount_centavos
    on conflict do nothing`);
  const rows = await db.query(sql`
    select 1 from sandbox_refunds where organization_id = ${organizationId} and id = ${refundId}`);
  return rows.length > 0;
}

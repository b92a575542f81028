import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';

/**
 * Deletes the code. Exactly one of several concurrent callers with the same code succeeds. @returns whether this call
 * did
 */
export async function deleteRecoveryCode(db: Queryable, userId: Uuid, codeHash: Buffer): Promise<boolean> {
  const rows = await db.query(sql`
    delete from recovery_codes where user_id = ${userId} and code_hash = ${codeHash} returning 1`);
  return rows.length > 0;
}

export async function deleteRecoveryCodes(tx: Tx, userId: Uuid) {
  await tx.query(sql`delete from recovery_codes where user_id = ${userId}`);
}

export async function insertRecoveryCodes(tx: Tx, userId: Uuid, codeHashes: Buffer[]) {
  await tx.query(sql`
    insert into recovery_codes (user_id, code_hash) select ${userId}, unnest(${codeHashes}::bytea[])`);
}

export async function countRecoveryCodes(db: Queryable, userId: Uuid): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) as count from recovery_codes where user_id = ${userId}`);
  return row?.count ?? 0;
}

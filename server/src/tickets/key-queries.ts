import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';

/** The only reader of private keys. */
export async function findPrivateKey(db: Queryable, organizationId: Uuid): Promise<Buffer | undefined> {
  const [row] = await db.query<{ sealedPrivateKey: Buffer }>(sql`
    select sealed_private_key from ticket_keys where organization_id = ${organizationId}`);
  return row?.sealedPrivateKey;
}

/** If two callers insert a key at once, the first key wins; the second caller reads it. */
export async function insertPrivateKey(db: Queryable, organizationId: Uuid, sealedPrivateKey: Buffer) {
  await db.query(sql`
    insert into ticket_keys (organization_id, sealed_private_key) values (${organizationId}, ${sealedPrivateKey})
    on conflict do nothing`);
}

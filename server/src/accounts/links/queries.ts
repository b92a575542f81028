import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { insertInto } from '../../platform/database/table.ts';
import type { Uuid } from '../../values/uuid.ts';
import { oneTimeLinksTable } from '../tables.ts';
import type { LinkTo } from './link-to.ts';

export async function insertLink(db: Queryable, tokenHash: Buffer, to: LinkTo, expiresAt: Date) {
  await db.query(insertInto(oneTimeLinksTable, { tokenHash, ...to, expiresAt }));
}

/** The link's target; undefined if the link is used, expired or unknown. */
export async function findLink(db: Queryable, tokenHash: Buffer, now: Date): Promise<LinkTo | undefined> {
  const [row] = await db.query<{
    purpose: LinkTo['purpose'];
    userId: Uuid;
    organizationId: Uuid;
    invitationId: Uuid;
  }>(sql`
    select purpose, user_id, organization_id, invitation_id from one_time_links
     where token_hash = ${tokenHash} and expires_at > ${now}`);
  switch (row?.purpose) {
    case 'set_up':
      return { purpose: row.purpose };
    case 'password_reset':
      return { purpose: row.purpose, userId: row.userId };
    case 'invitation':
      return { purpose: row.purpose, organizationId: row.organizationId, invitationId: row.invitationId };
    case undefined:
      return undefined;
  }
}

/** Deletes the link. Exactly one of several concurrent callers succeeds. @returns whether this call did */
export async function deleteLink(tx: Queryable, tokenHash: Buffer): Promise<boolean> {
  const rows = await tx.query(sql`delete from one_time_links where token_hash = ${tokenHash} returning 1`);
  return rows.length > 0;
}

/** Deletes the user's password reset links. */
export async function deleteLinksOf(tx: Queryable, userId: Uuid) {
  await tx.query(sql`delete from one_time_links where user_id = ${userId}`);
}

export async function deleteSetUpLinks(tx: Queryable) {
  await tx.query(sql`delete from one_time_links where purpose = 'set_up'`);
}

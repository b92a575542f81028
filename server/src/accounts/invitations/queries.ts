import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { columnsExcept, insertInto } from '../../platform/database/table.ts';
import type { Uuid } from '../../values/uuid.ts';
import { type InvitationRow, invitationsTable } from '../tables.ts';

export type Invitation = Omit<InvitationRow, 'organizationId'>;

const invitationColumns = columnsExcept(invitationsTable, ['organizationId'], 'i');

export async function insertInvitation(tx: Queryable, organizationId: Uuid, invitation: Invitation) {
  await tx.query(insertInto(invitationsTable, { organizationId, ...invitation }));
}

/** Invitations that can still be accepted, newest first. */
export async function listInvitations(db: Queryable, organizationId: Uuid, now: Date): Promise<Invitation[]> {
  return db.query<Invitation>(sql`
    select ${invitationColumns} from invitations i
     where organization_id = ${organizationId} and expires_at > ${now} order by id desc`);
}

/** An open invitation with its organization. */
export async function findInvitation(db: Queryable, organizationId: Uuid, id: Uuid, now: Date) {
  const [row] = await db.query<Invitation & { organizationName: string; timeZone: string }>(sql`
    select ${invitationColumns}, o.name as organization_name, o.time_zone
      from invitations i join organizations o on o.organization_id = i.organization_id
     where i.organization_id = ${organizationId} and i.id = ${id} and i.expires_at > ${now}`);
  return row;
}

/** Deletes an invitation and its links. @returns whether it existed, expired or not */
export async function deleteInvitation(db: Queryable, organizationId: Uuid, id: Uuid): Promise<boolean> {
  const rows = await db.query(sql`
    delete from invitations where organization_id = ${organizationId} and id = ${id} returning 1`);
  return rows.length > 0;
}

/** Deletes the address's earlier invitation and its links: an address has one invitation at a time. */
export async function deleteInvitationTo(tx: Queryable, organizationId: Uuid, email: string) {
  await tx.query(sql`delete from invitations where organization_id = ${organizationId} and email = ${email}`);
}

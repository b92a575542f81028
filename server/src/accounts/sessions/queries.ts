import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { Role } from '../roles.ts';
import { IDLE_SECONDS } from './session.ts';

export interface NewSession {
  organizationId: Uuid;
  id: Uuid;
  userId: Uuid;
  tokenHash: Buffer;
  now: Date;
  expiresAt: Date;
}

export async function insertSession(db: Queryable, session: NewSession) {
  const { organizationId, id, userId, tokenHash, now, expiresAt } = session;
  await db.query(sql`
    insert into sessions (organization_id, id, user_id, token_hash, created_at, last_seen_at, proven_at, expires_at)
    values (${organizationId}, ${id}, ${userId}, ${tokenHash}, ${now}, ${now}, ${now}, ${expiresAt})`);
}

export interface LiveSession {
  organizationId: Uuid;
  id: Uuid;
  userId: Uuid;
  role: Role;
  timeZone: string;
  lastSeenAt: Date;
  provenAt: Date;
  /** The organization requires a second factor, and the user has none. */
  lacksFactor: boolean;
}

/** Finds an unexpired session by token hash. Like API keys, it is looked up before the organization is known. */
export async function findLiveSession(db: Queryable, tokenHash: Buffer, now: Date): Promise<LiveSession | undefined> {
  const [row] = await db.query<{
    organizationId: Uuid;
    id: Uuid;
    userId: Uuid;
    role: Role;
    timeZone: string;
    lastSeenAt: Date;
    provenAt: Date;
    lacksFactor: boolean;
  }>(sql`
    select s.organization_id, s.id, s.user_id, m.role, o.time_zone, s.last_seen_at, s.proven_at,
           o.two_factor_required and not u.totp_enabled
             and not exists (select 1 from passkeys p where p.user_id = u.id) as lacks_factor
      from sessions s
      join memberships m on m.organization_id = s.organization_id and m.user_id = s.user_id
      join users u on u.id = s.user_id
      join organizations o on o.organization_id = s.organization_id
     where s.token_hash = ${tokenHash} and s.expires_at > ${now}
       and s.last_seen_at > ${now}::timestamptz - make_interval(secs => ${IDLE_SECONDS})`);
  return (
    row && {
      organizationId: row.organizationId,
      id: row.id,
      userId: row.userId,
      role: row.role,
      timeZone: row.timeZone,
      lastSeenAt: row.lastSeenAt,
      provenAt: row.provenAt,
      lacksFactor: row.lacksFactor,
    }
  );
}

export async function markSeen(
  db: Queryable,
  { organizationId, id }: Pick<LiveSession, 'organizationId' | 'id'>,
  now: Date,
) {
  await db.query(sql`
    update sessions set last_seen_at = ${now}
     where organization_id = ${organizationId} and id = ${id} and last_seen_at < ${now}`);
}

export async function markProven(
  db: Queryable,
  { organizationId, id }: Pick<LiveSession, 'organizationId' | 'id'>,
  now: Date,
) {
  await db.query(sql`
    update sessions set proven_at = ${now} where organization_id = ${organizationId} and id = ${id}`);
}

export async function deleteSession(db: Queryable, tokenHash: Buffer) {
  await db.query(sql`delete from sessions where token_hash = ${tokenHash}`);
}

/** Deletes the user's sessions in every organization, except this one if given. */
export async function deleteSessionsOf(db: Queryable, userId: Uuid, { but = null }: { but?: Uuid | null } = {}) {
  await db.query(sql`delete from sessions where user_id = ${userId} and id is distinct from ${but}::uuid`);
}

/** @returns the number of expired sessions deleted */
export async function deleteOldSessions(db: Queryable, now: Date): Promise<number> {
  const rows = await db.query(sql`
    delete from sessions
     where expires_at <= ${now} or last_seen_at <= ${now}::timestamptz - make_interval(secs => ${IDLE_SECONDS})
    returning 1`);
  return rows.length;
}

/** @returns whether the session's user is a member of that organization */
export async function moveSession(
  db: Queryable,
  { organizationId, id, userId }: Pick<LiveSession, 'organizationId' | 'id' | 'userId'>,
  toOrganizationId: Uuid,
): Promise<boolean> {
  const rows = await db.query(sql`
    update sessions s set organization_id = m.organization_id
      from memberships m
     where s.organization_id = ${organizationId} and s.id = ${id}
       and m.organization_id = ${toOrganizationId} and m.user_id = ${userId}
    returning 1`);
  return rows.length > 0;
}

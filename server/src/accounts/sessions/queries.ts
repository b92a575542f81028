import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { insertInto } from '../../platform/database/table.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { Role } from '../roles.ts';
import { type SessionRow, sessionsTable } from '../tables.ts';
import { IDLE_SECONDS } from './session.ts';

export interface NewSession {
  organizationId: Uuid;
  id: Uuid;
  userId: Uuid;
  tokenHash: Buffer;
  address: string;
  userAgent: string;
  now: Date;
  expiresAt: Date;
}

/** Inserts a session in a live organization of the user. */
export async function insertSession(db: Queryable, { now, ...session }: NewSession) {
  const memberOf = session.organizationId;
  await db.query(insertInto(sessionsTable, { ...session, memberOf, createdAt: now, lastSeenAt: now, provenAt: now }));
}

/** A session of a person, whatever organization it shows. */
type SessionKey = Pick<LiveSession, 'userId' | 'id'>;

/** Condition: no owner has ended sessions of membership `m` since session `s` began. */
const endedBefore = sql`(m.logged_out_at is null or m.logged_out_at < s.created_at)`;

export interface LiveSession {
  organizationId: Uuid;
  id: Uuid;
  userId: Uuid;
  role: Role;
  timeZone: string;
  organizationSlug: string;
  lastSeenAt: Date;
  provenAt: Date;
  /** The organization requires a second factor, and the user has none. */
  lacksFactor: boolean;
}

/**
 * Finds an unexpired session by token hash, in an organization of its user, by default that of the session. An owner
 * may have ended the user's sessions there: those that began before are not found. Like API keys, a session is looked
 * up before the organization is known.
 */
export async function findLiveSession(
  db: Queryable,
  { tokenHash, organizationId = null }: { tokenHash: Buffer; organizationId?: Uuid | null | undefined },
  now: Date,
): Promise<LiveSession | undefined> {
  const [session] = await db.query<LiveSession>(sql`
    select o.organization_id, s.id, s.user_id, m.role, o.time_zone, o.slug as organization_slug, s.last_seen_at, s.proven_at,
           o.two_factor_required and not u.totp_enabled
             and not exists (select 1 from passkeys p where p.user_id = u.id) as lacks_factor
      from sessions s
      join organizations o on o.organization_id = coalesce(${organizationId}::uuid, s.organization_id)
      join memberships m on m.organization_id = coalesce(o.test_of, o.organization_id) and m.user_id = s.user_id
       and (m.organization_id = s.member_of or ${endedBefore})
      join users u on u.id = s.user_id
     where s.token_hash = ${tokenHash} and s.expires_at > ${now}
       and s.last_seen_at > ${now}::timestamptz - make_interval(secs => ${IDLE_SECONDS})`);
  return session;
}

/** Most sessions that a person reads; more are ended together. */
const MAX_LISTED = 100;

export type SessionOfUser = Pick<SessionRow, 'id' | 'createdAt' | 'lastSeenAt' | 'address' | 'userAgent'>;

/** The person's open sessions in all organizations, the last used first. */
export async function listSessions(db: Queryable, userId: Uuid, now: Date): Promise<SessionOfUser[]> {
  return db.query<SessionOfUser>(sql`
    select id, created_at, last_seen_at, address, user_agent from sessions
     where user_id = ${userId} and expires_at > ${now}
       and last_seen_at > ${now}::timestamptz - make_interval(secs => ${IDLE_SECONDS})
     order by last_seen_at desc, id desc limit ${MAX_LISTED}`);
}

export async function markSeen(db: Queryable, { userId, id }: SessionKey, now: Date) {
  await db.query(sql`
    update sessions set last_seen_at = ${now}
     where user_id = ${userId} and id = ${id} and last_seen_at < ${now}`);
}

export async function markProven(db: Queryable, { userId, id }: SessionKey, now: Date) {
  await db.query(sql`
    update sessions set proven_at = ${now} where user_id = ${userId} and id = ${id}`);
}

export async function deleteSession(db: Queryable, tokenHash: Buffer) {
  await db.query(sql`delete from sessions where token_hash = ${tokenHash}`);
}

/** @returns whether the user had this session, in any organization */
export async function deleteSessionOf(db: Queryable, userId: Uuid, id: Uuid): Promise<boolean> {
  const rows = await db.query(sql`delete from sessions where user_id = ${userId} and id = ${id} returning 1`);
  return rows.length > 0;
}

/**
 * Deletes the member's sessions in this organization and its test organization. Older ones elsewhere cannot switch to
 * it any more.
 */
export async function deleteSessionsOfMember(tx: Queryable, organizationId: Uuid, userId: Uuid, now: Date) {
  await tx.query(sql`
    update memberships set logged_out_at = ${now}
     where organization_id = ${organizationId} and user_id = ${userId}`);
  await tx.query(sql`delete from sessions where member_of = ${organizationId} and user_id = ${userId}`);
}

/** Deletes the user's sessions in every organization, except this one if given. */
export async function deleteSessionsOf(db: Queryable, userId: Uuid, { but = null }: { but?: Uuid | null } = {}) {
  await db.query(sql`delete from sessions where user_id = ${userId} and id is distinct from ${but}::uuid`);
}

/**
 * Changes the organization that new tabs show.
 * @returns whether the session's user is a member of that organization, and no owner of it has ended the user's
 * sessions since this one began
 */
export async function moveSession(db: Queryable, { userId, id }: SessionKey, toOrganizationId: Uuid): Promise<boolean> {
  const rows = await db.query(sql`
    update sessions s set organization_id = o.organization_id, member_of = m.organization_id
      from organizations o join memberships m on m.organization_id = coalesce(o.test_of, o.organization_id)
     where s.user_id = ${userId} and s.id = ${id}
       and o.organization_id = ${toOrganizationId} and m.user_id = s.user_id and ${endedBefore}
    returning 1`);
  return rows.length > 0;
}

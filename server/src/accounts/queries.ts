import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { columnsExcept, insertInto, type RowOf } from '../platform/database/table.ts';
import type { Language } from '../values/language.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Role } from './roles.ts';
import { membershipsTable, usersTable } from './tables.ts';
import type { StoredSecret } from './totp/totp-secret.ts';
import type { Membership, User } from './user.ts';

const userColumns = columnsExcept(usersTable, ['totpLastStep', 'createdAt']);
const accountColumns = sql`
  ${userColumns}, exists (select 1 from passkeys p where p.user_id = users.id) as has_passkey`;

/** A user with the secrets that only log-in may read. */
export interface Account extends User, RowOf<typeof userColumns> {}

/** `email` must be normalized by `normalEmail`. */
export async function findAccountByEmail(db: Queryable, email: string): Promise<Account | undefined> {
  const [row] = await db.query<Account>(sql`select ${accountColumns} from users where email = ${email}`);
  return row;
}

export async function findAccount(db: Queryable, id: Uuid): Promise<Account | undefined> {
  const [row] = await db.query<Account>(sql`select ${accountColumns} from users where id = ${id}`);
  return row;
}

/**
 * Locks the account until the transaction ends: changes of its second factor happen one after the other. It is read by
 * a second statement, because one that waited for the lock would see the passkeys as they were before.
 */
export async function lockAccount(tx: Tx, id: Uuid): Promise<Account | undefined> {
  await tx.query(sql`select 1 from users where id = ${id} for update`);
  return findAccount(tx, id);
}

export async function insertUser(
  tx: Queryable,
  user: { id: Uuid; email: string; name: string; language?: Language; passwordHash: string; now: Date },
) {
  const { now, ...row } = user;
  await tx.query(insertInto(usersTable, { ...row, createdAt: now }));
}

/** Blocks other inserts of users until the transaction ends. */
export async function claimFirstUser(tx: Tx): Promise<boolean> {
  await tx.query(sql`lock table users in share row exclusive mode`);
  return !(await anyUser(tx));
}

export async function anyUser(db: Queryable): Promise<boolean> {
  const rows = await db.query(sql`select 1 from users limit 1`);
  return rows.length > 0;
}

export async function savePassword(tx: Queryable, userId: Uuid, passwordHash: string, now: Date) {
  await tx.query(sql`
    update users set password_hash = ${passwordHash}, password_set_at = ${now} where id = ${userId}`);
}

/** Undefined fields stay as they are. */
export async function saveProfile(
  tx: Queryable,
  userId: Uuid,
  { name, language }: { name?: string; language?: Language },
) {
  await tx.query(sql`
    update users set name = coalesce(${name ?? null}, name), language = coalesce(${language ?? null}, language)
     where id = ${userId}`);
}

/** @returns whether the secret was saved; false if a confirmed secret exists */
export async function saveTotpSecret(db: Queryable, userId: Uuid, secret: StoredSecret): Promise<boolean> {
  const rows = await db.query(sql`
    update users set totp_secret = ${secret}, totp_last_step = null
     where id = ${userId} and not totp_enabled returning 1`);
  return rows.length > 0;
}

/**
 * @returns whether this call used the code. A code works once, older codes are rejected afterwards, and no code works
 * after its secret was replaced.
 */
export async function markCodeUsed(db: Queryable, userId: Uuid, totp: StoredSecret, step: number): Promise<boolean> {
  const rows = await db.query(sql`
    update users set totp_enabled = true, totp_last_step = ${step}
     where id = ${userId} and totp_secret = ${totp} and (totp_last_step is null or totp_last_step < ${step})
    returning 1`);
  return rows.length > 0;
}

/** @returns whether codes were required before */
export async function deleteTotp(db: Queryable, userId: Uuid): Promise<boolean> {
  const rows = await db.query(sql`
    update users set totp_enabled = false, totp_secret = null, totp_last_step = null
     where id = ${userId} and totp_enabled returning 1`);
  return rows.length > 0;
}

/** Oldest first, each followed by the test organization, which has the same members. */
export async function listMemberships(db: Queryable, userId: Uuid): Promise<Membership[]> {
  const rows = await db.query<Membership['organization'] & { role: Role }>(sql`
    select o.organization_id as id, o.name, o.time_zone, o.two_factor_required, o.test_of, m.role
      from memberships m
      join organizations o on o.organization_id = m.organization_id or o.test_of = m.organization_id
     where m.user_id = ${userId} order by m.created_at, m.organization_id, o.test_of nulls first`);
  return rows.map(({ role, ...organization }) => ({ organization, role }));
}

export async function insertMembership(
  tx: Queryable,
  { organizationId, userId, role, now }: { organizationId: Uuid; userId: Uuid; role: Role; now: Date },
) {
  await tx.query(insertInto(membershipsTable, { organizationId, userId, role, createdAt: now }));
}

/** Names of these users, by id. */
export async function listUserNames(db: Queryable, ids: Uuid[]): Promise<Map<Uuid, string>> {
  const rows = await db.query<{ id: Uuid; name: string }>(
    sql`select id, name from users where id = any(${ids}::uuid[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

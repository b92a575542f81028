import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';

export async function findKeyCheck(db: Queryable): Promise<Buffer | undefined> {
  const [row] = await db.query<{ sealedCheck: Buffer }>(sql`select sealed_check from secrets_key_check`);
  return row?.sealedCheck;
}

/** Waits for a concurrent insert. @returns whether this one was the first */
export async function insertKeyCheck(db: Queryable, sealedCheck: Buffer): Promise<boolean> {
  const rows = await db.query(sql`
    insert into secrets_key_check (sealed_check) values (${sealedCheck}) on conflict do nothing returning 1`);
  return rows.length > 0;
}

export async function saveKeyCheck(db: Queryable, sealedCheck: Buffer) {
  await db.query(sql`update secrets_key_check set sealed_check = ${sealedCheck}`);
}

/** A column of sealed secrets. `key` are the columns of its primary key. */
export interface SealedColumn {
  table: string;
  column: string;
  key: readonly [string] | readonly [string, string];
}

export interface SealedRow {
  first: Uuid;
  /** Empty for a key of one column. */
  second: string;
  sealed: Buffer;
}

/** All secrets of a column: some for each organization and person. */
export async function listSealed(db: Queryable, { table, column, key: [first, second] }: SealedColumn) {
  return db.query<SealedRow>(sql`
    select ${raw(first)}::text as first, ${raw(second ? `${second}::text` : `''`)} as second, ${raw(column)} as sealed
      from ${raw(table)} where ${raw(column)} is not null`);
}

/** A secret that was replaced meanwhile is left. */
export async function saveSealed(
  db: Queryable,
  { table, column, key: [first, second] }: SealedColumn,
  row: SealedRow,
  sealed: Buffer,
) {
  await db.query(sql`
    update ${raw(table)} set ${raw(column)} = ${sealed}
     where ${raw(first)} = ${row.first} and ${raw(second ? `${second}::text` : `''`)} = ${row.second}
       and ${raw(column)} = ${row.sealed}`);
}

import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { insertInto } from '../../platform/database/table.ts';
import type { Uuid } from '../../values/uuid.ts';
import { type DeviceRow, devicesTable } from '../tables.ts';

/** `email` must be normalized by `normalEmail`. */
export async function isDeviceOf(db: Queryable, email: string, tokenHash: Buffer, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from users u join devices d on d.user_id = u.id
     where u.email = ${email} and d.token_hash = ${tokenHash} and d.known_until > ${now}`);
  return rows.length > 0;
}

/** @returns whether the person was known on this device */
export async function renewDevice(tx: Queryable, { userId, tokenHash, knownUntil }: DeviceRow, now: Date) {
  const rows = await tx.query(sql`
    update devices set known_until = ${knownUntil}
     where user_id = ${userId} and token_hash = ${tokenHash} and known_until > ${now} returning 1`);
  return rows.length > 0;
}

export async function insertDevice(tx: Queryable, device: DeviceRow) {
  await tx.query(insertInto(devicesTable, device));
}

/** Gives the device another token, for all persons who are still known on it. */
export async function changeToken(tx: Queryable, { from, to, now }: { from: Buffer; to: Buffer; now: Date }) {
  await tx.query(sql`update devices set token_hash = ${to} where token_hash = ${from} and known_until > ${now}`);
}

/** Deletes the person's devices but the `most` that were used last. */
export async function deleteSurplusDevices(tx: Queryable, userId: Uuid, most: number) {
  await tx.query(sql`
    delete from devices where user_id = ${userId} and token_hash in (
      select token_hash from devices where user_id = ${userId} order by known_until desc, token_hash offset ${most})`);
}

export async function deleteDevicesOf(tx: Queryable, userId: Uuid) {
  await tx.query(sql`delete from devices where user_id = ${userId}`);
}

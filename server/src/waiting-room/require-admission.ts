import type { Database } from '../platform/database/database.ts';
import { getTicketKey } from '../tickets/ticket-key.ts';
import { roomPath } from '../values/slug.ts';
import type { Uuid } from '../values/uuid.ts';
import { readGate } from './read-room.ts';
import { admissionRefusals } from './refusals.ts';
import { readRoomToken } from './room-token.ts';

interface Gate {
  db: Database;
  config: { secretsKeys: readonly Buffer[] };
  publicUrl: () => string;
}

interface Asking {
  organizationId: Uuid;
  eventId: Uuid;
  /** The pass as it was sent. */
  admission: string | null;
  now: Date;
}

/**
 * Checks the pass of an order before the event is locked, so that a crowd without passes delays no sale. It writes
 * nothing: a pass is good for any number of orders until it expires. An unknown event passes; holding places refuses
 * it.
 * @throws Refusal admission_required, admission_invalid
 */
export async function requireAdmission({ db, config, publicUrl }: Gate, asking: Asking): Promise<void> {
  const { organizationId, eventId, admission, now } = asking;
  const gate = await readGate(db, { organizationId, eventId, now });
  if (!gate?.enabled) return;
  const details = { room_url: publicUrl() + roomPath(gate.organizationSlug, gate.slug) };
  if (admission === null) throw admissionRefusals.admission_required(details);
  const { roomKey: key } = await getTicketKey(db, config.secretsKeys, organizationId);
  if (!findPassEnd(admission, { eventId, key, now })) throw admissionRefusals.admission_invalid(details);
}

/** @returns when a pass ends; undefined when it is over, or no pass of this event */
export function findPassEnd(
  pass: string,
  { eventId, key, now }: { eventId: Uuid; key: Uint8Array; now: Date },
): Date | undefined {
  const read = readRoomToken(pass, { kind: 'pass', eventId }, key);
  const end = read && new Date(read.until * 1_000);
  return end && end > now ? end : undefined;
}

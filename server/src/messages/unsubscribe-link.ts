import type { Database } from '../platform/database/database.ts';
import { findTicketKey, getTicketKey } from '../tickets/ticket-key.ts';
import { openSecret, sealSecret } from '../values/secret-box.ts';
import { UUID_BYTES, type Uuid, uuidBytes, uuidFromBytes } from '../values/uuid.ts';

/** An address and the organization whose messages it no longer wants. */
export interface Unsubscribing {
  organizationId: Uuid;
  email: string;
}

const CODE = /^[A-Za-z0-9_-]{60,600}$/;

/** What a sealed address is bound to. */
const aboutAddress = (organizationId: Uuid): string => `unsubscribe ${organizationId}`;

/**
 * Path of the page where the reader of a message unsubscribes. It holds the organization and the address, encrypted
 * with a key of the organization: it works as long as the organization exists, whatever became of the mail and the
 * order, and logs of servers on the way do not get the address.
 */
export async function unsubscribePath(
  db: Database,
  secretsKeys: readonly Buffer[],
  { organizationId, email }: Unsubscribing,
): Promise<string> {
  const { unsubscribeKey } = await getTicketKey(db, secretsKeys, organizationId);
  const sealed = sealSecret([unsubscribeKey], email, aboutAddress(organizationId));
  return `/unsubscribe/${Buffer.concat([uuidBytes(organizationId), sealed]).toString('base64url')}`;
}

/** @returns undefined when the code was not made by `unsubscribePath` */
export async function openUnsubscribeCode(
  db: Database,
  secretsKeys: readonly Buffer[],
  code: string,
): Promise<Unsubscribing | undefined> {
  if (!CODE.test(code)) return undefined;
  const bytes = Buffer.from(code, 'base64url');
  const organizationId = uuidFromBytes(bytes);
  const key = await findTicketKey(db, secretsKeys, organizationId);
  if (!key) return undefined;
  try {
    const email = openSecret([key.unsubscribeKey], bytes.subarray(UUID_BYTES), aboutAddress(organizationId));
    return { organizationId, email };
  } catch {
    return undefined;
  }
}

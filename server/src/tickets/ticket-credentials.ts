import type { Channel } from '../checkouts/checkout.ts';
import type { Database } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/callers/caller.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Ticket } from './ticket.ts';
import { writeTicketCode } from './ticket-code.ts';
import { getTicketKey, type SignedTicket, type TicketKey } from './ticket-key.ts';
import { type Linked, linkPath } from './ticket-link.ts';

/** Credentials of a ticket: the code for the door, and the link to the ticket's page. */
export interface TicketCredentials {
  /** What the QR code says; null once the ticket was refunded or cancelled, so that it is not printed. */
  code: string | null;
  url: string;
}

/** Whether a caller may see credentials: a volunteer at a door must not be able to leak those of every ticket. */
export const maySeeCredentials = ({ access }: Pick<Caller, 'access'>): boolean => access.has('hand_out');

/**
 * Whether a caller may see the link to an order. It lets its holder pass tickets on and give them back, as the buyer:
 * a cashier only of what a box office sold.
 */
export const maySeeOrderLink = ({ access }: Pick<Caller, 'access'>, channel: Channel): boolean =>
  access.has('manage') || (access.has('hand_out') && channel === 'box_office');

type CredentialSource = Pick<Ticket, 'id' | 'status' | 'revision'> & { event: { id: Uuid } };

export function credentialsOf(
  ticket: CredentialSource,
  { organizationId, key, publicUrl }: { organizationId: Uuid; key: TicketKey; publicUrl: string },
): TicketCredentials {
  const { code, path } = signedOf(ticket, { organizationId, key });
  const isShown = ticket.status === 'valid' || ticket.status === 'used';
  return { code: isShown ? code : null, url: publicUrl + path };
}

/**
 * Signing takes as long as the rest of a read of a ticket, and the same ticket is shown by the page, the mail, the PDF
 * and the API. Code and link depend on what they sign alone: remembered ones are the same.
 */
function signedOf(
  { id, revision, event }: CredentialSource,
  { organizationId, key }: { organizationId: Uuid; key: TicketKey },
): SignedTicket {
  const content = `${organizationId} ${id} ${event.id} ${revision}`;
  let signed = key.signed.get(content);
  if (signed === undefined) {
    signed = {
      code: writeTicketCode({ ticketId: id, eventId: event.id, revision }, key.privateKey),
      path: linkPath({ kind: 'ticket', organizationId, id, revision }, key.linkKey),
    };
    key.signed.set(content, signed);
  }
  return signed;
}

/** The URL of the page that a link points to. */
export async function linkUrl(
  db: Database,
  secretsKeys: readonly Buffer[],
  linked: Linked,
  publicUrl: string,
): Promise<string> {
  const { linkKey } = await getTicketKey(db, secretsKeys, linked.organizationId);
  return publicUrl + linkPath(linked, linkKey);
}

/** The URL of an order's page. */
export function orderUrl(
  db: Database,
  secretsKeys: readonly Buffer[],
  { organizationId, orderId, revision }: { organizationId: Uuid; orderId: Uuid; revision: number },
  publicUrl: string,
): Promise<string> {
  return linkUrl(db, secretsKeys, { kind: 'order', organizationId, id: orderId, revision }, publicUrl);
}

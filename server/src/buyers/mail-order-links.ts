import { countOrderSearch } from '../accounts/throttle/throttle.ts';
import { lockCheckout } from '../checkouts/queries.ts';
import { recordMails } from '../mail/record-mail.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { listNewestPurchases, type NewestPurchase } from './find-queries.ts';

/** Organizations that send a mail after one search: a person bought from a handful. */
const MAX_ORGANIZATIONS = 20;

interface OrderSearch {
  /** As typed on the page. */
  email: string;
  /** Only this organization; null: all, one e-mail from each. */
  organizationId: Uuid | null;
  /** The client's IP address. */
  address: string;
  now: Date;
}

/**
 * Sends the links to a buyer's orders to the address that bought them, one e-mail from each organization. The answer
 * does not reveal whether there are orders; nor does its timing, apart from the insertion of a row. Searches over the
 * limit are ignored silently. A buyer whose data was erased is not found.
 */
export async function mailOrderLinks(db: Database, search: OrderSearch): Promise<void> {
  const { organizationId, address, now } = search;
  const email = search.email.trim().toLowerCase();
  await db.transaction(async (tx) => {
    if (!(await countOrderSearch(tx, { email, address, now }))) return;
    const purchases = await listNewestPurchases(tx, { email, organizationId, limit: MAX_ORGANIZATIONS });
    for (const purchase of purchases) await mailLinks(tx, purchase, { email, now });
  });
}

/** The mail belongs to the newest order, so that an erasure of the buyer's data, which locks its checkout, finds it. */
async function mailLinks(tx: Tx, purchase: NewestPurchase, { email, now }: { email: string; now: Date }) {
  const { organizationId, checkoutId, orderId } = purchase;
  const { customer } = await lockCheckout(tx, organizationId, checkoutId);
  if (customer.email.toLowerCase() !== email) return;
  recordMails(tx, organizationId, [{ kind: 'order_links', recipient: customer.email, orderId, details: {} }], now);
}

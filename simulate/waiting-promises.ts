import sql from 'sql-template-tag';
import type { Queryable } from '../server/src/platform/database/database.ts';
import type { Confirmed, ConfirmedWait } from './confirmed.ts';
import { Violation } from './violation.ts';

interface Entry {
  tierId: string;
  email: string;
  status: string;
  offeredAt: Date | null;
}

/**
 * Every buyer whose entry was confirmed is on the waiting list, and no offer went past a party that asked before and is
 * not larger.
 * @throws Violation
 */
export async function expectFairLines(db: Queryable, { waiting, leaving }: Confirmed) {
  const rows = await db.query<Entry>(sql`
    select w.tier_id, w.customer_email as email, w.status, c.created_at as offered_at from waiting_list_entries w
      left join checkouts c on c.organization_id = w.organization_id and c.id = w.checkout_id order by w.id`);
  const found = rows.flatMap((entry) => {
    const wait = waiting.find(({ email, tierId }) => email === entry.email && tierId === entry.tierId);
    return wait ? [{ ...entry, wait }] : [];
  });
  const missing = waiting.filter((wait) => !found.some((entry) => entry.wait === wait));
  if (missing.length > 0) throw new Violation('a confirmed place on the waiting list does not exist', missing);
  for (const [at, entry] of found.entries()) {
    const earlier = found.slice(0, at).filter(({ wait, email }) => isBefore(wait, entry.wait) && !leaving.has(email));
    const passed = earlier.find(
      ({ wait, offeredAt }) =>
        entry.offeredAt && wait.atMs < entry.offeredAt.getTime() && !(offeredAt && offeredAt <= entry.offeredAt),
    );
    if (passed) throw new Violation('an offer went past someone who had asked before', { passed, offered: entry });
  }
}

const isBefore = (one: ConfirmedWait, other: ConfirmedWait) =>
  one.tierId === other.tierId && one.quantity <= other.quantity;

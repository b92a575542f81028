import type { Queryable } from '../../platform/database/database.ts';
import { perStore } from '../../platform/database/per-database.ts';
import { Allowances } from '../../platform/work/allowances.ts';
import type { Uuid } from '../../values/uuid.ts';
import { ticketRefusals } from '../refusals.ts';

/** Orders whose pages are used within some hours. */
const ORDERS = 20_000;
/** Each makes a mail with a PDF. Mails that do not arrive are not fixed by a fourth. */
const RESENT = { most: 3, everySeconds: 600, names: ORDERS };
/** A party of ten whose names are all typed in one go, with mistakes. */
const CHANGED = { most: 20, everySeconds: 180, names: ORDERS };

const allowancesOf = perStore(() => ({ resent: new Allowances(RESENT), changed: new Allowances(CHANGED) }));

/**
 * Counts a change that the buyer makes on the page of an order: without a limit, a person with the link could repeat it
 * without end.
 * @throws Refusal 429
 */
export function countChange(db: Pick<Queryable, 'store'>, kind: 'resent' | 'changed', orderId: Uuid, now: Date): void {
  const waitSeconds = allowancesOf(db)[kind].take(orderId, now);
  if (waitSeconds > 0) throw ticketRefusals.too_many_changes({ retry_after_seconds: waitSeconds });
}

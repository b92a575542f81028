import type { Checkout } from '../../checkouts/checkout.ts';
import { eventName } from '../../events/sold-out-events.ts';
import type { Database } from '../../platform/database/database.ts';
import { perDatabase } from '../../platform/database/per-database.ts';
import { Lanes } from '../../platform/lanes/lanes.ts';
import { rushOf } from '../../platform/lanes/rush.ts';
import type { Language } from '../../values/language.ts';
import type { Sale } from '../queries.ts';
import { type Completion, completeCheckouts } from './complete-checkouts.ts';

type Fulfilment = NonNullable<Completion['paid']> & { now: Date };

const lanes = perDatabase(
  (db) =>
    new Lanes<Completion, Sale | undefined>({
      name: 'payments',
      rush: rushOf(db),
      run: (batch) => completeCheckouts(db, batch),
    }),
);

/**
 * Records a payment that arrived. The buyer's return, the provider's webhook and the reconciler all call this, any
 * number of times: a payment counts once, and a checkout has one order. A payment after the end of the hold still buys
 * the places if they are free. A payment that cannot be used (too late, a second one, a wrong amount, or a cancelled
 * event) is recorded with a full refund in the same transaction, so no money is lost. Payments of one event share a
 * lane.
 * @returns the order, if this call created it
 */
export async function fulfilPayment(db: Database, { now, ...paid }: Fulfilment): Promise<Sale | undefined> {
  const { organizationId, eventId, checkoutId } = paid.attempt;
  return complete(db, { organizationId, eventId, checkoutId, paid, language: null, now });
}

/**
 * The buyer confirms a free checkout. E-mails use the language of the page. Calling it again changes nothing.
 * @returns the order, if this call created it
 * @throws Refusal 409 when its time is over, it was cancelled, or it is not what the buyer saw
 */
export async function confirmFreeCheckout(
  db: Database,
  { seen, language, now }: { seen: Checkout; language: Language; now: Date },
): Promise<Sale | undefined> {
  const { organizationId, eventId, id: checkoutId } = seen;
  return complete(db, { organizationId, eventId, checkoutId, paid: null, seen, language, now });
}

const complete = (db: Database, completion: Completion): Promise<Sale | undefined> =>
  lanes(db).join(eventName(completion.organizationId, completion.eventId), completion);

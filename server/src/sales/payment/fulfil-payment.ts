import type { Database } from '../../platform/database/database.ts';
import { perDatabase } from '../../platform/database/per-database.ts';
import { Lanes } from '../../platform/lanes/lanes.ts';
import { rushOf } from '../../platform/lanes/rush.ts';
import type { Language } from '../../values/language.ts';
import type { Uuid } from '../../values/uuid.ts';
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
 * Money arrived. The buyer's return, the provider's notice and the reconciler all come here, any number of times: one
 * payment counts once, one checkout makes one order. Money that comes after the hold ended is honoured when the places
 * are still free. A payment that cannot be honoured (too late, a second one, a wrong amount, the event is cancelled) is
 * owed back in full in the same transaction: nothing is lost either way. Payments of one event share a lane.
 * @returns the order, where this call made it
 */
export async function fulfilPayment(db: Database, { now, ...paid }: Fulfilment): Promise<Sale | undefined> {
  const { organizationId, eventId, checkoutId } = paid.attempt;
  return complete(db, { organizationId, eventId, checkoutId, paid, language: null, now });
}

/**
 * The buyer confirms a checkout that costs nothing, and gets letters in the page's language. Again, it changes nothing.
 * @returns the order, where this call made it
 * @throws Refusal 409 when its time is over, it was cancelled, or it is not free
 */
export async function confirmFreeCheckout(
  db: Database,
  confirmation: { organizationId: Uuid; eventId: Uuid; checkoutId: Uuid; language: Language; now: Date },
): Promise<Sale | undefined> {
  return complete(db, { ...confirmation, paid: null });
}

const complete = (db: Database, completion: Completion): Promise<Sale | undefined> =>
  lanes(db).join(`${completion.organizationId} ${completion.eventId}`, completion);

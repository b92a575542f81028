import type { Database } from '../platform/database/database.ts';
import { perDatabase } from '../platform/database/per-database.ts';
import { Lanes } from '../platform/lanes/lanes.ts';
import { rushOf } from '../platform/lanes/rush.ts';
import type { CheckoutWithSeats } from './checkout.ts';
import type { CheckoutRequest } from './checkout-request.ts';
import { createCheckouts, type Outcome } from './create-checkouts.ts';
import { eventOf, knownRefusal } from './remember-refusal.ts';

const lanes = perDatabase(
  (db) =>
    new Lanes<CheckoutRequest, CheckoutWithSeats>({
      name: 'checkouts',
      rush: rushOf(db),
      run: (requests, late) => createUnlessRefused(db, requests, late),
    }),
);

/** When a tier is sold out, one batch asks the database; requests queued behind it reuse the answer. */
async function createUnlessRefused(
  db: Database,
  requests: CheckoutRequest[],
  late: () => CheckoutRequest[],
): Promise<Outcome[]> {
  const refusals = requests.map((request) => knownRefusal(db, request));
  const asking = requests.filter((_, index) => !refusals[index]);
  const outcomes = (await createCheckouts(db, asking, late)).values();
  const first = refusals.map(
    (reason): Outcome => (reason ? { status: 'rejected', reason } : (outcomes.next().value as Outcome)),
  );
  return [...first, ...outcomes];
}

/**
 * Holds places for a buyer. All requests for places of one event share a lane; `createCheckouts` decides who gets
 * places, and documents the errors. When a tier is sold out, further requests are refused without asking the database,
 * for a tenth of a second at most, and only until a hold ends or this process changes the event.
 * @throws Refusal as `createCheckouts`; 503 when too many wait
 */
export async function createCheckout(db: Database, request: CheckoutRequest): Promise<CheckoutWithSeats> {
  const known = knownRefusal(db, request);
  if (known) throw known;
  return lanes(db).join(eventOf(request), request);
}

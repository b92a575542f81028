import { eventName, soldOutEventsOf } from '../events/sold-out-events.ts';
import type { Database } from '../platform/database/database.ts';
import { perDatabase } from '../platform/database/per-database.ts';
import { Lanes } from '../platform/lanes/lanes.ts';
import { rushOf } from '../platform/lanes/rush.ts';
import type { Refusal } from '../platform/refusals/refusal.ts';
import type { CheckoutWithSeats } from './checkout.ts';
import { type CheckoutRequest, createCheckouts, type Outcome, priceOf } from './create-checkouts.ts';
import { holdRefusals } from './refusals.ts';

const lanes = perDatabase(
  (db) =>
    new Lanes<CheckoutRequest, CheckoutWithSeats>({
      name: 'checkouts',
      rush: rushOf(db),
      run: (requests, late) => createUnlessRefused(db, requests, late),
    }),
);

const eventOf = ({ organizationId, eventId }: CheckoutRequest) => eventName(organizationId, eventId);

/** What this process was told a moment ago: nothing at all is left of the price. */
const knownRefusal = (db: Database, request: CheckoutRequest): Refusal | undefined =>
  soldOutEventsOf(db).refusalOf(eventOf(request), priceOf(request), request.now);

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
 * Holds places for a buyer. All requests for places of one event share a lane; `createCheckouts` decides which of them
 * get places
 * and for the errors. Once nothing at all is left of a price, the next ones hear so without asking the database: for a
 * tenth of a second, and no longer than until a hold ends or this process changes something of the event.
 * @throws Refusal as `createCheckouts`; 400 when more people are named than there are tickets; 503 when too many wait
 */
export async function createCheckout(db: Database, request: CheckoutRequest): Promise<CheckoutWithSeats> {
  const { attendees, quantity } = request;
  if (attendees.length > quantity) throw holdRefusals.too_many_attendees({ quantity });
  const known = knownRefusal(db, request);
  if (known) throw known;
  return lanes(db).join(eventOf(request), request);
}

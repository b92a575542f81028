import type { Database } from '../database/database.ts';
import { eventName, soldOutEvents } from '../events/sold-out-events.ts';
import { badRequest } from '../http/errors.ts';
import { Lanes } from '../lanes/lanes.ts';
import { perDatabase } from '../lanes/per-database.ts';
import { rushOf } from '../lanes/rush.ts';
import type { CheckoutWithSeats } from './checkout.ts';
import { type CheckoutRequest, createCheckouts, priceOf } from './create-checkouts.ts';

const lanes = perDatabase(
  (db) =>
    new Lanes<CheckoutRequest, CheckoutWithSeats>({
      name: 'checkouts',
      rush: rushOf(db),
      run: (requests) => createCheckouts(db, requests),
    }),
);

/**
 * Holds places for a buyer. Everyone who wants a place of one event shares a lane; see `createCheckouts` for who gets one
 * and for the errors. Once nothing at all is left of a price, the next ones hear so without asking the database: for a
 * tenth of a second, and no longer than until a hold ends or this process changes something of the event.
 * @throws ApiError as `createCheckouts`; 400 when more people are named than there are tickets; 503 when too many wait
 */
export async function createCheckout(db: Database, request: CheckoutRequest): Promise<CheckoutWithSeats> {
  const { attendees, quantity } = request;
  if (attendees.length > quantity) throw badRequest(`attendees must not be more than the tickets: ${quantity}`);
  const event = eventName(request.organizationId, request.eventId);
  const known = soldOutEvents.refusalOf(event, priceOf(request), request.now);
  if (known) throw known;
  return lanes(db).join(event, request);
}

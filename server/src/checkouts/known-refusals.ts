import { eventName, type SoldOut, soldOutEventsOf } from '../events/sold-out-events.ts';
import type { Database } from '../platform/database/database.ts';
import type { Refusal } from '../platform/refusals/refusal.ts';
import type { Uuid } from '../values/uuid.ts';
import { placesOf } from './checkout.ts';
import { type CheckoutRequest, type RequestedLine, soldOut } from './checkout-request.ts';

export const eventOf = ({ organizationId, eventId }: CheckoutRequest) => eventName(organizationId, eventId);

/** Nothing but its lines can be refused. A buyer who chose seats is told which are taken, so the database is asked. */
const isPlain = ({ lines, attendees, answers = [] }: CheckoutRequest) =>
  attendees.length === 0 && answers.length === 0 && lines.every(({ seatIds }) => !seatIds);

/** What can sell out, a tier, within a section if there is one, for requests that are refused alike. */
const stockKeyOf = (
  { channel, isItemized, promoCode }: CheckoutRequest,
  { tierId, sectionId }: RequestedLine,
): string => `${tierId} ${sectionId} ${channel} ${isItemized} ${promoCode !== null}`;

/**
 * A recent answer of the database to such a request of at least as many places: the tier of a line has none left. A
 * larger one may be more than an order may have.
 */
export function knownRefusal(db: Database, request: CheckoutRequest): Refusal | undefined {
  if (!isPlain(request)) return undefined;
  const known = soldOutEventsOf(db);
  for (const [index, line] of request.lines.entries()) {
    const answer = known.find(eventOf(request), stockKeyOf(request, line), request.now);
    if (answer && placesOf(request.lines) <= answer.quantity) return soldOut(request, index, answer.tierId);
  }
  return undefined;
}

/** Of an event that is sold out as a whole, the refusal names no line. */
export function rememberRefusal(
  db: Database,
  request: CheckoutRequest,
  { reason, nextHoldEnd, changes }: { reason: Refusal; nextHoldEnd: SoldOut['nextHoldEnd']; changes: number },
) {
  const { item = 0, tier_id: tierId = null } = (reason.details ?? {}) as { item?: number; tier_id?: Uuid };
  const line = request.lines[item];
  if (!line || !isPlain(request)) return;
  const answer = { tierId, quantity: placesOf(request.lines), since: request.now, nextHoldEnd };
  soldOutEventsOf(db).remember(eventOf(request), stockKeyOf(request, line), answer, changes);
}

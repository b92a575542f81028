import { eventName, type SoldOut, soldOutEventsOf } from '../events/sold-out-events.ts';
import type { Database } from '../platform/database/database.ts';
import type { Refusal } from '../platform/refusals/refusal.ts';
import { type CheckoutRequest, type RequestedLine, soldOut } from './checkout-request.ts';

export const eventOf = ({ organizationId, eventId }: CheckoutRequest) => eventName(organizationId, eventId);

/**
 * The line of a request that can only be refused for its places, or its size. A buyer who chose seats is told which are
 * taken, so the database is asked.
 */
function plainLine({ lines, attendees, answers = [], promoCode }: CheckoutRequest): RequestedLine | undefined {
  const [line, ...others] = lines;
  if (!line || others.length > 0 || line.seatIds || line.unitPriceCentavos !== undefined) return undefined;
  return attendees.length <= line.quantity && answers.length === 0 && promoCode === null ? line : undefined;
}

/** Names what can sell out for requests that are refused in the same words. */
const stockKeyOf = ({ channel, isItemized }: CheckoutRequest, { tierId, sectionId }: RequestedLine): string =>
  `${tierId} ${sectionId} ${channel} ${isItemized}`;

/**
 * A recent answer of the database to such a request of at least as many places: the tier has none left. A larger one
 * may be more than an order may have.
 */
export function knownRefusal(db: Database, request: CheckoutRequest): Refusal | undefined {
  const line = plainLine(request);
  const answer = line && soldOutEventsOf(db).find(eventOf(request), stockKeyOf(request, line), request.now);
  return answer && line.quantity <= answer.quantity ? soldOut(request, 0, answer.tierId) : undefined;
}

/** The refusal names no tier when the event is sold out as a whole. */
export function rememberRefusal(
  db: Database,
  request: CheckoutRequest,
  { tierId, nextHoldEnd, changes }: Pick<SoldOut, 'tierId' | 'nextHoldEnd'> & { changes: number },
) {
  const line = plainLine(request);
  if (!line) return;
  const answer = { tierId, quantity: line.quantity, since: request.now, nextHoldEnd };
  soldOutEventsOf(db).remember(eventOf(request), stockKeyOf(request, line), answer, changes);
}

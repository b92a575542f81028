import type { Actor } from '../../audit-log/actor.ts';
import { recordChange } from '../../audit-log/record-change.ts';
import { NO_ATTRIBUTION, placesOf } from '../../checkouts/checkout.ts';
import type { CheckoutRequest, RequestedLine } from '../../checkouts/checkout-request.ts';
import { holdOne } from '../../checkouts/create-checkouts.ts';
import { changePlaces } from '../../events/change-places.ts';
import { getEvent } from '../../events/queries.ts';
import type { Database } from '../../platform/database/database.ts';
import { placesHeld } from '../../platform/metrics/service-metrics.ts';
import { newId, type Uuid } from '../../values/uuid.ts';
import { countKept, insertReservation } from './queries.ts';
import { reservationRefusals } from './refusals.ts';
import { requireUntil } from './require-until.ts';
import { MOST_KEPT, MOST_PLACES, NO_END } from './reservation.ts';

interface NewReservation {
  organizationId: Uuid;
  actor: Actor;
  eventId: Uuid;
  lines: RequestedLine[];
  name: string;
  email: string | null;
  phone: string | null;
  note: string | null;
  keptUntil: Date | null;
  /** Stored with the checkout, which needs a URL. No browser is sent there. */
  successUrl: string;
  now: Date;
}

/**
 * Keeps places for a name, without payment: a checkout of the box office holds them, so that they are taken, counted
 * and freed like those of any buyer, all or none. The times of the online sale and `max_per_buyer` do not count, seats
 * can be chosen in every mode, and the event may be a draft.
 * @returns its id
 * @throws Refusal as `createCheckouts`; 400 for a time that has passed or is after the event; 409 when the event has
 * too many
 */
export async function createReservation(db: Database, reservation: NewReservation): Promise<Uuid> {
  const { organizationId, actor, eventId, name, note, keptUntil, lines, now } = reservation;
  const quantity = placesOf(lines);
  if (quantity > MOST_PLACES) throw reservationRefusals.max_per_reservation({ max: MOST_PLACES });
  const id = newId(now);
  await changePlaces(db, { organizationId, eventId }, async (tx) => {
    requireUntil(await getEvent(tx, organizationId, eventId), keptUntil, now);
    if ((await countKept(tx, organizationId, eventId, now)) >= MOST_KEPT)
      throw reservationRefusals.too_many_reservations({ max: MOST_KEPT });
    insertReservation(tx, { organizationId, id, eventId, name, note, keptUntil });
    await holdOne(tx, holdOf(id, reservation));
    const after = { event_id: eventId, quantity, until: keptUntil?.toISOString() ?? null };
    recordChange(tx, { organizationId, actor, action: 'reservation.created', subjectId: id, before: null, after, now });
  });
  placesHeld.inc(quantity);
  return id;
}

const holdOf = (id: Uuid, { name, email, phone, keptUntil, ...reservation }: NewReservation): CheckoutRequest => ({
  organizationId: reservation.organizationId,
  eventId: reservation.eventId,
  lines: reservation.lines,
  isItemized: true,
  promoCode: null,
  customer: { name, email: email ?? '', phone },
  language: null,
  buyerReference: null,
  attendees: [],
  successUrl: reservation.successUrl,
  cancelUrl: null,
  channel: 'box_office',
  attribution: NO_ATTRIBUTION,
  holdSeconds: 0,
  reservation: { id, expiresAt: keptUntil ?? NO_END },
  now: reservation.now,
});

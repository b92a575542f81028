import { holdRefusals } from '../../checkouts/refusals.ts';
import { admissionsOf, type Places, placesForAll, tierOf } from '../../events/places.ts';
import { eventRefusals } from '../../events/refusals.ts';
import type { Tx } from '../../platform/database/database.ts';
import { seatAt } from '../../seating/open-sections.ts';
import { SeatMoves } from '../../seating/seat-moves.ts';
import type { Uuid } from '../../values/uuid.ts';
import { saleRefusals } from '../refusals.ts';
import { changeRefusals } from './change-refusals.ts';
import { chooseSeatsOfMoves } from './choose-seats-of-moves.ts';
import type { MoveToTier, PlannedMove, TicketToMove, WantedPlace } from './planned-move.ts';
import { findTicketsToMove, listTierNames } from './queries.ts';
import { ofTicket, shortOf } from './refusals-of-moves.ts';

interface WantedMoves {
  organizationId: Uuid;
  orderId: Uuid;
  wanted: WantedPlace[];
  /** The order was given away: it costs nothing, whatever the tickets are. */
  isComplimentary: boolean;
}

/**
 * What the order's tickets become, if all of it is possible: nothing is written. The places that they leave count as
 * theirs, so that tickets can swap tiers and seats; places that are owed to the waiting list are not taken.
 * @throws Refusal 400, 404, 409 of the first ticket that cannot be moved
 */
export async function planMoves(
  tx: Tx,
  places: Places,
  { organizationId, orderId, wanted, isComplimentary }: WantedMoves,
): Promise<{ moves: PlannedMove[]; seats: SeatMoves }> {
  const ids = wanted.map(({ ticketId }) => ticketId);
  const seats = new SeatMoves(tx, organizationId, places.eventId);
  seats.countIn(places);
  const [tickets, names] = await Promise.all([
    findTicketsToMove(tx, { organizationId, orderId }, ids),
    listTierNames(tx, organizationId, places.eventId),
    places.seated ? seats.loadAll() : undefined,
  ]);
  const moves = wanted.map((place, index) => ofTicket(index, () => moveToTier(places, { tickets, ids, index }, place)));
  requireFreeTiers(places, seats, moves);
  const chosen = chooseSeatsOfMoves(seats, moves);
  return {
    moves: moves.map(({ ticket, tier }, index): PlannedMove => {
      const { taken = null, sectionId = null } = chosen[index] ?? {};
      const to = {
        tierId: tier.id,
        tierName: names.get(tier.id) ?? ticket.tierName,
        ...priceOf({ ticket, tier }, isComplimentary),
        seat: taken ? seatAt(taken.to) : ticket.seat,
      };
      return { ticket, to, taken, sectionId };
    }),
    seats,
  };
}

function moveToTier(
  places: Places,
  { tickets, ids, index }: { tickets: Map<Uuid, TicketToMove>; ids: Uuid[]; index: number },
  { ticketId, tierId, seatId }: WantedPlace,
): MoveToTier {
  const ticket = tickets.get(ticketId);
  if (!ticket) throw saleRefusals.ticket_not_in_order({ ticket_id: ticketId });
  if (ids.indexOf(ticket.id) !== index) throw changeRefusals.ticket_named_twice();
  if (ticket.status !== 'valid')
    throw changeRefusals.ticket_not_changeable({ ticket_id: ticket.id, status: ticket.status });
  const before = tierOf(places, ticket.tierId);
  const tier = tierId === null ? before : places.tiers.find(({ id }) => id === tierId);
  if (!tier) throw eventRefusals.tier_not_found();
  if (tier.admission !== before.admission) throw changeRefusals.add_on_stays_add_on();
  if (seatId !== null && !(places.seated && tier.admission)) throw changeRefusals.seat_not_expected();
  if (tier === before && seatId === null) throw changeRefusals.nothing_to_change();
  if (tier !== before && !tier.isActive) throw holdRefusals.tier_not_on_sale();
  return { ticket, tier, seatId };
}

/** @throws Refusal 409 when a tier has too few places for the tickets that move to it */
function requireFreeTiers(places: Places, seats: SeatMoves, moves: MoveToTier[]) {
  const coming = moves.filter(({ ticket, tier }) => ticket.tierId !== tier.id);
  const leaving = coming.map(({ ticket: { tierId } }) => ({ tierId, quantity: 1 }));
  for (const [tier, toTier] of Map.groupBy(coming, (move) => move.tier)) {
    const own = {
      ofEvent: admissionsOf(places, leaving),
      // Other tiers may price the same seats.
      ofTier:
        places.seated && tier.admission
          ? seats.countPriced(
              coming.flatMap(({ ticket }) => ticket.held ?? []),
              [tier.id],
            )
          : leaving.filter(({ tierId }) => tierId === tier.id).length,
    };
    const left = placesForAll(places, tier, own);
    const [first] = toTier;
    if (first && toTier.length > left) throw shortOf(tier.id, left, moves.indexOf(first));
  }
}

/**
 * A ticket that stays in its tier keeps its price. Another tier costs what it costs today, less the discount in pesos
 * that the ticket was bought with.
 */
function priceOf({ ticket, tier }: Pick<MoveToTier, 'ticket' | 'tier'>, isComplimentary: boolean) {
  const { priceCentavos, amountCentavos, discountCentavos } = ticket;
  if (ticket.tierId === tier.id) return { priceCentavos, amountCentavos };
  return {
    priceCentavos: tier.priceCentavos,
    amountCentavos: isComplimentary ? 0 : Math.max(0, tier.priceCentavos - discountCentavos),
  };
}

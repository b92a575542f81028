import type { Model } from '../../api/models.ts';
import type { Event, Tier } from '../events/event-queries.ts';
import type { Order } from './order-queries.ts';
import { seatOf } from './seat-of.ts';

export type Ticket = Order['tickets'][number];

/** Where a ticket is to be, as chosen so far. */
export interface Choice {
  tierId: string;
  /** Empty: the seat of the ticket, or the best free one. */
  seatId: string;
}

/** The tiers that a ticket can be of: an add-on stays an add-on. */
export function tiersFor({ ticket_tiers: tiers }: Event, { tier_id }: Ticket): Tier[] {
  const own = tiers.find(({ id }) => id === tier_id);
  return tiers.filter((tier) => tier === own || (tier.is_active && tier.admission === own?.admission));
}

export interface FreeSeats {
  section: string;
  seats: { id: string; label: string }[];
}

/** The free seats with the price of a tier, by section. */
export const freeSeats = ({ sections }: Model<'SeatMap'>, tierId: string): FreeSeats[] =>
  sections
    .map(({ label: section, rows }) => ({
      section,
      seats: rows
        .filter((row) => row.tier_ids.includes(tierId))
        .flatMap((row) =>
          row.seats.flatMap((seat, place) => {
            const id = row.seat_ids[place];
            const isFree = row.statuses[place] === 'free';
            return id && isFree ? [{ id, label: seatOf({ section, row: row.label, seat }) }] : [];
          }),
        ),
    }))
    .filter(({ seats }) => seats.length > 0);

/** The tickets that move, as they are sent. */
export const movesOf = (tickets: Ticket[], choices: Record<string, Choice>): Model<'TicketPlaceInput'>[] =>
  tickets.flatMap((ticket) => {
    const { tierId = ticket.tier_id, seatId = '' } = choices[ticket.id] ?? {};
    if (tierId === ticket.tier_id && seatId === '') return [];
    return [
      {
        ticket_id: ticket.id,
        ...(tierId === ticket.tier_id ? {} : { tier_id: tierId }),
        ...(seatId === '' ? {} : { seat_id: seatId }),
      },
    ];
  });

import { holdRefusals } from '../../checkouts/refusals.ts';
import { Refusal } from '../../platform/refusals/refusal.ts';
import type { Uuid } from '../../values/uuid.ts';

const partOf = (index: number): string => `tickets[${index}]`;

/** Names the ticket in a refusal. */
export function ofTicket<Found>(index: number, find: () => Found): Found {
  try {
    return find();
  } catch (error) {
    throw error instanceof Refusal ? error.within(partOf(index)) : error;
  }
}

/** The refusal of a tier without enough places, or without enough seats. */
export function shortOf(tierId: Uuid, left: number, index: number): Refusal {
  const facts = { field: `${partOf(index)}.tier_id`, tier_id: tierId };
  return left <= 0 ? holdRefusals.sold_out(facts) : holdRefusals.not_enough_left({ left, ...facts });
}

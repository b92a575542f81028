import type { Event, Tier } from './event-queries.ts';

/**
 * How many of a tier can still be sold. Tiers may have more tickets together than the event has places; an add-on takes
 * no place.
 */
export const leftOf = (event: Pick<Event, 'capacity' | 'tickets_sold'>, { admission, available }: Tier): number =>
  admission ? Math.max(0, Math.min(available, event.capacity - event.tickets_sold)) : available;

import type { Fields } from '../audit-log/change.ts';
import type { Event, Tier } from './event.ts';
import { EventChanges, eventFieldsJson } from './schemas.ts';
import { tierWithAvailableJson } from './tier-schemas.ts';

/** The HTML repeats the text and is longer. */
const NOT_LOGGED = new Set(['description_html']);

/** The fields that an organizer can change, as the API shows them. */
export const loggedEvent = (event: Event): Fields => {
  const shown: Fields = eventFieldsJson(event);
  const names = Object.keys(EventChanges.properties).filter((name) => !NOT_LOGGED.has(name));
  return Object.fromEntries(names.map((name) => [name, shown[name] ?? null]));
};

export const loggedTier = (tier: Tier): Fields => {
  const { id: _id, quantity_sold: _sold, available: _available, ...fields } = tierWithAvailableJson(tier);
  return { event_id: tier.eventId, ...fields };
};

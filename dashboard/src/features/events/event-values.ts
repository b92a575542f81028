import type { Event } from './event-queries.ts';
import { refundRuleValues } from './refund-rule-fields.tsx';
import { waitingRoomValues } from './waiting-room-fields.tsx';

/** The values of the form of an event; without one those of a new event. `inputValue` writes times for the fields. */
export const eventValues = (event: Event | undefined, inputValue: (instant: string | null) => string) => ({
  title: event?.title ?? '',
  start_datetime: inputValue(event?.start_datetime ?? null),
  end_datetime: inputValue(event?.end_datetime ?? null),
  sales_end_datetime: inputValue(event?.sales_end_datetime ?? null),
  capacity: event?.capacity ?? 100,
  // Nobody gives tickets away because a field was overlooked.
  ticket_price: event?.ticket_price ?? ('' as number | string),
  event_type: event?.event_type ?? ('concert' as Event['event_type']),
  venue_name: event?.venue_name ?? '',
  address: event?.address ?? '',
  city: event?.city ?? '',
  slug: event?.slug ?? '',
  listed: event?.listed ?? true,
  description_html: event?.description_html ?? '',
  max_per_order: event?.max_per_order ?? ('' as number | string),
  max_per_buyer: event?.max_per_buyer ?? ('' as number | string),
  attendee_details: event?.attendee_details ?? ('none' as Event['attendee_details']),
  consent_text: event?.consent_text ?? '',
  ...refundRuleValues(event?.refund_rule),
  ...waitingRoomValues(event?.waiting_room, inputValue),
});

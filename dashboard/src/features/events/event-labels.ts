import { REFUND_RULE_FIELDS } from './refund-rule-fields.tsx';
import type { texts } from './texts.ts';
import { WAITING_ROOM_FIELDS } from './waiting-room-fields.tsx';

/** Labels of the form of an event, by the names of its fields and by those of the API. */
export function eventLabels(t: (typeof texts)['en']) {
  const labels = {
    title: t.name,
    start_datetime: t.start,
    end_datetime: t.end,
    sales_end_datetime: t.salesEnd,
    capacity: t.capacity,
    ticket_price: t.price,
    event_type: t.type,
    venue_name: t.venue,
    address: t.address,
    city: t.city,
    slug: t.slug,
    listed: t.listed,
    description_html: t.description,
    max_per_order: t.maxPerOrder,
    max_per_buyer: t.maxPerBuyer,
    attendee_details: t.attendeeDetails,
    consent_text: t.consent,
    refund_allowed: t.refundAllowed,
    refund_until_hours: t.refundUntil,
    refund_fee_percent: t.refundFeePercent,
    refund_fee_fixed: t.refundFeeFixed,
    room_enabled: t.roomEnabled,
    room_opens_at: t.roomOpensAt,
  };
  const parts = (object: string, fields: Record<string, keyof typeof labels>) =>
    Object.fromEntries(Object.entries(fields).map(([part, field]) => [`${object}.${part}`, labels[field]]));
  return {
    ...labels,
    ...parts('refund_rule', REFUND_RULE_FIELDS),
    ...parts('waiting_room', WAITING_ROOM_FIELDS),
  };
}

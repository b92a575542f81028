import type { Model } from '../../api/models.ts';
import type { Draft } from '../../form/drafts.ts';
import { onlyChanged } from '../../form/only-changed.ts';
import type { Event, Tier } from './event-queries.ts';
import { REFUND_RULE_FIELDS, refundRuleFrom, refundRuleValues } from './refund-rule-fields.tsx';
import { WAITING_ROOM_FIELDS, waitingRoomFrom, waitingRoomValues } from './waiting-room-fields.tsx';

/** The request body; null clears a field. */
export interface EventBody {
  title: string;
  start_datetime: string;
  end_datetime: string | null;
  sales_end_datetime?: string | null;
  capacity: number;
  ticket_price: number;
  event_type: Event['event_type'];
  venue_name: string | null;
  address: string | null;
  city: string | null;
  slug?: string | undefined;
  listed: boolean;
  description_html: string | null;
  max_per_order: number | null;
  max_per_buyer: number | null;
  attendee_details: Event['attendee_details'];
  consent_text: string | null;
  refund_rule: Model<'RefundRuleInput'> | null;
  waiting_room: Model<'WaitingRoomInput'>;
}

/** The values of the form of an event; without one those of a new event. `inputValue` writes times for the fields. */
export const eventValues = (event: Event | undefined, inputValue: (instant: string | null) => string) => ({
  title: event?.title ?? '',
  start_datetime: inputValue(event?.start_datetime ?? null),
  end_datetime: inputValue(event?.end_datetime ?? null),
  sales_end_datetime: inputValue(event?.sales_end_datetime ?? null),
  capacity: event?.capacity ?? 100,
  // The price begins empty, so that an overlooked field does not give tickets away.
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

/** The tier whose price is `ticket_price` of the event: the first one on sale that admits, else the first one. */
export function pricedTier(tiers: Tier[]): Tier | undefined {
  const admitting = tiers.filter(({ admission }) => admission);
  return admitting.find((tier) => tier.is_active) ?? admitting[0];
}

/**
 * What is kept of unsaved input: with a price its tier, because another one may be the first on sale when it is
 * offered.
 */
export const draftOf = (changed: Partial<EventValues>, priced: Tier | undefined) =>
  'ticket_price' in changed ? { ...changed, priced_tier: priced?.id } : changed;

/** Without the price of another tier than the form shows. */
export function restoredFrom(kept: Draft['changed'] | null, priced: Tier | undefined): Draft['changed'] | null {
  if (kept === null || kept.priced_tier === priced?.id) return kept;
  const { ticket_price: _price, ...others } = kept;
  return others;
}

export type EventValues = ReturnType<typeof eventValues>;

const TIMES = ['start_datetime', 'end_datetime', 'sales_end_datetime', 'room_opens_at'] as const;

/** The times as the API takes them. */
export const withOffsets = (values: EventValues, withOffset: (typed: string) => string): EventValues => ({
  ...values,
  ...Object.fromEntries(TIMES.map((name) => [name, withOffset(values[name])])),
});

export function bodyFrom(values: EventValues) {
  const {
    refund_allowed: _allowed,
    refund_until_hours: _until,
    refund_fee_percent: _percent,
    refund_fee_fixed: _fixed,
    room_enabled: _enabled,
    room_opens_at: _opens,
    ...fields
  } = values;
  return {
    ...fields,
    end_datetime: values.end_datetime || null,
    sales_end_datetime: values.sales_end_datetime || null,
    capacity: Number(values.capacity),
    ticket_price: Number(values.ticket_price),
    venue_name: values.venue_name || null,
    address: values.address || null,
    city: values.city || null,
    slug: values.slug || undefined,
    description_html: values.description_html || null,
    max_per_order: values.max_per_order === '' ? null : Number(values.max_per_order),
    max_per_buyer: values.max_per_buyer === '' ? null : Number(values.max_per_buyer),
    consent_text: values.consent_text || null,
    refund_rule: refundRuleFrom(values),
    waiting_room: waitingRoomFrom(values),
  } satisfies EventBody;
}

interface Form {
  isDirty(name: string): boolean;
}

/**
 * The changed fields of the body. If a refund rule stays, it has only the changed parts, and so has the waiting room.
 */
export function changesFrom(values: EventValues, saved: EventValues, form: Form): Partial<EventBody> {
  const { refund_rule: rule, ...body } = bodyFrom(values);
  const isWhole = rule === null || saved.refund_allowed === 'none';
  const parts: Record<string, string[]> = {
    refund_rule: isWhole ? [REFUND_RULE_FIELDS.allowed] : Object.values(REFUND_RULE_FIELDS),
    waiting_room: Object.values(WAITING_ROOM_FIELDS),
  };
  const changes: EventBody = {
    ...body,
    refund_rule: isWhole ? rule : changedParts(rule, REFUND_RULE_FIELDS, form),
    waiting_room: changedParts(body.waiting_room, WAITING_ROOM_FIELDS, form),
  };
  return onlyChanged(changes, { isDirty: (name) => (parts[name] ?? [name]).some((field) => form.isDirty(field)) });
}

/** @param fields names of the parts in the form */
const changedParts = <Part extends object>(part: Part, fields: Record<keyof Part, string>, form: Form) =>
  onlyChanged(part, { isDirty: (name) => form.isDirty(fields[name as keyof Part]) });

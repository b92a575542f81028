import { fieldRefusals, requestRefusals } from '../platform/refusals/request-refusals.ts';
import type { Event } from './event.ts';
import { eventRefusals } from './refusals.ts';
import type { EventFields } from './schemas.ts';

/** @throws Refusal fields_out_of_order when the event would end before it starts */
export function checkTimes({ startDatetime, endDatetime }: Pick<Event, 'startDatetime' | 'endDatetime'>) {
  if (endDatetime && endDatetime <= startDatetime)
    throw fieldRefusals.fields_out_of_order({ field: 'end_datetime', relation: 'after', other: 'start_datetime' });
}

/** @throws Refusal missing_field when a rule without `allowed` was sent for an event that has none */
export function checkRefundRule(fields: EventFields, stored: Pick<Event, 'refundApproval'>) {
  // Without a rule the fields have no `refundApproval` at all.
  if (stored.refundApproval === null && 'refundApproval' in fields && fields.refundApproval === undefined)
    throw requestRefusals.missing_field({ field: 'refund_rule.allowed' });
}

type Coordinates = Pick<Event, 'latitude' | 'longitude'>;

/**
 * The coordinates after a request, or undefined when the request has none.
 * @throws Refusal coordinates_incomplete
 */
export function coordinatesSent(fields: EventFields, stored: Coordinates): Coordinates | undefined {
  if (fields.latitude === undefined && fields.longitude === undefined) return undefined;
  const latitude = fields.latitude === undefined ? stored.latitude : fields.latitude;
  const longitude = fields.longitude === undefined ? stored.longitude : fields.longitude;
  if ((latitude === null) !== (longitude === null))
    throw eventRefusals.coordinates_incomplete({ field: latitude === null ? 'latitude' : 'longitude' });
  return { latitude, longitude };
}

import type { Tx } from '../platform/database/database.ts';
import { fieldRefusals } from '../platform/refusals/request-refusals.ts';
import type { Uuid } from '../values/uuid.ts';
import { recordNotification } from '../webhooks/record-notification.ts';
import type { Tier } from './event.ts';
import { followAvailability, lockPlaces } from './places.ts';
import { saveStatusSetByService } from './places-queries.ts';

/** @throws Refusal 400 when the tier's sales would end before they start */
export function checkSalesWindow({ salesStartDatetime, salesEndDatetime }: Tier) {
  if (salesStartDatetime && salesEndDatetime && salesEndDatetime <= salesStartDatetime)
    throw fieldRefusals.fields_out_of_order({
      field: 'sales_end_datetime',
      relation: 'after',
      other: 'sales_start_datetime',
    });
}

/** Call it after every change of an event's tiers, which may make the event sold out or active again. */
export async function tiersChanged(tx: Tx, organizationId: Uuid, eventId: Uuid, now: Date) {
  const places = await lockPlaces(tx, organizationId, eventId);
  const statusChanged = followAvailability(places);
  if (statusChanged) saveStatusSetByService(tx, organizationId, eventId, { ...places, now });
  recordNotification(tx, {
    organizationId,
    type: 'event.updated',
    data: {
      event_id: eventId,
      status: places.status,
      changed: statusChanged ? ['ticket_tiers', 'status'] : ['ticket_tiers'],
    },
    now,
  });
}

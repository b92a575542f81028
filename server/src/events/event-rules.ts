import { badRequest } from '../platform/refusals/errors.ts';
import type { Event } from './event.ts';
import type { EventFields } from './schemas.ts';

/** @throws ApiError 400 when the event would end before it starts */
export function checkTimes({ startDatetime, endDatetime }: Pick<Event, 'startDatetime' | 'endDatetime'>) {
  if (endDatetime && endDatetime <= startDatetime) throw badRequest('end_datetime must be after start_datetime');
}

const ALONE = 'latitude and longitude must be sent together, or both be null';

type Coordinates = Pick<Event, 'latitude' | 'longitude'>;

/**
 * The coordinates after a request, or undefined when it says nothing about them.
 * @throws ApiError 400 when one of the pair would stand alone
 */
export function coordinatesSent(fields: EventFields, stored: Coordinates): Coordinates | undefined {
  if (fields.latitude === undefined && fields.longitude === undefined) return undefined;
  const latitude = fields.latitude === undefined ? stored.latitude : fields.latitude;
  const longitude = fields.longitude === undefined ? stored.longitude : fields.longitude;
  if ((latitude === null) !== (longitude === null)) throw badRequest(ALONE);
  return { latitude, longitude };
}

import { Type } from 'typebox';
import {
  badRequest,
  conflict,
  declareRefusals,
  missing,
  RetryAfter,
  tooMany,
} from '../platform/refusals/declare-refusals.ts';

const OfRoom = { room_url: Type.String({ description: 'Where the buyer waits and gets a pass.' }) };

/** An order with a pass is another request, so both answers may change. */
export const admissionRefusals = declareRefusals({
  admission_required: conflict({
    facts: OfRoom,
    field: 'admission',
    temporary: true,
    en: 'admission is required: this event has a waiting room',
    cause: 'The event has a waiting room, and the request has no pass.',
    remedy: 'Send the buyer to `room_url`, and the pass they come back with as `admission`.',
  }),
  admission_invalid: conflict({
    facts: OfRoom,
    field: 'admission',
    temporary: true,
    en: 'admission is not a pass for this event, or its time is over',
    cause: 'The pass has expired, belongs to another event, or was not made by its waiting room.',
    remedy: 'Send the buyer to `room_url` again.',
  }),
});

export const roomRefusals = declareRefusals({
  room_not_found: missing({
    en: 'There is no such waiting room',
    cause: 'No event has this address, or the event is a draft.',
    remedy: 'Check the link. A draft gets its waiting room when it is published.',
  }),
  return_to_not_allowed: badRequest({
    field: 'return_to',
    en: 'return_to must be an address on one of the organization’s embed_sites, or the event’s page in the shop',
    cause: 'The waiting room sends visitors only to websites that the organizer has named.',
    remedy: 'Add the origin of the website to `embed_sites` with `PUT /organization`.',
  }),
  too_many_visitors: tooMany({
    facts: RetryAfter,
    en: 'Too many people of your network came to a waiting room at once',
    fil: 'Masyado nang maraming pumasok sa waiting room mula sa network mo',
    cause: 'Many people of this network address got in line within a minute.',
    remedy: 'Wait for the time in Retry-After, and press the button again.',
  }),
  waiting_room_full: conflict({
    temporary: true,
    en: 'This waiting room is full',
    fil: 'Puno na ang waiting room na ito',
    cause: 'The waiting room has given all of its numbers: a million.',
    remedy: 'Turn the waiting room off with `PUT /events/{id}`.',
  }),
});

import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import type { Geocoder } from '../geocoding/geocoder.ts';
import type { Database } from '../platform/database/database.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { descriptions } from './description.ts';
import type { Event, Tier } from './event.ts';
import { checkRefundRule, checkTimes, coordinatesSent } from './event-rules.ts';
import { slugOfNewEvent } from './event-slugs.ts';
import { loggedEvent } from './logged.ts';
import { getEvent, insertEvent, insertTier } from './queries.ts';
import type { NewEventFields } from './schemas.ts';

const DEFAULT_TIER_NAME = 'General Admission';

/**
 * Creates a draft with one General Admission tier, as large as the capacity, at the ticket price. Coordinates that were
 * not sent are looked up; a failed look-up never fails the request.
 * @throws Refusal 400 when the event ends before it starts, or its coordinates or refund rule are incomplete; 409
 * slug_taken
 */
export async function createEvent(
  db: Database,
  geocoder: Geocoder,
  { organizationId, actor, fields, now }: { organizationId: Uuid; actor: Actor; fields: NewEventFields; now: Date },
): Promise<Event> {
  const { ticketPriceCentavos, ...stored } = fields;
  const { endDatetime = null, venueName = null, address = null, city = null } = fields;
  checkTimes({ startDatetime: fields.startDatetime, endDatetime });
  checkRefundRule(fields, { refundApproval: null });
  const sent = coordinatesSent(fields, { latitude: null, longitude: null });
  const coordinatesGiven = sent !== undefined && sent.latitude !== null;
  const coordinates = coordinatesGiven ? sent : await geocoder.find({ venueName, address, city });

  const id = newId(now);
  const tier: Tier = {
    id: newId(now),
    eventId: id,
    name: DEFAULT_TIER_NAME,
    priceCentavos: ticketPriceCentavos ?? 0,
    minimumPriceCentavos: null,
    quantityTotal: fields.capacity,
    sold: 0,
    blocked: 0,
    takenByOthers: 0,
    waiting: 0,
    offered: 0,
    isActive: true,
    admission: true,
    hidden: false,
    followsTierId: null,
    sortOrder: 0,
    salesStartDatetime: null,
    salesEndDatetime: null,
  };
  return db.transaction(async (tx) => {
    const slug = await slugOfNewEvent(tx, { organizationId, eventId: id }, fields);
    await insertEvent(tx, organizationId, {
      ...stored,
      id,
      slug,
      status: 'draft',
      latitude: coordinates?.latitude,
      longitude: coordinates?.longitude,
      coordinatesGiven,
      ...descriptions(fields),
      createdAt: now,
      updatedAt: now,
    });
    await insertTier(tx, organizationId, tier, now);
    const event = await getEvent(tx, organizationId, id);
    const made = { action: 'event.created', subjectId: id, before: null, after: loggedEvent(event) } as const;
    recordChange(tx, { organizationId, actor, ...made, now });
    return event;
  });
}

import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import type { Tier } from '../events/event-queries.ts';
import type { EventBody } from '../events/event-values.ts';
import { type EventSave, saveEvent } from '../events/save-event.ts';
import type { SeriesReport } from './dates-report.tsx';

/** What each date has for itself. */
const OWN = new Set(['start_datetime', 'end_datetime', 'sales_end_datetime', 'slug', 'waiting_room']);

interface Save extends EventSave {
  seriesId: string;
}

/**
 * Saves the changed fields of a form: what all dates share for the whole series, and the rest for its own date, which
 * comes first, so that a mistake in it changes no other date. A price is that of the tiers that are named as its own
 * is, and a new title is the series' name, too.
 */
export async function saveForAll({ seriesId, changed, ...date }: Save): Promise<SeriesReport> {
  const { priced, eventId } = date;
  // An event without a tier refuses a price.
  const isOwn = (name: string) => OWN.has(name) || (name === 'ticket_price' && !priced);
  const fields = Object.entries(changed);
  const own: Partial<EventBody> = Object.fromEntries(fields.filter(([name]) => isOwn(name)));
  const shared: Partial<EventBody> = Object.fromEntries(fields.filter(([name]) => !isOwn(name)));
  if (Object.keys(own).length > 0) await saveEvent({ ...date, changed: own });
  const { title, ticket_price: price, ...others } = shared;
  const body = {
    ...others,
    ...(title === undefined ? {} : { title, name: title }),
    ...(priced && price !== undefined ? { ticket_tiers: [{ name: priced.name, price }] } : {}),
  };
  const report = await dataOf(api.PUT('/series/{id}', { params: { path: { id: seriesId } }, body }));
  if (!includes(report, eventId)) await saveEvent({ ...date, changed: shared });
  return report;
}

/** The series changes no date that is over. */
const includes = ({ dates }: SeriesReport, eventId: string) => dates.some(({ event_id: id }) => id === eventId);

interface SaveTier {
  seriesId: string;
  eventId: string;
  /** As it was. */
  tier: Tier;
  changed: Model<'TicketTierChanges'>;
}

/**
 * Changes the tier with this name at every date of the series. Fields that name another tier or a time are changed at
 * this date alone.
 */
export async function saveTierForAll({ seriesId, eventId, tier, changed }: SaveTier): Promise<SeriesReport> {
  const { name, follows_tier_id, sales_start_datetime, sales_end_datetime, admission: _never, ...shared } = changed;
  const own = onlySent({ follows_tier_id, sales_start_datetime, sales_end_datetime });
  const saveOwn = (body: typeof changed) => dataOf(api.PUT('/tiers/{id}', { params: { path: { id: tier.id } }, body }));
  if (Object.keys(own).length > 0) await saveOwn(own);
  const body = { ticket_tiers: [{ ...shared, name: tier.name, ...onlySent({ new_name: name }) }] };
  const report = await dataOf(api.PUT('/series/{id}', { params: { path: { id: seriesId } }, body }));
  if (!includes(report, eventId)) await saveOwn({ ...shared, ...onlySent({ name }) });
  return report;
}

const onlySent = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;

import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import type { Tier } from '../events/event-queries.ts';
import type { EventBody } from '../events/event-values.ts';
import type { SeriesReport } from './dates-report.tsx';

/** What each date has for itself. */
const OWN = new Set(['start_datetime', 'end_datetime', 'sales_end_datetime', 'slug', 'waiting_room']);

interface Save {
  seriesId: string;
  /** The date whose form was sent. */
  eventId: string;
  changed: Partial<EventBody>;
}

/**
 * Saves the changed fields of a form: what all dates share for the whole series, and the rest for its own date, which
 * comes first, so that a mistake in it changes no other date. A new title is the series' name, too.
 */
export async function saveForAll({ seriesId, eventId, changed }: Save): Promise<SeriesReport> {
  const fields = Object.entries(changed);
  const own = Object.fromEntries(fields.filter(([name]) => OWN.has(name)));
  const { title, ...shared } = Object.fromEntries(fields.filter(([name]) => !OWN.has(name))) as Partial<EventBody>;
  if (Object.keys(own).length > 0)
    await dataOf(api.PUT('/events/{id}', { params: { path: { id: eventId } }, body: own }));
  const body = { ...shared, ...(title === undefined ? {} : { title, name: title }) };
  return dataOf(api.PUT('/series/{id}', { params: { path: { id: seriesId } }, body }));
}

interface SaveTier {
  seriesId: string;
  /** As it was. */
  tier: Tier;
  changed: Model<'TicketTierChanges'>;
}

/** The same of a tier: every date's tier of this name is changed. What names another tier or a time is the date's own. */
export async function saveTierForAll({ seriesId, tier, changed }: SaveTier): Promise<SeriesReport> {
  const { name, follows_tier_id, sales_start_datetime, sales_end_datetime, admission: _never, ...shared } = changed;
  const own = onlySent({ follows_tier_id, sales_start_datetime, sales_end_datetime });
  if (Object.keys(own).length > 0)
    await dataOf(api.PUT('/tiers/{id}', { params: { path: { id: tier.id } }, body: own }));
  const tiers = [{ ...shared, name: tier.name, ...onlySent({ new_name: name }) }];
  return dataOf(api.PUT('/series/{id}', { params: { path: { id: seriesId } }, body: { ticket_tiers: tiers } }));
}

const onlySent = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;

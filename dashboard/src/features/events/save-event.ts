import { api, dataOf } from '../../api/client.ts';
import type { Tier } from './event-queries.ts';
import type { EventBody } from './event-values.ts';

export interface EventSave {
  eventId: string;
  changed: Partial<EventBody>;
  /** The tier whose price the form showed. Another one may be the first by now. */
  priced: Tier | undefined;
  /** Words an error of the price, which comes last. */
  withoutPrice: (reason: Error) => Error;
}

/** Saves the changed fields of an event, and a new price to the tier that the form showed. */
export async function saveEvent({ eventId, changed, priced, withoutPrice }: EventSave) {
  const { ticket_price: price, ...others } = changed;
  const ofTier = priced && price !== undefined;
  await dataOf(api.PUT('/events/{id}', { params: { path: { id: eventId } }, body: ofTier ? others : changed }));
  if (!ofTier) return;
  const saving = dataOf(api.PUT('/tiers/{id}', { params: { path: { id: priced.id } }, body: { price } }));
  await saving.catch((reason) => {
    throw withoutPrice(reason);
  });
}

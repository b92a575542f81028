import { z } from 'zod';
import { MANAGE } from '../account.ts';
import { answer, refusal } from '../answers.ts';
import { defineTool } from '../tool.ts';
import { counted, dateTime, pesos, quoted } from '../words.ts';
import { detailsOf, EventId } from './events.ts';

/** Tiers that the question names; a person reads no more of them in a form. */
const TIERS_NAMED = 10;

export const publishEvent = defineTool({
  name: 'publish_event',
  title: 'Publish an event',
  description: 'Puts a draft event on sale, after the person confirmed it in a form. Nothing else changes.',
  scopes: MANAGE,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({ event_id: EventId }),
  async run({ account, ask }, { event_id }) {
    const event = await account.takilya.events.get(event_id);
    if (event.status !== 'draft') return refusal(`The event is ${event.status}, not a draft. Nothing was changed.`);
    const active = event.ticket_tiers.filter((tier) => tier.is_active);
    const tiers = active.map(
      ({ name, price, quantity_total }) =>
        `${quantity_total} × ${quoted(name)} at ${price === 0 ? 'no charge' : pesos(price)}`,
    );
    const more = tiers.length > TIERS_NAMED ? `; and ${counted(tiers.length - TIERS_NAMED, 'more tier')}` : '';
    const admissions = active.filter(({ admission }) => admission);
    const ofTiers = admissions.reduce((sum, { quantity_total }) => sum + quantity_total, 0);
    const inAll = ofTiers > event.capacity ? ` The event has ${counted(event.capacity, 'place')} for all of them.` : '';
    return ask({
      message: [
        `Publish ${quoted(event.title)}, ${dateTime(event.start_datetime, account)}${event.venue_name ? `, ${quoted(event.venue_name)}` : ''}?`,
        `On sale: ${tiers.slice(0, TIERS_NAMED).join('; ') || 'nothing'}${more}.${inAll}`,
        active.length > 0 ? 'Everyone with the link can buy from now on.' : 'Everyone with the link can see it.',
      ].join('\n'),
      about: event,
      tick: 'Publish this event',
      dashboard: { kind: 'events', id: event_id },
      act: async () => answer(detailsOf(account, await account.takilya.events.update(event_id, { status: 'active' }))),
    });
  },
});

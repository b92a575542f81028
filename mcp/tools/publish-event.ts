import { z } from 'zod';
import type { Event, TicketTier } from '../../sdk/typescript/src/takilya.ts';
import { type Account, MANAGE } from '../account.ts';
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
    return ask({
      message: [
        `Publish ${quoted(event.title)}, ${dateTime(event.start_datetime, account)}${event.venue_name ? `, ${quoted(event.venue_name)}` : ''}?`,
        ...whatIsSold(event, account),
      ].join('\n'),
      about: event,
      tick: 'Publish this event',
      dashboard: { kind: 'events', id: event_id },
      act: async () => answer(detailsOf(account, await account.takilya.events.update(event_id, { status: 'active' }))),
    });
  },
});

/** Says which tiers are on sale, and from when buyers with the link can buy. */
function whatIsSold(event: Event, account: Account): [tiers: string, start: string] {
  const now = Date.now();
  const isOver = (end: string | null) => end !== null && Date.parse(end) <= now;
  const startOf = ({ sales_start_datetime: start }: TicketTier) => (start === null ? now : Date.parse(start));
  const from = (start: number) => `from ${dateTime(new Date(start).toISOString(), account)}`;
  const sold = event.ticket_tiers.filter(
    (tier) => tier.is_active && !isOver(tier.sales_end_datetime) && !isOver(event.sales_end_datetime),
  );
  const tiers = sold.slice(0, TIERS_NAMED).map((tier) => {
    const price = tier.price === 0 ? 'no charge' : pesos(tier.price);
    const later = startOf(tier) > now ? `, ${from(startOf(tier))}` : '';
    return `${tier.quantity_total} × ${quoted(tier.name)} at ${price}${tier.hidden ? ', hidden' : ''}${later}`;
  });
  const more = sold.length > TIERS_NAMED ? `; and ${counted(sold.length - TIERS_NAMED, 'more tier')}` : '';
  const ofTiers = sold.reduce((sum, { admission, quantity_total }) => sum + (admission ? quantity_total : 0), 0);
  const inAll = ofTiers > event.capacity ? ` The event has ${counted(event.capacity, 'place')} for all of them.` : '';
  const first = Math.min(...sold.filter(({ hidden }) => !hidden).map(startOf));
  return [
    `On sale: ${tiers.join('; ') || 'nothing'}${more}.${inAll}`,
    first <= now
      ? 'Everyone with the link can buy from now on.'
      : `Everyone with the link can see it${Number.isFinite(first) ? `, and buy ${from(first)}` : ''}.`,
  ];
}

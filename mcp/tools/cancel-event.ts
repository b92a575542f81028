import { z } from 'zod';
import { MANAGE } from '../account.ts';
import { answer, refusal } from '../answers.ts';
import { defineTool } from '../tool.ts';
import { counted, dateTime, pesos, quoted } from '../words.ts';
import { detailsOf, EventId } from './events.ts';

export const cancelEvent = defineTool({
  name: 'cancel_event',
  title: 'Cancel an event',
  description:
    'Cancels an event for good, after the person confirmed it in a form: sales end, all valid tickets are cancelled, and their buyers are refunded.',
  scopes: MANAGE,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({ event_id: EventId }),
  async run({ account, ask }, { event_id }) {
    const { takilya } = account;
    const event = await takilya.events.get(event_id);
    if (event.status === 'cancelled' || event.status === 'completed')
      return refusal(`The event is ${event.status} already. Nothing was changed.`);
    const { meta: used } = await takilya.attendees.list(event_id, { status: 'checked_in', per_page: 1 });
    const { total_revenue, total_tickets_sold } = await takilya.analytics.getSales({ event_id });
    // Sales count add-ons, which are no attendees and are never checked in.
    const valid = total_tickets_sold - used.total;
    return ask({
      message: [
        `Cancel ${quoted(event.title)}, ${dateTime(event.start_datetime, account)}?`,
        `${counted(valid, 'valid ticket')} will be cancelled, and the buyers are refunded: at most ${pesos(total_revenue)}, all that the event has taken and not given back.`,
        'This cannot be undone.',
      ].join('\n'),
      // Not the whole event: places that are held for a moment change nothing.
      about: event.updated_at,
      tick: 'Cancel this event for good',
      dashboard: { kind: 'events', id: event_id },
      act: async () => answer(detailsOf(account, await takilya.events.update(event_id, { status: 'cancelled' }))),
    });
  },
});

import { z } from 'zod';
import { READ } from '../account.ts';
import { answer, refusal } from '../answers.ts';
import { defineTool, READS } from '../tool.ts';
import { pick } from '../words.ts';
import { EventId } from './events.ts';

const When = z.string().min(1).max(40).optional();

export const readSales = defineTool({
  name: 'read_sales',
  title: 'Read sales figures',
  description:
    'Reads revenue (paid minus refunded, in pesos), tickets, orders and discounts, in total and by event, by the time of payment. With by, from and to it also answers points per day or month.',
  scopes: READ,
  annotations: READS,
  input: z.strictObject({
    event_id: EventId.optional(),
    from: When.describe('First day (2026-11-01) or time. Default: from the beginning.'),
    to: When.describe('Last day or time. Default: until now.'),
    by: z.enum(['day', 'month']).optional().describe('Needs from and to.'),
  }),
  async run({ account: { takilya } }, { by, event_id, from, to }) {
    const sales = await takilya.analytics.getSales({ event_id, from, to });
    const totals = pick(sales, [
      'total_revenue',
      'total_tickets_sold',
      'total_orders',
      'total_discounts',
      'date_range',
    ]);
    if (by === undefined) return answer({ ...totals, events: sales.events });
    if (from === undefined || to === undefined) return refusal('by needs from and to.');
    const { points, time_zone } = await takilya.analytics.getSalesSeries({ event_id, from, to, by });
    return answer({ ...totals, events: sales.events, by, time_zone, points });
  },
});

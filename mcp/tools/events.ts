import { z } from 'zod';
import type { Event, EventSummary } from '../../sdk/typescript/src/takilya.ts';
import { type Account, dashboardUrl, hasAny, READ, READ_EVENTS } from '../account.ts';
import { answer, PAGE_ROWS } from '../answers.ts';
import { defineTool, READS } from '../tool.ts';
import { pick } from '../words.ts';

/**
 * The API does not search titles. So many events are read, 50 with a request: half of the requests of a minute are
 * left.
 */
const MAX_EVENTS_SEARCHED = 500;

const STATUSES = ['draft', 'active', 'paused', 'hidden', 'sold_out', 'cancelled', 'completed'] as const;

export const Page = z.int().min(1).optional().describe('Page of the list, from 1. Answers say has_more.');
export const EventId = z.uuid().describe('Id of the event, as find_events answers it.');

export const findEvents = defineTool({
  name: 'find_events',
  title: 'Find events',
  description:
    'Lists events with their ticket tiers and how many tickets are sold, in the order of their start. Use it first to get the id of an event.',
  scopes: READ_EVENTS,
  annotations: READS,
  input: z.strictObject({
    title: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(`Only events whose title has this text, of the first ${MAX_EVENTS_SEARCHED}.`),
    status: z.enum(STATUSES).optional().describe('Only events with this status. Default: all.'),
    page: Page,
  }),
  async run({ account }, { title, status, page = 1 }) {
    const filter = status ? { status } : { any_status: true };
    if (title !== undefined) return answer(await searchTitles(account, title, filter, page));
    const { events, meta } = await account.takilya.events.list({ ...filter, page, per_page: PAGE_ROWS });
    return answer({
      events: events.map((event) => summaryOf(account, event)),
      ...pick(meta, ['page', 'total', 'has_more']),
    });
  },
});

export const readEvent = defineTool({
  name: 'read_event',
  title: 'Read an event',
  description:
    'Reads one event: texts, place, times, ticket tiers with price, sold and available, and its sales figures (revenue is paid minus refunded, in pesos).',
  scopes: READ_EVENTS,
  annotations: READS,
  input: z.strictObject({ event_id: EventId }),
  async run({ account }, { event_id }) {
    const event = await account.takilya.events.get(event_id);
    if (!hasAny(account, READ)) return answer(detailsOf(account, event));
    const { events } = await account.takilya.analytics.getSales({ event_id });
    const sales = events.map((figures) => pick(figures, ['revenue', 'tickets_sold', 'orders', 'discount_total']))[0];
    return answer({ ...detailsOf(account, event), sales });
  },
});

/** Each page is searched from the beginning. */
async function searchTitles(
  account: Account,
  title: string,
  filter: { status?: Event['status']; any_status?: boolean },
  page: number,
) {
  const wanted = title.toLowerCase();
  const end = page * PAGE_ROWS;
  const found: EventSummary[] = [];
  let searched = 0;
  let isWhole = true;
  for await (const event of account.takilya.events.list(filter)) {
    isWhole = searched < MAX_EVENTS_SEARCHED && found.length <= end;
    if (!isWhole) break;
    searched++;
    if (event.title.toLowerCase().includes(wanted)) found.push(event);
  }
  return {
    events: found.slice(end - PAGE_ROWS, end).map((event) => summaryOf(account, event)),
    page,
    has_more: found.length > end,
    events_searched: searched,
    all_searched: isWhole,
  };
}

const SHARED = ['id', 'title', 'status', 'start_datetime', 'end_datetime', 'venue_name', 'city', 'capacity'] as const;
const TIER = ['id', 'name', 'price', 'quantity_total', 'quantity_sold', 'is_active', 'hidden'] as const;

const summaryOf = (account: Account, event: EventSummary) => ({
  ...pick(event, [...SHARED, 'tickets_sold']),
  ticket_tiers: event.ticket_tiers.map((tier) => pick(tier, TIER)),
  dashboard_url: dashboardUrl(account, 'events', event.id),
});

export const detailsOf = (account: Account, event: Event) => ({
  ...pick(event, [...SHARED, 'tickets_sold', 'address', 'event_type', 'description', 'sales_end_datetime', 'seated']),
  ...pick(event, ['listed', 'max_per_order', 'max_per_buyer', 'refund_rule', 'public_url', 'created_at', 'updated_at']),
  ticket_tiers: event.ticket_tiers.map((tier) =>
    pick(tier, [
      ...TIER,
      'available',
      'price_mode',
      'minimum_price',
      'admission',
      'sales_start_datetime',
      'sales_end_datetime',
    ]),
  ),
  dashboard_url: dashboardUrl(account, 'events', event.id),
});

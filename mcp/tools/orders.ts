import { z } from 'zod';
import type { Mail, Order, OrderSummary } from '../../sdk/typescript/src/takilya.ts';
import { type Account, dashboardUrl, READ } from '../account.ts';
import { answer, BUYERS_TEXT, PAGE_ROWS } from '../answers.ts';
import { defineTool, READS } from '../tool.ts';
import { pick } from '../words.ts';
import { EventId, Page } from './events.ts';

export const OrderId = z.uuid().describe('Id of the order, as find_orders answers it.');

export const findOrders = defineTool({
  name: 'find_orders',
  title: 'Find orders',
  description: `Searches paid orders by the buyer's name, e-mail address or order number (TK-7F3K-29QD), newest first. ${BUYERS_TEXT}`,
  scopes: READ,
  annotations: READS,
  input: z.strictObject({
    search: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Beginnings of words of a name, an e-mail address or an order number.'),
    event_id: EventId.optional(),
    status: z.enum(['paid', 'partially_refunded', 'refunded']).optional(),
    refund_failed: z.boolean().optional().describe('true: only orders with a refund that failed for good.'),
    page: Page,
  }),
  async run({ account }, { search: q, page = 1, ...filter }) {
    const { orders, meta } = await account.takilya.orders.list({ q, ...filter, page, per_page: PAGE_ROWS });
    return answer({
      orders: orders.map((order) => summaryOf(account, order)),
      ...pick(meta, ['page', 'total', 'has_more']),
    });
  },
});

export const readOrder = defineTool({
  name: 'read_order',
  title: 'Read an order',
  description: `Reads one order: buyer, tickets, refunds, and its timeline of payment, changes, refunds and e-mails, newest first. ${BUYERS_TEXT}`,
  scopes: READ,
  annotations: READS,
  input: z.strictObject({ order_id: OrderId }),
  async run({ account }, { order_id }) {
    const order = await account.takilya.orders.get(order_id);
    const { mails } = await account.takilya.mail.listMails(order_id);
    return answer({
      ...summaryOf(account, order),
      ...pick(order, ['customer', 'subtotal', 'discount', 'promo_code', 'channel', 'reference', 'note']),
      answers: order.answers.map((given) => pick(given, ['label', 'value'])),
      tickets: order.tickets.map(ticketOf),
      timeline: timelineOf(order, mails),
    });
  },
});

/** Codes and links of tickets are left out, because they admit any person who has them. */
const ticketOf = (ticket: Order['tickets'][number]) => ({
  ...pick(ticket, ['id', 'ticket_number', 'status', 'amount', 'section', 'row', 'seat', 'attendee']),
  tier: ticket.tier.name,
  answers: ticket.answers.map((given) => pick(given, ['label', 'value'])),
});

const summaryOf = (account: Account, order: OrderSummary | Order) => ({
  ...pick(order, [
    'id',
    'order_number',
    'status',
    'quantity',
    'total_amount',
    'refunded_amount',
    'payment_method',
    'paid_at',
  ]),
  event: order.event,
  customer: pick(order.customer, ['name', 'email']),
  dashboard_url: dashboardUrl(account, 'orders', order.id),
});

function timelineOf(order: Order, mails: Mail[]) {
  const paid = { at: order.paid_at, what: 'paid', method: order.payment_method };
  const changes = order.changes.map(({ created_at: at, difference, tickets }) => ({
    at,
    what: 'tickets moved',
    difference,
    tickets: tickets.length,
  }));
  const refunds = order.refunds.map(({ created_at: at, ...refund }) => ({
    at,
    what: 'refund',
    ...pick(refund, ['amount', 'status', 'reason', 'failure_reason']),
  }));
  const sent = mails.map(({ created_at: at, ...mail }) => ({
    at,
    what: 'e-mail',
    ...pick(mail, ['kind', 'recipient', 'status', 'sent_at', 'failure_reason']),
  }));
  return [...sent, ...refunds, ...changes, paid].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

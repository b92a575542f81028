import { z } from 'zod';
import type { Order } from '../../sdk/typescript/src/takilya.ts';
import { type Account, MANAGE } from '../account.ts';
import { answer, MAX_ENTRIES, refusal } from '../answers.ts';
import { defineTool } from '../tool.ts';
import { counted, pesos, pick, quoted, sumOf } from '../words.ts';
import { OrderId } from './orders.ts';

/** Tickets that the question names by their number. */
const TICKETS_NAMED = 20;

export const refundOrder = defineTool({
  name: 'refund_order',
  title: 'Refund an order or some of its tickets',
  description:
    'Refunds all tickets of an order that can be refunded, or the ones in ticket_ids, after the person confirmed the amount in a form. The tickets become invalid, and their places are free again.',
  scopes: MANAGE,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input: z.strictObject({
    order_id: OrderId,
    ticket_ids: z.array(z.uuid()).min(1).max(MAX_ENTRIES).optional().describe('Default: all of the order.'),
  }),
  async run({ account, ask }, { order_id, ticket_ids }) {
    const { orders } = account.takilya;
    const order = await orders.get(order_id);
    const named = new Set(ticket_ids?.map((id) => id.toLowerCase()));
    const meant = ticket_ids ? order.tickets.filter(({ id }) => named.has(id)) : order.tickets;
    if (meant.length < named.size) return refusal('The order does not have all of these tickets. Nothing was changed.');
    const tickets = meant.filter(({ status }) => status === 'valid' || status === 'used');
    if (tickets.length < Math.max(named.size, 1))
      return refusal('These tickets were refunded or cancelled already, at least one of them. Nothing was changed.');
    return ask({
      message: questionFor(account, order, tickets),
      about: order,
      tick: `Refund ${pesos(amountOf(tickets))}`,
      dashboard: { kind: 'orders', id: order_id },
      // The tickets by their ids and what they cost: nothing else and no other amount is refunded.
      act: async (idempotencyKey) =>
        answer({
          refunded: pick(
            await orders.refund(
              order_id,
              { ticket_ids: tickets.map(({ id }) => id), amount: amountOf(tickets) },
              { idempotencyKey },
            ),
            ['id', 'order_number', 'status', 'total_amount', 'refunded_amount'],
          ),
        }),
    });
  },
});

const amountOf = (tickets: Order['tickets']) => sumOf(tickets.map(({ amount }) => amount));

function questionFor(account: Account, order: Order, tickets: Order['tickets']): string {
  const numbers = tickets.slice(0, TICKETS_NAMED).map(({ ticket_number }) => ticket_number);
  const more = tickets.length > TICKETS_NAMED ? ` and ${tickets.length - TICKETS_NAMED} more` : '';
  const { name, email } = order.customer;
  return [
    `Refund ${pesos(amountOf(tickets))} of order ${order.order_number} to ${quoted(name)} (${quoted(email)})?`,
    `${counted(tickets.length, 'ticket')} of ${quoted(order.event.title)} will be invalid: ${numbers.join(', ')}${more}.`,
    `${wayBack(account, order)} This cannot be undone.`,
  ].join('\n');
}

/** Says how the buyer gets the money back. Providers know nothing of orders of the box office. */
function wayBack({ organization }: Account, { payment_method: method }: Order): string {
  if (method === 'CASH' || method === 'EXTERNAL')
    return `It was paid by ${method}: you give the money back yourselves.`;
  if (organization?.mode === 'test') return 'Test mode: no money moves.';
  return method === 'FREE' || method === 'COMP'
    ? 'No money moves.'
    : `The money goes back the way it came (${method}).`;
}

import sql from 'sql-template-tag';
import type { Database } from '../../src/platform/database/database.ts';
import type { Client } from './client.ts';

export const BUYERS = 8;
/** Enough for all buyers, so every failure comes from the crash. */
export const CAPACITY = 100_000;

/** What the server has confirmed to buyers and at the door. A crash may lose only what was not confirmed. */
export class Confirmed {
  readonly checkouts = new Map<string, { quantity: number }>();
  readonly orders = new Set<string>();
  readonly tickets = new Set<string>();
  readonly checkIns = new Set<string>();
}

/** Buys and checks in repeatedly until the server is gone. */
export async function buyUntilTheEnd(client: Client, eventId: string, confirmed: Confirmed): Promise<void> {
  try {
    for (let round = 0; ; round++) await buyOnce(client, eventId, confirmed, 1 + (round % 2));
  } catch (error) {
    // The connection broke, which fetch reports as a TypeError; a cut-off answer is a SyntaxError.
    if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
  }
}

/** Buys and checks in the first ticket. Records every successful answer. */
export async function buyOnce(client: Client, eventId: string, confirmed: Confirmed, quantity: number): Promise<void> {
  const { data: checkout } = await client.hold(eventId, quantity);
  confirmed.checkouts.set(checkout.checkout_id, { quantity });
  confirmed.orders.add(await client.pay(checkout));
  const { data } = await client.call<{ ticket_ids: string[] }>('GET', `/checkouts/${checkout.checkout_id}`);
  for (const id of data.ticket_ids) confirmed.tickets.add(id);
  const [ticketId] = data.ticket_ids;
  const { status } = await client.call('POST', `/tickets/${ticketId}/check-in`);
  if (status === 200 && ticketId) confirmed.checkIns.add(ticketId);
}

/** What was confirmed and is missing in the database. */
export async function brokenPromises(db: Database, confirmed: Confirmed): Promise<string[]> {
  const orders = await db.query<{ id: string }>(sql`select id from orders`);
  const tickets = await db.query<{ id: string; status: string }>(sql`select id, status from tickets`);
  const checkouts = await db.query<{ count: number }>(sql`select count(*) from checkouts`);
  const orderIds = new Set(orders.map(({ id }) => id));
  const ticketIds = new Set(tickets.map(({ id }) => id));
  const usedIds = new Set(tickets.filter(({ status }) => status === 'used').map(({ id }) => id));
  const missing = (what: string, ids: Set<string>, stored: Set<string>) =>
    [...ids.difference(stored)].map((id) => `${what} ${id}`);
  const fewer = (checkouts[0]?.count ?? 0) < confirmed.checkouts.size ? ['checkouts'] : [];
  return [
    ...missing('order', confirmed.orders, orderIds),
    ...missing('ticket', confirmed.tickets, ticketIds),
    ...missing('check-in', confirmed.checkIns, usedIds),
    ...fewer,
  ];
}

import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/database.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { answerErrorsWithPages, sendDocument, sendPage } from '../../http/page.ts';
import { calendarOf } from '../documents/calendar.ts';
import { type PrintedOrder, type PrintedTicket, readPrintedOrder } from '../documents/printed-order.ts';
import { findLinkedTicket, getOrderToPrint } from '../documents/queries.ts';
import type { TicketPrinter } from '../documents/ticket-printer.ts';
import { findTicketKey } from '../ticket-key.ts';
import { type Linked, parseLinkSecret, provesLink } from '../ticket-link.ts';
import { orderPage } from './order-page.ts';
import { ticketPage } from './ticket-page.ts';

interface PageOptions {
  db: Database;
  printer: TicketPrinter;
  publicUrl: () => string;
}

interface Linking {
  Params: { secret: string };
  Querystring: { page?: unknown };
}

/** What holders see. The link is their only key; whatever is wrong with one, the answer is the same 404. */
export async function ticketPages(app: FastifyInstance, { db, printer, publicUrl }: PageOptions) {
  answerErrorsWithPages(app);

  async function proven(secret: string, linked: Linked): Promise<boolean> {
    const key = await findTicketKey(db, linked.organizationId);
    return key !== undefined && provesLink(secret, linked, key.linkKey);
  }

  async function ticketOf(secret: string): Promise<{ order: PrintedOrder; ticket: PrintedTicket }> {
    const named = parseLinkSecret(secret);
    const found = named && (await findLinkedTicket(db, named.organizationId, named.id));
    if (!found || !(await proven(secret, { kind: 'ticket', ...named, revision: found.revision })))
      throw notFound('Ticket');
    const which = { organizationId: named.organizationId, orderId: found.orderId, ticketIds: [named.id] };
    const order = await readPrintedOrder(db, which, publicUrl());
    const [ticket] = order.tickets;
    if (!ticket) throw notFound('Ticket');
    return { order, ticket };
  }

  async function orderOf(secret: string, page: number): Promise<PrintedOrder> {
    const named = parseLinkSecret(secret);
    if (!named) throw notFound('Order');
    const { revision } = await getOrderToPrint(db, named.organizationId, named.id);
    if (!(await proven(secret, { kind: 'order', ...named, revision }))) throw notFound('Order');
    return readPrintedOrder(db, { organizationId: named.organizationId, orderId: named.id, page }, publicUrl());
  }

  app.get<Linking>('/t/:secret', async ({ params: { secret } }, reply) => {
    const { order, ticket } = await ticketOf(secret);
    return sendPage(reply, ticketPage(order, ticket, `/t/${secret}`));
  });

  app.get<Linking>('/t/:secret/ticket.pdf', async ({ params: { secret } }, reply) => {
    const { order, ticket } = await ticketOf(secret);
    if (ticket.status !== 'valid') throw conflict(`Ticket is ${ticket.status}`);
    return sendDocument(reply, `ticket-${ticket.number}.pdf`, await printer.print(order));
  });

  app.get<Linking>('/o/:secret', async ({ params: { secret }, query }, reply) => {
    const page = pageFrom(query.page);
    return sendPage(reply, orderPage(await orderOf(secret, page), `/o/${secret}`, page));
  });

  app.get<Linking>('/o/:secret/tickets.pdf', async ({ params: { secret }, query }, reply) => {
    const order = await orderOf(secret, pageFrom(query.page));
    const tickets = order.tickets.filter(({ status }) => status === 'valid');
    if (tickets.length === 0) throw conflict('None of these tickets is valid');
    return sendDocument(reply, 'tickets.pdf', await printer.print({ ...order, tickets }));
  });

  app.get<Linking>('/t/:secret/event.ics', async ({ params: { secret } }, reply) => {
    const { order } = await ticketOf(secret);
    return sendDocument(reply, 'event.ics', calendarOf(order.event, publicUrl()));
  });

  app.get<Linking>('/o/:secret/event.ics', async ({ params: { secret } }, reply) => {
    const order = await orderOf(secret, 1);
    return sendDocument(reply, 'event.ics', calendarOf(order.event, publicUrl()));
  });
}

/** The first one for anything else than a page number. */
const pageFrom = (text: unknown): number =>
  typeof text === 'string' && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;

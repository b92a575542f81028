import type { FastifyInstance, FastifyRequest } from 'fastify';
import { orderRefusals } from '../../orders/refusals.ts';
import type { PaymentProviders } from '../../payments/providers.ts';
import type { Database } from '../../platform/database/database.ts';
import { answerErrorsWithPages } from '../../platform/http/pages/error-pages.ts';
import { sendDocument, sendPage } from '../../platform/http/pages/page.ts';
import { languageOf } from '../../platform/http/pages/page-language.ts';
import type { Language } from '../../values/language.ts';
import { calendarOf } from '../documents/calendar.ts';
import type { PrintedOrder, PrintedTicket } from '../documents/printed-order.ts';
import { findLinkedTicket, getOrderToPrint } from '../documents/queries.ts';
import { readPrintedOrder } from '../documents/read-printed-order.ts';
import type { TicketPrinter } from '../documents/ticket-printer.ts';
import { ticketRefusals } from '../refusals.ts';
import { findTicketKey } from '../ticket-key.ts';
import { type Linked, parseLinkSecret, provesLink } from '../ticket-link.ts';
import { orderPage } from './order-page.ts';
import { ticketPage } from './ticket-page.ts';

interface PageOptions {
  db: Database;
  printer: TicketPrinter;
  providers: PaymentProviders;
  publicUrl: () => string;
}

interface Linking {
  Params: { secret: string };
  Querystring: { page?: unknown };
}

/** Pages for ticket holders. The link is their only credential. Any invalid link gets the same 404. */
export async function ticketPages(app: FastifyInstance, { db, printer, providers, publicUrl }: PageOptions) {
  answerErrorsWithPages(app, 'ticketNotFound');

  async function proven(secret: string, linked: Linked): Promise<boolean> {
    const key = await findTicketKey(db, linked.organizationId);
    return key !== undefined && provesLink(secret, linked, key.linkKey);
  }

  async function ticketOf(secret: string): Promise<{ order: PrintedOrder; ticket: PrintedTicket }> {
    const named = parseLinkSecret(secret);
    const found = named && (await findLinkedTicket(db, named.organizationId, named.id));
    if (!found || !(await proven(secret, { kind: 'ticket', ...named, revision: found.revision })))
      throw ticketRefusals.ticket_not_found();
    const which = { organizationId: named.organizationId, orderId: found.orderId, ticketIds: [named.id] };
    const order = await readPrintedOrder(db, which, publicUrl());
    const [ticket] = order.tickets;
    if (!ticket) throw ticketRefusals.ticket_not_found();
    return { order, ticket };
  }

  async function orderOf(secret: string, page: number): Promise<PrintedOrder> {
    const named = parseLinkSecret(secret);
    if (!named) throw orderRefusals.order_not_found();
    const { revision } = await getOrderToPrint(db, named.organizationId, named.id);
    if (!(await proven(secret, { kind: 'order', ...named, revision }))) throw orderRefusals.order_not_found();
    return readPrintedOrder(db, { organizationId: named.organizationId, orderId: named.id, page }, publicUrl());
  }

  const around = async ({ organizationId, event }: PrintedOrder, language: Language) => ({
    language,
    isSandbox: await providers.isSandbox(organizationId),
    brand: event.organizer,
  });

  app.get<Linking>('/t/:secret', async (request, reply) => {
    const { secret } = request.params;
    const { order, ticket } = await ticketOf(secret);
    const language = languageOf(request, order.language);
    const page = ticketPage({ order, ticket, path: `/t/${secret}`, language });
    return sendPage(reply, { ...(await around(order, language)), ...page });
  });

  app.get<Linking>('/t/:secret/ticket.pdf', async (request, reply) => {
    const { order, ticket } = await ticketOf(request.params.secret);
    if (ticket.status !== 'valid') throw ticketRefusals.ticket_not_printed({ status: ticket.status });
    return sendDocument(reply, `ticket-${ticket.number}.pdf`, await printer.print(inLanguageOf(request, order)));
  });

  app.get<Linking>('/o/:secret', async (request, reply) => {
    const { secret } = request.params;
    const page = pageFrom(request.query.page);
    const order = await orderOf(secret, page);
    const language = languageOf(request, order.language);
    const whole = orderPage({ order, path: `/o/${secret}`, page, language });
    return sendPage(reply, { ...(await around(order, language)), ...whole });
  });

  app.get<Linking>('/o/:secret/tickets.pdf', async (request, reply) => {
    const order = await orderOf(request.params.secret, pageFrom(request.query.page));
    const tickets = order.tickets.filter(({ status }) => status === 'valid');
    if (tickets.length === 0) throw ticketRefusals.no_ticket_to_print();
    const document = await printer.print({ ...inLanguageOf(request, order), tickets });
    return sendDocument(reply, 'tickets.pdf', document);
  });

  app.get<Linking>('/t/:secret/event.ics', async (request, reply) => {
    const { order } = await ticketOf(request.params.secret);
    return sendDocument(reply, 'event.ics', calendarOf(inLanguageOf(request, order), publicUrl()));
  });

  app.get<Linking>('/o/:secret/event.ics', async (request, reply) => {
    const order = await orderOf(request.params.secret, 1);
    return sendDocument(reply, 'event.ics', calendarOf(inLanguageOf(request, order), publicUrl()));
  });
}

/** The PDF in the language of the page that links to it. */
const inLanguageOf = (request: FastifyRequest, order: PrintedOrder): PrintedOrder => ({
  ...order,
  language: languageOf(request, order.language),
});

/** The page number in the query; 1 if it is not one. */
const pageFrom = (text: unknown): number =>
  typeof text === 'string' && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { orderRefusals } from '../../orders/refusals.ts';
import type { PaymentProviders } from '../../payments/providers.ts';
import type { Database } from '../../platform/database/database.ts';
import { answerErrorsWithPages } from '../../platform/http/pages/error-pages.ts';
import { sendDocument, sendPage } from '../../platform/http/pages/page.ts';
import { languageOf } from '../../platform/http/pages/page-language.ts';
import { readForms } from '../../platform/http/pages/read-forms.ts';
import type { Clock } from '../../values/clock.ts';
import type { Language } from '../../values/language.ts';
import { calendarOf } from '../documents/calendar.ts';
import type { PrintedOrder, PrintedTicket } from '../documents/printed-order.ts';
import { findLinkedTicket, getOrderToPrint } from '../documents/queries.ts';
import { readPrintedOrder } from '../documents/read-printed-order.ts';
import type { TicketPrinter } from '../documents/ticket-printer.ts';
import { mailAttendees } from '../mail-attendees.ts';
import { ticketRefusals } from '../refusals.ts';
import { findTicketKey } from '../ticket-key.ts';
import { type Linked, parseLinkSecret, provesLink } from '../ticket-link.ts';
import { orderPage } from './order-page.ts';
import { ticketPage } from './ticket-page.ts';

interface PageOptions {
  config: Config;
  db: Database;
  clock: Clock;
  printer: TicketPrinter;
  providers: PaymentProviders;
  publicUrl: () => string;
}

interface LinkRoute {
  Params: { secret: string };
  Querystring: { page?: unknown; sent?: unknown };
}

/** Pages for ticket holders. The link is their only credential. Any invalid link gets the same 404. */
export async function ticketPages(app: FastifyInstance, options: PageOptions) {
  const { db, clock, printer, providers, publicUrl } = options;
  const { secretsKeys } = options.config;
  await readForms(app);
  answerErrorsWithPages(app, 'ticketNotFound');

  async function isProven(secret: string, linked: Linked): Promise<boolean> {
    const key = await findTicketKey(db, secretsKeys, linked.organizationId);
    return key !== undefined && provesLink(secret, linked, key.linkKey);
  }

  async function getLinkedTicket(secret: string): Promise<{ order: PrintedOrder; ticket: PrintedTicket }> {
    const named = parseLinkSecret(secret);
    const found = named && (await findLinkedTicket(db, named.organizationId, named.id));
    if (!found || !(await isProven(secret, { kind: 'ticket', ...named, revision: found.revision })))
      throw ticketRefusals.ticket_not_found();
    const selection = { organizationId: named.organizationId, orderId: found.orderId, ticketIds: [named.id] };
    const order = await readPrintedOrder(db, selection, { secretsKeys, publicUrl: publicUrl() });
    const [ticket] = order.tickets;
    if (!ticket) throw ticketRefusals.ticket_not_found();
    return { order, ticket };
  }

  async function getLinkedOrder(secret: string, page: number): Promise<PrintedOrder> {
    const named = parseLinkSecret(secret);
    if (!named) throw orderRefusals.order_not_found();
    const { revision } = await getOrderToPrint(db, named.organizationId, named.id);
    if (!(await isProven(secret, { kind: 'order', ...named, revision }))) throw orderRefusals.order_not_found();
    const selection = { organizationId: named.organizationId, orderId: named.id, page };
    return readPrintedOrder(db, selection, { secretsKeys, publicUrl: publicUrl() });
  }

  const pageContext = async ({ organizationId, event }: PrintedOrder, language: Language) => ({
    language,
    isSandbox: await providers.isSandbox(organizationId),
    brand: event.organizer,
  });

  app.get<LinkRoute>('/t/:secret', async (request, reply) => {
    const { secret } = request.params;
    const { order, ticket } = await getLinkedTicket(secret);
    const language = languageOf(request, order.language);
    const content = ticketPage({ order, ticket, path: `/t/${secret}`, language });
    return sendPage(reply, { ...(await pageContext(order, language)), ...content });
  });

  app.get<LinkRoute>('/t/:secret/ticket.pdf', async (request, reply) => {
    const { order, ticket } = await getLinkedTicket(request.params.secret);
    if (ticket.status !== 'valid') throw ticketRefusals.ticket_not_printed({ status: ticket.status });
    return sendDocument(reply, `ticket-${ticket.number}.pdf`, await printer.print(inPageLanguage(request, order)));
  });

  app.get<LinkRoute>('/o/:secret', async (request, reply) => {
    const { secret } = request.params;
    const page = parsePage(request.query.page);
    const order = await getLinkedOrder(secret, page);
    const language = languageOf(request, order.language);
    const sent = order.attendeesMailed && request.query.sent === '1';
    const content = orderPage({ order, path: `/o/${secret}`, page, language, sent });
    return sendPage(reply, { ...(await pageContext(order, language)), ...content });
  });

  app.post<LinkRoute>('/o/:secret/attendees', async (request, reply) => {
    const { secret } = request.params;
    const { organizationId, orderId } = await getLinkedOrder(secret, 1);
    await mailAttendees(db, { organizationId, orderId, now: clock.now() });
    return reply.redirect(`/o/${secret}?sent=1`, 303);
  });

  app.get<LinkRoute>('/o/:secret/tickets.pdf', async (request, reply) => {
    const order = await getLinkedOrder(request.params.secret, parsePage(request.query.page));
    const tickets = order.tickets.filter(({ status }) => status === 'valid');
    if (tickets.length === 0) throw ticketRefusals.no_ticket_to_print();
    const document = await printer.print({ ...inPageLanguage(request, order), tickets });
    return sendDocument(reply, 'tickets.pdf', document);
  });

  app.get<LinkRoute>('/t/:secret/event.ics', async (request, reply) => {
    const { order } = await getLinkedTicket(request.params.secret);
    return sendDocument(reply, 'event.ics', calendarOf(inPageLanguage(request, order), publicUrl()));
  });

  app.get<LinkRoute>('/o/:secret/event.ics', async (request, reply) => {
    const order = await getLinkedOrder(request.params.secret, 1);
    return sendDocument(reply, 'event.ics', calendarOf(inPageLanguage(request, order), publicUrl()));
  });
}

/** The order in the language of the page that links to the document. */
const inPageLanguage = (request: FastifyRequest, order: PrintedOrder): PrintedOrder => ({
  ...order,
  language: languageOf(request, order.language),
});

/** The page number in the query; 1 if it is not one. */
const parsePage = (text: unknown): number =>
  typeof text === 'string' && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;

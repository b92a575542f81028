import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { PaymentProviders } from '../../payments/providers.ts';
import type { Database } from '../../platform/database/database.ts';
import { answerErrorsWithPages } from '../../platform/http/pages/error-pages.ts';
import { leadBack } from '../../platform/http/pages/moved.ts';
import { sendDocument } from '../../platform/http/pages/page.ts';
import { languageOf } from '../../platform/http/pages/page-language.ts';
import { readForms } from '../../platform/http/pages/read-forms.ts';
import type { Clock } from '../../values/clock.ts';
import { listAnswersOfOrder } from '../answer-queries.ts';
import { calendarOf } from '../documents/calendar.ts';
import { codesOfBuyer, hasCode, type PrintedOrder } from '../documents/printed-order.ts';
import type { TicketPrinter } from '../documents/ticket-printer.ts';
import { mailAttendees } from '../mail-attendees.ts';
import { ticketRefusals } from '../refusals.ts';
import { parseDone } from './done.ts';
import { linkedPageSender } from './linked-page-sender.ts';
import { getLinkedOrder, getLinkedTicket, inPageLanguage } from './linked-pages.ts';
import { orderActions } from './order-actions.ts';
import { orderPage } from './order-page.ts';
import { ticketPage } from './ticket-page.ts';
import { walletsOf } from './wallet-buttons.ts';
import { walletPages } from './wallet-pages.ts';

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
  Querystring: { page?: unknown; done?: unknown };
}

/** Pages for ticket holders. The link is their only credential. Any invalid link gets the same 404. */
export async function ticketPages(app: FastifyInstance, options: PageOptions) {
  const { config, db, clock, printer, providers, publicUrl } = options;
  await readForms(app);
  answerErrorsWithPages(app, 'ticketNotFound');

  const sendLinked = linkedPageSender(providers);
  const wallets = walletsOf(config);

  const sendCalendar = (request: FastifyRequest, reply: FastifyReply, order: PrintedOrder) => {
    const service = { publicUrl: publicUrl(), mailFrom: config.mailFrom };
    return sendDocument(reply, 'event.ics', calendarOf(inPageLanguage(request, order), service));
  };

  orderActions(app, options);
  walletPages(app, options);

  app.get<LinkRoute>('/t/:secret', async (request, reply) => {
    const { order, ticket } = await getLinkedTicket(options, request);
    const path = `/t/${request.params.secret}`;
    const language = languageOf(request);
    return sendLinked(request, reply, order, ticketPage({ order, ticket, path, language, wallets }));
  });

  app.get<LinkRoute>('/t/:secret/ticket.pdf', async (request, reply) => {
    const { order, ticket } = await getLinkedTicket(options, request);
    if (!hasCode(ticket, order.event)) throw ticketRefusals.ticket_not_printed({ status: ticket.status });
    return sendDocument(reply, `ticket-${ticket.number}.pdf`, await printer.print(inPageLanguage(request, order)));
  });

  app.get<LinkRoute>('/o/:secret', async (request, reply) => {
    const page = parsePage(request.query.page);
    const order = await getLinkedOrder(options, request, { page });
    const language = languageOf(request);
    const done = parseDone(request.query.done);
    const path = `/o/${request.params.secret}`;
    const answers = await listAnswersOfOrder(db, order.organizationId, order.orderId);
    const content = orderPage({ order, answers, path, page, language, done, wallets, now: clock.now() });
    return sendLinked(request, reply, order, { ...content, sites: order.event.organizer.embedSites });
  });

  leadBack(app, '/o/:secret', ['attendees']);
  app.post<LinkRoute>('/o/:secret/attendees', async (request, reply) => {
    const { organizationId, orderId } = await getLinkedOrder(options, request);
    await mailAttendees(db, { organizationId, orderId, now: clock.now() });
    return reply.redirect(`/o/${request.params.secret}?done=attendees`, 303);
  });

  app.get<LinkRoute>('/o/:secret/tickets.pdf', async (request, reply) => {
    const order = await getLinkedOrder(options, request, { page: parsePage(request.query.page) });
    const tickets = codesOfBuyer(order);
    if (tickets.length === 0) throw ticketRefusals.no_ticket_to_print();
    const document = await printer.print({ ...inPageLanguage(request, order), tickets });
    return sendDocument(reply, 'tickets.pdf', document);
  });

  app.get<LinkRoute>('/t/:secret/event.ics', async (request, reply) => {
    const { order } = await getLinkedTicket(options, request);
    return sendCalendar(request, reply, order);
  });

  app.get<LinkRoute>('/o/:secret/event.ics', async (request, reply) => {
    const order = await getLinkedOrder(options, request);
    return sendCalendar(request, reply, order);
  });
}

/** The page number in the query; 1 if it is not one. */
const parsePage = (text: unknown): number =>
  typeof text === 'string' && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;

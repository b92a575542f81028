import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BUYER } from '../../audit-log/actor.ts';
import type { Config } from '../../config/config.ts';
import { mailDirectory } from '../../mail/sending/mail-files.ts';
import type { PaymentProviders } from '../../payments/providers.ts';
import type { Database } from '../../platform/database/database.ts';
import { leadBack } from '../../platform/http/pages/moved.ts';
import type { PageOfState } from '../../platform/http/pages/page.ts';
import { languageOf, requestedLanguage } from '../../platform/http/pages/page-language.ts';
import type { Clock } from '../../values/clock.ts';
import { isUuid } from '../../values/uuid.ts';
import { nameAttendee, passTicketOn } from '../change-holder.ts';
import type { PrintedOrder, PrintedTicket } from '../documents/printed-order.ts';
import { ticketRefusals } from '../refusals.ts';
import { resendOrder } from '../resend-tickets.ts';
import { orderUrl } from '../ticket-credentials.ts';
import { type HolderProblems, type HolderValues, problemsOf, readHolder } from './holder-form.ts';
import { confirmPassOnPage, holderPage } from './holder-page.ts';
import { linkedPageSender } from './linked-page-sender.ts';
import { getLinkedOrder } from './linked-pages.ts';
import { endOfPress, oncePerPress } from './once-per-press.ts';
import { countChange } from './order-changes.ts';

interface ActionOptions {
  config: Config;
  db: Database;
  clock: Clock;
  providers: PaymentProviders;
  publicUrl: () => string;
}

interface OrderRoute {
  Params: { secret: string };
}

interface TicketRoute {
  Params: { secret: string; ticket: string };
  Body: Record<string, unknown> | undefined;
}

/**
 * What the buyer of an order does on its page, with the order's link: send the tickets again, change the name on one,
 * pass one on. The link to a single ticket opens none of this.
 */
export function orderActions(app: FastifyInstance, options: ActionOptions) {
  const { config, db, clock, providers, publicUrl } = options;

  async function read(request: FastifyRequest<TicketRoute>) {
    const { secret, ticket: id } = request.params;
    if (!isUuid(id)) throw ticketRefusals.ticket_not_found();
    const order = await getLinkedOrder(options, request, { ticketIds: [id.toLowerCase()] });
    const [ticket] = order.tickets;
    if (!ticket) throw ticketRefusals.ticket_not_found();
    const orderPath = `/o/${secret}`;
    const path = `${orderPath}/tickets/${ticket.id}`;
    return { order, event: order.event, ticket, orderPath, path, language: languageOf(request) };
  }

  const sendLinked = linkedPageSender(providers);
  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    { order, path }: { order: PrintedOrder; path: string },
    page: PageOfState & { status?: number },
  ) => sendLinked(request, reply, order, { path, ...page });

  const changeOf = (
    { organizationId, orderId, event }: PrintedOrder,
    ticket: PrintedTicket,
    { name, email }: HolderValues,
  ) => ({
    organizationId,
    orderId,
    eventId: event.id,
    ticketId: ticket.id,
    revision: ticket.revision,
    now: clock.now(),
    mailDirectory: mailDirectory(config.dataDir),
    attendee: { name, email: email === '' ? null : email },
  });

  /** @returns where the order is now: its link has changed */
  async function passOn(order: PrintedOrder, ticket: PrintedTicket, attendee: HolderValues) {
    const { organizationId, orderId } = order;
    countChange(db, 'changed', orderId, clock.now());
    const revision = await passTicketOn(db, { ...changeOf(order, ticket, attendee), attendee });
    const url = await orderUrl(db, config.secretsKeys, { organizationId, orderId, revision }, publicUrl());
    return `${new URL(url).pathname}?done=passed`;
  }

  leadBack(app, '/o/:secret', ['resend']);
  leadBack(app, '/o/:secret/tickets/:ticket', ['name', 'pass-on']);

  app.post<OrderRoute>('/o/:secret/resend', async (request, reply) => {
    const { organizationId, orderId } = await getLinkedOrder(options, request);
    const now = clock.now();
    countChange(db, 'resent', orderId, now);
    await resendOrder(db, { organizationId, actor: BUYER, orderId, now });
    return reply.redirect(`/o/${request.params.secret}?done=resent`, 303);
  });

  app.get<TicketRoute>('/o/:secret/tickets/:ticket', async (request, reply) => {
    const found = await read(request);
    return send(request, reply, found, holderPage(found));
  });

  app.post<TicketRoute>('/o/:secret/tickets/:ticket/name', async (request, reply) => {
    const found = await read(request);
    const { order, ticket, orderPath } = found;
    const values = readHolder(request.body);
    const problems = problemsOf(values, false);
    if (isWrong(problems) || isNewLanguage(request)) {
      const page = holderPage({ ...found, naming: { values, problems } });
      return send(request, reply, found, { status: statusFor(problems), ...page });
    }
    countChange(db, 'changed', order.orderId, clock.now());
    await nameAttendee(db, changeOf(order, ticket, values));
    return reply.redirect(`${orderPath}?done=named`, 303);
  });

  app.post<TicketRoute>('/o/:secret/tickets/:ticket/pass-on', async (request, reply) => {
    const now = clock.now();
    const before = endOfPress(db, request.body, now);
    if (before) return reply.redirect(await before, 303);
    const found = await read(request);
    const { order, ticket } = found;
    const values = readHolder(request.body);
    const isOwn = values.email.toLowerCase() === order.customer.email.toLowerCase();
    const problems: HolderProblems = { ...problemsOf(values, true), ...(isOwn ? { email: 'ownEmail' } : {}) };
    const { press, confirmed } = request.body ?? {};
    if (isWrong(problems) || (isNewLanguage(request) && press === undefined)) {
      const page = holderPage({ ...found, passing: { values, problems } });
      return send(request, reply, found, { status: statusFor(problems), ...page });
    }
    if (confirmed !== '1') return send(request, reply, found, confirmPassOnPage({ ...found, values }));
    return reply.redirect(await oncePerPress(db, request.body, now, () => passOn(order, ticket, values)), 303);
  });
}

const isWrong = (problems: HolderProblems) => Object.keys(problems).length > 0;
const statusFor = (problems: HolderProblems) => (isWrong(problems) ? 400 : 200);
/** The buttons of the languages send the form, which does nothing then. */
const isNewLanguage = (request: FastifyRequest) => requestedLanguage(request) !== undefined;

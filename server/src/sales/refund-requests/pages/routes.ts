import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../config/config.ts';
import { refundableUntil, ruleForOrder } from '../../../events/refund-rule.ts';
import type { PaymentProviders } from '../../../payments/providers.ts';
import type { Database } from '../../../platform/database/database.ts';
import { answerErrorsWithPages } from '../../../platform/http/pages/error-pages.ts';
import type { PageOfState } from '../../../platform/http/pages/page.ts';
import { languageOf, requestedLanguage } from '../../../platform/http/pages/page-language.ts';
import { readForms } from '../../../platform/http/pages/read-forms.ts';
import { listOrderTickets } from '../../../tickets/order-ticket-queries.ts';
import { linkedPageSender } from '../../../tickets/pages/linked-page-sender.ts';
import { getLinkedOrder } from '../../../tickets/pages/linked-pages.ts';
import { endOfPress, oncePerPress } from '../../../tickets/pages/once-per-press.ts';
import { countChange } from '../../../tickets/pages/order-changes.ts';
import type { Clock } from '../../../values/clock.ts';
import { saleRefusals } from '../../refusals.ts';
import { requestRefund } from '../request-refund.ts';
import { withdrawRefundRequest } from '../withdraw-refund-request.ts';
import { confirmRefundPage, refundPage, withdrawPage } from './refund-page.ts';

interface RefundPagesOptions {
  config: Config;
  db: Database;
  clock: Clock;
  providers: PaymentProviders;
  publicUrl: () => string;
}

interface RefundRequest {
  Params: { secret: string };
  Body: { ticket?: unknown; confirmed?: unknown; press?: unknown } | undefined;
}

/** Tickets on the page; the buyer of more asks the organizer. */
const MAX_TICKETS = 100;

/** Where the buyer gives tickets back, with the link of the order, as the event's rule allows. */
export async function refundPages(app: FastifyInstance, options: RefundPagesOptions) {
  const { db, clock, providers } = options;
  await readForms(app);
  answerErrorsWithPages(app, 'ticketNotFound');

  async function read(request: FastifyRequest<RefundRequest>) {
    const order = await getLinkedOrder(options, request);
    const { event, organizationId, orderId } = order;
    const rule = event.refundRule && ruleForOrder(event.refundRule, order.payment);
    if (order.isRefundRequested) throw saleRefusals.refund_already_requested();
    if (!rule || refundableUntil(rule, event.startDatetime) <= clock.now()) throw saleRefusals.refund_not_allowed();
    const all = await listOrderTickets(db, organizationId, orderId);
    const tickets = all.filter(({ status, passedOn }) => status === 'valid' && passedOn === 0).slice(0, MAX_TICKETS);
    if (tickets.length === 0) throw saleRefusals.nothing_to_refund();
    return { order, event, rule, tickets, orderPath: `/o/${request.params.secret}`, language: languageOf(request) };
  }

  type View = Awaited<ReturnType<typeof read>>;
  const sendLinked = linkedPageSender(providers);
  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    { order, orderPath }: View,
    page: PageOfState & { status?: number },
  ) => sendLinked(request, reply, order, { path: `${orderPath}/refund`, ...page });

  app.get<RefundRequest>('/o/:secret/refund', async (request, reply) => {
    const view = await read(request);
    return send(request, reply, view, refundPage({ ...view, chosen: view.tickets, isWrong: false }));
  });

  app.post<RefundRequest>('/o/:secret/refund', async (request, reply) => {
    const now = clock.now();
    const { confirmed: agreed, ticket } = request.body ?? {};
    const named = [ticket ?? []].flat();
    const chosenOf = ({ tickets }: View) => tickets.filter(({ id }) => named.includes(id));
    const ask = (view: View) => send(request, reply, view, confirmRefundPage({ ...view, tickets: chosenOf(view) }));
    /** Once the press has ended; on other terms than those of the page it is asked again. */
    const end = async (done: Promise<string>) => {
      try {
        return reply.redirect(await done, 303);
      } catch (error) {
        if (saleRefusals.refund_terms_changed.is(error)) return ask(await read(request));
        throw error;
      }
    };
    const before = endOfPress(db, request.body, now);
    if (before) return end(before);
    const view = await read(request);
    const { order, event, orderPath } = view;
    const tickets = chosenOf(view);
    // The buttons of the languages send the form, which does nothing then.
    const isNewLanguage = requestedLanguage(request) !== undefined;
    if (isNewLanguage && agreed === undefined)
      return send(request, reply, view, refundPage({ ...view, chosen: tickets, isWrong: false }));
    if (tickets.length === 0)
      return send(request, reply, view, { status: 400, ...refundPage({ ...view, chosen: [], isWrong: true }) });
    if (isNewLanguage || typeof agreed !== 'string' || tickets.length < named.length) return ask(view);
    const { organizationId, orderId, revision } = order;
    const ticketIds = tickets.map(({ id }) => id);
    const asked = { organizationId, orderId, eventId: event.id, revision, ticketIds, agreed, now };
    const refund = async () => `${orderPath}?done=${await requestRefund(db, asked)}`;
    return end(oncePerPress(db, request.body, now, refund));
  });

  app.get<RefundRequest>('/o/:secret/refund/withdraw', async (request, reply) => {
    const order = await getLinkedOrder(options, request);
    const orderPath = `/o/${request.params.secret}`;
    if (!order.isRefundRequested) return reply.redirect(orderPath, 303);
    const view = { event: order.event, orderPath, language: languageOf(request), now: clock.now() };
    return sendLinked(request, reply, order, { path: `${orderPath}/refund/withdraw`, ...withdrawPage(view) });
  });

  app.post<RefundRequest>('/o/:secret/refund/withdraw', async (request, reply) => {
    const now = clock.now();
    const withdraw = async () => {
      const { organizationId, orderId, revision, event } = await getLinkedOrder(options, request);
      countChange(db, 'changed', orderId, now);
      const isWithdrawn = await withdrawRefundRequest(db, {
        organizationId,
        orderId,
        eventId: event.id,
        revision,
        now,
      });
      return `/o/${request.params.secret}${isWithdrawn ? '?done=withdrawn' : ''}`;
    };
    return reply.redirect(await oncePerPress(db, request.body, now, withdraw), 303);
  });
}

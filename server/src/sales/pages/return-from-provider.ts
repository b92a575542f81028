import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { checkoutCode, statusAt } from '../../checkouts/checkout.ts';
import type { ProviderSession } from '../../payments/provider.ts';
import { paymentRefusals } from '../../payments/refusals.ts';
import { sendPage } from '../../platform/http/pages/page.ts';
import { findPurchase } from '../../tickets/order-ticket-queries.ts';
import { FIRST_REVISION } from '../../tickets/ticket.ts';
import { orderUrl } from '../../tickets/ticket-credentials.ts';
import { parsePublicId } from '../../values/public-id.ts';
import type { Attempt } from '../payment/attempt.ts';
import { findAttempt } from '../payment/queries.ts';
import { readSessionOnce } from '../payment/read-session-once.ts';
import { settleAttempt } from '../payment/settle-attempt.ts';
import { findSale, type Sale } from '../queries.ts';
import { type PageParts, pageFrame, readView } from './checkout-pages.ts';
import { confirmingPage } from './other-states.ts';
import { redirectToSuccess } from './redirect-to-success.ts';

export interface ProviderReturn {
  Params: { code: string; attempt: string };
  Querystring: { cancelled?: unknown };
}

/**
 * The browser comes back from the provider. Its query is not trusted: the session is read at the provider. A buyer who
 * gave up there has no payment under way any more: its session is closed first, so that the tickets can be changed.
 */
export async function returnFromProvider(
  parts: PageParts,
  request: FastifyRequest<ProviderReturn>,
  reply: FastifyReply,
) {
  const { params, query } = request;
  const { db, clock } = parts;
  const parsed = parsePublicId(params.attempt);
  const attempt = parsed && (await findAttempt(db, parsed.organizationId, parsed.id));
  if (!attempt || params.code !== codeOf(attempt)) throw paymentRefusals.payment_not_found();
  const now = clock.now();
  const isClosing = query.cancelled !== undefined && attempt.status === 'started';
  const result = await settleFromProvider(parts, attempt, { isClosing, now, log: request.log });
  const sale = result.sale ?? (await findSale(db, attempt.organizationId, attempt.checkoutId));
  if (sale) return sendBuyerOn(parts, reply, attempt, sale);
  const view = await readView(parts, request);
  const isOpen = statusAt(view.checkout, now) === 'open';
  const waits = result.status === 'open' && attempt.status !== 'pending' && query.cancelled === undefined && isOpen;
  if (!waits) return reply.redirect(`/c/${params.code}`, 303);
  const path = `/c/${params.code}/return/${params.attempt}`;
  const page = confirmingPage({ ...view, returnPath: path, paymentUrl: attempt.url });
  return sendPage(reply, { ...pageFrame(view), ...page, path });
}

/**
 * Buyers of the shop go straight to their tickets: a visitor who comes back from the provider has paid. That may be in
 * another browser than the one that ordered, because wallets open their own. The address stays in the history of that
 * browser, so it ends with the first link to the order, when a ticket gets a new code or is passed on, or the buyer
 * gets another address.
 */
async function sendBuyerOn({ config, db, publicUrl }: PageParts, reply: FastifyReply, attempt: Attempt, sale: Sale) {
  const { organizationId, checkoutId } = attempt;
  const isOfShop = sale.successUrl.startsWith(`${publicUrl()}/shop/`);
  const purchase = isOfShop ? await findPurchase(db, organizationId, checkoutId) : undefined;
  const hasFirstLink = purchase?.revision === FIRST_REVISION * (purchase?.ticketIds.length ?? 0);
  if (!purchase || !hasFirstLink) return redirectToSuccess(reply, codeOf(attempt), sale);
  return reply.redirect(await orderUrl(db, config.secretsKeys, { organizationId, ...purchase }, publicUrl()), 303);
}

const codeOf = ({ organizationId, checkoutId }: Attempt) => checkoutCode({ organizationId, id: checkoutId });

/** The result of reading the session at the provider. */
interface ProviderResult {
  status: ProviderSession['status'];
  /** The order, if this request created it. */
  sale?: Sale | undefined;
}

/**
 * Reads the session at the provider and records its status. If the provider does not answer, the payment is not
 * confirmed yet.
 */
async function settleFromProvider(
  { config, db, providers }: PageParts,
  attempt: Attempt,
  { isClosing, now, log }: { isClosing: boolean; now: Date; log: FastifyBaseLogger },
): Promise<ProviderResult> {
  if (attempt.status === 'paid') return { status: 'paid' };
  const holdSeconds = config.checkoutHoldSeconds;
  try {
    const { session, isRemembered } = await readSessionOnce({ db, providers }, attempt, { close: isClosing, now });
    if (session === null) return { status: 'open' };
    const { status } = session;
    // What is paid stays paid. Any other state may be older than what a webhook or the reconciler recorded since.
    if (isRemembered && status !== 'paid') return { status };
    return { status, sale: await settleAttempt(db, { attempt, session, isClosing, holdSeconds, now }) };
  } catch (error) {
    log.warn({ err: error, attemptId: attempt.id }, 'could not check a payment; trying again');
    return { status: 'open' };
  }
}

import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { checkoutCode, statusAt } from '../../checkouts/checkout.ts';
import type { ProviderSession } from '../../payments/provider.ts';
import { paymentRefusals } from '../../payments/refusals.ts';
import { sendPage } from '../../platform/http/pages/page.ts';
import { parsePublicId } from '../../values/public-id.ts';
import type { Attempt } from '../payment/attempt.ts';
import { readSession } from '../payment/follow-payments.ts';
import { findAttempt } from '../payment/queries.ts';
import { settleAttempt } from '../payment/settle-attempt.ts';
import { findSale, type Sale } from '../queries.ts';
import { around, type PageParts, readView } from './checkout-pages.ts';
import { confirmingPage } from './other-states.ts';
import { redirectToSuccess } from './redirect-to-success.ts';

export interface Returned {
  Params: { code: string; attempt: string };
  Querystring: { cancelled?: unknown };
}

/** The browser comes back from the provider. What it says is not believed: the provider is asked. */
export async function returnFromProvider(parts: PageParts, request: FastifyRequest<Returned>, reply: FastifyReply) {
  const { params, query } = request;
  const { db, clock } = parts;
  const parsed = parsePublicId(params.attempt);
  const attempt = parsed && (await findAttempt(db, parsed.organizationId, parsed.id));
  if (!attempt || params.code !== codeOf(attempt)) throw paymentRefusals.payment_not_found();
  const now = clock.now();
  const looked = await lookAtProvider(parts, attempt, { now, log: request.log });
  const sale = looked.sale ?? (await findSale(db, attempt.organizationId, attempt.checkoutId));
  if (sale) return redirectToSuccess(reply, params.code, sale);
  const view = await readView(parts, request);
  const isOpen = statusAt(view.checkout, now) === 'open';
  const waits = looked.status === 'open' && query.cancelled === undefined && isOpen;
  if (!waits) return reply.redirect(`/c/${params.code}`, 303);
  const path = `/c/${params.code}/return/${params.attempt}`;
  const page = confirmingPage({ ...view, returnPath: path, paymentUrl: attempt.url });
  return sendPage(reply, { ...around(view), ...page, path });
}

const codeOf = ({ organizationId, checkoutId }: Attempt) => checkoutCode({ organizationId, id: checkoutId });

/** What a look at the provider came to. */
interface Looked {
  status: ProviderSession['status'];
  /** The order, where this look made it. */
  sale?: Sale | undefined;
}

/** The provider's word on an attempt, brought to our books. One that does not answer has not confirmed anything yet. */
async function lookAtProvider(
  { config, db, providers }: PageParts,
  attempt: Attempt,
  { now, log }: { now: Date; log: FastifyBaseLogger },
): Promise<Looked> {
  if (attempt.status === 'paid') return { status: 'paid' };
  const holdSeconds = config.checkoutHoldSeconds;
  try {
    const session = await readSession(providers, attempt, { close: false, now });
    return { status: session.status, sale: await settleAttempt(db, { attempt, session, holdSeconds, now }) };
  } catch (error) {
    log.warn({ err: error, attemptId: attempt.id }, 'could not check a payment; trying again');
    return { status: 'open' };
  }
}

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import { jsonIn } from '../../values/json-in.ts';
import { isUuid } from '../../values/uuid.ts';
import type { FindAccount } from '../accounts/account.ts';
import { secretsNewestFirst } from '../accounts/replaced-secrets.ts';
import type { PaymentProvider, PaymentWebhook } from '../provider.ts';
import { UnverifiedWebhook } from '../provider-errors.ts';
import * as answers from './answers.ts';
import { refundIdOf } from './refunds.ts';

/** Xendit does not sign webhooks; each carries the same token. So a webhook is only used as a hint where to look. */
export const xenditWebhooks = (findAccount: FindAccount): Required<Pick<PaymentProvider, 'readWebhook'>> => ({
  async readWebhook({ organizationId, headers, body }) {
    const token = headers['x-callback-token'];
    if (typeof token !== 'string') throw new UnverifiedWebhook();
    const known = secretsNewestFirst(await findAccount(organizationId));
    if (!known.some(({ webhookSecret }) => isSame(token, webhookSecret))) throw new UnverifiedWebhook();
    const webhook = jsonIn(body.toString('utf8'));
    if (Value.Check(answers.WrappedWebhook, webhook)) return webhookFrom(webhook.data);
    return Value.Check(answers.Webhook, webhook) ? webhookFrom(webhook) : null;
  },
});

/** Digests have the same length for every input, as `timingSafeEqual` requires. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));
const digest = (text: string) => createHash('sha256').update(text).digest();

function webhookFrom({ event, data }: Static<typeof answers.Webhook>): PaymentWebhook | null {
  if (event.startsWith('refund.')) {
    const refundId = refundIdOf(data);
    return { about: 'refunds', refundIds: refundId ? [refundId] : [] };
  }
  const { reference_id: reference, payment_session_id: sessionId = null, payment_id: paymentId = null } = data;
  // Other programs may take payments with the same account: ignore references that Takilya did not create.
  if (!/^payment(_session)?\./.test(event) || !reference || !isUuid(reference)) return null;
  return { about: 'payment', attemptId: reference, sessionId, paymentId };
}

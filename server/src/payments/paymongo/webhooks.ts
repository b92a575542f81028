import { Value } from 'typebox/value';
import { jsonIn } from '../../values/json-in.ts';
import { isUuid } from '../../values/uuid.ts';
import type { FindAccount } from '../accounts/account.ts';
import { secretsNewestFirst } from '../accounts/replaced-secrets.ts';
import type { PaymentProvider, PaymentWebhook } from '../provider.ts';
import { UnverifiedWebhook } from '../provider-errors.ts';
import { Event, PaymentOfEvent, RefundOfEvent, RefundsOfEvent, SessionOfEvent } from './answers.ts';
import { refundIdOf } from './refunds.ts';
import { isSigned } from './signature.ts';

export const paymongoWebhooks = (findAccount: FindAccount): Required<Pick<PaymentProvider, 'readWebhook'>> => ({
  async readWebhook({ organizationId, headers, body, now }) {
    const signature = headers['paymongo-signature'];
    const signer = secretsNewestFirst(await findAccount(organizationId)).find(({ webhookSecret: secret, live }) =>
      isSigned(body, signature, { secret, live, now }),
    );
    if (!signer) throw new UnverifiedWebhook();
    const event = jsonIn(body.toString('utf8'));
    if (!Value.Check(Event, event)) return null;
    if (event.data.attributes.livemode !== signer.live) throw new UnverifiedWebhook();
    return webhookFrom(event.data.attributes);
  },
});

/** One payment may cause both `checkout_session.payment.paid` and `payment.paid`; either is enough. */
function webhookFrom({ type, data: { id, attributes } }: Event['data']['attributes']): PaymentWebhook | null {
  if (type === 'checkout_session.payment.paid' && Value.Check(SessionOfEvent, attributes))
    return aboutPayment(attributes.reference_number, id);
  if (type === 'payment.paid' && Value.Check(PaymentOfEvent, attributes))
    return aboutPayment(attributes.metadata.attempt_id, null);
  if (type.startsWith('payment.refund') && Value.Check(RefundsOfEvent, attributes))
    return aboutRefunds(attributes.refunds.map((refund) => refund.attributes));
  if (type.startsWith('refund.') && Value.Check(RefundOfEvent, attributes)) return aboutRefunds([attributes]);
  return null;
}

/** Other programs may take payments with the same account: ignore references that Takilya did not create. */
const aboutPayment = (reference: string, sessionId: string | null): PaymentWebhook | null =>
  isUuid(reference) ? { about: 'payment', attemptId: reference, sessionId, paymentId: null } : null;

const aboutRefunds = (refunds: { notes?: string | null }[]): PaymentWebhook => ({
  about: 'refunds',
  refundIds: refunds.flatMap((refund) => refundIdOf(refund) ?? []),
});

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import { isUuid } from '../../values/uuid.ts';
import type { FindAccount } from '../accounts/account.ts';
import type { Notice, PaymentProvider } from '../provider.ts';
import { UnprovenNotice } from '../provider-errors.ts';
import * as answers from './answers.ts';
import { refundIdOf } from './refunds.ts';

/** Xendit does not sign webhooks; each carries the same token. So a webhook is only used as a hint where to look. */
export const xenditNotices = (findAccount: FindAccount): Required<Pick<PaymentProvider, 'readNotice'>> => ({
  async readNotice({ organizationId, headers, body }) {
    const account = await findAccount(organizationId);
    const token = headers['x-callback-token'];
    if (!account || typeof token !== 'string' || !isSame(token, account.noticeSecret)) throw new UnprovenNotice();
    const notice: unknown = JSON.parse(body.toString('utf8'));
    if (Value.Check(answers.WrappedNotice, notice)) return noticeFrom(notice.data);
    return Value.Check(answers.Notice, notice) ? noticeFrom(notice) : null;
  },
});

/** Digests have the same length for every input, as `timingSafeEqual` requires. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));
const digest = (text: string) => createHash('sha256').update(text).digest();

function noticeFrom({ event, data }: Static<typeof answers.Notice>): Notice | null {
  if (event.startsWith('refund.')) {
    const refundId = refundIdOf(data);
    return { about: 'refunds', refundIds: refundId ? [refundId] : [] };
  }
  const { reference_id: reference, payment_session_id: sessionId = null, payment_id: paymentId = null } = data;
  // Other programs may take payments with the same account: ignore references that Takilya did not create.
  if (!/^payment(_session)?\./.test(event) || !reference || !isUuid(reference)) return null;
  return { about: 'payment', attemptId: reference, sessionId, paymentId };
}

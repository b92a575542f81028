import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type MoneyOffice, OFFICES } from './money-office.ts';

/**
 * `send-refunds.ts`: a refund ends “soon when the provider refuses, and after weeks when it may have carried it out,
 * because a refund that the organizer then paid by hand could be paid twice”.
 */
describe.each(OFFICES)('a refund that may have been carried out, with %s', (_name, openOffice) => {
  let office: MoneyOffice;
  beforeEach(async () => {
    office = await openOffice({ providerTimeoutMs: 5_000 });
  });
  afterEach(() => office.close());

  test('does not end as failed within days, without a word, when the key is revoked before it could be looked up', async () => {
    const { orderId, payment } = await office.buyFor(await office.event({ price: 400 }));
    await office.call('POST', `/orders/${orderId}/refund`);
    // The provider pays the money back; its answer gets lost.
    office.standIn.failOnce('refund', 'cut after');
    await office.sendRefunds();
    expect(payment.refunds).toHaveLength(1);
    // From now on the key is revoked: the server has not looked up whether the refund was made.
    office.standIn.misbehave(() => 'locked out');
    for (let hour = 0; hour < 72; hour++) {
      office.wait(3_600);
      await office.sendRefunds();
    }
    const { refunds } = (
      await office.call<{ refunds: { status: string; failure_reason: string | null }[] }>('GET', `/orders/${orderId}`)
    ).data;
    const [refund] = refunds;
    const isSaidToLook = refund?.status === 'pending' || /may have been carried out/.test(refund?.failure_reason ?? '');
    expect({ ...refund, isSaidToLook }).toMatchObject({ isSaidToLook: true });
  });
});

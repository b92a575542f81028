import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CUSTOMER, HOLD_SECONDS } from '../fixtures/box-office.ts';
import { type MoneyOffice, openPaymongoOffice, openXenditOffice, type PayingBuyer } from './money-office.ts';
import { openPaymongoStandIn, PAYMONGO_KEYS } from './paymongo-stand-in.ts';
import type { ProviderStandIn } from './stand-in.ts';
import { openXenditStandIn, XENDIT_KEYS } from './xendit-stand-in.ts';

const keys = (secretKey: string, webhookSecret: string) => ({ secretKey, webhookSecret });
const OTHER = {
  paymongo: keys('sk_live_other00000000000000000', 'whsk_other000000000000live'),
  xendit: keys('xnd_production_other00000000000', 'otherverificationtokenlive00000'),
};

const DAY_SECONDS = 86_400;

describe.each([
  [
    'paymongo' as const,
    { open: openPaymongoOffice, openOther: openPaymongoStandIn, own: PAYMONGO_KEYS.live, test: PAYMONGO_KEYS.test },
  ],
  [
    'xendit' as const,
    { open: openXenditOffice, openOther: openXenditStandIn, own: XENDIT_KEYS.live, test: XENDIT_KEYS.test },
  ],
])('an account at %s that another one replaces', (provider, { open, openOther, own, test: inTestMode }) => {
  let office: MoneyOffice;
  let other: ProviderStandIn;

  async function openWith(mode: 'live' | 'test') {
    office = await open({ mode });
    other = await openOther({ keys: OTHER[provider] });
    other.useClock(office.clock);
    other.tellTo(office.tell);
    office.standIn.shareAddressWith(other);
  }
  beforeEach(() => openWith('live'));
  afterEach(async () => {
    await office.expectConsistency();
    await office.close();
    await other.close();
  });

  const set = async ({ secretKey, webhookSecret }: typeof own) =>
    expect(
      await office.callAsOwner('PUT', `/payment-accounts/${provider}`, {
        secret_key: secretKey,
        webhook_secret: webhookSecret,
      }),
    ).toMatchObject({ status: 200 });
  const state = ({ checkout }: PayingBuyer) => office.stateOf(checkout.checkout_id);

  const erase = async () => (await office.callAsOwner('POST', '/buyers/erase', { email: CUSTOMER.email })).status;
  async function look(afterDays: number) {
    office.wait(afterDays * DAY_SECONDS);
    await office.followPayments();
    await office.sweep();
  }

  test('takes the money of a buyer who has its page open, with and without its notification', async () => {
    const event = await office.event();
    const [told, untold] = [await office.pressFor(event), await office.pressFor(event)];
    await set(OTHER[provider]);
    office.standIn.pay(told.sessionId);
    const statuses = await office.standIn.deliver();
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(await state(told)).toMatchObject({ status: 'completed' });
    office.standIn.pay(untold.sessionId, { quietly: true });
    office.wait(60);
    await office.followPayments();
    expect(await state(untold)).toMatchObject({ status: 'completed' });
    await office.everyPesoIsAccountedFor();
  });

  test('closes its pages when their holds end, and gives back what comes too late', async () => {
    const event = await office.event({ capacity: 1 });
    const late = await office.pressFor(event);
    office.standIn.begin(late.sessionId);
    await set(OTHER[provider]);
    office.wait(HOLD_SECONDS);
    await office.followPayments();
    expect(office.standIn.sessionsOf(late.attemptId)).toMatchObject([{ isOpen: false }]);
    const next = await office.pressFor(event);
    other.pay(next.sessionId);
    await other.deliver();
    expect(await state(next)).toMatchObject({ status: 'completed' });
    office.standIn.pay(late.sessionId, { quietly: true });
    await office.quieten();
    expect(await state(late)).toMatchObject({ status: 'expired', order_id: null });
    expect(office.standIn.payments()[0]?.refunds).toMatchObject([{ status: 'succeeded' }]);
  });

  test('refunds what it took, and each account what is its own', async () => {
    const event = await office.event();
    const { ticketId } = await office.buyFor(event);
    await set(OTHER[provider]);
    const next = await office.pressFor(event);
    other.pay(next.sessionId);
    await other.deliver();
    const [nextTicket] = (await state(next)).ticket_ids;
    for (const ticket of [ticketId, nextTicket])
      expect((await office.call('POST', `/tickets/${ticket}/refund`)).status).toBe(200);
    await office.sendRefunds();
    other.settleRefunds('succeeded');
    await office.quieten();
    for (const standIn of [office.standIn, other])
      expect(standIn.payments()[0]?.refunds).toMatchObject([{ status: 'succeeded' }]);
    expect(await office.refunds()).toMatchObject([{ status: 'succeeded' }, { status: 'succeeded' }]);
  });

  test('is remembered when it comes back, and when its own secrets are set again', async () => {
    const event = await office.event();
    const first = await office.pressFor(event);
    await set(own);
    await set(OTHER[provider]);
    const second = await office.pressFor(event);
    await set(OTHER[provider]);
    await set(own);
    office.standIn.pay(first.sessionId, { quietly: true });
    other.pay(second.sessionId, { quietly: true });
    office.wait(60);
    await office.followPayments();
    for (const buyer of [first, second]) expect(await state(buyer)).toMatchObject({ status: 'completed' });
  });

  test('sells nothing for test money once real money is taken', async () => {
    await office.close();
    await other.close();
    await openWith('test');
    const paying = await office.pressFor(await office.event());
    await set(inTestMode);
    await set(OTHER[provider]);
    office.standIn.pay(paying.sessionId);
    expect(await office.standIn.deliver()).toContain(401);
    office.wait(60);
    await office.followPayments();
    expect(await state(paying)).toMatchObject({ order_id: null });
    // No key that is left may look it up.
    await look(15);
    expect(await erase()).toBe(200);
  });

  test('is asked for weeks about a payment when its key is revoked: until then its buyer cannot be erased', async () => {
    const paying = await office.pressFor(await office.event());
    office.standIn.pay(paying.sessionId);
    office.standIn.misbehave(() => 'locked out');
    await look(13);
    expect(await erase()).toBe(409);
    // Asked at doubling intervals, as all that is over.
    await look(13);
    expect(await erase()).toBe(200);
    // Its notification arrives after all, and the key works again.
    office.standIn.misbehave(() => undefined);
    await office.quieten();
    await office.everyPesoIsAccountedFor();
  });
});

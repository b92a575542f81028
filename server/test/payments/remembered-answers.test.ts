import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type MoneyOffice, openPaymongoOffice } from './money-office.ts';
import type { PaymongoStandIn } from './paymongo-stand-in.ts';

let office: MoneyOffice<PaymongoStandIn>;
beforeAll(async () => {
  office = await openPaymongoOffice({ providerTimeoutMs: 5_000 });
});
afterAll(() => office.close());

const state = async (paying: { checkout: { checkout_id: string } }) =>
  (await office.stateOf(paying.checkout.checkout_id)).status;

test('a return page within 2.5 s of an earlier one does not call a transfer on its way declined', async () => {
  const event = await office.event();
  const paying = await office.pressFor(event, {}, 'BANK_TRANSFER');
  office.wait(61);
  // The provider says: not paid yet. Remembered for 2.5 s.
  await office.comeBack(paying);
  // The bank takes the transfer, and the reconciler, which asks anew, records it.
  office.standIn.process(paying.sessionId);
  await office.followPayments();
  expect(await state(paying)).toBe('processing');
  office.wait(1);
  // The buyer reloads.
  const page = await office.comeBack(paying);
  const [attempt] = await office.db.query<{ status: string; failureReason: string | null }>(sql`
    select status, failure_reason from payment_attempts where id = ${paying.attemptId}`);
  expect({ status: await state(paying), attempt, declined: page.text.includes('declined') }).toEqual({
    status: 'processing',
    attempt: { status: 'pending', failureReason: null },
    declined: false,
  });
});

test('a return page within 2.5 s of an earlier one does not say that a refused transfer is on its way', async () => {
  const event = await office.event();
  const paying = await office.pressFor(event, {}, 'BANK_TRANSFER');
  office.standIn.process(paying.sessionId);
  await office.comeBack(paying);
  expect(await state(paying)).toBe('processing');
  office.wait(61);
  // Remembered for 2.5 s: on its way.
  await office.comeBack(paying);
  office.standIn.refuse(paying.sessionId);
  await office.followPayments();
  expect(await state(paying)).toBe('open');
  office.wait(1);
  await office.comeBack(paying);
  const [mails] = await office.db.query<{ count: number }>(sql`
    select count(*) as count from mails m where kind = 'payment_pending' and organization_id = ${office.organizationId}
       and checkout_id = (select checkout_id from payment_attempts where id = ${paying.attemptId})`);
  expect({ status: await state(paying), mails }).toEqual({ status: 'open', mails: { count: 1 } });
});

test('a failure of the provider is logged once for each time that it was asked', async () => {
  const paying = await office.pressFor(await office.event());
  office.standIn.misbehave(() => 'error before');
  const warn = vi.spyOn(office.app.log, 'warn');
  const logged = () =>
    warn.mock.calls.filter((call) => call.some((part) => String(part).startsWith('could not check a payment'))).length;
  for (let load = 0; load < 20; load++) await office.comeBack(paying);
  expect(logged()).toBe(1);
  office.wait(3);
  for (let load = 0; load < 20; load++) await office.comeBack(paying);
  expect(logged()).toBe(2);
  warn.mockRestore();
});

test('while the provider is down, presses of Pay log five failures of an organization, then one in 10 s', async () => {
  const checkout = await office.checkout(await office.event());
  office.standIn.misbehave(() => 'error before');
  const error = vi.spyOn(office.app.log, 'error');
  const logged = () => error.mock.calls.filter((call) => call.includes('could not start a payment')).length;
  for (let press = 0; press < 12; press++) await office.pay(checkout, 'GCASH');
  expect(logged()).toBe(5);
  office.wait(11);
  for (let press = 0; press < 3; press++) await office.pay(checkout, 'GCASH');
  expect(logged()).toBe(6);
  // Each failure is in the database.
  const attempts = await office.db.query(sql`
    select 1 from payment_attempts where failure_reason = 'unanswered' and organization_id = ${office.organizationId}`);
  expect(attempts.length).toBeGreaterThanOrEqual(15);
  error.mockRestore();
});

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';

const BUYER = { name: 'Ana Reyes', email: 'ana@example.com' };

describe('the e-mail about a pending transfer', () => {
  let office: MailOffice;
  beforeAll(async () => {
    office = await openMailOffice();
  });
  afterEach(() => office.expectConsistency());
  afterAll(() => office.closeAll());

  async function transfer(fields: object = {}) {
    const event = await office.event({ price: 850, title: 'Gabi', ...fields });
    const checkout = await office.checkout(event, { customer: BUYER });
    const page = await office.browser.submit(await office.pay(checkout, 'BANK_TRANSFER'), { press: 'pending' });
    return { event, checkout, page };
  }
  const arriving = async () => (await office.sendMails()).map(({ to, mail }) => ({ ...mail, to: to.join() }));

  test('has the amount, the deadline and the link to its page, and comes once', async () => {
    const { checkout } = await transfer();
    const [mail, ...others] = await arriving();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: BUYER.email, subject: 'Waiting for your payment: Gabi' });
    const { expires_at: until } = await office.stateOf(checkout.checkout_id);
    const day = new Date(until).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'Asia/Manila' });
    for (const words of ['₱850.00', 'Bank transfer', day, checkout.checkout_url]) expect(mail?.text).toContain(words);

    office.wait(120);
    await office.followPayments();
    await office.browser.open(checkout.checkout_url);
    expect(await arriving()).toEqual([]);
  });

  test('says when the event is: a show may have several dates', async () => {
    await transfer({ start_datetime: '2099-05-01T20:00:00+08:00' });
    const [mail] = await arriving();
    expect(mail?.text).toContain('When: Friday, May 1, 2099');
  });

  test('is dropped when the money arrives before it is sent', async () => {
    const { checkout, page } = await transfer();
    const back = page.links.find(({ text }) => text === 'Back to the payment page');
    const sandbox = await office.browser.open(back?.href ?? '');
    await office.browser.submit(sandbox, { press: 'settle' });
    expect((await office.stateOf(checkout.checkout_id)).status).toBe('completed');
    expect((await arriving()).map(({ subject }) => subject)).toEqual(['Your ticket for Gabi']);
  });

  test('is followed by one when the event is cancelled before the money arrives', async () => {
    const { event } = await transfer({ start_datetime: '2099-05-01T20:00:00+08:00' });
    await arriving();
    await office.cancelEvent(event);
    const [mail, ...others] = await arriving();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: BUYER.email, subject: 'Cancelled: Gabi' });
    for (const words of ['Gabi on Friday, May 1, 2099', '₱850.00 (Bank transfer)', 'please do not pay'])
      expect(mail?.text).toContain(words);
  });

  test('is replaced by one that says so when the places were released', async () => {
    const { checkout } = await transfer();
    await office.call('POST', `/checkouts/${checkout.checkout_id}/release`);
    const [mail, ...others] = await arriving();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: BUYER.email, subject: 'Your places were released: Gabi' });
    expect(mail?.text).toContain('all of it is refunded when it arrives');
  });
});

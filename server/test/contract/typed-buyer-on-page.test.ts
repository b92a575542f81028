import { expect, test } from 'vitest';
import { useBoxOffice } from '../fixtures/box-office.ts';

const office = await useBoxOffice();
const { browser } = office;

const emailOf = async (checkout: { checkout_id: string }) => {
  const { order_id } = await office.stateOf(checkout.checkout_id);
  return (await office.call<{ customer: { email: string } }>('GET', `/orders/${order_id}`)).data.customer.email;
};

test('an address that was typed together with a number of tickets is not lost when the number is changed', async () => {
  const event = await office.event({ price: 0, attendee_details: 'optional' });
  const checkout = await office.checkout(event, { quantity: 1, customer: { name: 'Ana', email: 'ana@gmial.example' } });
  const page = await browser.open(checkout.checkout_url);
  const changed = await browser.submit(page, {
    press: 'Update tickets',
    fields: { [`quantity_${event.tierId}`]: '2', customer_name: 'Ana', customer_email: 'ana@gmail.example' },
  });
  expect(changed.text).toContain('2 × General Admission');
  // The address stands in its field, or is the order's: either way Pay does not send tickets to the old one.
  let last = changed;
  for (let time = 0; time < 2 && (await office.stateOf(checkout.checkout_id)).status === 'open'; time++)
    last = await browser.submit(last, { press: 'Get my tickets' });
  expect(await emailOf(checkout)).toBe('ana@gmail.example');
});

test('what was typed into the order stands in its fields when a promo code is applied, and Pay applies it', async () => {
  const event = await office.event({ price: 100, attendee_details: 'optional' });
  const code = { event_id: event.id, code: 'EARLY', discount_type: 'percentage', discount_amount: 10 };
  await office.call('POST', '/promo-codes', code);
  const checkout = await office.checkout(event, { quantity: 1, customer: { name: 'Ana', email: 'ana@gmial.example' } });
  const applied = await browser.submit(await browser.open(checkout.checkout_url), {
    press: 'Apply',
    fields: { promo_code: 'EARLY', [`quantity_${event.tierId}`]: '2', customer_email: 'ana@gmail.example' },
  });
  expect(applied.text).toContain('Pay ₱90.00');
  const changed = await browser.submit(applied, { press: 'Pay ₱90.00' });
  for (const shown of ['Pay ₱180.00', 'For Ana, ana@gmail.example']) expect(changed.text).toContain(shown);
});

test('Enter, which presses Apply without a promo code, makes the change that was typed', async () => {
  const event = await office.event({ price: 100, attendee_details: 'optional' });
  const checkout = await office.checkout(event, { quantity: 1 });
  const page = await browser.open(checkout.checkout_url);
  const fields = { [`quantity_${event.tierId}`]: '2' };
  expect((await browser.submit(page, { press: 'Apply', fields })).text).toContain('Pay ₱200.00');
});

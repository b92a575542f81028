import { expect, test } from 'vitest';
import { useBoxOffice } from '../fixtures/box-office.ts';

const office = await useBoxOffice();
const { browser } = office;
const WRONG = 'ana@gmial.example';
const RIGHT = 'ana@gmail.example';

/** A page that asks for details: its fields of buyer and quantities belong to the payment form. */
async function openTwice(fields: Record<string, unknown> = {}) {
  const event = await office.event({ price: 0, attendee_details: 'optional', ...fields });
  const checkout = await office.checkout(event, { quantity: 1, customer: { name: 'Ana', email: WRONG } });
  return { event, checkout, page: await browser.open(checkout.checkout_url) };
}

test('Pay on a page from before the address was corrected says so, and does not undo the correction', async () => {
  const { checkout, page } = await openTwice();
  await browser.submit(await browser.open(checkout.checkout_url), {
    press: 'Save',
    fields: { customer_email: RIGHT },
  });
  expect((await browser.open(checkout.checkout_url)).text).toContain(RIGHT);
  const answer = await browser.submit(page, { press: 'Get my ticket' });
  expect((await browser.open(checkout.checkout_url)).text).toContain(RIGHT);
  expect(answer.text).toContain(RIGHT);
});

test('Pay on a page from before tickets were added shows the order of now, and does not undo the change', async () => {
  const { event, checkout, page } = await openTwice({ price: 100 });
  const path = `/checkouts/${checkout.checkout_id}`;
  expect((await office.call('PUT', path, { items: [{ tier_id: event.tierId, quantity: 3 }] })).status).toBe(200);
  await browser.submit(page, { press: 'Pay ₱100.00' });
  expect((await office.stateOf(checkout.checkout_id)).quantity).toBe(3);
});

test('a change on a page from before another change leaves that one alone', async () => {
  const { event, checkout, page } = await openTwice();
  const path = `/checkouts/${checkout.checkout_id}`;
  expect((await office.call('PUT', path, { customer: { name: 'Ana', email: RIGHT } })).status).toBe(200);
  const fields = { [`quantity_${event.tierId}`]: '2', customer_name: 'Ana Cruz' };
  const changed = await browser.submit(page, { press: 'Update tickets', fields });
  for (const shown of ['2 × General Admission', `For Ana Cruz, ${RIGHT}`]) expect(changed.text).toContain(shown);
});

test('Pay for nothing on a page from before tickets were added shows them first', async () => {
  const { event, checkout, page } = await openTwice();
  const path = `/checkouts/${checkout.checkout_id}`;
  expect((await office.call('PUT', path, { items: [{ tier_id: event.tierId, quantity: 3 }] })).status).toBe(200);
  const answer = await browser.submit(page, { press: 'Get my ticket' });
  expect(answer).toMatchObject({ status: 409 });
  expect(answer.text).toContain('Your order was changed meanwhile.');
  expect((await browser.submit(answer, { press: 'Get my tickets' })).url).toContain('order_id=');
});

test.each([
  ['Get my tickets', {}, 409, 'Your order was changed meanwhile.', ['Ana', 'Carla']],
  ['Filipino', {}, 200, 'Nabago ang order mo.', ['Ana', 'Carla']],
  ['Apply', { promo_code: 'EARLY' }, 200, 'Your order was changed meanwhile.', ['Ana', 'Carla']],
  ['Apply', { promo_code: 'LATE' }, 409, 'Your order was changed meanwhile.', ['Ana', 'Carla']],
  ['Update tickets', { vip: '2' }, 200, 'Your order was changed meanwhile.', ['Ana', 'Carla', '']],
  [
    'Update tickets',
    { vip: '0.5' },
    400,
    'whole numbers of tickets. Your order was changed meanwhile.',
    ['Ana', 'Carla'],
  ],
])(
  'what was typed before a ticket was taken off elsewhere stays with its ticket: %s %j',
  async (press, fields, ...then) => {
    const [status, notice, names] = then;
    const event = await office.event({ price: 0, attendee_details: 'optional' });
    const vip = await office.tier(event, { name: 'VIP', price: 0 });
    const code = { code: 'EARLY', discount_type: 'percentage', discount_amount: 10 };
    await office.call('POST', '/promo-codes', { event_id: event.id, ...code });
    await office.call('POST', `/events/${event.id}/questions`, { asked_of: 'ticket', kind: 'text', label: 'Diet' });
    const items = [
      { tier_id: event.tierId, quantity: 2 },
      { tier_id: vip, quantity: 1 },
    ];
    const { checkout_url, checkout_id } = await office.checkout(event, { items });
    const page = await browser.open(checkout_url);
    items[0] = { tier_id: event.tierId, quantity: 1 };
    await office.call('PUT', `/checkouts/${checkout_id}`, { items });
    const typed = page.forms[0]?.fields.filter(({ name }) => /^attendee_\d_name$|^q_/.test(name)) ?? [];
    const people = ['Ana', 'Ben', 'Carla', 'Ana', 'Ben', 'Carla'];
    const { vip: quantity, ...others } = fields as Record<string, string>;
    const after = await browser.submit(page, {
      press,
      fields: {
        ...Object.fromEntries(typed.map(({ name }, index) => [name, people[index] ?? ''])),
        ...(quantity && { [`quantity_${vip}`]: quantity }),
        ...others,
      },
    });
    expect(after.status).toBe(status);
    expect(after.text).toContain(notice);
    const values = (pattern: RegExp) =>
      after.forms[0]?.fields.filter(({ name }) => pattern.test(name)).map(({ value }) => value);
    expect([values(/^attendee_\d_name$/), values(/^q_/)]).toEqual([names, names]);
  },
);

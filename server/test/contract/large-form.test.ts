import { expect, test } from 'vitest';
import { useBoxOffice } from '../fixtures/box-office.ts';

const office = await useBoxOffice();

test('a buyer who fills in every field that the page offers, each within its length, can go on', async () => {
  const event = await office.event({ price: 0, capacity: 200 });
  for (let number = 1; number <= 10; number++) {
    const question = { asked_of: 'ticket', kind: 'text', label: `Question ${number}`, required: true };
    expect((await office.call('POST', `/events/${event.id}/questions`, question)).status).toBe(201);
  }
  const checkout = await office.checkout(event, { quantity: 100 });
  const page = await office.browser.open(checkout.checkout_url);
  const names = page.forms[0]?.fields.map(({ name }) => name).filter((name) => name.startsWith('q_')) ?? [];
  expect(names).toHaveLength(1_000);
  // 50 of 500 characters each: an address, an emergency contact.
  const answer = 'Unit 12, 34 Maginhawa Street, Quezon City 1101 PH.';
  const done = await office.browser.submit(page, {
    press: 'Get my tickets',
    fields: Object.fromEntries(names.map((name) => [name, answer])),
  });
  expect({ status: done.status, text: done.text.slice(0, 300) }).toMatchObject({ status: 0 });
  expect((await office.stateOf(checkout.checkout_id)).status).toBe('completed');
});

test('ten tickets of the shop with ten answers of the longest length are not refused', async () => {
  const event = await office.event({ price: 0 });
  for (let number = 1; number <= 10; number++)
    await office.call('POST', `/events/${event.id}/questions`, {
      ...{ asked_of: 'ticket', kind: 'text', label: `Question ${number}`, required: true },
    });
  const checkout = await office.checkout(event, { quantity: 10 });
  const page = await office.browser.open(checkout.checkout_url);
  const names = page.forms[0]?.fields.map(({ name }) => name).filter((name) => name.startsWith('q_')) ?? [];
  const done = await office.browser.submit(page, {
    press: 'Get my tickets',
    fields: Object.fromEntries(names.map((name) => [name, 'Allergic to peanuts, shrimp, milk; ñ. '.repeat(13)])),
  });
  expect({ status: done.status, text: done.text.slice(0, 300) }).toMatchObject({ status: 0 });
});

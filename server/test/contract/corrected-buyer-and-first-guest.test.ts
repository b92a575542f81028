import { expect, test } from 'vitest';
import { useBoxOffice } from '../fixtures/box-office.ts';

const office = await useBoxOffice();

test('the first guest, whom the page filled in as the buyer, follows a correction of the buyer', async () => {
  const event = await office.event({ price: 0, attendee_details: 'required' });
  const checkout = await office.checkout(event, { quantity: 1, customer: { name: 'Ana', email: 'ana@gmial.example' } });
  const page = await office.browser.open(checkout.checkout_url);
  const saved = await office.browser.submit(page, { press: 'Save', fields: { customer_email: 'ana@gmail.example' } });
  expect(saved.text).toContain('For Ana, ana@gmail.example');
  await office.browser.submit(saved, { press: 'Get my ticket' });
  const { ticket_ids } = await office.stateOf(checkout.checkout_id);
  const { attendee } = (await office.call<{ attendee: { email: string } | null }>('GET', `/tickets/${ticket_ids[0]}`))
    .data;
  // Else the ticket, with its code, goes to a stranger.
  expect(attendee?.email ?? 'ana@gmail.example').toBe('ana@gmail.example');
});

test('a first guest who was typed stays, and so do the others', async () => {
  const event = await office.event({ price: 0, attendee_details: 'required' });
  const checkout = await office.checkout(event, { quantity: 2, customer: { name: 'Ana', email: 'ana@gmial.example' } });
  const guests = { attendee_1_name: 'Ben', attendee_1_email: 'ben@example.com', attendee_2_email: 'ana@gmial.example' };
  const page = await office.browser.open(checkout.checkout_url);
  const saved = await office.browser.submit(page, {
    press: 'Save',
    fields: { ...guests, customer_email: 'ana@gmail.example' },
  });
  const values = Object.fromEntries(saved.forms[0]?.fields.map(({ name, value }) => [name, value]) ?? []);
  expect(values).toMatchObject(guests);
});

test('the first guest follows a correction by a program, which Pay on an older page shows first', async () => {
  const event = await office.event({ price: 0, attendee_details: 'required' });
  const checkout = await office.checkout(event, { quantity: 1, customer: { name: 'Ana', email: 'ana@gmial.example' } });
  const page = await office.browser.open(checkout.checkout_url);
  const customer = { name: 'Ana', email: 'ana@gmail.example' };
  expect((await office.call('PUT', `/checkouts/${checkout.checkout_id}`, { customer })).status).toBe(200);
  const shown = await office.browser.submit(page, { press: 'Get my ticket' });
  expect(shown).toMatchObject({ status: 409 });
  expect(shown.html).not.toContain('ana@gmial.example');
});

import { expect, test } from 'vitest';
import { useBoxOffice } from '../fixtures/box-office.ts';

const office = await useBoxOffice();

test('an erasure replaces the name of a reservation that its person picked up in part', async () => {
  const event = await office.event({ price: 100 });
  const santos = { name: 'Mrs. Santos', email: 'santos@example.com' };
  const cruz = { name: 'Mr. Cruz', email: 'cruz@example.com' };
  const { data: kept } = await office.call<{ id: string }>('POST', '/reservations', {
    ...{ event_id: event.id, items: [{ quantity: 3 }], note: 'Wheelchair, calls 0917 555 0199', ...santos },
  });
  const pickUp = (body: object) =>
    office.call('POST', `/reservations/${kept.id}/pick-up`, { payment_method: 'CASH', ...body });
  expect((await pickUp({ items: [{ tier_id: event.tierId, quantity: 1 }] })).status).toBe(201);
  // Another person picks up the rest.
  expect((await pickUp({ customer: cruz })).status).toBe(201);
  await office.call('PUT', `/events/${event.id}`, { status: 'completed' });
  const { body: exported } = await office.callAsOwner('POST', '/buyers/export', { email: santos.email });
  expect(exported).toContain('0917 555 0199');
  const erased = await office.callAsOwner('POST', '/buyers/erase', { email: santos.email });
  expect(erased.status).toBe(200);
  const { body } = await office.call('GET', `/reservations?event_id=${event.id}`);
  expect(body).not.toContain('Santos');
  expect(body).not.toContain('0917 555 0199');
});

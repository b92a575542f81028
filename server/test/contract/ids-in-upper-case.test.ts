import { expect, test } from 'vitest';
import { HOLD_SECONDS, useBoxOffice } from '../fixtures/box-office.ts';
import { openHall, rows } from '../fixtures/hall.ts';

/** Swift and .NET write UUIDs so. */
const upper = ({ id }: { id: string }) => ({ id: id.toUpperCase() });

const office = await useBoxOffice();

/** What endpoints are told of the holds that ended when these places were sold again. */
const lastExpired = async () => (await office.notifications('checkout.expired')).at(-1)?.data;

test('of an event in a checkout: holds that end for it are announced with the stored id', async () => {
  const event = await office.event({ capacity: 2 });
  await office.checkout(event, { quantity: 2 });
  office.wait(HOLD_SECONDS);
  expect(await office.askCheckout(upper(event), { quantity: 2 })).toMatchObject({ status: 201 });
  expect(await lastExpired()).toMatchObject({ event_id: event.id });
});

test('of an event and a section with seats', async () => {
  const hall = await openHall(office, rows(['A', 2]));
  await office.checkout(hall, { quantity: 2, section_id: hall.sectionId });
  office.wait(HOLD_SECONDS);
  const seats = { quantity: 2, section_id: hall.sectionId.toUpperCase() };
  expect(await office.askCheckout(upper(hall), seats)).toMatchObject({ status: 201 });
  expect(await lastExpired()).toMatchObject({ event_id: hall.id });
});

test.each(['/orders', '/reservations'])('of an event in POST %s', async (path) => {
  const event = await office.event({ capacity: 1 });
  await office.checkout(event);
  office.wait(HOLD_SECONDS);
  const body = {
    ...{ event_id: upper(event).id, items: [{ quantity: 1 }] },
    ...(path === '/orders'
      ? { payment_method: 'CASH', customer: { email: 'ana@example.com' } }
      : { name: 'Ana Cruz', email: 'ana@example.com' }),
  };
  expect(await office.call('POST', path, body)).toMatchObject({ status: 201 });
  expect(await lastExpired()).toMatchObject({ event_id: event.id });
});

import { describe, expect, test } from 'vitest';
import { HOLD_SECONDS, useBoxOffice } from '../fixtures/box-office.ts';
import {
  type AssignedSeat,
  askSeats,
  type Hall,
  holdSeats,
  labelsOf,
  openHall,
  rows,
  sectionsOf,
} from '../fixtures/hall.ts';

interface Seated {
  section: string | null;
  row: string | null;
  seat: number | null;
}

const office = await useBoxOffice();

describe('the life of a seat', () => {
  const get = async <Data>(path: string) => (await office.call<Data>('GET', path)).data;
  const buySeats = (hall: Hall, quantity: number) => office.buy(hall, { section_id: hall.sectionId, quantity });
  const seatsOf = async (checkoutId: string) =>
    (await get<{ assigned_seats: AssignedSeat[] }>(`/checkouts/${checkoutId}`)).assigned_seats;
  const wordsOf = ({ section, row, seat }: Seated) => ({ section, row, seat });
  const available = async (hall: Hall) => (await sectionsOf(office, hall))[0]?.available;

  describe('bought', () => {
    test('each ticket has the seat of its position in the party', async () => {
      const hall = await openHall(office, rows(['A', 2], ['B', 4]));
      const { checkoutId, ticketIds } = await buySeats(hall, 5);
      const seats = await seatsOf(checkoutId);
      expect(seats).toHaveLength(5);
      const tickets = await Promise.all(ticketIds.map((id) => get<Seated>(`/tickets/${id}`)));
      expect(tickets.map(wordsOf)).toEqual(seats.map(wordsOf));
    });

    test('is shown with the attendee, in the order and in both CSV files', async () => {
      const hall = await openHall(office, rows(['A', 4]));
      const { checkoutId, ticketIds, orderId } = await buySeats(hall, 2);
      const seats = await seatsOf(checkoutId);
      const { attendees } = await get<{ attendees: (Seated & { ticket_id: string })[] }>(
        `/events/${hall.id}/attendees`,
      );
      const order = await get<{ tickets: (Seated & { id: string })[] }>(`/orders/${orderId}`);
      for (const [index, id] of ticketIds.entries()) {
        expect(attendees.find(({ ticket_id }) => ticket_id === id)).toMatchObject(wordsOf(seats[index] as Seated));
        expect(order.tickets[index]).toMatchObject({ id, status: 'valid', ...wordsOf(seats[index] as Seated) });
      }
      const [first, second] = seats;
      const csv = (await office.call('GET', `/events/${hall.id}/attendees.csv`)).body;
      expect(csv).toContain(`,Lower,A,${first?.seat},`);
      const orders = (await office.call('GET', `/orders.csv?event_id=${hall.id}`)).body;
      expect(orders).toContain(`Lower ${first?.label}; Lower ${second?.label}`);
    });

    test('is null for general admission', async () => {
      const { ticketId } = await office.buy(await office.event());
      expect(await get(`/tickets/${ticketId}`)).toMatchObject({ section: null, row: null, seat: null });
    });

    test('is not changed by check-in and undo', async () => {
      const hall = await openHall(office, rows(['A', 1]));
      const { ticketId } = await buySeats(hall, 1);
      await office.call('POST', `/tickets/${ticketId}/check-in`);
      await office.expectConsistency();
      await office.call('POST', `/tickets/${ticketId}/undo-check-in`);
      expect(await available(hall)).toBe(0);
    });
  });

  describe('is free again', () => {
    test('when its ticket is refunded: only that seat, at once, and the event is on sale again', async () => {
      const hall = await openHall(office, rows(['A', 3]));
      const { ticketIds } = await buySeats(hall, 3);
      const middle = await get<Seated>(`/tickets/${ticketIds[1]}`);
      await office.call('POST', `/tickets/${ticketIds[1]}/refund`);
      expect(labelsOf(await holdSeats(office, hall, 1))).toEqual([`A-${middle.seat}`]);
      expect(await get(`/tickets/${ticketIds[1]}`)).toMatchObject({ status: 'refunded', ...wordsOf(middle) });
    });

    test('when its order is refunded, and its event cancelled', async () => {
      const hall = await openHall(office, rows(['A', 6]));
      const { orderId } = await buySeats(hall, 2);
      await buySeats(hall, 2);
      await holdSeats(office, hall, 1);
      await office.call('POST', `/orders/${orderId}/refund`);
      expect(await available(hall)).toBe(4);
      await office.cancelEvent(hall);
      expect(await available(hall)).toBe(6);
      expect(await office.counters(hall)).toEqual({ sold: 0, held: 0 });
    });

    test('when its hold expires or is ended by hand', async () => {
      const hall = await openHall(office, rows(['A', 2]));
      const { checkout_id } = await holdSeats(office, hall, 2);
      await office.call('POST', `/checkouts/${checkout_id}/expire`);
      expect(await seatsOf(checkout_id)).toEqual([]);
      await holdSeats(office, hall, 2);
      expect(await askSeats(office, hall, 1)).toMatchObject({ status: 409, code: 'sold_out', message: 'Sold out' });
      office.wait(HOLD_SECONDS);
      await office.sweep();
      await office.expectConsistency();
      await holdSeats(office, hall, 2);
    });

    test('but not while a payment for it is in progress', async () => {
      const hall = await openHall(office, rows(['A', 1]));
      const checkout = await holdSeats(office, hall, 1);
      const page = await office.pay(checkout, 'GCASH');
      office.wait(HOLD_SECONDS);
      expect(await askSeats(office, hall, 1)).toMatchObject({ status: 409, code: 'sold_out' });
      await office.browser.submit(page, { press: 'authorize' });
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'completed' });
    });
  });

  describe('with money that arrives after the hold ended', () => {
    async function overdueParty(hall: Hall, quantity: number) {
      const checkout = await holdSeats(office, hall, quantity);
      const page = await office.pay(checkout, 'MAYA');
      office.failing.add('closeSession');
      office.wait(HOLD_SECONDS + 600);
      await office.sweep();
      office.failing.clear();
      return { checkout, payNow: () => office.browser.submit(page, { press: 'authorize' }) };
    }

    test('gives the same seats if they are still free, even if better ones are', async () => {
      const hall = await openHall(office, rows(['A', 3], ['B', 3]));
      const best = await holdSeats(office, hall, 3);
      const { checkout, payNow } = await overdueParty(hall, 2);
      expect(labelsOf(checkout).every((label) => label.startsWith('B-'))).toBe(true);
      await office.call('POST', `/checkouts/${best.checkout_id}/expire`);
      await payNow();
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({
        status: 'completed',
        assigned_seats: checkout.assigned_seats,
      });
    });

    test('gives the best other seats of the price if one of them is taken', async () => {
      const hall = await openHall(office, rows(['A', 3], ['B', 3]));
      const { checkout, payNow } = await overdueParty(hall, 3);
      expect(labelsOf(checkout)).toEqual(['A-1', 'A-2', 'A-3']);
      const other = await buySeats(hall, 1);
      await payNow();
      const state = await office.stateOf(checkout.checkout_id);
      expect(state).toMatchObject({ status: 'completed', assigned_seats: [{ row: 'B' }, { row: 'B' }, { row: 'B' }] });
      const tickets = await Promise.all(state.ticket_ids.map((id) => get<Seated>(`/tickets/${id}`)));
      expect(tickets.map(({ row }) => row)).toEqual(['B', 'B', 'B']);
      expect(await get(`/tickets/${other.ticketId}`)).toMatchObject({ row: 'A' });
    });

    test('finds the seats by their labels in a replaced plan', async () => {
      const hall = await openHall(office, rows(['A', 2]));
      const { checkout, payNow } = await overdueParty(hall, 2);
      const list = rows(['Z', 9], ['A', 2]);
      const sections = [{ label: 'Lower', tier_ids: [hall.tierId], rows: list }];
      expect(await office.call('PUT', `/events/${hall.id}/seating-plan`, { sections })).toMatchObject({ status: 200 });
      await payNow();
      expect(labelsOf({ assigned_seats: await seatsOf(checkout.checkout_id) })).toEqual(['A-1', 'A-2']);
    });

    test('refunds the money if the section has too few seats of the price, or was removed', async () => {
      const hall = await openHall(office, rows(['A', 3]));
      const { checkout, payNow } = await overdueParty(hall, 3);
      await buySeats(hall, 1);
      expect((await payNow()).text).toMatch(/the tickets were sold to other buyers.*You will get a full refund/);
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'expired', assigned_seats: [] });

      const gone = await openHall(office, rows(['A', 3]));
      const late = await overdueParty(gone, 1);
      const sections = [{ label: 'Upper', tier_ids: [gone.tierId], rows: rows(['A', 3]) }];
      await office.call('PUT', `/events/${gone.id}/seating-plan`, { sections });
      expect((await late.payNow()).text).toMatch(/You will get a full refund/);
    });

    test('stays refunded if it is reported again after seats became free', async () => {
      const hall = await openHall(office, rows(['A', 2]));
      const { checkout, payNow } = await overdueParty(hall, 2);
      const { orderId } = await buySeats(hall, 1);
      const page = await payNow();
      await office.call('POST', `/orders/${orderId}/refund`);
      await office.browser.open(page.url);
      await payNow();
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'expired', order_id: null });
      expect(await available(hall)).toBe(2);
    });
  });
});

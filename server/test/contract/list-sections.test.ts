import { describe, expect, test } from 'vitest';
import { useBoxOffice } from '../fixtures/box-office.ts';
import { holdSeats, openHall, rows, seat, sectionsOf } from '../fixtures/hall.ts';

const office = await useBoxOffice();

describe('GET /events/{id}/sections', () => {
  const counts = async (event: { id: string }) =>
    (await sectionsOf(office, event)).map(({ available, largest_block }) => [available, largest_block]);
  const block = (event: { id: string }, row: string, seats: number[]) =>
    office.call('POST', `/events/${event.id}/seats/block`, { section: 'Lower', row, seats });

  test('answers seated false and no sections for general admission', async () => {
    const event = await office.event();
    const { status, data } = await office.call('GET', `/events/${event.id}/sections`);
    expect({ status, data }).toEqual({ status: 200, data: { seated: false, sections: [] } });
  });

  test('answers exactly the contract’s fields, sections in the plan’s order, prices in the tiers’', async () => {
    const event = await office.event({ price: 500 });
    const vip = await office.tier(event, { price: 1_500 });
    await seat(office, event, [
      { label: 'Upper', tier_ids: [event.tierId], rows: rows(['A', 3]) },
      { label: 'Lower', tier_ids: [vip, event.tierId], rows: rows(['A', [1, 2, null, 3, 4, 5]], ['B', 2, [vip]]) },
    ]);
    const { data } = await office.call('GET', `/events/${event.id}/sections`);
    const general = { tier_id: event.tierId, name: 'General Admission', price: 500 };
    expect(data).toEqual({
      seated: true,
      selection_mode: 'best_available',
      sections: [
        {
          id: expect.any(String),
          label: 'Upper',
          available: 3,
          largest_block: 3,
          on_sale: true,
          prices: [{ ...general, available: 3, largest_block: 3 }],
        },
        {
          id: expect.any(String),
          label: 'Lower',
          available: 7,
          largest_block: 3,
          on_sale: true,
          prices: [
            { ...general, available: 5, largest_block: 3 },
            { tier_id: vip, name: 'VIP', price: 1_500, available: 7, largest_block: 3 },
          ],
        },
      ],
    });
  });

  test('counts held seats as available, not sold and blocked ones; each of them ends a run', async () => {
    const hall = await openHall(office, rows(['A', 7], ['B', 2]));
    expect(await counts(hall)).toEqual([[9, 7]]);
    await holdSeats(office, hall, 3);
    expect(await counts(hall)).toEqual([[9, 7]]);
    await office.buy(hall, { section_id: hall.sectionId, quantity: 2 });
    const [[available = 0, largest = 0] = []] = await counts(hall);
    expect(available).toBe(7);
    expect(largest).toBeLessThanOrEqual(5);
    await block(hall, 'B', [1]);
    expect((await counts(hall))[0]?.[0]).toBe(6);
  });

  test('ends a run at an aisle, at a blocked seat and at the end of the row, whatever the printed numbers', async () => {
    const hall = await openHall(office, rows(['A', [8, 7, null, 6, 5, 4]], ['B', [1, 2, 3, 4, 5]], ['C', 1]));
    expect(await counts(hall)).toEqual([[11, 5]]);
    await block(hall, 'B', [2]);
    expect(await counts(hall)).toEqual([[10, 3]]);
    await block(hall, 'B', [4]);
    expect(await counts(hall)).toEqual([[9, 3]]);
    await block(hall, 'A', [5]);
    expect(await counts(hall)).toEqual([[8, 2]]);
  });

  describe('on_sale', () => {
    const onSale = async (event: { id: string }) => (await sectionsOf(office, event)).map(({ on_sale }) => on_sale);

    test('is true if at least one tier of the section is on sale', async () => {
      const event = await office.event();
      const vip = await office.tier(event);
      const both = [event.tierId, vip];
      await seat(office, event, [
        { label: 'Lower', tier_ids: both, rows: rows(['A', 3]) },
        { label: 'Upper', tier_ids: [vip], rows: rows(['A', 3]) },
      ]);
      expect(await onSale(event)).toEqual([true, true]);
      await office.call('PUT', `/tiers/${vip}`, { is_active: false });
      expect(await onSale(event)).toEqual([true, false]);
      await office.call('PUT', `/tiers/${event.tierId}`, {
        sales_start_datetime: new Date(office.now().getTime() + 1_000),
      });
      expect(await onSale(event)).toEqual([false, false]);
      office.wait(1);
      expect(await onSale(event)).toEqual([true, false]);
      await office.call('PUT', `/tiers/${event.tierId}`, {
        sales_start_datetime: null,
        sales_end_datetime: office.now(),
      });
      expect(await onSale(event)).toEqual([false, false]);
    });

    test.each(['paused', 'hidden'])('is true while the event is %s', async (status) => {
      const hall = await openHall(office, rows(['A', 3]));
      await office.call('PUT', `/events/${hall.id}`, { status });
      expect(await onSale(hall)).toEqual([true]);
    });

    test.each(['sold_out', 'completed', 'cancelled'])('is false when the event is %s', async (status) => {
      const hall = await openHall(office, rows(['A', 3]));
      await office.call('PUT', `/events/${hall.id}`, { status });
      expect(await onSale(hall)).toEqual([false]);
    });

    test('is false when the sales of the event have ended', async () => {
      const hall = await openHall(office, rows(['A', 3]), { sales_end_datetime: office.now() });
      expect(await onSale(hall)).toEqual([false]);
    });
  });
});

import { describe, expect, test } from 'vitest';
import { HOLD_SECONDS, useBoxOffice } from '../fixtures/box-office.ts';
import { type Hall, holdSeats, openHall, rows, type SeatMap, seat, seatIdsOf } from '../fixtures/hall.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';

const office = await useBoxOffice();

describe('GET /events/{id}/seats', () => {
  const seats = (hall: { id: string }, query = '') => office.call<SeatMap>('GET', `/events/${hall.id}/seats${query}`);
  const rowOf = async (hall: Hall) => (await seats(hall)).data.sections[0]?.rows[0];

  test('answers every section in the plan’s order, with its rows', async () => {
    const event = await office.event();
    const hall = await seat(office, event, [
      { label: 'Upper', tier_ids: [event.tierId], rows: rows(['A', 2]) },
      { label: 'Lower', tier_ids: [event.tierId], rows: rows(['B', [3, 1, null, 7]], ['C', 1]) },
    ]);
    const nobody = { held: [], sold: [], blocked: [], tier_ids: [event.tierId] };
    const free = (places: number) => ({ ...nobody, kept_for: Array(places).fill(null) });
    const id = expect.stringMatching(/^[0-9a-f-]{14}8[0-9a-f-]{21}$/);
    const { status, data } = await seats(hall);
    expect(status).toBe(200);
    expect(data).toEqual({
      sections: [
        {
          id: hall.sections[0]?.id,
          label: 'Upper',
          rows: [{ label: 'A', seats: [1, 2], seat_ids: [id, id], statuses: ['free', 'free'], ...free(2) }],
        },
        {
          id: hall.sections[1]?.id,
          label: 'Lower',
          rows: [
            {
              label: 'B',
              seats: [3, 1, null, 7],
              seat_ids: [id, id, null, id],
              statuses: ['free', 'free', null, 'free'],
              ...free(4),
            },
            { label: 'C', seats: [1], seat_ids: [id], statuses: ['free'], ...free(1) },
          ],
        },
      ],
    });
  });

  test('shows a seat as held, sold and free again, and a blocked one until it is unblocked', async () => {
    const hall = await openHall(office, rows(['A', 6]));
    await office.call('POST', `/events/${hall.id}/seats/block`, { section: 'Lower', row: 'A', seats: [6] });
    expect(await rowOf(hall)).toMatchObject({ held: [], sold: [], blocked: [6] });
    expect((await rowOf(hall))?.statuses).toEqual(['free', 'free', 'free', 'free', 'free', 'blocked']);
    const { checkout_id, assigned_seats } = await holdSeats(office, hall, 2);
    expect(await rowOf(hall)).toMatchObject({ held: assigned_seats.map(({ seat }) => seat), sold: [], blocked: [6] });
    await office.call('POST', `/checkouts/${checkout_id}/expire`);
    expect(await rowOf(hall)).toMatchObject({ held: [], sold: [] });
    const { orderId } = await office.buy(hall, { section_id: hall.sectionId, quantity: 2 });
    const sold = (await rowOf(hall))?.sold;
    expect(sold).toHaveLength(2);
    await office.call('POST', `/orders/${orderId}/refund`);
    await office.call('POST', `/events/${hall.id}/seats/unblock`, { section: 'Lower', row: 'A', seats: [6] });
    expect(await rowOf(hall)).toMatchObject({ held: [], sold: [], blocked: [] });
  });

  test('shows a held seat as free the moment its hold is over, before a task releases it', async () => {
    const hall = await openHall(office, rows(['A', 2]));
    await holdSeats(office, hall, 2);
    expect(await rowOf(hall)).toMatchObject({ held: [1, 2], statuses: ['held', 'held'] });
    office.wait(HOLD_SECONDS);
    expect(await rowOf(hall)).toMatchObject({ held: [], statuses: ['free', 'free'] });
  });

  test('gives every seat an id that stays while the labels of its section and row do', async () => {
    const event = await office.event();
    const plan = (...list: Parameters<typeof rows>) => [
      { label: 'Lower', tier_ids: [event.tierId], rows: rows(...list) },
      { label: 'Upper', tier_ids: [event.tierId], rows: rows(['A', 2]) },
    ];
    const idsOf = async (hall: { id: string }) => {
      const { data } = await seats({ id: hall.id.toUpperCase() });
      return data.sections.flatMap((section) =>
        section.rows.flatMap(({ label, seat_ids, seats: numbers }) =>
          seat_ids.flatMap((id, place) => (id ? [[`${section.label} ${label}-${numbers[place]}`, id] as const] : [])),
        ),
      );
    };
    const before = new Map(await idsOf(await seat(office, event, plan(['A', 3], ['B', 2]))));
    expect(new Set(before.values()).size).toBe(7);
    const after = new Map(await idsOf(await seat(office, event, plan(['B', [null, 2, 9]], ['A', [3, 2, null, 1]]))));
    for (const [label, id] of after) expect(before.get(label) ?? 'new').toBe(before.has(label) ? id : 'new');
    expect(after.size).toBe(7);
    const { data } = await office.call<{ id: string }>('POST', `/events/${event.id}/duplicate`);
    for (const [, id] of await idsOf(data)) expect([...after.values()]).not.toContain(id);
    expect((await seatIdsOf(office, event))('A-3')).toEqual([after.get('Lower A-3')]);
  });

  test('answers one section for section_id', async () => {
    const event = await office.event();
    const tier_ids = [event.tierId];
    const hall = await seat(office, event, [
      { label: 'Upper', tier_ids, rows: rows(['A', 2]) },
      { label: 'Lower', tier_ids, rows: rows(['A', 2]) },
    ]);
    const { data } = await seats(hall, `?section_id=${hall.sections[1]?.id.toUpperCase()}`);
    expect(data.sections.map(({ label }) => label)).toEqual(['Lower']);
  });

  test('answers 404 for an event without a plan, and for a section of another event', async () => {
    const event = await office.event();
    expect(await seats(event)).toMatchObject({ status: 404, body: expect.stringContaining('Seating plan not found') });
    const [hall, other] = [await openHall(office, rows(['A', 1])), await openHall(office, rows(['A', 1]))];
    for (const id of [other.sectionId, UNKNOWN_ID])
      expect(await seats(hall, `?section_id=${id}`)).toMatchObject({
        status: 404,
        body: expect.stringContaining('Section not found'),
      });
    expect(await seats(hall, '?section_id=first')).toMatchObject({ status: 400, code: 'invalid_field' });
  });
});

import { describe, expect, test } from 'vitest';
import { HOLD_SECONDS, useBoxOffice } from '../fixtures/box-office.ts';
import { askSeats, type Hall, holdSeats, labelsOf, openHall, rows, seat, seatIdsOf } from '../fixtures/hall.ts';

const UNKNOWN = '0190a000-0000-7000-8000-000000000000';

const office = await useBoxOffice();

describe('POST /checkouts on a seated event', () => {
  /** Lower: row A is VIP only, row B both. Upper: General Admission only. */
  async function arena(): Promise<Hall & { vip: string; upper: string }> {
    const event = await office.event();
    const vip = await office.tier(event, { sort_order: 5 });
    const hall = await seat(office, event, [
      { label: 'Lower', tier_ids: [vip, event.tierId], rows: rows(['A', 5, [vip]], ['B', 5]) },
      { label: 'Upper', tier_ids: [event.tierId], rows: rows(['A', 5]) },
    ]);
    return { ...hall, vip, upper: hall.sections[1]?.id ?? '' };
  }

  describe('happy', () => {
    test('answers the seats of the party, together, each with exactly section, row, seat and label', async () => {
      const hall = await openHall(office, rows(['A', 5]));
      const { status, data } = await askSeats(office, hall, 2);
      expect(status).toBe(201);
      expect(Object.keys(data).toSorted()).toEqual([
        'assigned_seats',
        'checkout_id',
        'checkout_url',
        'expires_at',
        'items',
      ]);
      const [first] = data.assigned_seats;
      expect(data.assigned_seats).toEqual(
        [0, 1].map((next) => {
          const seat = (first?.seat ?? 0) + next;
          return { section: 'Lower', row: 'A', seat, label: `A-${seat}` };
        }),
      );
    });

    test('GET answers the section and the same seats, and none once the hold is over', async () => {
      const hall = await openHall(office, rows(['A', 5]));
      const { checkout_id, assigned_seats } = await holdSeats(office, hall, 2);
      expect(await office.stateOf(checkout_id)).toMatchObject({ section_id: hall.sectionId, assigned_seats });
      office.wait(HOLD_SECONDS);
      expect(await office.stateOf(checkout_id)).toMatchObject({ section_id: hall.sectionId, assigned_seats: [] });
    });

    test('has no assigned_seats for general admission', async () => {
      const { data } = await office.askCheckout(await office.event());
      expect(data).not.toHaveProperty('assigned_seats');
    });

    test('gives a party only seats that its tier prices, and counts them for that tier', async () => {
      const hall = await arena();
      const general = await holdSeats(office, hall, 5, { tier_id: hall.tierId });
      expect(labelsOf(general)).toEqual(['B-1', 'B-2', 'B-3', 'B-4', 'B-5']);
      expect(await askSeats(office, hall, 1, { tier_id: hall.tierId })).toMatchObject({
        status: 409,
        code: 'sold_out',
        message: 'Sold out',
      });
      expect(labelsOf(await holdSeats(office, hall, 5, { tier_id: hall.vip.toUpperCase() }))).toEqual([
        'A-1',
        'A-2',
        'A-3',
        'A-4',
        'A-5',
      ]);
      expect(await office.counters(hall)).toEqual({ sold: 0, held: 10 });
    });

    test('splits a party only if no run is long enough, and keeps its seats in the order of the rows', async () => {
      const hall = await openHall(office, rows(['A', 3], ['B', 3]));
      expect(labelsOf(await holdSeats(office, hall, 5))).toHaveLength(5);
      const other = await openHall(office, rows(['A', 2], ['B', 4]));
      expect(labelsOf(await holdSeats(office, other, 3)).every((label) => label.startsWith('B-'))).toBe(true);
    });

    test('uses the default tier among the prices of the section', async () => {
      const event = await office.event();
      const vip = await office.tier(event, { sort_order: 5 });
      const hall = await seat(office, event, [{ label: 'Lower', tier_ids: [vip], rows: rows(['A', 5]) }]);
      const { checkout_id } = await holdSeats(office, hall, 1);
      expect(await office.stateOf(checkout_id)).toMatchObject({ tier_id: vip, subtotal: 1_500 });
    });

    test('accepts the section id in capital letters', async () => {
      const hall = await openHall(office, rows(['A', 5]));
      expect(await askSeats(office, hall, 1, { section_id: hall.sectionId.toUpperCase() })).toMatchObject({
        status: 201,
      });
    });

    test('seats a party together on seats of an expired hold, even before a task releases it', async () => {
      const hall = await openHall(office, rows(['A', 5], ['B', 4]));
      await holdSeats(office, hall, 3);
      office.wait(HOLD_SECONDS);
      expect(labelsOf(await holdSeats(office, hall, 5))).toEqual(['A-1', 'A-2', 'A-3', 'A-4', 'A-5']);
    });
  });

  describe('errors', () => {
    test.each<[number, string, (hall: Awaited<ReturnType<typeof arena>>) => object]>([
      [400, 'section_id is required for a seated event', () => ({ section_id: undefined })],
      [400, 'section_id is required for a seated event', () => ({ section_id: null })],
      [400, 'section_id must be a UUID', () => ({ section_id: 'Lower' })],
      [404, 'Section not found', () => ({ section_id: UNKNOWN })],
      [404, 'Tier not found', () => ({ tier_id: UNKNOWN })],
      [
        400,
        'tier_id must be one of the prices of the section',
        ({ vip, upper }) => ({ tier_id: vip, section_id: upper }),
      ],
    ])('answers %i "%s"', async (status, message, fields) => {
      const hall = await arena();
      expect(await askSeats(office, hall, 1, { ...fields(hall) })).toMatchObject({ status, message });
    });

    test('answers 404 for a section of another event', async () => {
      const [hall, other] = [await openHall(office, rows(['A', 5])), await openHall(office, rows(['A', 5]))];
      expect(await askSeats(office, hall, 1, { section_id: other.sectionId })).toMatchObject({
        status: 404,
        code: 'section_not_found',
      });
    });

    test('answers 409 if the section has too few seats of the price, even if others have enough', async () => {
      const hall = await arena();
      expect(await askSeats(office, hall, 6, { tier_id: hall.tierId })).toMatchObject({
        status: 409,
        code: 'not_enough_left',
        message: 'Not enough left: only 5 available',
      });
      expect(await office.counters(hall)).toEqual({ sold: 0, held: 0 });
    });

    test('answers 409 if no tier of the section is active, even if others of the event are', async () => {
      const hall = await arena();
      await office.call('PUT', `/tiers/${hall.tierId}`, { is_active: false });
      expect(await askSeats(office, hall, 1, { section_id: hall.upper })).toMatchObject({
        status: 409,
        code: 'no_tier_on_sale',
        message: 'No tier of this section is on sale',
      });
    });

    test('refuses a large party without blocking smaller ones behind it', async () => {
      const hall = await openHall(office, rows(['A', 5]));
      const answers = await Promise.all([2, 9, 3].map((quantity) => askSeats(office, hall, quantity)));
      expect(answers.map(({ status }) => status)).toEqual([201, 409, 201]);
    });
  });

  describe('with seat_ids', () => {
    const choose = (hall: Hall, seat_ids: string[], fields: object = {}) =>
      askSeats(office, hall, seat_ids.length, { quantity: undefined, seat_ids, ...fields });

    /** Row A is VIP only, row B both; Upper has its own row A. */
    async function choosable(mode = 'both') {
      const event = await office.event();
      const vip = await office.tier(event, { sort_order: 5 });
      const sections = [
        { label: 'Lower', tier_ids: [vip, event.tierId], rows: rows(['A', 5, [vip]], ['B', [5, 4, null, 3, 2, 1]]) },
        { label: 'Upper', tier_ids: [event.tierId], rows: rows(['A', 3]) },
      ];
      const hall = await seat(office, event, sections, mode);
      return { ...hall, vip, upper: hall.sections[1]?.id ?? '', ids: await seatIdsOf(office, hall) };
    }

    test.each(['choose', 'both'])('answers exactly these seats, in the order asked (%s)', async (mode) => {
      const hall = await choosable(mode);
      const answer = await choose(
        hall,
        hall.ids('B-1', 'B-4').map((id) => id.toUpperCase()),
      );
      expect(answer.status).toBe(201);
      expect(answer.data.assigned_seats).toEqual([
        { section: 'Lower', row: 'B', seat: 1, label: 'B-1' },
        { section: 'Lower', row: 'B', seat: 4, label: 'B-4' },
      ]);
      expect(await office.stateOf(answer.data.checkout_id)).toMatchObject({
        quantity: 2,
        section_id: hall.sectionId,
        assigned_seats: answer.data.assigned_seats,
      });
      const { orderId } = await office.buy(hall, {
        section_id: hall.sectionId,
        seat_ids: hall.ids('B-3'),
        quantity: 1,
      });
      expect((await office.call('GET', `/orders/${orderId}`)).data).toMatchObject({ tickets: [{ row: 'B', seat: 3 }] });
      await office.expectConsistency();
    });

    test('takes items with chosen seats of several prices beside best ones, all of them or none', async () => {
      const hall = await choosable();
      const ask = (...items: object[]) => office.askCheckout(hall, { items });
      const vips = (...labels: string[]) => ({
        tier_id: hall.vip,
        section_id: hall.sectionId,
        seat_ids: hall.ids(...labels),
      });
      const best = (quantity: number) => ({ tier_id: hall.tierId, section_id: hall.sectionId, quantity });
      const answer = await ask(best(2), vips('B-2', 'A-5'));
      expect(answer.status).toBe(201);
      expect(labelsOf(answer.data as never)).toEqual(['B-5', 'B-4', 'B-2', 'A-5']);
      // Two seats of row B are left, which the second line wants one of.
      expect(await ask(best(2), vips('B-3', 'A-1'))).toMatchObject({
        status: 409,
        code: 'not_enough_left',
        details: { left: 3 },
      });
      expect(await ask(best(1), vips('B-3', 'A-1'))).toMatchObject({ status: 201 });
      expect(await office.counters(hall)).toEqual({ sold: 0, held: 7 });
      await office.expectConsistency();
    });

    test('answers 409 seats_taken with exactly the seats that are held, sold or blocked, and holds none', async () => {
      const hall = await choosable();
      await office.buy(hall, { section_id: hall.sectionId, seat_ids: hall.ids('B-1'), quantity: 1 });
      await choose(hall, hall.ids('B-2'));
      await office.call('POST', `/events/${hall.id}/seats/block`, { section: 'Lower', row: 'B', seats: [3] });
      expect(await choose(hall, hall.ids('B-3', 'B-4', 'B-2', 'B-1'))).toMatchObject({
        status: 409,
        code: 'seats_taken',
        message: 'Seats B-3 (Lower), B-2 (Lower), B-1 (Lower) are taken',
        details: {
          seat_ids: hall.ids('B-3', 'B-2', 'B-1'),
          seats: [{ status: 'blocked' }, { status: 'held' }, { section: 'Lower', row: 'B', seat: 1, status: 'sold' }],
        },
      });
      expect(await office.counters(hall)).toEqual({ sold: 1, held: 1 });
      office.wait(HOLD_SECONDS);
      expect(await choose(hall, hall.ids('B-4', 'B-2'))).toMatchObject({ status: 201 });
    });

    test('names the seats that are gone of a sold out event, too', async () => {
      const hall = await openHall(office, rows(['A', 1]), { mode: 'both' });
      const [id = ''] = (await seatIdsOf(office, hall))('A-1');
      await office.buy(hall, { section_id: hall.sectionId, seat_ids: [id], quantity: 1 });
      expect(await choose(hall, [id])).toMatchObject({ status: 409, code: 'seats_taken', details: { seat_ids: [id] } });
      expect(await askSeats(office, hall, 1)).toMatchObject({ status: 409, code: 'sold_out' });
      expect(await choose(hall, [id])).toMatchObject({ status: 409, code: 'seats_taken' });
    });

    test('answers 409 where the mode does not allow choosing, or demands it', async () => {
      const assigned = await choosable('best_available');
      expect(await choose(assigned, assigned.ids('B-1'))).toMatchObject({
        status: 409,
        code: 'seats_not_choosable',
        field: 'seat_ids',
      });
      const chosen = await choosable('choose');
      for (const fields of [{}, { seat_ids: [] }, { seat_ids: null }])
        expect(await askSeats(office, chosen, 1, fields)).toMatchObject({
          status: 409,
          code: 'seats_not_chosen',
          field: 'seat_ids',
        });
      expect(await askSeats(office, await choosable('both'), 1)).toMatchObject({ status: 201 });
    });

    test.each<[number, string, string, (hall: Awaited<ReturnType<typeof choosable>>) => object]>([
      [400, 'wrong_number_of_seats', 'quantity', (hall) => ({ quantity: 1, seat_ids: hall.ids('B-1', 'B-2') })],
      [
        400,
        'seat_named_twice',
        'seat_ids[1]',
        (hall) => ({ seat_ids: hall.ids('B-1', 'B-1').map((id, at) => (at ? id.toUpperCase() : id)) }),
      ],
      [400, 'tier_not_of_seat', 'seat_ids[1]', (hall) => ({ seat_ids: hall.ids('B-1', 'A-1') })],
      [400, 'invalid_field', 'seat_ids[0]', () => ({ seat_ids: ['B-1'] })],
      [404, 'seat_not_in_section', 'seat_ids[0]', () => ({ seat_ids: [UNKNOWN] })],
      [404, 'seat_not_in_section', 'seat_ids[0]', (hall) => ({ section_id: hall.upper, seat_ids: hall.ids('B-1') })],
      [404, 'section_not_found', '', (hall) => ({ section_id: UNKNOWN, seat_ids: hall.ids('B-1') })],
      [400, 'section_required', 'section_id', (hall) => ({ section_id: undefined, seat_ids: hall.ids('B-1') })],
      [400, 'missing_field', 'quantity', () => ({ seat_ids: [] })],
    ])('answers %i %s of %s', async (status, code, field, fields) => {
      const hall = await choosable();
      const answer = await choose(hall, [], fields(hall));
      expect(answer).toMatchObject({ status, code });
      expect(answer.field ?? '').toBe(field);
      expect(await office.counters(hall)).toEqual({ sold: 0, held: 0 });
    });

    test('answers 404 for a seat of another event with the same labels, and names the item', async () => {
      const [hall, other] = [await choosable(), await choosable()];
      const item = (seat_ids: string[]) => ({ section_id: hall.sectionId, seat_ids });
      const items = [{ ...item(hall.ids('A-1')), tier_id: hall.vip }, item(other.ids('B-1'))];
      expect(await office.askCheckout(hall, { items })).toMatchObject({
        status: 404,
        code: 'seat_not_in_section',
        field: 'items[1].seat_ids[0]',
        message: 'items[1].seat_ids[0]: the section has no such seat',
      });
      const twice = [item(hall.ids('B-1')), { ...item(hall.ids('B-2', 'B-1')), tier_id: hall.vip }];
      expect(await office.askCheckout(hall, { items: twice })).toMatchObject({
        status: 400,
        code: 'seat_named_twice',
        field: 'items[1].seat_ids[1]',
      });
    });
  });
});

import { describe, expect, test } from 'vitest';
import { HOLD_SECONDS, useBoxOffice } from '../fixtures/box-office.ts';
import { askSeats, type Hall, holdSeats, labelsOf, openHall, rows, seat } from '../fixtures/hall.ts';

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
      [400, 'section_id must be a UUID, or null', () => ({ section_id: 'Lower' })],
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
});

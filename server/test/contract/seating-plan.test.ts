import { describe, expect, test } from 'vitest';
import { HOLD_SECONDS, useBoxOffice } from '../fixtures/box-office.ts';
import { askSeats, holdSeats, labelsOf, openHall, type PlanAnswer, rows, sectionsOf } from '../fixtures/hall.ts';

const UNKNOWN = '0190a000-0000-7000-8000-000000000000';
const UUID = /^[0-9a-f-]{36}$/;

const office = await useBoxOffice();

describe('the seating plan', () => {
  const put = (event: { id: string }, body: object) =>
    office.call<PlanAnswer>('PUT', `/events/${event.id}/seating-plan`, body);
  const get = (event: { id: string }) => office.call<PlanAnswer>('GET', `/events/${event.id}/seating-plan`);

  /** A draft with General Admission and VIP, and a plan that uses both. */
  async function arena() {
    const event = await office.event({ capacity: 5 });
    const vip = await office.tier(event);
    const plan = {
      selection_mode: 'best_available',
      sections: [
        {
          label: 'Lower',
          tier_ids: [event.tierId, vip],
          rows: [
            { label: 'A', seats: 4 },
            { label: 'B', seats: [1, 2, null, 9, 7], tier_ids: [vip] },
          ],
        },
        { label: 'Upper', tier_ids: [event.tierId], rows: rows(['A', 3]) },
      ],
    };
    return { event, vip, plan };
  }

  describe('PUT', () => {
    test('answers the plan as it was sent, with an id for each section; GET answers the same', async () => {
      const { event, plan } = await arena();
      const { status, data } = await put(event, plan);
      expect(status).toBe(200);
      expect(data).toEqual({
        ...plan,
        sections: plan.sections.map((section) => ({ id: expect.stringMatching(UUID), ...section })),
      });
      expect((await get(event)).data).toEqual(data);
    });

    test('makes the event seated: as large as its seats, each tier as large as the seats it prices', async () => {
      const { event, vip, plan } = await arena();
      const unpriced = await office.tier(event, { name: 'Press' });
      await put(event, plan);
      const { data } = await office.call<{ ticket_tiers: object[] }>('GET', `/events/${event.id}`);
      expect(data).toMatchObject({ seated: true, capacity: 11, tickets_sold: 0 });
      expect(data.ticket_tiers).toEqual([
        expect.objectContaining({ id: event.tierId, quantity_total: 7, available: 7 }),
        expect.objectContaining({ id: vip, quantity_total: 8, available: 8 }),
        expect.objectContaining({ id: unpriced, quantity_total: 0, available: 0 }),
      ]);
    });

    test('records one event.updated that names seating_plan', async () => {
      const { event, plan } = await arena();
      const before = await office.count('notifications');
      await put(event, plan);
      expect(await office.count('notifications')).toBe(before + 1);
      const told = await office.notifications<{ event_id: string; changed: string[] }>('event.updated');
      const ours = told.filter(({ data }) => data.event_id === event.id && data.changed.includes('seating_plan'));
      expect(ours).toHaveLength(1);
      expect(ours[0]?.data).toEqual({
        event_id: event.id,
        status: 'active',
        changed: ['seating_plan'],
      });
    });

    test('changes nothing and sends no notification if the plan is the current one', async () => {
      const { event, plan } = await arena();
      const { data } = await put(event, plan);
      const read = async () => (await office.call('GET', `/events/${event.id}`)).data;
      const [before, told] = [await read(), await office.count('notifications')];
      office.wait(60);
      expect(await put(event, plan)).toMatchObject({ status: 200, data });
      expect(await put(event, data)).toMatchObject({ status: 200, data });
      expect(await read()).toEqual(before);
      expect(await office.count('notifications')).toBe(told);

      const [lower, upper] = plan.sections;
      for (const sections of [
        [upper, lower],
        [{ ...lower, tier_ids: [event.tierId, ...(lower?.tier_ids ?? []).slice(1)].toReversed() }, upper],
        [lower, { ...upper, rows: rows(['A', [1, 2, 3]]) }],
      ]) {
        const count = await office.count('notifications');
        expect((await put(event, { sections })).status).toBe(200);
        expect(await office.count('notifications')).toBe(count + 1);
      }
    });

    test('frees blocked seats when the same plan is sent again', async () => {
      const hall = await openHall(office, rows(['A', 3]));
      const { data } = await get(hall);
      const seats = { section: 'Lower', row: 'A', seats: [2] };
      expect((await office.call('POST', `/events/${hall.id}/seats/block`, seats)).status).toBe(200);
      expect((await put(hall, data)).status).toBe(200);
      expect((await sectionsOf(office, hall))[0]).toMatchObject({ available: 3 });
    });

    test('blocks the seats that it names, and leaves those of the plan as they are once one is sold', async () => {
      const event = await office.event();
      const row = { label: 'A', seats: [3, null, 2, 1], blocked: [1, 3] };
      const plan = (...list: object[]) => [{ label: 'Lower', tier_ids: [event.tierId], rows: list }];
      const { data } = await put(event, { sections: plan(row, { label: 'B', seats: 2, blocked: null }) });
      expect(data.sections[0]?.rows).toEqual(rows(['A', [3, null, 2, 1]], ['B', 2]));
      expect((await sectionsOf(office, event))[0]).toMatchObject({ available: 3 });
      await office.buy(event, { section_id: data.sections[0]?.id });
      const free = { selection_mode: 'both', sections: plan({ ...row, blocked: [] }, { label: 'B', seats: 2 }) };
      expect((await put(event, free)).status).toBe(200);
      expect((await sectionsOf(office, event))[0]).toMatchObject({ available: 2 });
    });

    test('accepts a number of seats for 1 to n, and answers it as sent', async () => {
      const hall = await openHall(office, rows(['A', 3], ['B', [1, 2, 3]]));
      expect((await get(hall)).data.sections[0]?.rows).toEqual(rows(['A', 3], ['B', [1, 2, 3]]));
      expect(labelsOf(await holdSeats(office, hall, 3))).toEqual(['A-1', 'A-2', 'A-3']);
    });

    test('accepts tier ids in capital letters, a missing selection_mode, and null for the tiers of a row', async () => {
      const event = await office.event();
      const section = { label: 'Lower', tier_ids: [event.tierId.toUpperCase()], rows: [{ label: 'A', seats: 1 }] };
      const sections = [{ ...section, rows: [{ label: 'A', seats: 1, tier_ids: null }] }];
      expect(await put(event, { selection_mode: null, sections })).toMatchObject({
        status: 200,
        data: { selection_mode: 'best_available', sections: [{ tier_ids: [event.tierId] }] },
      });
    });

    test('replaces a plan without sales and holds; a section keeps its id as long as its label', async () => {
      const { event, plan } = await arena();
      const [lower] = (await put(event, plan)).data.sections;
      const renamed = {
        ...plan,
        sections: [plan.sections[1], plan.sections[0]].map((s, i) => (i ? s : { ...s, label: 'Box' })),
      };
      const { status, data } = await put(event, renamed);
      expect({ status, labels: data.sections.map(({ label }) => label) }).toEqual({
        status: 200,
        labels: ['Box', 'Lower'],
      });
      expect(data.sections[1]?.id).toBe(lower?.id);
      expect((await sectionsOf(office, event)).map(({ label }) => label)).toEqual(['Box', 'Lower']);
    });

    test('can have 100,000 seats', async () => {
      const event = await office.event();
      const list = Array.from({ length: 1_000 }, (_, index) => ({ label: `${index}`, seats: 100 }));
      const sections = [{ label: 'Field', tier_ids: [event.tierId], rows: list }];
      expect((await put(event, { sections })).status).toBe(200);
      expect(await sectionsOf(office, event)).toMatchObject([{ available: 100_000, largest_block: 100 }]);
      // The invariants check every seat after every test.
      await put(event, { sections: [{ label: 'Field', tier_ids: [event.tierId], rows: rows(['A', 1]) }] });
    });

    test('sells from one row of 100,000 seats, and blocks the rest of it', async () => {
      const hall = await openHall(office, rows(['A', 100_000]));
      const { orderId } = await office.buy(hall, { section_id: hall.sectionId, quantity: 2 });
      const { data: order } = await office.call<{ tickets: { seat: number }[] }>('GET', `/orders/${orderId}`);
      const sold = order.tickets.map(({ seat }) => seat);
      const others = Array.from({ length: 100_000 }, (_, index) => index + 1).filter((seat) => !sold.includes(seat));
      const rest = { section: 'Lower', row: 'A', seats: others };
      const { status, data } = await office.call<{ blocked: number[] }>('POST', `/events/${hall.id}/seats/block`, rest);
      expect({ status, blocked: data.blocked }).toEqual({ status: 200, blocked: others });
    });
  });

  describe('PUT refuses', () => {
    const section = (tier: string, change: object = {}) => ({
      label: 'Lower',
      tier_ids: [tier],
      rows: rows(['A', 4]),
      ...change,
    });
    const inRow = (row: object) => (tier: string) => [
      section(tier),
      section(tier, { label: 'Upper', rows: [{ label: 'A', seats: 4, ...row }] }),
    ];

    test.each<[string, (tier: string) => unknown]>([
      ['sections must be an array of at least 1 item', () => []],
      ['sections[1].label must not repeat "Lower"', (tier) => [section(tier), section(tier)]],
      [
        'sections[0].label must be a string of 1 to 200 characters, not blank',
        (tier) => [section(tier, { label: ' ' })],
      ],
      ['sections[0].label is required', (tier) => [section(tier, { label: undefined })]],
      ['sections[0].rows must be an array of at least 1 item', (tier) => [section(tier, { rows: [] })]],
      ['sections[0].rows[1].label must not repeat "A"', (tier) => [section(tier, { rows: rows(['A', 1], ['A', 2]) })]],
      ['sections[0].tier_ids must be an array of 1 to 100 items', (tier) => [section(tier, { tier_ids: [] })]],
      ['sections[0].tier_ids[0] must be a UUID', (tier) => [section(tier, { tier_ids: ['VIP'] })]],
      [
        'sections[0].tier_ids[1] must be a tier of this event',
        (tier) => [section(tier, { tier_ids: [tier, UNKNOWN] })],
      ],
      ['sections[0].tier_ids[1] must not repeat a tier', (tier) => [section(tier, { tier_ids: [tier, tier] })]],
      ["sections[1].rows[0].tier_ids[0] must be one of the section's tiers", inRow({ tier_ids: [UNKNOWN] })],
      ['sections[1].rows[0].tier_ids must be an array of 1 to 100 items', inRow({ tier_ids: [] })],
      ['sections[1].rows[0].seats is required', inRow({ seats: undefined })],
      ['sections[1].rows[0].seats must be an integer from 1 to 100,000 or an array', inRow({ seats: '20' })],
      ['sections[1].rows[0].seats must be an integer from 1 to 100,000 or an array', inRow({ seats: 0 })],
      ['sections[1].rows[0].seats must have at least one seat', inRow({ seats: [] })],
      ['sections[1].rows[0].seats must have at least one seat', inRow({ seats: [null, null] })],
      ['sections[1].rows[0].seats[3] must not repeat seat 2', inRow({ seats: [1, 2, null, 2] })],
      ['sections[1].rows[0].seats[1] must be an integer from 1 to 1,000,000', inRow({ seats: [1, '2'] })],
      ['sections[1].rows[0].seats[1] must be an integer from 1 to 1,000,000', inRow({ seats: [1, 0] })],
      [
        'sections[1].rows[0].blocked[1] must be a seat of the row, which has no 4',
        inRow({ seats: [1, null, 3], blocked: [1, 4] }),
      ],
      ['sections[1].rows[0].seats must keep the plan within 100,000 seats', inRow({ seats: 99_997 })],
    ])('400 "%s"', async (message, sectionsOf) => {
      const event = await office.event();
      expect(await put(event, { sections: sectionsOf(event.tierId) })).toMatchObject({ status: 400, message });
      expect(await get(event)).toMatchObject({
        status: 404,
        code: 'seating_plan_not_found',
        message: 'Seating plan not found',
      });
    });

    test("400 for another event's tier and for another selection_mode", async () => {
      const [event, other] = [await office.event(), await office.event()];
      expect(await put(event, { sections: [section(other.tierId)] })).toMatchObject({
        status: 400,
        code: 'tier_not_in_plan',
      });
      expect(await put(event, { selection_mode: 'manual', sections: [section(event.tierId)] })).toMatchObject({
        status: 400,
        code: 'invalid_field',
        message: 'selection_mode must be one of best_available, choose, both',
      });
    });

    test('404 for an unknown event', async () => {
      expect(await put({ id: UNKNOWN }, { sections: [section(UNKNOWN)] })).toMatchObject({
        status: 404,
        code: 'event_not_found',
        message: 'Event not found',
      });
    });

    test('lets buyers choose seats, even after the first sale, when everything but the mode stays', async () => {
      const hall = await openHall(office, rows(['A', 4], ['B', 3]), { mode: 'choose' });
      const read = (await get(hall)).data;
      expect(read).toMatchObject({ selection_mode: 'choose' });
      expect((await office.call('GET', `/events/${hall.id}/sections`)).data).toMatchObject({
        selection_mode: 'choose',
      });
      await put(hall, { ...read, selection_mode: 'best_available' });
      await office.call('POST', `/events/${hall.id}/seats/block`, { section: 'Lower', row: 'B', seats: [3] });
      await holdSeats(office, hall, 2);
      const other = { ...read, sections: [section(hall.tierId)] };
      for (const refused of [{ ...read, selection_mode: 'best_available' }, other])
        expect(await put(hall, refused)).toMatchObject({ status: 409, code: 'seating_plan_in_use' });
      expect((await put(hall, { ...read, selection_mode: 'both' })).data).toEqual({ ...read, selection_mode: 'both' });
      expect((await get(hall)).data).toEqual({ ...read, selection_mode: 'both' });
      const { data } = await office.call<{ sections: { rows: { held: number[]; blocked: number[] }[] }[] }>(
        'GET',
        `/events/${hall.id}/seats`,
      );
      expect(data.sections[0]?.rows.map(({ held, blocked }) => [held.length, blocked.length])).toEqual([
        [2, 0],
        [0, 1],
      ]);
      await office.expectConsistency();
    });

    test('409 once a seat is held, but not for an expired hold', async () => {
      const hall = await openHall(office, rows(['A', 4]));
      const { checkout_id } = await holdSeats(office, hall, 2);
      const plan = { sections: [section(hall.tierId, { rows: rows(['Z', 4]) })] };
      expect(await put(hall, plan)).toMatchObject({ status: 409, code: 'seating_plan_in_use' });
      office.wait(HOLD_SECONDS);
      expect(await put(hall, plan)).toMatchObject({ status: 200 });
      expect(await office.stateOf(checkout_id)).toMatchObject({
        status: 'expired',
        section_id: hall.sectionId,
        assigned_seats: [],
      });
    });

    test('409 once a seat is sold; after its refund the ticket keeps its labels without the section', async () => {
      const hall = await openHall(office, rows(['A', 4]));
      const { ticketId, orderId } = await office.buy(hall, { section_id: hall.sectionId });
      const plan = { sections: [section(hall.tierId, { label: 'Box' })] };
      expect(await put(hall, plan)).toMatchObject({ status: 409, code: 'seating_plan_in_use' });
      await office.call('POST', `/orders/${orderId}/refund`);
      expect(await put(hall, plan)).toMatchObject({ status: 200 });
      const { data } = await office.call('GET', `/tickets/${ticketId}`);
      expect(data).toMatchObject({ status: 'refunded', section: 'Lower', row: 'A' });
    });

    test('409 when general admission places were sold', async () => {
      const event = await office.event();
      await office.buy(event);
      expect(await put(event, { sections: [section(event.tierId)] })).toMatchObject({
        status: 409,
        code: 'seating_plan_in_use',
      });
    });
  });

  describe('GET', () => {
    test('answers 404 for an unknown event and for one without a plan', async () => {
      expect(await get({ id: UNKNOWN })).toMatchObject({
        status: 404,
        code: 'event_not_found',
        message: 'Event not found',
      });
      expect(await get(await office.event())).toMatchObject({
        status: 404,
        code: 'seating_plan_not_found',
        message: 'Seating plan not found',
      });
    });
  });

  describe('a seated event', () => {
    test('answers 409 to another capacity or tier size, and accepts the current ones', async () => {
      const hall = await openHall(office, rows(['A', 4]));
      expect(await office.call('PUT', `/events/${hall.id}`, { capacity: 5 })).toMatchObject({
        status: 409,
        code: 'capacity_set_by_seats',
      });
      expect(await office.call('PUT', `/events/${hall.id}`, { capacity: 4, title: 'Renamed' })).toMatchObject({
        status: 200,
      });
      expect(await office.call('PUT', `/tiers/${hall.tierId}`, { quantity_total: 5 })).toMatchObject({
        status: 409,
        code: 'quantity_set_by_seats',
      });
      expect(await office.call('PUT', `/tiers/${hall.tierId}`, { quantity_total: 4, price: 9 })).toMatchObject({
        status: 200,
      });
    });

    test('accepts a new tier, which sells nothing until the plan prices seats with it', async () => {
      const hall = await openHall(office, rows(['A', 4]));
      const { status, data } = await office.call<{ id: string }>('POST', `/events/${hall.id}/tiers`, {
        name: 'VIP',
        price: 900,
        quantity_total: 10,
      });
      expect({ status, data }).toMatchObject({ status: 201, data: { quantity_total: 0, available: 0 } });
      expect(await askSeats(office, hall, 1, { tier_id: data.id })).toMatchObject({
        status: 400,
        code: 'tier_not_in_section',
      });
      await put(hall, { sections: [section2(hall.tierId, data.id)] });
      expect(await askSeats(office, { ...hall }, 1, { tier_id: data.id })).toMatchObject({ status: 201 });
    });

    test('answers 409 to DELETE of a tier that the plan names, even without rows, and 204 for others', async () => {
      const event = await office.event();
      const [named, unused] = [await office.tier(event), await office.tier(event)];
      const lower = { ...section2(event.tierId, named), rows: rows(['A', 4, [event.tierId]]) };
      expect((await put(event, { sections: [lower] })).status).toBe(200);
      for (const tier of [event.tierId, named])
        expect(await office.call('DELETE', `/tiers/${tier}`)).toMatchObject({
          status: 409,
          code: 'tier_in_seating_plan',
          message: 'The seating plan uses this tier',
        });
      expect(await office.call('DELETE', `/tiers/${unused}`)).toMatchObject({ status: 204 });
    });
  });

  const section2 = (...tierIds: string[]) => ({ label: 'Lower', tier_ids: tierIds, rows: rows(['A', 4]) });
});

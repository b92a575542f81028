import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { countFree } from '../../src/seating/seat.ts';
import { type EventOnSale, HOLD_SECONDS, useBoxOffice } from '../fixtures/box-office.ts';
import { areTogether, type Hall, rows, seat } from '../fixtures/hall.ts';

const office = await useBoxOffice();

const ask = (event: Pick<EventOnSale, 'id'>, ...items: object[]) => office.askCheckout(event, { items });

/** A hall whose rows A and B have two prices, row C a third; the balcony has the first. */
async function hall() {
  const event = await office.event({ price: 500 });
  const child = await office.tier(event, { name: 'Child', price: 200 });
  const back = await office.tier(event, { name: 'Back', price: 100 });
  const seated = await seat(office, event, [
    {
      label: 'Lower',
      tier_ids: [event.tierId, child, back],
      rows: rows(['A', 6, [event.tierId, child]], ['B', 4, [child, event.tierId]], ['C', 5, [back]]),
    },
    { label: 'Balcony', tier_ids: [event.tierId], rows: rows(['D', 3]) },
  ]);
  const [lower = '', balcony = ''] = seated.sections.map(({ id }) => id);
  const line = (tier_id: string, section_id: string) => (quantity: number) => ({ tier_id, section_id, quantity });
  return {
    ...seated,
    adults: line(event.tierId, lower),
    children: line(child, lower),
    back: line(back, lower),
    balcony: line(event.tierId, balcony),
  };
}

const seatsOf = ({ data }: { data: { assigned_seats?: { label: string; section: string }[] } }) =>
  data.assigned_seats?.map(({ section, label }) => `${section} ${label}`);

/** Free seats of the lower section and of the balcony. */
async function freeIn(event: Pick<Hall, 'sections'>) {
  const rowStates = await office.db.query<{ sectionId: string; states: string }>(sql`
    select section_id, string_agg(states, '') as states from seating_rows where organization_id = ${office.organizationId}
     group by 1`);
  const states = new Map(rowStates.map((row) => [row.sectionId, row.states]));
  return event.sections.map(({ id }) => countFree(states.get(id) ?? ''));
}

describe('POST /checkouts with items of a seated event', () => {
  test('gives each line its seats in its section, in the order of the lines', async () => {
    const event = await hall();
    const answer = await ask(event, event.balcony(1), event.back(2), event.adults(1));
    expect({ status: answer.status, seats: seatsOf(answer) }).toEqual({
      status: 201,
      seats: ['Balcony D-1', 'Lower C-1', 'Lower C-2', 'Lower A-3'],
    });
    expect(await office.stateOf(answer.data.checkout_id)).toMatchObject({
      tier_id: null,
      section_id: null,
      items: [
        { section_id: event.sections[1]?.id, quantity: 1 },
        { section_id: event.sectionId, quantity: 2, unit_price: 100 },
        { section_id: event.sectionId, quantity: 1, unit_price: 500 },
      ],
    });
  });

  test('seats adults and children of one section side by side', async () => {
    const event = await hall();
    const { data } = await ask(event, event.adults(2), event.children(1));
    expect(areTogether(data.assigned_seats ?? [])).toBe(true);
    const { items, assigned_seats } = await office.stateOf(data.checkout_id);
    expect({ items: items.length, seats: assigned_seats.map(({ label }) => label) }).toEqual({
      items: 2,
      seats: ['A-1', 'A-2', 'A-3'],
    });
  });

  test('each ticket has the seat and the price of its line', async () => {
    const event = await hall();
    const { ticketIds } = await office.buy(event, { items: [event.back(1), event.children(2)] });
    const tickets = await Promise.all(
      ticketIds.map(async (id) => (await office.call<{ row: string; tier: object }>('GET', `/tickets/${id}`)).data),
    );
    expect(tickets.map(({ row, tier }) => ({ row, tier }))).toEqual([
      { row: 'C', tier: { name: 'Back', price: 100 } },
      { row: 'A', tier: { name: 'Child', price: 200 } },
      { row: 'A', tier: { name: 'Child', price: 200 } },
    ]);
    await office.call('POST', `/tickets/${ticketIds[0]}/refund`);
    expect(await freeIn(event)).toEqual([13, 3]);
  });

  test('holds no seat when one line finds none, and names it', async () => {
    const event = await hall();
    await office.checkout(event, event.balcony(3));
    expect(await ask(event, event.adults(2), event.balcony(1))).toMatchObject({
      status: 409,
      code: 'sold_out',
      field: 'items[1]',
    });
    expect(await ask(event, event.back(6), event.adults(2))).toMatchObject({
      status: 409,
      code: 'not_enough_left',
      field: 'items[0]',
      details: { left: 5 },
    });
    expect(await freeIn(event)).toEqual([15, 0]);
  });

  test('holds no seat when two lines want the same seats and find too few together', async () => {
    const event = await hall();
    // The balcony and the back are seated first, and freed again.
    expect(await ask(event, event.balcony(2), event.back(2), event.adults(6), event.children(5))).toMatchObject({
      status: 409,
      code: 'not_enough_left',
      field: 'items',
      details: { left: 14 },
    });
    expect(await freeIn(event)).toEqual([15, 3]);
    expect(await ask(event, event.balcony(2), event.back(2), event.adults(6), event.children(4))).toMatchObject({
      status: 201,
    });
  });

  test('leaves seats that several lines may have to the line that has no others', async () => {
    const event = await office.event({ price: 500 });
    const child = await office.tier(event, { name: 'Child', price: 200 });
    const seated = await seat(office, event, [
      {
        label: 'Lower',
        tier_ids: [event.tierId, child],
        rows: rows(['A', 3], ['B', 3, [event.tierId]], ['C', 3, [child]]),
      },
    ]);
    const items = [
      { tier_id: event.tierId, section_id: seated.sectionId, quantity: 3 },
      { tier_id: child, section_id: seated.sectionId, quantity: 6 },
    ];
    expect(seatsOf(await ask(event, ...items))?.map((name) => name.slice('Lower '.length))).toEqual([
      ...['B-1', 'B-2', 'B-3'],
      ...['A-1', 'A-2', 'A-3', 'C-1', 'C-2', 'C-3'],
    ]);
  });

  test('a batch of requests, some of which are short, leaves seats to those behind them', async () => {
    const event = await hall();
    const answers = await Promise.all([
      ask(event, event.balcony(2), event.adults(9), event.children(9)),
      ask(event, event.adults(5), event.children(5)),
      ask(event, event.balcony(3), event.back(5)),
      ask(event, event.children(1), event.back(1)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([409, 201, 201, 409]);
    expect(await freeIn(event)).toEqual([0, 0]);
  });

  test.each([
    ['without its section', 400, 'section_required', 'items[1].section_id', { quantity: 1 }],
    ['with an unknown section', 404, 'section_not_found', 'items[1]', { section_id: crypto.randomUUID(), quantity: 1 }],
  ])('refuses a line %s', async (_what, status, code, field, line) => {
    const event = await hall();
    expect(await ask(event, event.adults(1), line)).toMatchObject({ status, code, field });
  });

  test('refuses a line whose tier prices no seat of the section', async () => {
    const event = await hall();
    const wrong = { ...event.back(1), section_id: event.sections[1]?.id };
    expect(await ask(event, event.adults(1), wrong)).toMatchObject({
      status: 400,
      code: 'tier_not_in_section',
      field: 'items[1].tier_id',
    });
  });

  test('one tier in two sections is two lines', async () => {
    const event = await hall();
    expect(seatsOf(await ask(event, event.adults(1), event.balcony(1)))).toEqual(['Lower A-3', 'Balcony D-1']);
  });

  test('a promo code that cannot be used holds no seat', async () => {
    const event = await hall();
    const items = [event.adults(1), event.back(1)];
    expect(await office.askCheckout(event, { items, promo_code: 'NO-SUCH' })).toMatchObject({ status: 409 });
    expect(await freeIn(event)).toEqual([15, 3]);
  });

  /** A buyer whose hold ended, and who pays afterwards. */
  async function payLate(event: Awaited<ReturnType<typeof hall>>, items: object[], meanwhile?: object) {
    const { data } = await ask(event, ...items);
    const sandbox = await office.pay(data, 'MAYA');
    office.failing.add('closeSession');
    office.wait(HOLD_SECONDS + 600);
    await office.sweep();
    office.failing.clear();
    if (meanwhile) expect(await ask(event, meanwhile)).toMatchObject({ status: 201 });
    await office.browser.submit(sandbox, { press: 'authorize' });
    const { status, assigned_seats } = await office.stateOf(data.checkout_id);
    return {
      before: seatsOf({ data }),
      status,
      seats: assigned_seats.map(({ section, label }) => `${section} ${label}`),
    };
  }

  test('late money gets the former seats of all lines', async () => {
    const event = await hall();
    const { before, status, seats } = await payLate(event, [event.balcony(1), event.adults(2), event.children(1)]);
    expect({ status, seats }).toEqual({ status: 'completed', seats: before });
  });

  test('late money gets other seats in the same sections if one seat is taken', async () => {
    const event = await hall();
    const { status, seats } = await payLate(event, [event.balcony(1), event.adults(2)], event.balcony(1));
    expect({ status, sections: seats.map((name) => name.split(' ')[0]) }).toEqual({
      status: 'completed',
      sections: ['Balcony', 'Lower', 'Lower'],
    });
  });

  test('late money is refunded if the seats of one line are gone, and the others stay free', async () => {
    const event = await hall();
    const { status } = await payLate(event, [event.adults(2), event.balcony(3)], event.balcony(1));
    expect(status).toBe('expired');
    expect(await freeIn(event)).toEqual([15, 2]);
  });
});

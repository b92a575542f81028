import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BoxOffice, type EventOnSale, openBoxOffice } from '../fixtures/box-office.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';

interface Point {
  at: string;
  orders: number;
  tickets: number;
  revenue: number;
  refunds: number;
}
interface Series {
  by: string;
  time_zone: string;
  points: Point[];
}

describe('GET /analytics/series', () => {
  let office: BoxOffice;
  let event: EventOnSale;
  let other: EventOnSale;

  // Bought at 12:00 and 12:30 of February 1st in Manila, and at 23:59:59.999 two days later.
  beforeAll(async () => {
    office = await openBoxOffice();
    event = await office.event({ price: 100 });
    other = await office.event({ price: 33.33 });
    const { ticketId } = await office.buy(event, { quantity: 3 });
    office.wait(1_800);
    await office.buy(other);
    office.wait(2 * 86_400 + 11.5 * 3_600 - 0.001);
    await office.buy(event);
    await office.call('POST', `/tickets/${ticketId}/refund`);
  });
  afterAll(() => office.close());

  const ask = (query: string) => office.call<Series>('GET', `/analytics/series?${query}`);
  const points = async (query: string) => (await ask(query)).data.points;

  test('answers each day of the range in the organization’s time zone, empty ones included', async () => {
    const { status, data } = await ask('from=2027-02-01&to=2027-02-04');
    expect(status).toBe(200);
    expect(data).toEqual({
      by: 'day',
      time_zone: 'Asia/Manila',
      points: [
        { at: '2027-01-31T16:00:00.000Z', orders: 2, tickets: 3, revenue: 233.33, refunds: 100 },
        { at: '2027-02-01T16:00:00.000Z', orders: 0, tickets: 0, revenue: 0, refunds: 0 },
        { at: '2027-02-02T16:00:00.000Z', orders: 1, tickets: 1, revenue: 100, refunds: 0 },
        { at: '2027-02-03T16:00:00.000Z', orders: 0, tickets: 0, revenue: 0, refunds: 0 },
      ],
    });
  });

  test('groups by hour and by month', async () => {
    const hours = await points('from=2027-02-01T11:00:00&to=2027-02-01T13:59:59&by=hour');
    expect(hours.map(({ at, orders }) => [at.slice(11, 13), orders])).toEqual([
      ['03', 0],
      ['04', 2],
      ['05', 0],
    ]);
    const months = await points('from=2027-01-01&to=2027-02-28&by=month');
    expect(months.map(({ at, orders, revenue }) => [at, orders, revenue])).toEqual([
      ['2026-12-31T16:00:00.000Z', 0, 0],
      ['2027-01-31T16:00:00.000Z', 3, 333.33],
    ]);
  });

  test('counts only sales within the range, to the millisecond', async () => {
    const [only, ...rest] = await points('from=2027-02-01T12:00:00.001&to=2027-02-01T12:30:00');
    expect(rest).toEqual([]);
    expect(only).toEqual({ at: '2027-01-31T16:00:00.000Z', orders: 1, tickets: 1, revenue: 33.33, refunds: 0 });
  });

  test('filters by event', async () => {
    const [first] = await points(`from=2027-02-01&to=2027-02-01&event_id=${other.id}`);
    expect(first).toMatchObject({ orders: 1, revenue: 33.33, refunds: 0 });
  });

  test.each([
    ['from=2027-02-01', 'to is required'],
    ['to=2027-02-01', 'from is required'],
    ['from=2027-02-02&to=2027-02-01', 'from must not be after to'],
    ['from=yesterday&to=2027-02-01', 'from must be a date such as 2027-03-01, or an ISO 8601 date and time'],
    ['from=2027-02-01&to=2027-02-01&by=week', 'by must be one of hour, day, month'],
    ['from=2027-01-01&to=2030-01-01', 'from and to span more than 750 points: use by=month, or a shorter range'],
    ['from=1900-01-01&to=9998-01-01&by=month', 'from and to span more than 750 points: use a shorter range'],
  ])('answers 400 to %s', async (query, message) => {
    expect(await ask(query)).toMatchObject({ status: 400, message });
  });

  test('answers 404 for an unknown event', async () => {
    const unknown = await ask(`from=2027-02-01&to=2027-02-01&event_id=${UNKNOWN_ID}`);
    expect(unknown).toMatchObject({ status: 404, code: 'event_not_found', message: 'Event not found' });
  });
});

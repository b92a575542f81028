import { describe, expect, test } from 'vitest';
import { HOLD_SECONDS, useBoxOffice } from '../fixtures/box-office.ts';
import { askSeats, type Hall, holdSeats, labelsOf, openHall, rows } from '../fixtures/hall.ts';

const UNKNOWN = '0190a000-0000-7000-8000-000000000000';

const office = await useBoxOffice();

describe('POST /events/{id}/seats/block and /unblock', () => {
  const change = (how: 'block' | 'unblock') => (event: { id: string }, body: object) =>
    office.call<{ blocked: number[] }>('POST', `/events/${event.id}/seats/${how}`, {
      section: 'Lower',
      row: 'A',
      ...body,
    });
  const [block, unblock] = [change('block'), change('unblock')];
  const statusOf = async (hall: Hall) => (await office.call('GET', `/events/${hall.id}`)).data.status;

  test('answers the row with all its blocked seats in physical order', async () => {
    const hall = await openHall(office, rows(['A', [5, 4, null, 3, 2]]));
    await block(hall, { seats: [2] });
    const { status, data } = await block(hall, { section: hall.sectionId.toUpperCase(), seats: [4, 5, 4] });
    expect({ status, data }).toEqual({
      status: 200,
      data: { section_id: hall.sectionId, section: 'Lower', row: 'A', blocked: [5, 4, 2] },
    });
    expect((await unblock(hall, { seats: [4] })).data.blocked).toEqual([5, 2]);
  });

  test('takes the seats off sale until they are unblocked, without changing sizes', async () => {
    const hall = await openHall(office, rows(['A', 4]));
    await block(hall, { seats: [1, 2, 3] });
    expect(await askSeats(office, hall, 2)).toMatchObject({
      status: 409,
      code: 'not_enough_left',
      message: 'Not enough left: only 1 available',
    });
    const { data } = await office.call('GET', `/events/${hall.id}`);
    expect(data).toMatchObject({ capacity: 4, ticket_tiers: [{ quantity_total: 4, available: 4 }] });
    await unblock(hall, { seats: [2, 3] });
    expect(labelsOf(await holdSeats(office, hall, 3))).toEqual(['A-2', 'A-3', 'A-4']);
  });

  test('records event.updated only when something changes', async () => {
    const hall = await openHall(office, rows(['A', 4]));
    const before = await office.count('notifications');
    await block(hall, { seats: [1] });
    await block(hall, { seats: [1] });
    await unblock(hall, { seats: [2] });
    expect(await office.count('notifications')).toBe(before + 1);
  });

  test('marks the event as sold out when only blocked seats are left, and active again after unblocking', async () => {
    const hall = await openHall(office, rows(['A', 3]));
    await block(hall, { seats: [3] });
    await office.buy(hall, { section_id: hall.sectionId, quantity: 2 });
    expect(await statusOf(hall)).toBe('sold_out');
    await unblock(hall, { seats: [3] });
    expect(await statusOf(hall)).toBe('active');
    await block(hall, { seats: [3] });
    expect(await statusOf(hall)).toBe('sold_out');
    const told = await office.notifications<{ changed: string[] }>('event.updated');
    expect(told.some(({ data }) => data.changed.join() === 'seating_plan,status')).toBe(true);
  });

  test('answers 409 for a held and for a sold seat, and changes no other seat', async () => {
    const hall = await openHall(office, rows(['A', 3]));
    const [held] = (await holdSeats(office, hall, 1)).assigned_seats;
    const others = [1, 2, 3].filter((number) => number !== held?.seat);
    expect(await block(hall, { seats: [...others, held?.seat] })).toMatchObject({
      status: 409,
      code: 'seats_taken',
      message: `Seat ${held?.label} is held`,
      details: { seats: [{ section: 'Lower', row: 'A', seat: held?.seat, status: 'held' }] },
    });
    expect(await unblock(hall, { seats: [held?.seat] })).toMatchObject({ status: 409, code: 'seats_taken' });
    office.wait(HOLD_SECONDS);
    expect(await block(hall, { seats: [held?.seat] })).toMatchObject({ status: 200, data: { blocked: [held?.seat] } });
    await office.buy(hall, { section_id: hall.sectionId, quantity: 2 });
    expect(await block(hall, { seats: others })).toMatchObject({
      status: 409,
      code: 'seats_taken',
      message: `Seats ${others.map((seat) => `A-${seat} (Lower)`).join(', ')} are taken`,
      details: { seats: others.map((seat) => ({ section: 'Lower', row: 'A', seat, status: 'sold' })) },
    });
  });

  test.each<[number, string, string, object]>([
    [404, 'section_not_found', 'Section not found', { section: 'Upper' }],
    [404, 'section_not_found', 'Section not found', { section: UNKNOWN }],
    [404, 'row_not_found', 'Row Z of section Lower not found', { row: 'Z' }],
    [404, 'seat_not_found', 'Seat 9 of row A not found', { seats: [1, 9] }],
    [400, 'missing_field', 'section is required', { section: undefined }],
    [400, 'invalid_field', 'row must be a string of 1 to 200 characters, not blank', { row: '' }],
    [400, 'invalid_field', 'seats must be an array of 1 to 100,000 items', { seats: [] }],
    [400, 'invalid_field', 'seats[1] must be an integer from 1 to 1,000,000', { seats: [1, 'x'] }],
    [400, 'invalid_field', 'seats[0] must be an integer from 1 to 1,000,000', { seats: [0] }],
  ])('answers %i %s "%s"', async (status, code, message, body) => {
    const hall = await openHall(office, rows(['A', [1, null, 2]]));
    expect(await block(hall, { seats: [1], ...body })).toMatchObject({ status, code, message });
    expect(await unblock(hall, { seats: [1], ...body })).toMatchObject({ status, code, message });
  });

  test('answers 404 for an unknown event and for one without a plan', async () => {
    expect(await block({ id: UNKNOWN }, { seats: [1] })).toMatchObject({
      status: 404,
      code: 'event_not_found',
      message: 'Event not found',
    });
    expect(await block(await office.event(), { seats: [1] })).toMatchObject({
      status: 404,
      code: 'seating_plan_not_found',
      message: 'Seating plan not found',
    });
  });
});

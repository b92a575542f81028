import { describe, expect, test } from 'vitest';
import { CUSTOMER, useBoxOffice } from '../fixtures/box-office.ts';
import { openHall, rows } from '../fixtures/hall.ts';
import { openMember } from '../fixtures/members.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';

const office = await useBoxOffice();

describe('POST /tickets/{id}/check-in', () => {
  const checkIn = (ticketId: string) => office.call('POST', `/tickets/${ticketId}/check-in`);

  test('answers 200 with exactly the decided fields', async () => {
    const event = await office.event();
    const { ticketId } = await office.buy(event);
    office.wait(5);
    const { status, data } = await checkIn(ticketId);
    expect(status).toBe(200);
    expect(data).toEqual({
      id: ticketId,
      status: 'used',
      checked_in_at: office.now().toISOString(),
      event: { id: event.id, title: event.title },
      customer: { name: CUSTOMER.name },
      attendee: null,
      answers: [],
    });
  });

  test('records one ticket.checked_in with exactly the decided keys and the same time', async () => {
    const event = await office.event();
    const { ticketId } = await office.buy(event);
    office.wait(1);
    await checkIn(ticketId);
    await checkIn(ticketId);
    const at = office.now().toISOString();
    const told = (await office.notifications('ticket.checked_in')).filter(({ data }) => data.ticket_id === ticketId);
    expect(told).toEqual([
      {
        id: expect.any(String),
        type: 'ticket.checked_in',
        created_at: at,
        data: { ticket_id: ticketId, event_id: event.id, customer: { name: CUSTOMER.name }, checked_in_at: at },
      },
    ]);
  });

  test('still counts the ticket as sold', async () => {
    const event = await office.event();
    await checkIn((await office.buy(event)).ticketId);
    expect(await office.counters(event)).toEqual({ sold: 1, held: 0 });
  });

  test('answers 409 with the time of the first scan when the ticket is used', async () => {
    const { ticketId } = await office.buy(await office.event());
    await checkIn(ticketId);
    const first = office.now().toISOString();
    office.wait(60);
    const message = `Ticket was already checked in at ${first}`;
    expect(await checkIn(ticketId)).toMatchObject({ status: 409, code: 'already_checked_in', message });
    expect((await office.call('GET', `/tickets/${ticketId}`)).data).toMatchObject({ checked_in_at: first });
  });

  test('adds the attendee and the actor of the first check-in to the error', async () => {
    const hall = await openHall(office, rows(['A', 2]));
    const attendees = [{ name: 'Bea Cruz', email: 'bea@example.com' }];
    const { ticketId } = await office.buy(hall, { section_id: hall.sectionId, attendees });
    const { data: ticket } = await office.call<Record<string, unknown>>('GET', `/tickets/${ticketId}`);
    // The organization needs an owner before it can have a door.
    await openMember(office.service);
    const gate = await openMember(office.service, { role: 'door' });
    await gate.post(`/tickets/${ticketId}/check-in`);
    const shown = {
      ticket: {
        id: ticketId,
        ticket_number: ticket.ticket_number,
        tier: { name: (ticket.tier as { name: string }).name },
        customer: { name: CUSTOMER.name },
        attendee: { name: 'Bea Cruz' },
        section: 'Lower',
        row: 'A',
        seat: ticket.seat,
      },
    };
    expect((await checkIn(ticketId)).details).toEqual({
      checked_in_at: office.now().toISOString(),
      checked_in_by: { kind: 'user', name: gate.name },
      ...shown,
    });
    // The newest check-in counts: the one before was undone.
    await office.call('POST', `/tickets/${ticketId}/undo-check-in`);
    office.wait(60);
    await checkIn(ticketId);
    expect((await checkIn(ticketId)).details).toMatchObject({
      checked_in_at: office.now().toISOString(),
      checked_in_by: { kind: 'key', name: 'test' },
    });
    await office.call('POST', `/tickets/${ticketId}/refund`);
    expect((await checkIn(ticketId)).details).toEqual(shown);
  });

  test('answers 409 when the ticket is refunded or cancelled', async () => {
    const event = await office.event();
    const [refunded, cancelled] = [await office.buy(event), await office.buy(event)];
    await office.call('POST', `/tickets/${refunded.ticketId}/refund`);
    await office.cancelEvent(event);
    expect(await checkIn(refunded.ticketId)).toMatchObject({
      status: 409,
      code: 'ticket_refunded',
      message: 'Ticket is refunded',
    });
    expect(await checkIn(cancelled.ticketId)).toMatchObject({
      status: 409,
      code: 'ticket_cancelled',
      message: 'Ticket is cancelled',
    });
  });

  test('answers 404 to an unknown id and 400 to a malformed one', async () => {
    expect(await checkIn(UNKNOWN_ID)).toMatchObject({
      status: 404,
      code: 'ticket_not_found',
      message: 'Ticket not found',
    });
    expect(await checkIn('7')).toMatchObject({ status: 400, code: 'invalid_field', message: 'id must be a UUID' });
  });
});

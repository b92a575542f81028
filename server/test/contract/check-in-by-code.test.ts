import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useBoxOffice } from '../fixtures/box-office.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';

const office = await useBoxOffice();

describe('POST /tickets/check-in', () => {
  const checkIn = (ticketId: string) => office.call('POST', `/tickets/${ticketId}/check-in`);
  const scan = (body: Record<string, unknown>) => office.call('POST', '/tickets/check-in', body);
  const numberOf = async (ticketId: string) =>
    String((await office.call('GET', `/tickets/${ticketId}`)).data.ticket_number);

  test('accepts the number in any spelling and answers as by id', async () => {
    const event = await office.event();
    const { ticketId } = await office.buy(event);
    const code = (await numberOf(ticketId)).toLowerCase().replace('-', '');
    expect(await scan({ code })).toMatchObject({
      status: 200,
      data: { id: ticketId, status: 'used', event: { id: event.id, title: event.title } },
    });
    expect(await scan({ code })).toMatchObject({ status: 409, code: 'already_checked_in' });
  });

  test('accepts a ticket of the given event and answers 409 to one of another event', async () => {
    const starts = '2030-12-31T12:00:00.000Z';
    const [event, other] = [await office.event({ start_datetime: starts }), await office.event({ title: 'Other' })];
    const { ticketId } = await office.buy(event);
    const code = await numberOf(ticketId);
    const message = `Ticket is for another event: ${event.title}`;
    expect(await scan({ code, event_id: other.id })).toMatchObject({
      status: 409,
      code: 'ticket_for_another_event',
      message,
      details: { event: { id: event.id, title: event.title, start_datetime: starts } },
    });
    expect(await scan({ code, event_id: event.id.toUpperCase() })).toMatchObject({
      status: 200,
      data: { ticket_number: code, tier: { id: event.tierId }, section: null, row: null, seat: null },
    });
  });

  test('repeats the first answer for the same nonce, without a second notification', async () => {
    const { ticketId } = await office.buy(await office.event());
    const body = { code: await numberOf(ticketId), device_nonce: randomUUID() };
    const first = await scan(body);
    office.wait(30);
    const again = await scan(body);
    expect(again).toMatchObject({ status: 200, body: first.body });
    const told = (await office.notifications('ticket.checked_in')).filter(({ data }) => data.ticket_id === ticketId);
    expect(told).toHaveLength(1);
  });

  test.each([{ device_nonce: 'another device' }, { device_nonce: null }, {}])(
    'answers 409 to a used ticket with %j',
    async (nonce) => {
      const { ticketId } = await office.buy(await office.event());
      const code = await numberOf(ticketId);
      await scan({ code, device_nonce: 'this device' });
      expect(await scan({ code, ...nonce })).toMatchObject({ status: 409, code: 'already_checked_in' });
    },
  );

  test.each([false, true])(
    'repeats the first answer of every scan that was undone, with re_entry %j',
    async (re_entry) => {
      const event = await office.event({ re_entry });
      const { ticketId } = await office.buy(event);
      const code = await numberOf(ticketId);
      const undo = () => office.call('POST', `/tickets/${ticketId}/undo-check-in`);
      const first: Record<string, unknown> = {};
      for (const device_nonce of ['A', 'B', 'C']) {
        office.wait(60);
        const answer = await scan({ code, device_nonce });
        expect(answer.status).toBe(200);
        first[device_nonce] = answer.body;
        for (const nonce of Object.keys(first))
          expect(await scan({ code, device_nonce: nonce })).toMatchObject({ status: 200, body: first[nonce] });
        expect(await undo()).toMatchObject({ status: 200 });
        for (const nonce of Object.keys(first))
          expect(await scan({ code, device_nonce: nonce })).toMatchObject({ status: 200, body: first[nonce] });
        expect(await office.call('GET', `/tickets/${ticketId}`)).toMatchObject({ data: { status: 'valid' } });
      }
      const announced = (await office.notifications('ticket.checked_in')).filter(
        ({ data }) => data.ticket_id === ticketId,
      );
      expect(announced).toHaveLength(3);
      await office.expectConsistency();
    },
  );

  test('answers 409 to the same nonce once the ticket was refunded', async () => {
    const { ticketId } = await office.buy(await office.event());
    const body = { code: await numberOf(ticketId), device_nonce: 'n' };
    await scan(body);
    await office.call('POST', `/tickets/${ticketId}/refund`);
    expect(await scan(body)).toMatchObject({ status: 409, code: 'ticket_refunded', message: 'Ticket is refunded' });
  });

  test('does not apply the nonce of one ticket to another', async () => {
    const event = await office.event();
    const [one, other] = [await office.buy(event), await office.buy(event)];
    await scan({ code: await numberOf(one.ticketId), device_nonce: 'n' });
    await checkIn(other.ticketId);
    const answer = await scan({ code: await numberOf(other.ticketId), device_nonce: 'n' });
    expect(answer).toMatchObject({ status: 409, code: 'already_checked_in' });
  });

  test('answers 404 to an unknown code and to an unknown event', async () => {
    expect(await scan({ code: 'ZZZZZ-ZZZZZ' })).toMatchObject({
      status: 404,
      code: 'ticket_not_found',
      message: 'Ticket not found',
    });
    const code = await numberOf((await office.buy(await office.event())).ticketId);
    expect(await scan({ code, event_id: UNKNOWN_ID })).toMatchObject({
      status: 404,
      code: 'event_not_found',
      message: 'Event not found',
    });
  });

  test.each([
    [{}, 'code is required'],
    [{ code: '' }, 'code must be a string of 1 to 1,000 characters, not blank'],
    [{ code: 7 }, 'code must be a string of 1 to 1,000 characters, not blank'],
    [{ code: 'x', event_id: 'x' }, 'event_id must be a UUID'],
    [{ code: 'x', device_nonce: '' }, 'device_nonce must be a string of 1 to 200 characters, not blank'],
  ])('answers 400 to %j', async (body, message) => {
    expect(await scan(body)).toMatchObject({ status: 400, message });
  });
});

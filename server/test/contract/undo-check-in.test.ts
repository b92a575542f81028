import { describe, expect, test } from 'vitest';
import { useBoxOffice } from '../fixtures/box-office.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';

const office = await useBoxOffice();

describe('POST /tickets/{id}/undo-check-in', () => {
  const checkIn = (ticketId: string) => office.call('POST', `/tickets/${ticketId}/check-in`);

  const undo = (ticketId: string) => office.call('POST', `/tickets/${ticketId}/undo-check-in`);

  test('makes a used ticket valid again, without a time, so it can be scanned again', async () => {
    const { ticketId } = await office.buy(await office.event());
    await checkIn(ticketId);
    expect(await undo(ticketId)).toMatchObject({
      status: 200,
      data: { id: ticketId, status: 'valid', checked_in_at: null },
    });
    office.wait(1);
    expect(await checkIn(ticketId)).toMatchObject({ status: 200 });
  });

  test('is kept when the undone scan is sent again, which gets its first answer', async () => {
    const { ticketId } = await office.buy(await office.event());
    const { ticket_number: code } = (await office.call('GET', `/tickets/${ticketId}`)).data;
    const scan = (device_nonce: string) => office.call('POST', '/tickets/check-in', { code, device_nonce });
    const first = await scan('north');
    await undo(ticketId);
    office.wait(5);
    expect(await scan('north')).toMatchObject({ status: 200, data: first.data });
    expect(await office.call('GET', `/tickets/${ticketId}`)).toMatchObject({ data: { status: 'valid' } });
    expect(await scan('south')).toMatchObject({ status: 200, data: { checked_in_at: office.now().toISOString() } });
    expect(await scan('north')).toMatchObject({ status: 200, data: first.data });
  });

  test('names the scan that is undone: the check-in of another one stays', async () => {
    const { ticketId } = await office.buy(await office.event());
    const { ticket_number: code } = (await office.call('GET', `/tickets/${ticketId}`)).data;
    const scan = (device_nonce: string) => office.call('POST', '/tickets/check-in', { code, device_nonce });
    const undoScan = (nonce: string) => office.call('POST', `/tickets/${ticketId}/undo-check-in?device_nonce=${nonce}`);
    await scan('north');
    expect(await undoScan('south')).toMatchObject({ status: 409, code: 'checked_in_again' });
    expect(await undoScan('north')).toMatchObject({ status: 200, data: { status: 'valid' } });
    expect(await undoScan('north')).toMatchObject({
      status: 409,
      code: 'ticket_not_used',
      details: { status: 'valid' },
    });
    office.wait(1);
    const { checked_in_at } = (await scan('south')).data;
    expect(await undoScan('north')).toMatchObject({
      status: 409,
      code: 'checked_in_again',
      message: `Another scan checked this ticket in at ${checked_in_at}. That check-in stays`,
      details: { checked_in_at },
    });
    expect(await office.call('GET', `/tickets/${ticketId}`)).toMatchObject({ data: { status: 'used', checked_in_at } });
    expect(await undo(ticketId)).toMatchObject({ status: 200 });
    // Checked in by hand: by no scan that has a name.
    await checkIn(ticketId);
    expect(await undoScan('north')).toMatchObject({ status: 409, code: 'checked_in_again' });
  });

  test('that names the scan leaves what other doors did since: the ticket left the gate and came again', async () => {
    const { ticketId } = await office.buy(await office.event({ re_entry: true }));
    const { ticket_number: code } = (await office.call('GET', `/tickets/${ticketId}`)).data;
    const scan = (fields: object) => office.call('POST', '/tickets/check-in', { code, ...fields });
    const undoScan = () => office.call('POST', `/tickets/${ticketId}/undo-check-in?device_nonce=north`);
    const undonePassages = async () =>
      (
        await office.call<{ passages: { undone_at: string | null }[] }>('GET', `/tickets/${ticketId}/passages`)
      ).data.passages.map(({ undone_at }) => undone_at !== null);
    await scan({ device_nonce: 'north' });
    const { passage_id: left } = (await scan({ direction: 'out' })).data;
    const { passage_id: cameAgain } = (await scan({ direction: 'in' })).data;
    expect(await undoScan()).toMatchObject({ status: 409, code: 'passage_not_last', details: { undone_at: null } });
    expect(await undonePassages()).toEqual([false, false]);
    expect(await office.call('GET', `/tickets/${ticketId}`)).toMatchObject({ data: { status: 'used' } });
    for (const id of [cameAgain, left]) await office.call('POST', `/passages/${id}/undo`);
    expect(await undoScan()).toMatchObject({ status: 200, data: { status: 'valid' } });
  });

  test('answers 409 when the ticket is not used', async () => {
    const { ticketId } = await office.buy(await office.event());
    expect(await undo(ticketId)).toMatchObject({
      status: 409,
      code: 'ticket_not_used',
      message: 'Ticket is valid, not used',
    });
    await office.call('POST', `/tickets/${ticketId}/refund`);
    expect(await undo(ticketId)).toMatchObject({
      status: 409,
      code: 'ticket_not_used',
      message: 'Ticket is refunded, not used',
    });
  });

  test('answers 409 on a cancelled event', async () => {
    const event = await office.event();
    const { ticketId } = await office.buy(event);
    await checkIn(ticketId);
    await office.cancelEvent(event);
    expect(await undo(ticketId)).toMatchObject({ status: 409, code: 'event_cancelled' });
    expect((await office.call('GET', `/tickets/${ticketId}`)).data).toMatchObject({ status: 'used' });
  });

  test('answers 404 to an unknown id and 400 to a malformed one', async () => {
    expect(await undo(UNKNOWN_ID)).toMatchObject({
      status: 404,
      code: 'ticket_not_found',
      message: 'Ticket not found',
    });
    expect(await undo('7')).toMatchObject({ status: 400, code: 'invalid_field' });
  });
});

import { describe, expect, test } from 'vitest';
import { useBoxOffice } from '../fixtures/box-office.ts';

const office = await useBoxOffice();

describe('GET /tickets?code=', () => {
  test('answers the same as by id, in any spelling of the number', async () => {
    const { ticketId } = await office.buy(await office.event());
    const { data } = await office.call<{ ticket_number: string }>('GET', `/tickets/${ticketId}`);
    const number = data.ticket_number;
    for (const typed of [number, number.toLowerCase(), number.replace('-', ''), ` ${number.replace('-', ' ')} `]) {
      const found = await office.call('GET', `/tickets?code=${encodeURIComponent(typed)}`);
      expect(found).toMatchObject({ status: 200, data });
    }
  });

  test.each(['ZZZZZ-ZZZZZ', 'https://example.com/', '%F0%9F%8E%AB'])(
    'answers 404 to the unknown code %s',
    async (code) => {
      expect(await office.call('GET', `/tickets?code=${code}`)).toMatchObject({
        status: 404,
        code: 'ticket_not_found',
        message: 'Ticket not found',
      });
    },
  );

  test.each([
    ['', 'code is required'],
    ['?code=', 'code must be a string of 1 to 1,000 characters, not blank'],
    ['?code=%20', 'code must be a string of 1 to 1,000 characters, not blank'],
    [`?code=${'x'.repeat(1_001)}`, 'code must be a string of 1 to 1,000 characters, not blank'],
  ])('answers 400 to "%s"', async (query, message) => {
    expect(await office.call('GET', `/tickets${query}`)).toMatchObject({ status: 400, message });
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isPersonName } from '../../src/values/person-name.ts';
import { type Bought, type BoxOffice, CUSTOMER, type EventOnSale, openBoxOffice } from '../fixtures/box-office.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';
import { csvLines, csvRows } from '../readers/csv-lines.ts';

interface AttendeeList {
  attendees: { ticket_id: string; ticket_number: string; status: string }[];
}

describe('GET /events/{id}/attendees.csv', () => {
  let office: BoxOffice;
  let event: EventOnSale;
  let first: Bought;

  beforeAll(async () => {
    office = await openBoxOffice();
    event = await office.event({ price: 1_250.5 });
    first = await office.buy(event, { quantity: 3 });
    await office.call('POST', `/tickets/${first.ticketIds[0]}/check-in`);
    await office.call('POST', `/tickets/${first.ticketIds[1]}/refund`);
    office.wait(1);
    await office.buy(event, { quantity: 2, customer: { name: 'Bea', email: 'bea@example.com' } });
  });
  afterAll(() => office.close());

  const get = (query = '', id = event.id) => office.call('GET', `/events/${id}/attendees.csv${query}`);
  const rows = async (query = '') => csvRows((await get(query)).body);
  const listed = async (query = '') =>
    (await office.call<AttendeeList>('GET', `/events/${event.id}/attendees${query}`)).data.attendees;

  test('is an attachment in UTF-8', async () => {
    expect(await get()).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="attendees-${event.id}.csv"`,
      },
    });
  });

  test('has a header line, then every attendee of every status, as the list has them', async () => {
    const { body } = await get();
    expect(csvLines(body)[0]?.join()).toBe(
      'ticket_id,ticket_number,status,checked_in_at,customer_name,customer_email,tier,price,purchased_at,order_id,section,row,seat,attendee_name,attendee_email,order_number,amount',
    );
    const all = csvRows(body);
    const list = await listed();
    expect(all.map(({ ticket_id, ticket_number, status }) => ({ ticket_id, ticket_number, status }))).toEqual(
      list.map(({ ticket_id, ticket_number, status }) => ({ ticket_id, ticket_number, status })),
    );
    const scanned = all.find(({ ticket_id }) => ticket_id === first.ticketIds[0]);
    const paidAt = new Date(office.now().getTime() - 1_000).toISOString();
    expect(scanned).toEqual({
      ticket_id: first.ticketIds[0],
      order_number: expect.any(String),
      ticket_number: expect.any(String),
      status: 'checked_in',
      checked_in_at: paidAt,
      customer_name: CUSTOMER.name,
      customer_email: CUSTOMER.email,
      tier: 'General Admission',
      price: '1250.5',
      amount: '1250.5',
      purchased_at: paidAt,
      order_id: first.orderId,
      section: '',
      row: '',
      seat: '',
      attendee_name: '',
      attendee_email: '',
    });
  });

  test('says what each ticket costs, and what was paid for it after its share of the discount', async () => {
    const own = await office.event({ price: 100 });
    const code = { event_id: own.id, code: 'EARLY', discount_type: 'fixed_amount', discount_amount: 50 };
    await office.call('POST', '/promo-codes', code);
    await office.buy(own, { quantity: 2, promo_code: 'EARLY' });
    const told = csvRows((await get('', own.id)).body).map(({ price, amount }) => ({ price, amount }));
    expect(told).toEqual(Array(2).fill({ price: '100', amount: '75' }));
  });

  test.each(['valid', 'checked_in', 'refunded', 'cancelled'])('filters by %s', async (status) => {
    const wanted = (await listed(`?status=${status}`)).map(({ ticket_id }) => ticket_id);
    expect((await rows(`?status=${status}`)).map(({ ticket_id }) => ticket_id)).toEqual(wanted);
    expect(wanted).toHaveLength({ valid: 3, checked_in: 1, refunded: 1 }[status] ?? 0);
  });

  test.each([
    '=HYPERLINK("http://evil.example","Free")',
    '+639170000000',
    '-2+3+cmd|calc',
    '@SUM(A1:A9)',
    '＝1+1',
    '＠SUM(1)',
  ])('makes text of a name that a spreadsheet would compute: %j', async (name) => {
    const own = await office.event({ price: 0 });
    await office.call('PUT', `/tiers/${own.tierId}`, { name });
    const isPerson = isPersonName(name);
    await office.buy(own, { customer: { name: isPerson ? name : CUSTOMER.name, email: CUSTOMER.email } });
    const [row] = csvRows((await get('', own.id)).body);
    expect(row).toMatchObject({ customer_name: isPerson ? `'${name}` : CUSTOMER.name, tier: `'${name}` });
  });

  test.each([
    ['x;=cmd|calc', "x;'=cmd|calc"],
    ['\t=1+1', "'\t'=1+1"],
    ['x\t=1+1', "x\t'=1+1"],
    ['\r=1+1', "'\r'=1+1"],
    ['\n=1+1', "'\n'=1+1"],
    ['x\n=1+1', "x\n'=1+1"],
    ['x\r\n@SUM(1)', "x\r\n'@SUM(1)"],
    ['x; \t@SUM(1);-1', "x; \t'@SUM(1);'-1"],
    [';＝1', ";'＝1"],
  ])('a formula behind a separator or line break is text there: %j', async (name, shown) => {
    const own = await office.event({ price: 0 });
    await office.call('PUT', `/tiers/${own.tierId}`, { name });
    await office.buy(own);
    const [row] = csvRows((await get('', own.id)).body);
    expect(row).toMatchObject({ tier: shown });
  });

  test.each(['Reyes, Ana', 'Ana "Annie" Reyes', 'Peña ✨ 王', "O'Neil", ' Ana ', 'a=b', 'Reyes; Ana', '"'])(
    'does not change the name %j',
    async (name) => {
      const own = await office.event({ price: 0 });
      await office.buy(own, { customer: { name, email: CUSTOMER.email } });
      expect(csvRows((await get('', own.id)).body)).toMatchObject([{ customer_name: name }]);
    },
  );

  test.each(['Upper\nBox', 'Upper\r\nBox'])('a line break stays in its cell: %j', async (name) => {
    const own = await office.event({ price: 0 });
    await office.call('PUT', `/tiers/${own.tierId}`, { name });
    await office.buy(own);
    expect(csvRows((await get('', own.id)).body)).toMatchObject([{ tier: name }]);
  });

  test('is complete and in order over several batches, even if all were bought in the same millisecond', async () => {
    const many = await office.event({ price: 0, capacity: 3_500 });
    const { ticketIds } = await office.buy(many, { quantity: 3_500 });
    const all = csvRows((await get('', many.id)).body);
    // ticket_ids are in order of ticket number.
    expect(all.map(({ ticket_id }) => ticket_id)).toEqual(ticketIds);
  });

  test('has only the tickets that are named', async () => {
    const [one = '', two = ''] = first.ticketIds;
    expect((await rows(`?ids=${two},${one}`)).map(({ ticket_id: id }) => id).toSorted()).toEqual([one, two].toSorted());
    const other = await office.buy(await office.event());
    expect(await get(`?ids=${one},${other.ticketId}`)).toMatchObject({ status: 404, code: 'ticket_not_found' });
  });

  test('answers 400 to a status it does not know and to a malformed id', async () => {
    expect(await get('?status=used')).toMatchObject({
      status: 400,
      code: 'invalid_field',
      message: 'status must be one of valid, checked_in, refunded, cancelled',
    });
    expect(await get('', 'night-market')).toMatchObject({
      status: 400,
      code: 'invalid_field',
      message: 'id must be a UUID',
    });
  });

  test('answers 404 to an unknown event', async () => {
    expect(await get('', UNKNOWN_ID)).toMatchObject({
      status: 404,
      code: 'event_not_found',
      message: 'Event not found',
    });
  });
});

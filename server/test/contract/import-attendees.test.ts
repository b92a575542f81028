import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openHall, seat, rows as seatRows } from '../fixtures/hall.ts';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';

interface Problem {
  code: string;
  message: string;
  field: string | null;
  column: number | null;
  details: object | null;
}

interface Row {
  row: number;
  status: string;
  name: string;
  email: string;
  tier: string;
  quantity: number | null;
  amount: number | null;
  problems: Problem[];
  warnings: Problem[];
}

interface Preview {
  delimiter: string;
  columns: { column: number; heading: string; field: string | null; question_id: string | null }[];
  rows: Row[];
  ready: number;
  errors: number;
  skipped: number;
  tickets: number;
  total_amount: number;
  tiers: object[];
}

interface Import {
  orders: { row: number; order_id: string; order_number: string }[];
  tickets: number;
  total_amount: number;
  source: string;
  list_name: string | null;
}

interface Order {
  id: string;
  customer: { name: string; email: string; phone: string | null };
  tickets: {
    tier: { name: string };
    seat: number | null;
    row: string | null;
    attendee: object | null;
    answers: object[];
  }[];
}

describe('POST /events/{id}/imports and its preview', () => {
  let office: MailOffice;
  beforeAll(async () => {
    office = await openMailOffice();
  });
  afterEach(() => office.expectConsistency());
  afterAll(() => office.closeAll());

  const bodyOf = (csv: string, fields: object = {}) => ({
    csv,
    payment_method: 'EXTERNAL',
    send_tickets: false,
    ...fields,
  });
  const askPreview = (event: { id: string }, csv: string, fields: object = {}) =>
    office.call<Preview>('POST', `/events/${event.id}/imports/preview`, bodyOf(csv, fields));
  const ask = (event: { id: string }, csv: string, fields: object = {}, headers: Record<string, string> = {}) =>
    office.call<Import>('POST', `/events/${event.id}/imports`, bodyOf(csv, fields), headers);
  async function preview(event: { id: string }, csv: string, fields: object = {}): Promise<Preview> {
    const { status, data, body } = await askPreview(event, csv, fields);
    if (status !== 200) throw new Error(`expected a preview, not ${status}: ${body}`);
    return data;
  }
  async function imported(event: { id: string }, csv: string, fields: object = {}): Promise<Import> {
    const { status, data, body } = await ask(event, csv, fields);
    if (status !== 201) throw new Error(`expected an import, not ${status}: ${body}`);
    return data;
  }
  const read = async (id: string | undefined) => (await office.call<Order>('GET', `/orders/${id}`)).data;
  const problemsOf = ({ rows }: Preview) =>
    rows.map(({ problems }) => problems.map(({ field, code }) => [field, code]));
  const nothing = { sold: 0, held: 0 };

  test('without mails is whole, also for attendees with an address of their own', async () => {
    const csv = 'name,email,attendee name,attendee email\nAna,ana@example.com,Carla,carla@example.com';
    expect(await imported(await office.event({ price: 500 }), csv)).toMatchObject({ tickets: 1 });
  });

  test('of our own export of orders keeps a note with a list as it was written', async () => {
    const event = await office.event({ price: 500 });
    const note = '- Allergies:\n- nuts\r\n  =milk; +soy';
    const customer = { name: 'Ana Reyes', email: 'ana@example.com' };
    const sale = { event_id: event.id, items: [{ quantity: 1 }], customer, payment_method: 'EXTERNAL', note };
    expect((await office.call('POST', '/orders', sale)).status).toBe(201);
    const { body } = await office.call('GET', `/orders.csv?event_id=${event.id}`);
    const { orders } = await imported(await office.event({ price: 500 }), body);
    expect(await read(orders[0]?.order_id)).toMatchObject({ note });
  });

  describe('happy', () => {
    const CSV =
      'Full name,E-mail,Mobile,Ticket type,Qty,Remarks,Order number\r\n' +
      'Ana Reyes,ana@example.com,+63 917 000 0000,vip,2,"Table 4, near the stage",A-17\r\n' +
      '\r\n' +
      "Ben Cruz,ben@example.com,'+63 918 000 0000,,,,\r\n";

    test('the preview says what would be made, and changes nothing', async () => {
      const event = await office.event({ price: 500, capacity: 10 });
      const vip = await office.tier(event, { price: 1_500 });
      const data = await preview(event, CSV);
      expect(data.columns.map(({ field }) => field)).toEqual([
        ...['name', 'email', 'phone', 'tier', 'quantity', 'note', 'reference'],
      ]);
      expect(data).toMatchObject({
        delimiter: ',',
        ...{ ready: 2, errors: 0, skipped: 0, tickets: 3, total_amount: 3_500 },
        rows: [
          { row: 2, status: 'ready', name: 'Ana Reyes', tier: 'VIP', quantity: 2, amount: 3_000, problems: [] },
          { row: 4, status: 'ready', email: 'ben@example.com', tier: 'General Admission', quantity: 1, amount: 500 },
        ],
        tiers: [
          { tier_id: event.tierId, tickets: 1, available: 10 },
          { tier_id: vip, tickets: 2, available: 10 },
        ],
      });
      expect(await office.counters(event)).toEqual(nothing);
      expect(await office.call('GET', `/orders?event_id=${event.id}`)).toMatchObject({ data: { orders: [] } });
    });

    test('makes an order of each row; lists, sums, doors, exports and the audit log know them', async () => {
      const event = await office.event({ price: 500 });
      await office.tier(event, { price: 1_500 });
      await office.sendMails();
      const data = await imported(event, CSV, { list_name: 'Members 2027', send_tickets: true });
      expect(data).toMatchObject({ tickets: 3, total_amount: 3_500, source: 'import', list_name: 'Members 2027' });
      expect(data.orders.map(({ row }) => row)).toEqual([2, 4]);
      const order = await read(data.orders[0]?.order_id);
      expect(order).toMatchObject({
        order_number: data.orders[0]?.order_number,
        customer: { name: 'Ana Reyes', email: 'ana@example.com', phone: '+63 917 000 0000' },
        ...{ quantity: 2, total_amount: 3_000, payment_method: 'EXTERNAL', reference: 'A-17', channel: 'box_office' },
        note: 'Table 4, near the stage',
        attribution: { source: 'import', ref: 'Members 2027' },
      });
      expect(await read(data.orders[1]?.order_id)).toMatchObject({ customer: { phone: '+63 918 000 0000' } });
      const found = await office.call<{ orders: object[] }>('GET', '/orders?source=import&ref=Members%202027');
      expect(found.data.orders).toHaveLength(2);
      const sales = await office.call('GET', `/analytics/sales?event_id=${event.id}`);
      expect(sales.data).toMatchObject({ total_revenue: 3_500, total_tickets_sold: 3, total_orders: 2 });
      const csv = (await office.call('GET', `/events/${event.id}/attendees.csv`)).body.trim().split('\r\n');
      expect(csv).toHaveLength(4);
      // Before one is admitted: who is in already gets no ticket.
      expect((await office.sendMails()).map(({ to }) => to.join()).toSorted()).toEqual([
        ...['ana@example.com', 'ben@example.com'],
      ]);
      const [first] = (
        await office.call<{ attendees: { ticket_id: string }[] }>('GET', `/events/${event.id}/attendees`)
      ).data.attendees;
      expect(await office.call('POST', `/tickets/${first?.ticket_id}/check-in`)).toMatchObject({ status: 200 });
      const entries = `/audit-log?subject_id=${event.id}&action=event.orders_imported`;
      const log = await office.call<{ changes: object[] }>('GET', entries);
      expect(log.data.changes).toMatchObject([
        { after: { orders: 2, tickets: 3, total_amount: 3_500, payment_method: 'EXTERNAL', send_tickets: true } },
      ]);
      expect(log.body).not.toContain('ana@');
    });

    test('finds the delimiter behind a heading of two lines', async () => {
      const csv = '"Name\n(as on the ID)";Email;Quantity\nAna;ana@example.com;1\n';
      expect(await preview(await office.event(), csv)).toMatchObject({ delimiter: ';', columns: [{}, {}, {}] });
    });

    test('COMP costs nothing whatever the prices say, and without send_tickets no mail is sent', async () => {
      const event = await office.event({ price: 500 });
      await office.sendMails();
      const csv = 'email;presyo;pangalan\nana@example.com;0;"Reyes; Ana"\nben@example.com;;Ben\n';
      const data = await imported(event, `\uFEFF${csv}`, { payment_method: 'COMP' });
      expect(data).toMatchObject({ tickets: 2, total_amount: 0 });
      expect((await read(data.orders[0]?.order_id)).customer.name).toBe('Reyes; Ana');
      expect(await office.sendMails()).toEqual([]);
      const told = (await office.notifications('ticket.purchased')).filter(({ data }) => data.event_id === event.id);
      expect(told).toHaveLength(2);
      expect(await office.call('POST', `/orders/${data.orders[0]?.order_id}/resend`)).toMatchObject({ status: 200 });
      expect((await office.sendMails()).map(({ to }) => to.join())).toEqual(['ana@example.com']);
    });

    test('takes columns, tier and section as sent, names of two columns, attendees, answers and chosen seats', async () => {
      const hall = await openHall(office, seatRows(['A', 4], ['B', 4]), { mode: 'both' });
      const question = async (fields: object) =>
        (await office.call<{ id: string }>('POST', `/events/${hall.id}/questions`, fields)).data.id;
      const company = await question({ asked_of: 'order', kind: 'text', label: 'Company' });
      const news = await question({ asked_of: 'ticket', kind: 'checkbox', label: 'News' });
      const csv =
        'a,b,c,d,e,f,Company,g\nAna,Reyes,ana@example.com,A,3,Mia Reyes,Bayani,TRUE\nBen,,ben@example.com,,,,,no\n';
      const fields = ['first_name', 'last_name', 'email', 'row', 'seat', 'attendee_name'];
      const columns = [
        ...fields.map((field, index) => ({ column: index + 1, field })),
        { column: 7, field: 'answer', question_id: company },
        { column: 8, field: 'answer', question_id: news.toUpperCase() },
      ];
      const data = await imported(hall, csv, { columns, tier_id: hall.tierId, section_id: hall.sectionId });
      const [ana, ben] = await Promise.all(data.orders.map(({ order_id }) => read(order_id)));
      expect(ana).toMatchObject({
        customer: { name: 'Ana Reyes' },
        answers: [{ label: 'Company', value: 'Bayani' }],
        tickets: [{ row: 'A', seat: 3, attendee: { name: 'Mia Reyes' }, answers: [{ label: 'News', value: 'true' }] }],
      });
      expect(ben).toMatchObject({ customer: { name: 'Ben' }, answers: [], tickets: [{ answers: [] }] });
      const again = await preview(hall, 'email,section,row,seat\ncy@example.com,lower,A,3\n');
      expect(problemsOf(again)).toEqual([[[null, 'seats_taken']]]);
    });

    test.each(['choose', 'best_available'] as const)('has chosen and best seats in the mode %s, too', async (mode) => {
      const hall = await openHall(office, seatRows(['A', 4]), { mode });
      const csv = 'email,section,row,seat\nana@example.com,Lower,A,3\nben@example.com,Lower,,\n';
      expect(problemsOf(await preview(hall, csv))).toEqual([[], []]);
    });

    test('of tiers of one name, takes that of the section', async () => {
      const event = await office.event({ price: 800 });
      await office.call('PUT', `/tiers/${event.tierId}`, { name: 'Adult' });
      const upstairs = await office.tier(event, { name: 'Adult', price: 300 });
      const hall = await seat(office, event, [
        { label: 'Floor', tier_ids: [event.tierId], rows: seatRows(['A', 4]) },
        { label: 'Balcony', tier_ids: [upstairs], rows: seatRows(['A', 4]) },
      ]);
      const csv = 'email,section,tier\nana@example.com,Floor,Adult\nben@example.com,Balcony,Adult\n';
      const data = await preview(hall, csv);
      expect(problemsOf(data)).toEqual([[], []]);
      expect(data.rows.map(({ amount }) => amount)).toEqual([800, 300]);
    });

    test('of tiers of one name, takes one on sale', async () => {
      const event = await office.event({ price: 800 });
      await office.call('PUT', `/tiers/${event.tierId}`, { name: 'Adult', is_active: false });
      await office.tier(event, { name: 'Adult', price: 300 });
      const data = await preview(event, 'email,tier\nana@example.com,Adult\n');
      expect(data.rows).toMatchObject([{ status: 'ready', amount: 300 }]);
    });

    test('finds a tier and a section with spaces around their names', async () => {
      const event = await office.event({ price: 500 });
      await office.call('PUT', `/tiers/${event.tierId}`, { name: 'Early bird ' });
      const section = { label: ' Balcony', tier_ids: [event.tierId], rows: seatRows(['A', 4]) };
      const hall = await seat(office, event, [section]);
      const data = await preview(hall, 'email,section,tier\nana@example.com,Balcony,Early bird\n');
      expect(problemsOf(data)).toEqual([[]]);
    });

    test('maps the headings of its own export by themselves', async () => {
      const [event, copy] = [await office.event({ price: 500 }), await office.event({ price: 500 })];
      await imported(event, 'email,attendee name\nana@example.com,Mia Reyes\n');
      const { body } = await office.call('GET', `/events/${event.id}/attendees.csv`);
      const data = await preview(copy, body);
      expect(data.columns.flatMap(({ heading, field }) => (field ? [[heading, field]] : []))).toEqual([
        ['status', 'status'],
        ['customer_name', 'name'],
        ['customer_email', 'email'],
        ['tier', 'tier'],
        ['price', 'price'],
        ['section', 'section'],
        ['row', 'row'],
        ['seat', 'seat'],
        ['attendee_name', 'attendee_name'],
        ['attendee_email', 'attendee_email'],
        ['order_number', 'reference'],
      ]);
      expect(data).toMatchObject({ ready: 1, errors: 0 });
    });

    describe('rows whose tickets were refunded or cancelled', () => {
      const statusesOf = ({ rows }: Preview) =>
        rows.map(({ status, email, problems }) => [email, status, ...problems.map(({ code }) => code)]).toSorted();

      test('are problems in our export of attendees, and only the others are imported', async () => {
        const [event, copy] = [await office.event({ price: 500 }), await office.event({ price: 500 })];
        const { orders } = await imported(event, 'email\na@example.com\nb@example.com\nc@example.com\n');
        expect(await office.call('POST', `/orders/${orders[1]?.order_id}/refund`)).toMatchObject({ status: 200 });
        const { tickets } = (await office.call<{ tickets: { id: string }[] }>('GET', `/orders/${orders[2]?.order_id}`))
          .data;
        expect(await office.call('POST', `/tickets/${tickets[0]?.id}/check-in`)).toMatchObject({ status: 200 });
        const csv = (await office.call('GET', `/events/${event.id}/attendees.csv`)).body;
        const read = await preview(copy, csv);
        expect(statusesOf(read)).toEqual([
          ['a@example.com', 'ready'],
          ['b@example.com', 'error', 'refunded_or_cancelled'],
          ['c@example.com', 'ready'],
        ]);
        expect(read).toMatchObject({ ready: 2, errors: 1, tickets: 2, total_amount: 1_000 });
        expect(await ask(copy, csv)).toMatchObject({ status: 400, code: 'rows_invalid', details: { count: 1 } });
        const skipped = read.rows.flatMap(({ row, status }) => (status === 'error' ? [row] : []));
        expect(await imported(copy, csv, { skip_rows: skipped })).toMatchObject({ tickets: 2 });
        const people = await office.call<{ attendees: { customer: { email: string } }[] }>(
          ...(['GET', `/events/${copy.id}/attendees`] as const),
        );
        expect(people.data.attendees.map(({ customer }) => customer.email)).not.toContain('b@example.com');
      });

      test('are all those of a cancelled event, unless its new date imports them without the column', async () => {
        const [event, newDate] = [await office.event({ price: 0 }), await office.event({ price: 0 })];
        await imported(event, 'email\na@example.com\n');
        expect(await office.call('PUT', `/events/${event.id}`, { status: 'cancelled' })).toMatchObject({ status: 200 });
        const csv = (await office.call('GET', `/events/${event.id}/attendees.csv`)).body;
        const read = await preview(newDate, csv);
        const details = { status: 'cancelled' };
        expect(read.rows[0]?.problems).toMatchObject([{ field: 'status', column: 3, details }]);
        const columns = read.columns.filter(({ field }) => field !== null && field !== 'status');
        const sent = columns.map(({ column, field }) => ({ column, field }));
        expect(await imported(newDate, csv, { columns: sent })).toMatchObject({ tickets: 1 });
      });

      test('are problems in our export of orders; partly refunded ones too, whose quantity counts all tickets', async () => {
        const [event, copy] = [await office.event({ price: 500 }), await office.event({ price: 500 })];
        const { orders } = await imported(event, 'email,qty\na@example.com,2\nb@example.com,3\nc@example.com,1\n');
        const { tickets } = (await office.call<{ tickets: { id: string }[] }>('GET', `/orders/${orders[1]?.order_id}`))
          .data;
        const part = await office.call('POST', `/orders/${orders[1]?.order_id}/refund`, {
          ticket_ids: [tickets[0]?.id],
        });
        expect(part).toMatchObject({ status: 200 });
        await office.call('POST', `/orders/${orders[2]?.order_id}/refund`);
        const { body } = await office.call('GET', `/orders.csv?event_id=${event.id}`);
        const read = await preview(copy, body);
        expect(statusesOf(read)).toEqual([
          ['a@example.com', 'ready'],
          ['b@example.com', 'error', 'refunded_or_cancelled'],
          ['c@example.com', 'error', 'refunded_or_cancelled'],
        ]);
        const ofPart = read.rows.find(({ email }) => email === 'b@example.com')?.problems[0];
        expect(ofPart).toMatchObject({ field: 'status', column: 12, details: { status: 'partially_refunded' } });
      });

      test.each(['', 'valid', 'used', 'checked_in', 'paid', 'completed', 'VIP', 'not refunded'])(
        'are not those with the status %j',
        async (word) => {
          const csv = `email,Ticket Status\na@example.com,${word}\n`;
          const read = await preview(await office.event({ price: 0 }), csv);
          expect(read).toMatchObject({ columns: [{}, { field: 'status' }], ready: 1, errors: 0 });
        },
      );

      test.each([
        ['Status', 'Refunded'],
        ['katayuan', ' CANCELLED '],
        ['Order status', 'partially_refunded'],
      ])('are found below %j as %j, too', async (heading, word) => {
        const csv = `email,${heading}\na@example.com,${word}\n`;
        expect(problemsOf(await preview(await office.event({ price: 0 }), csv))).toEqual([
          [['status', 'refunded_or_cancelled']],
        ]);
      });

      test('are not those with an answer to a question that is called status', async () => {
        const event = await office.event({ price: 0 });
        await office.call('POST', `/events/${event.id}/questions`, {
          asked_of: 'order',
          kind: 'text',
          label: 'Status',
        });
        const csv = 'email,status\na@example.com,refunded\n';
        expect(await preview(event, csv)).toMatchObject({ columns: [{}, { field: 'answer' }], ready: 1 });
      });
    });

    test('the same file twice is imported once, unless that is wanted; the same key answers again', async () => {
      const event = await office.event({ price: 0 });
      const csv = 'email,name\nana@example.com,Ana\nANA@example.com,Mia\nben@example.com,Ben\n';
      expect((await preview(event, csv)).rows.map(({ warnings }) => warnings)).toMatchObject([
        [],
        [{ code: 'same_as_row', details: { row: 2 } }],
        [],
      ]);
      const headers = { 'idempotency-key': 'import-1' };
      const [first, again] = [await ask(event, csv, {}, headers), await ask(event, csv, {}, headers)];
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(again.data).toEqual(first.data);
      const twice = await ask(event, csv);
      expect(twice).toMatchObject({ status: 409, code: 'rows_refused', details: { count: 3 } });
      expect(await office.counters(event)).toEqual({ sold: 3, held: 0 });
      const more = `${csv}cy@example.com,Cy\n`;
      expect((await preview(event, more)).rows.map(({ status }) => status)).toEqual([
        'error',
        'error',
        'error',
        'ready',
      ]);
      expect(await imported(event, more, { skip_rows: [2, 3, 4] })).toMatchObject({ tickets: 1 });
      const wanted = await preview(event, csv, { allow_duplicates: true });
      expect(wanted).toMatchObject({ ready: 3, errors: 0 });
      expect(wanted.rows[0]?.warnings).toMatchObject([{ code: 'has_ticket' }]);
      expect(await imported(event, csv, { allow_duplicates: true })).toMatchObject({ tickets: 3 });
      // A refunded ticket is none.
      const orders = await office.call<{ orders: { id: string }[] }>('GET', `/orders?event_id=${event.id}&per_page=50`);
      for (const { id } of orders.data.orders) await office.call('POST', `/orders/${id}/refund`);
      expect(await imported(event, csv)).toMatchObject({ tickets: 3 });
    });
  });

  describe('errors', () => {
    test('names the row and the field of each problem, and imports nothing', async () => {
      const event = await office.event({ price: 500 });
      await office.tier(event, { name: 'Gift', price: 50, price_mode: 'chosen', minimum_price: 20 });
      const csv = [
        'name,email,tier,quantity,price,phone,section,row,seat',
        'Ana,ana@example,,,,,,,',
        '"Win at www.win.example now",,,1.5,,,,,',
        'Ben,ben@example.com,Balcony,0,,,,,',
        'Cy,cy@example.com,,,499.999,,,,',
        `Di,di@example.com,,,400,${'9'.repeat(33)},,,`,
        'Ed,ed@example.com,gift,,19,,,,',
        'Fe,fe@example.com,GIFT,,₱ 20.50,,,,',
        '"Gi\nBcc: x",gi@example.com,,,,,Upper,,7',
        '=cmd(),hi@example.com,,2001,,,,,',
      ].join('\n');
      const data = await preview(event, csv);
      expect(problemsOf(data)).toEqual([
        [['email', 'invalid_field']],
        [
          ['email', 'missing_field'],
          ['name', 'invalid_field'],
          ['quantity', 'invalid_field'],
        ],
        [
          ['quantity', 'invalid_field'],
          ['tier', 'unknown_tier'],
        ],
        [['price', 'invalid_field']],
        [
          ['phone', 'invalid_field'],
          ['price', 'price_differs'],
        ],
        [['price', 'unit_price_too_low']],
        [],
        [
          ['name', 'invalid_field'],
          ['section', 'unknown_section'],
          ['row', 'row_without_seat'],
        ],
        [['quantity', 'invalid_field']],
      ]);
      expect(data).toMatchObject({ ready: 1, errors: 8, total_amount: 20.5 });
      expect(data.rows[0]?.problems[0]).toMatchObject({ column: 2, message: expect.stringContaining('e-mail') });
      const { status, code, details } = await ask(event, csv);
      expect({ status, code, details }).toMatchObject({ status: 400, code: 'rows_invalid', details: { count: 8 } });
      expect(details?.rows).toContainEqual(expect.objectContaining({ row: 4, field: 'tier', code: 'unknown_tier' }));
      expect(await office.counters(event)).toEqual(nothing);
    });

    test('sells no more than is left, with the limits of an order, and a draft not at all: all rows or none', async () => {
      const event = await office.event({ price: 0, capacity: 3, max_per_order: 2 });
      const csv = 'email,qty\na@example.com,2\nb@example.com,2\nc@example.com,3\nd@example.com,1\n';
      const data = await preview(event, csv);
      expect(problemsOf(data)).toEqual([[], [[null, 'sold_out']], [[null, 'max_per_order']], []]);
      expect(await ask(event, csv)).toMatchObject({ status: 409, code: 'rows_refused', details: { count: 2 } });
      expect(await office.counters(event)).toEqual(nothing);
      expect(await imported(event, csv, { skip_rows: [3, 4] })).toMatchObject({ tickets: 3 });
      expect(await preview(event, 'email\ne@example.com\n')).toMatchObject({ errors: 1 });
      const { data: draft } = await office.call<{ id: string }>('POST', '/events', {
        ...{ title: 'Draft', start_datetime: '2027-05-01T20:00:00+08:00', capacity: 10 },
      });
      expect(problemsOf(await preview(draft, 'email\ne@example.com\n'))).toEqual([[[null, 'event_not_on_sale']]]);
    });

    test('costs what its preview said, or imports nothing', async () => {
      const event = await office.event({ price: 500 });
      const csv = 'email\nana@example.com\nben@example.com';
      const changed = { status: 409, code: 'sale_total_changed', details: { total_amount: 1_000 } };
      expect(await ask(event, csv, { total_amount: 400 })).toMatchObject(changed);
      expect(await office.counters(event)).toEqual(nothing);
      expect(await imported(event, csv, { total_amount: 1_000 })).toMatchObject({ total_amount: 1_000 });
    });

    test('an answer that fits no option names its column', async () => {
      const event = await office.event({ price: 0 });
      const fields = { asked_of: 'ticket', kind: 'choice', label: 'Shirt size', options: ['S', 'M'] };
      await office.call('POST', `/events/${event.id}/questions`, fields);
      const { rows } = await preview(event, 'email,qty,SHIRT-SIZE\na@example.com,2,M\nb@example.com,1,XL\n');
      expect(rows).toMatchObject([
        { problems: [] },
        { problems: [{ code: 'invalid_answer', field: 'answer', column: 3 }] },
      ]);
    });

    test('an answer about tickets in the row of an add-on counts for none', async () => {
      const event = await office.event({ price: 0 });
      await office.tier(event, { name: 'Parking', price: 0, admission: false });
      await office.call('POST', `/events/${event.id}/questions`, { asked_of: 'ticket', kind: 'text', label: 'Diet' });
      const csv = 'email,tier,Diet\na@example.com,General Admission,vegan\na@example.com,Parking,vegan\n';
      expect(problemsOf(await preview(event, csv))).toEqual([[], []]);
      expect(await imported(event, csv, { allow_duplicates: true })).toMatchObject({ tickets: 2 });
    });

    const ROW = 'email\na@example.com\n';
    test.each([
      ['csv', { csv: '' }],
      ['csv', { csv: 1 }],
      ['csv', { csv: 'email\na\0@example.com' }],
      ['csv', { csv: `email\n${'x'.repeat(300_000)}` }],
      ['payment_method', { csv: ROW, payment_method: 'CASH' }],
      ['payment_method', { csv: ROW, payment_method: undefined }],
      ['send_tickets', { csv: ROW, send_tickets: undefined }],
      ['columns[0].field', { csv: ROW, columns: [{ column: 1, field: 'password' }] }],
      ['columns[0].column', { csv: ROW, columns: [{ column: 0, field: 'email' }] }],
      ['tier_id', { csv: ROW, tier_id: 'x' }],
      ['skip_rows[0]', { csv: ROW, skip_rows: [0] }],
      ['list_name', { csv: ROW, list_name: ' ' }],
    ])('answers 400 and names %s', async (field, fields) => {
      for (const path of ['imports', 'imports/preview']) {
        const answer = await office.call('POST', `/events/${UNKNOWN_ID}/${path}`, bodyOf('', fields));
        expect(answer).toMatchObject({ status: 400, code: expect.stringMatching(/_field$/), field });
      }
    });

    test.each([
      ['column_not_in_file', 'columns[0].column', { columns: [{ column: 2, field: 'email' }] }],
      ['missing_field', 'columns[0].question_id', { columns: [{ column: 1, field: 'answer' }] }],
      [
        ...(['question_not_asked', 'columns[0].question_id'] as const),
        { columns: [{ column: 1, field: 'answer', question_id: UNKNOWN_ID }] },
      ],
      [
        ...(['column_named_twice', 'columns[1].column'] as const),
        { columns: ['email', 'name'].map((field) => ({ column: 1, field })) },
      ],
      ['csv_without_rows', 'csv', { csv: 'email\n\n,\n' }],
      ['csv_unreadable', 'csv', { csv: 'email,name\na@example.com,"Ana' }],
      ['csv_unreadable', 'csv', { csv: 'email,name\na@example.com,A"n"a' }],
      ['csv_unreadable', 'csv', { csv: `email,name\na@example.com,"${'x'.repeat(30_000)}` }],
      ['csv_too_large', 'csv', { csv: `email\n${'a@example.com\n'.repeat(501)}` }],
      ['csv_too_large', 'csv', { csv: `${'email,'.repeat(100)}x\n${','.repeat(100)}a\n` }],
      ['csv_too_large', 'csv', { csv: `email${','.repeat(200_000)}` }],
      ['csv_too_large', 'csv', { csv: `email${'\n'.repeat(200_000)}` }],
      ['csv_too_large', 'csv', { csv: 'email,qty\na@example.com,1500\nb@example.com,501\n' }],
    ])('answers 400 %s for the field %s', async (code, field, fields) => {
      const event = await office.event({ capacity: 5_000 });
      const answer = await askPreview(event, ROW, fields);
      expect(answer).toMatchObject({ status: 400, code, field });
    });

    test('answers 404 for an unknown event, tier and section', async () => {
      const event = await office.event();
      expect(await ask({ id: UNKNOWN_ID }, ROW)).toMatchObject({ status: 404, code: 'event_not_found' });
      expect(await ask(event, ROW, { tier_id: UNKNOWN_ID })).toMatchObject({ code: 'tier_not_found' });
      expect(await ask(event, ROW, { section_id: UNKNOWN_ID })).toMatchObject({ code: 'section_not_found' });
    });
  });
});

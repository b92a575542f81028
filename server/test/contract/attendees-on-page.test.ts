import { describe, expect, test } from 'vitest';
import { CUSTOMER, useBoxOffice } from '../fixtures/box-office.ts';
import { openHall, rows } from '../fixtures/hall.ts';
import type { Page } from '../readers/browser.ts';

const office = await useBoxOffice();

describe('attendee_details of an event', () => {
  type Details = 'none' | 'optional' | 'required';
  async function openPage(attendee_details: Details, fields: Record<string, unknown> = {}, more = {}) {
    const event = await office.event({ attendee_details, price: 0, ...more });
    const checkout = await office.checkout(event, fields);
    return { event, checkout, page: await office.browser.open(checkout.checkout_url) };
  }
  const value = (page: Page, field: string) => page.forms[0]?.fields.find(({ name }) => name === field)?.value;
  const asked = (page: Page) => page.forms[0]?.fields.filter(({ name }) => name.startsWith('attendee_')).length;
  /** The error beside a field. */
  const errorOf = (page: Page, field: string) =>
    page.html.match(new RegExp(`<p id="${field}_error" class="wrong">([^<]*)</p>`))?.[1];
  async function attendeesOf(checkout: { checkout_id: string }) {
    const { ticket_ids } = await office.stateOf(checkout.checkout_id);
    const tickets = await Promise.all(
      ticket_ids.map(async (id) => (await office.call<Record<string, string>>('GET', `/tickets/${id}`)).data),
    );
    return tickets
      .toSorted((a, b) => ((a.ticket_number ?? '') < (b.ticket_number ?? '') ? -1 : 1))
      .map((one) => one.attendee);
  }

  test('is none by default; POST, PUT and GET answer it, and null sets none', async () => {
    const event = await office.event();
    const read = async () =>
      (await office.call<Record<string, unknown>>('GET', `/events/${event.id}`)).data.attendee_details;
    expect(await read()).toBe('none');
    for (const [sent, shown] of [
      ['required', 'required'],
      ['optional', 'optional'],
      [null, 'none'],
    ] as const) {
      const { data } = await office.call('PUT', `/events/${event.id}`, { attendee_details: sent });
      expect([data.attendee_details, await read()]).toEqual([shown, shown]);
    }
    expect(await office.call('PUT', `/events/${event.id}`, { attendee_details: 'maybe' })).toMatchObject({
      status: 400,
      code: 'invalid_field',
      message: 'attendee_details must be one of none, optional, required',
    });
  });

  test('none: the page asks for no details', async () => {
    expect(asked((await openPage('none', { quantity: 3 })).page)).toBe(0);
  });

  describe('required', () => {
    test('asks for a name and an address for each ticket, prefilled with the buyer’s for the first', async () => {
      const { page } = await openPage('required', { quantity: 3 });
      const asked = page.forms[0]?.fields.filter(({ name }) => name.startsWith('attendee_'));
      expect(asked).toMatchObject([
        { name: 'attendee_1_name', type: 'text', label: 'Full name', value: CUSTOMER.name },
        { name: 'attendee_1_email', type: 'email', label: 'E-mail address', value: CUSTOMER.email },
        { name: 'attendee_2_name', value: '' },
        { name: 'attendee_2_email', value: '' },
        { name: 'attendee_3_name', value: '' },
        { name: 'attendee_3_email', value: '' },
      ]);
    });

    test('shows each error beside its field and keeps everything that was typed', async () => {
      const { checkout, page } = await openPage('required', { quantity: 3 });
      const typed = {
        attendee_1_email: 'ana@',
        attendee_2_name: 'Ben <b>"Boy"</b> Cruz',
        attendee_3_email: ' carla@example.com ',
      };
      const refused = await office.browser.submit(page, { fields: typed });
      expect(refused.status).toBe(400);
      expect(refused.html).not.toContain('<b>"Boy"');
      expect(errorOf(refused, 'attendee_1_name')).toBeUndefined();
      expect(errorOf(refused, 'attendee_1_email')).toMatch(/^Ticket 1: please enter an e-mail address like/);
      expect(errorOf(refused, 'attendee_2_name')).toBeUndefined();
      expect(errorOf(refused, 'attendee_2_email')).toBe('Ticket 2: please enter an e-mail address.');
      expect(errorOf(refused, 'attendee_3_name')).toBe('Ticket 3: please enter a full name.');
      expect(value(refused, 'attendee_1_email')).toBe('ana@');
      expect(value(refused, 'attendee_2_name')).toBe(typed.attendee_2_name);
      expect(value(refused, 'attendee_3_email')).toBe('carla@example.com');
      expect(refused.links.map(({ href }) => href)).toEqual(
        expect.arrayContaining(['#attendee_1_email', '#attendee_2_email', '#attendee_3_name']),
      );
      expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'open' });

      const mended = {
        attendee_1_email: 'ana@example.com',
        attendee_2_email: 'ben@example.com',
        attendee_3_name: 'Carla',
      };
      await office.browser.submit(refused, { fields: mended });
      expect(await attendeesOf(checkout)).toEqual([
        { name: CUSTOMER.name, email: 'ana@example.com' },
        { name: typed.attendee_2_name, email: 'ben@example.com' },
        { name: 'Carla', email: 'carla@example.com' },
      ]);
    });

    test('fills in what a program sent and asks for the rest', async () => {
      const { checkout, page } = await openPage('required', {
        quantity: 2,
        attendees: [{ name: 'Ben', email: 'ben@example.com' }, { name: 'Carla' }],
      });
      const refused = await office.browser.submit(page);
      expect(errorOf(refused, 'attendee_2_email')).toBe('Ticket 2: please enter an e-mail address.');
      await office.browser.submit(refused, { fields: { attendee_2_email: 'carla@example.com' } });
      expect(await attendeesOf(checkout)).toMatchObject([{ name: 'Ben' }, { name: 'Carla' }]);
    });

    test('keeps the details when a code is entered, and after a failed payment', async () => {
      const { checkout, page, event } = await openPage('required', { quantity: 2 }, { price: 500 });
      const code = { event_id: event.id, code: 'EARLY', discount_type: 'fixed_amount', discount_amount: 50 };
      await office.call('POST', '/promo-codes', code);
      const typed = { attendee_2_name: 'Ben', attendee_2_email: 'not yet', payment_method: 'MAYA' };
      let next = await office.browser.submit(page, { press: 'Apply', fields: { ...typed, promo_code: 'NOPE' } });
      expect([next.status, value(next, 'attendee_2_name')]).toEqual([409, 'Ben']);
      next = await office.browser.submit(next, { press: 'Apply', fields: { promo_code: 'EARLY' } });
      expect(next.text).toContain('Pay ₱950.00');
      expect([value(next, 'attendee_2_name'), value(next, 'attendee_2_email')]).toEqual(['Ben', 'not yet']);
      expect(errorOf(next, 'attendee_2_email')).toBeUndefined();
      const provider = await office.browser.submit(next, { fields: { attendee_2_email: 'ben@example.com' } });
      expect(provider.text).toContain('Maya');
      const failed = await office.browser.submit(provider, { press: 'fail' });
      expect(value(failed, 'attendee_2_email')).toBe('ben@example.com');
      const again = await office.browser.submit(failed, { fields: { attendee_2_name: 'Benjamin' } });
      await office.browser.submit(again, { press: 'authorize' });
      expect(await attendeesOf(checkout)).toMatchObject([{ name: CUSTOMER.name }, { name: 'Benjamin' }]);
    });

    test('shows the seats, and each attendee keeps theirs', async () => {
      const hall = await openHall(office, rows(['A', 3]));
      await office.call('PUT', `/events/${hall.id}`, { attendee_details: 'required' });
      const checkout = await office.checkout(hall, { section_id: hall.sectionId, quantity: 3 });
      const page = await office.browser.open(checkout.checkout_url);
      expect(page.text).toContain('Ticket 2: seat A-2');
      const names = ['One', 'Two', 'Three'];
      const fields = Object.fromEntries(
        names.flatMap((name, index) => [
          [`attendee_${index + 1}_name`, name],
          [`attendee_${index + 1}_email`, 'all@example.com'],
        ]),
      );
      await office.browser.submit(await office.browser.submit(page, { fields }), { press: 'authorize' });
      const { attendees } = (
        await office.call<{ attendees: { seat: number; attendee: { name: string } }[] }>(
          'GET',
          `/events/${hall.id}/attendees`,
        )
      ).data;
      expect(attendees.map(({ seat, attendee }) => [seat, attendee.name]).toSorted()).toEqual([
        [1, 'One'],
        [2, 'Two'],
        [3, 'Three'],
      ]);
    });
  });

  describe('optional', () => {
    test('leaves tickets with empty fields to the buyer', async () => {
      const { checkout, page } = await openPage('optional', { quantity: 2 });
      expect(asked(page)).toBe(4);
      expect(value(page, 'attendee_1_name')).toBe('');
      await office.browser.submit(page);
      expect(await attendeesOf(checkout)).toEqual([null, null]);
    });

    test('accepts a name or an address alone for any ticket, but no invalid one', async () => {
      const { checkout, page } = await openPage('optional', { quantity: 3 });
      const typed = { attendee_2_name: 'Ben', attendee_3_email: 'carla(at)example.com' };
      const refused = await office.browser.submit(page, { fields: typed });
      expect(errorOf(refused, 'attendee_3_email')).toMatch(/^Ticket 3: please enter an e-mail address like/);
      expect(refused.html).toContain('<details open>');
      await office.browser.submit(refused, { fields: { attendee_3_email: 'carla@example.com' } });
      expect(await attendeesOf(checkout)).toEqual([
        null,
        { name: 'Ben', email: null },
        { name: null, email: 'carla@example.com' },
      ]);
    });

    test('asks about the first hundred tickets of a larger order', async () => {
      const { page } = await openPage('optional', { quantity: 150 }, { capacity: 200 });
      expect(asked(page)).toBe(200);
      expect(page.text).toContain('You can name the first 100 of your 150 tickets. The others show your name.');
    });
  });

  test('works in Filipino, too, with its error messages', async () => {
    const { checkout, page } = await openPage('required', { quantity: 2 }, { consent_text: 'I agree.' });
    const consent = page.forms[0]?.fields.find(({ name }) => name === 'consent')?.value ?? '';
    const typed = { attendee_2_name: 'Ben', attendee_2_email: 'ben@', promo_code: 'HALF', consent };
    const filipino = await office.browser.submit(page, { press: 'Filipino', fields: typed });
    expect(filipino).toMatchObject({ status: 200 });
    expect(filipino.text).toContain('Para kanino ang mga ticket?');
    for (const [field, value] of Object.entries(typed))
      expect(filipino.forms[0]?.fields.find(({ name }) => name === field)).toMatchObject({ value, checked: true });
    const refused = await office.browser.submit(filipino, { fields: { promo_code: '' } });
    expect(errorOf(refused, 'attendee_2_email')).toMatch(/^Ticket 2: maglagay ng email address/);
    const english = await office.browser.submit(refused, { press: 'English' });
    expect(english.text).toContain('Who are the tickets for?');
    await office.browser.submit(english, { fields: { attendee_2_email: 'ben@example.com' } });
    expect(await attendeesOf(checkout)).toMatchObject([{ name: CUSTOMER.name }, { name: 'Ben' }]);
  });

  test('groups many tickets and opens the next group to fill in and those with errors', async () => {
    const { page } = await openPage('required', { quantity: 35 });
    const open = (shown: Page) =>
      [...shown.html.matchAll(/<details( open)?><summary>(Tickets [^<]*)<\/summary>/g)].map(([, isOpen, title]) => [
        title,
        Boolean(isOpen),
      ]);
    expect(open(page)).toEqual([
      ['Tickets 1 to 10', true],
      ['Tickets 11 to 20', false],
      ['Tickets 21 to 30', false],
      ['Tickets 31 to 35', false],
    ]);
    const all = Object.fromEntries(
      Array.from({ length: 35 }, (_, index) => [
        [`attendee_${index + 1}_name`, `Guest ${index + 1}`],
        [`attendee_${index + 1}_email`, index === 24 ? 'oops' : 'guest@example.com'],
      ]).flat(),
    );
    const refused = await office.browser.submit(page, { fields: all });
    expect(open(refused).filter(([, isOpen]) => isOpen)).toEqual([['Tickets 21 to 30', true]]);
    expect(
      (await office.browser.submit(refused, { fields: { attendee_25_email: 'guest@example.com' } })).url,
    ).toContain('order_id=');
  });

  test.each([
    ['longer than can be stored', { attendee_1_name: 'x'.repeat(201) }],
    ['with a NUL', { attendee_1_name: 'a\0b' }],
    ['of a name that is an address with a NUL', { attendee_1_email: 'a\0@example.com' }],
  ])('refuses a field %s', async (_what, fields) => {
    const { checkout } = await openPage('optional');
    const { statusCode } = await office.inject({
      method: 'POST',
      url: `${new URL(checkout.checkout_url).pathname}/pay`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    });
    expect(statusCode).toBe(400);
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'open' });
  });

  test('two simultaneous tabs give the tickets the names of the checkout', async () => {
    for (let round = 0; round < 10; round++) {
      const { checkout, page } = await openPage('required');
      const names = ['First', 'Second'];
      await Promise.all(names.map((name) => office.browser.submit(page, { fields: { attendee_1_name: name } })));
      const [coming] = (await attendeesOf(checkout)) as unknown as { name: string }[];
      expect(names).toContain(coming?.name);
      expect((await office.call('GET', `/checkouts/${checkout.checkout_id}`)).data.attendees).toEqual([coming]);
    }
  });

  test('a page whose checkout was paid in another tab changes no ticket', async () => {
    const { checkout, page } = await openPage('required');
    await office.browser.submit(page, { fields: { attendee_1_name: 'First' } });
    await office.browser.submit(page, { fields: { attendee_1_name: 'Second' } });
    expect(await attendeesOf(checkout)).toMatchObject([{ name: 'First' }]);
  });
});

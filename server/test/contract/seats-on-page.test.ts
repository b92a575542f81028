import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BoxOffice, HOLD_SECONDS, openBoxOffice } from '../box-office.ts';
import { holdSeats, openHall, rows, seat } from '../hall.ts';

describe('the hosted page of a seated checkout', () => {
  let office: BoxOffice;
  beforeAll(async () => {
    office = await openBoxOffice();
  });
  afterAll(() => office.close());

  test('names the seats, and draws the section with exactly those marked', async () => {
    const hall = await openHall(office, rows(['A', [1, 2, null, 3, 4]], ['B', 6]));
    const checkout = await holdSeats(office, hall, 2);
    const page = await office.browser.open(checkout.checkout_url);
    const [first, second] = checkout.assigned_seats;
    expect(page.text).toContain(`Your seats Lower, row ${first?.row}: seats ${first?.seat}, ${second?.seat}`);
    expect(page.html.match(/fill-opacity="1"/g)).toHaveLength(2);
    // Row A is two runs, row B one.
    expect(page.html.match(/fill-opacity="0.2"/g)).toHaveLength(3);
    expect(page.html).toMatch(/<svg role="img" aria-label="Drawing of section Lower, row A at the top/);
  });

  test('keeps its policy: no script, no style attribute', async () => {
    const hall = await openHall(office, rows(['A', 5]));
    const page = await office.browser.open((await holdSeats(office, hall, 1)).checkout_url);
    expect(page.text).toContain('Your seat Lower, row A: seat 3');
    expect(page.html).not.toMatch(/<script|\sstyle=/);
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'/);
  });

  test('escapes what the organizer called the rows', async () => {
    const event = await office.event();
    const evil = '"><script>alert(1)</script>';
    const hall = await seat(office, event, [{ label: evil, tier_ids: [event.tierId], rows: rows([evil, 3]) }]);
    const page = await office.browser.open((await holdSeats(office, hall, 1)).checkout_url);
    expect(page.html).not.toContain('<script');
    expect(page.html).toContain('&quot;&gt;&lt;script&gt;');
  });

  test('shows them while money is on its way, and not once the hold is over', async () => {
    const hall = await openHall(office, rows(['A', 3]));
    const checkout = await holdSeats(office, hall, 1);
    const transfer = await office.pay(checkout, 'BANK_TRANSFER');
    const page = await office.browser.submit(transfer, { press: 'pending' });
    expect(page.text).toContain('Your seat Lower, row A');
    const other = await holdSeats(office, hall, 1);
    office.wait(HOLD_SECONDS);
    expect((await office.browser.open(other.checkout_url)).text).not.toContain('row A');
  });

  test('shows no seats for general admission', async () => {
    const page = await office.browser.open((await office.checkout(await office.event())).checkout_url);
    expect(page.html).not.toMatch(/<svg|Your seat/);
  });
});

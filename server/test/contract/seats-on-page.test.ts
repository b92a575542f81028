import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BoxOffice, HOLD_SECONDS, openBoxOffice } from '../fixtures/box-office.ts';
import { holdSeats, openHall, rows, seat } from '../fixtures/hall.ts';
import type { Page } from '../readers/browser.ts';

/** Seats of one kind in the drawing. */
const lines = ({ html }: Page, kind: string) =>
  html.match(new RegExp(`class="${kind}" [^>]*d="([^"]*)"`))?.[1]?.match(/M/g)?.length;

describe('the hosted page of a seated checkout', () => {
  let office: BoxOffice;
  beforeAll(async () => {
    office = await openBoxOffice();
  });
  afterAll(() => office.close());

  test('names the seats, and draws the section with exactly those marked', async () => {
    const hall = await openHall(office, rows(['A', [1, 2, null, 3, 4]], ['B', 6]));
    const page = await office.browser.open((await holdSeats(office, hall, 2)).checkout_url);
    expect(page.text).toContain('Your seats Section Lower Row A seats 1, 2 Front: row A Back: row B The dots are');
    // Row A is two runs, row B one.
    expect(lines(page, 'bars')).toBe(3);
    // In the first row, whose five places are in the middle of a picture that is 200 wide.
    expect(page.html).toMatch(/class="dots" [^>]*d="M80 (\d+\.\d)h0M90 \1h0"/);
    expect(page.html).toContain(
      'aria-label="Section Lower from above: your seats are in row 1 of 2 from the front, on the left"',
    );
  });

  test('names the seats of a split party row by row, neighbours together', async () => {
    const hall = await openHall(office, rows(['A', [1, 2, 3, null, 5]], ['B', 5]));
    const page = await office.browser.open((await holdSeats(office, hall, 9)).checkout_url);
    expect(page.text).toContain('Row A seats 1 to 3, 5 Row B seats 1 to 5');
    expect(lines(page, 'dots')).toBe(9);
    expect(page.html).toContain('in row 1 of 2 from the front, in the middle; in row 2 of 2');
  });

  test('names and draws the seats of every section of an order', async () => {
    const event = await office.event();
    const hall = await seat(office, event, [
      { label: 'Lower', tier_ids: [event.tierId], rows: rows(['A', 5]) },
      { label: 'Balcony', tier_ids: [event.tierId], rows: rows(['D', 3]) },
    ]);
    const items = hall.sections.map(({ id }, index) => ({ section_id: id, quantity: index + 2 }));
    const page = await office.browser.open((await office.checkout(event, { items })).checkout_url);
    expect(page.text).toMatch(/Your seats Section Lower Row A seats 1, 2 .* Section Balcony Row D seats 1 to 3/);
    expect(page.html.match(/<svg/g)).toHaveLength(2);
  });

  test('leaves out a drawing that would be too large, and still names the seats', async () => {
    const comb = Array.from({ length: 400 }, (_, place) => (place % 2 === 0 ? place + 1 : null));
    const hall = await openHall(
      office,
      Array.from({ length: 8 }, (_, row) => ({ label: String(row), seats: comb })),
    );
    const page = await office.browser.open((await holdSeats(office, hall, 1)).checkout_url);
    expect(page.text).toContain('Your seat Section Lower Row 0 seat 201');
    expect(page.html).not.toContain('<svg');
  });

  test('complies with its Content-Security-Policy: only hashed styles, no style attribute', async () => {
    const hall = await openHall(office, rows(['A', 5]));
    const page = await office.browser.open((await holdSeats(office, hall, 1)).checkout_url);
    expect(page.text).toContain('Your seat Section Lower Row A seat 3 Front The dot is your seat.');
    expect(page.html).not.toMatch(/\sstyle=|<(script|style)[^>]+>/);
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*script-src 'sha256-[^']+';/);
  });

  test('escapes what the organizer called the rows', async () => {
    const event = await office.event();
    const evil = '"><script>alert(1)</script>';
    const hall = await seat(office, event, [{ label: evil, tier_ids: [event.tierId], rows: rows([evil, 3]) }]);
    const page = await office.browser.open((await holdSeats(office, hall, 1)).checkout_url);
    expect(page.html).not.toContain('<script>alert');
    expect(page.html).toContain('&quot;&gt;&lt;script&gt;');
  });

  test('shows them while a transfer is on its way, and not once the hold is over', async () => {
    const hall = await openHall(office, rows(['A', 3]));
    const checkout = await holdSeats(office, hall, 1);
    const transfer = await office.pay(checkout, 'BANK_TRANSFER');
    const page = await office.browser.submit(transfer, { press: 'pending' });
    expect(page.text).toContain('Your seat Section Lower Row A');
    const other = await holdSeats(office, hall, 1);
    office.wait(HOLD_SECONDS);
    expect((await office.browser.open(other.checkout_url)).text).not.toContain('Row A');
  });

  test('draws the current plan after a section was changed', async () => {
    const hall = await openHall(office, rows(['A', 3]));
    const before = await holdSeats(office, hall, 1);
    await office.browser.open(before.checkout_url);
    await office.call('POST', `/checkouts/${before.checkout_id}/expire`);
    const again = await seat(office, hall, [
      { label: 'Lower', tier_ids: [hall.tierId], rows: rows(['C', [7, null, 9]]) },
    ]);
    expect(again.sectionId).toBe(hall.sectionId);
    const after = await holdSeats(office, again, 2);
    expect(after.assigned_seats).toMatchObject([
      { row: 'C', seat: 7 },
      { row: 'C', seat: 9 },
    ]);
    const page = await office.browser.open(after.checkout_url);
    expect(page.text).toContain('Row C seats 7, 9');
    expect(lines(page, 'bars')).toBe(2);
  });

  test('shows no seats for general admission', async () => {
    const page = await office.browser.open((await office.checkout(await office.event())).checkout_url);
    expect(page.html).not.toMatch(/<svg|Your seat/);
  });
});

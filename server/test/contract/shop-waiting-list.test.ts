import { describe, expect, test } from 'vitest';
import { holdRefusals } from '../../src/checkouts/refusals.ts';
import { shopTexts } from '../../src/shop/pages/texts.ts';
import { waitingTexts } from '../../src/shop/pages/waiting-texts.ts';
import { joinRefusals } from '../../src/waiting-list/refusals.ts';
import { type EventOnSale, PUBLIC_URL, useBoxOffice } from '../fixtures/box-office.ts';
import { rows, seat } from '../fixtures/hall.ts';
import type { Page } from '../readers/browser.ts';

const office = await useBoxOffice();
const texts = waitingTexts.en;
const ANA = { waiting_name: 'Ana Reyes', waiting_email: 'ana@example.com', waiting_phone: '' };

let events = 0;
async function soldOutEvent() {
  events += 1;
  const slug = `sold-out-${events}`;
  const event = await office.event({ slug, capacity: 2, start_datetime: '2099-05-01T20:00:00+08:00' });
  const bought = await office.buy(event, { quantity: 2 });
  return { ...event, bought, url: `${PUBLIC_URL}/shop/lakbay-concerts/${slug}` };
}

const open = (url: string) => office.browser.open(url);
const join = (page: Page, fields: Record<string, string> = {}) =>
  office.browser.submit(page, { press: texts.join, fields: { ...ANA, ...fields } });
const waiting = async ({ id }: Pick<EventOnSale, 'id'>) =>
  (
    await office.call<{
      entries: { customer: object; quantity: number; tier_id: string; status: string }[];
    }>('GET', `/events/${id}/waiting-list`)
  ).data.entries;

describe('the waiting list in the shop', () => {
  test('takes people for a sold-out ticket, who are offered what comes back', async () => {
    const event = await soldOutEvent();
    const page = await open(`${event.url}?ref=MARIA`);
    const joined = await join(page, { waiting_quantity: '2' });
    expect(joined.status).toBe(200);
    expect(joined.text).toContain(texts.joinedText('ana@example.com'));
    expect(joined.text).toContain('Friday, May 1, 2099 at 8:00 PM');
    const href = `${new URL(event.url).pathname}?ref=MARIA`;
    expect(joined.links.map((link) => link.href)).toContain(href);
    expect(await waiting(event)).toMatchObject([
      { customer: { email: 'ana@example.com' }, quantity: 2, tier_id: event.tierId, status: 'waiting' },
    ]);
    await office.call('PUT', `/events/${event.id}`, { status: 'paused' });
    for (const { links } of [joined, await join(page)])
      expect(links).toContainEqual({ href: `${href}&lang=fil`, text: 'Filipino' });
  });

  test('answers an address that waits already like a new one, and adds nothing', async () => {
    const event = await soldOutEvent();
    const page = await open(event.url);
    const [first, second] = [await join(page), await join(page, { waiting_name: 'Stranger' })];
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    expect(await waiting(event)).toHaveLength(1);
  });

  test('takes no larger party than the ticket has places or one buyer may have, and says so at its number', async () => {
    const event = await soldOutEvent();
    const offered = ({ html }: Page) =>
      html.match(/<select id="waiting_quantity".*?<\/select>/)?.[0].match(/(?<=value=")\d+/g);
    expect(offered(await open(event.url))).toEqual(['1', '2']);
    await office.call('PUT', `/events/${event.id}`, { max_per_buyer: 1 });
    const page = await open(event.url);
    expect(offered(page)).toEqual(['1']);
    const tooMany = await join(page, { waiting_quantity: '2' });
    expect([tooMany.status, tooMany.html]).toEqual([400, expect.stringContaining('id="waiting_quantity_error"')]);
  });

  test('stands beside the form that buys where only some tickets are sold out, with ids of its own', async () => {
    const event = await soldOutEvent();
    await office.tier(event, { name: 'Balcony', price: 900, quantity_total: 5 });
    await office.call('PUT', `/events/${event.id}`, { capacity: 7 });
    const page = await open(event.url);
    expect(page.forms).toHaveLength(2);
    const ids = [...page.html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(page.html.match(/<option value="[^"]+">[^<]*/g)).not.toContainEqual(expect.stringContaining('Balcony'));
    expect((await join(page)).text).toContain(texts.joined);
  });

  test('says of a ticket whose price buyers choose what the form that buys says', async () => {
    const event = await soldOutEvent();
    await office.call('PUT', `/tiers/${event.tierId}`, { price_mode: 'chosen', minimum_price: 50 });
    expect((await open(event.url)).html).toContain(`General Admission, ${shopTexts.en.yourPrice('₱50.00')}</option>`);
  });

  test('names the sections of a ticket', async () => {
    const event = await office.event({ slug: 'two-floors' });
    const upstairs = await office.tier(event, { name: 'Seated' });
    const two = await office.tier(event, { name: 'Seated' });
    const hall = await seat(office, event, [
      { label: 'Balcony', tier_ids: [upstairs], rows: rows(['A', 1]) },
      { label: 'Left', tier_ids: [two], rows: rows(['A', 1]) },
      { label: 'Right', tier_ids: [two], rows: rows(['A', 1]) },
    ]);
    for (const { id } of hall.sections) await office.buy(hall, { section_id: id });
    const { html } = await open(`${PUBLIC_URL}/shop/lakbay-concerts/two-floors`);
    for (const named of ['>Balcony, Seated, ', '>Left, Right, Seated, ']) expect(html).toContain(named);
  });

  test.each<[string, Record<string, string>, string]>([
    ['no name', { waiting_name: '' }, shopTexts.en.problems.noName],
    ['a mistyped address', { waiting_email: 'ana@' }, shopTexts.en.problems.badEmail],
    ['too many', { waiting_quantity: '3' }, texts.badQuantity(2)],
    ['a ticket of another event', { waiting_tier: '019aa000-0000-7000-8000-000000000000' }, texts.notSoldOut],
  ])('with %s is shown again with the problem beside its field', async (_what, wrong, problem) => {
    const event = await soldOutEvent();
    const page = await join(await open(event.url), wrong);
    expect(page.status).toBe(400);
    expect(page.html.split(problem)).toHaveLength(3);
    expect(page.html).toMatch(/aria-invalid="true" aria-describedby="waiting_\w+_error"/);
    expect(page.html).toContain(`value="${wrong.waiting_name ?? ANA.waiting_name}"`);
    expect(await waiting(event)).toEqual([]);
  });

  test('says so when a ticket came back meanwhile, and nobody waits', async () => {
    const event = await soldOutEvent();
    const page = await open(event.url);
    await office.call('POST', `/orders/${event.bought.orderId}/refund`);
    const again = await join(page);
    expect(again.status).toBe(400);
    expect(again.text).toContain(texts.notSoldOut);
    expect(await waiting(event)).toEqual([]);
  });

  test('has what a buyer entered who was too late for the last ticket', async () => {
    const event = await soldOutEvent();
    await office.call('PUT', `/events/${event.id}`, { capacity: 3 });
    const form = await open(event.url);
    await office.buy(event);
    const order = { name: 'Ana Reyes', email: 'ana@example.com', phone: '0917 123 4567' };
    const tooLate = await office.browser.submit(form, { press: shopTexts.en.continue, fields: order });
    expect((await office.browser.submit(tooLate, { press: texts.join })).text).toContain(texts.joined);
    expect(await waiting(event)).toMatchObject([{ customer: order }]);
  });

  test.each([
    ['less than an hour before sales end', 5_400, 'gone', joinRefusals.waiting_list_closed()],
    ['after sales end', 1_800, 'over', holdRefusals.sales_ended()],
    ['after the event began', -1_800, 'over', holdRefusals.sales_ended()],
  ])('is not on the page and takes nobody %s', async (_when, secondsToStart, state, refusal) => {
    const event = await soldOutEvent();
    const page = await open(event.url);
    const start = new Date(office.now().getTime() + secondsToStart * 1_000).toISOString();
    await office.call('PUT', `/events/${event.id}`, { start_datetime: start });
    const late = await join(page);
    expect([late.status, late.forms]).toEqual([400, []]);
    expect(late.text).toContain(refusal.in('en'));
    expect(late.text).toContain(shopTexts.en.states[state]?.[0]);
  });

  test('says in Filipino, too, that sales have ended meanwhile', async () => {
    const event = await soldOutEvent();
    const page = await open(`${event.url}?lang=fil`);
    await office.call('PUT', `/events/${event.id}`, { sales_end_datetime: office.now().toISOString() });
    const late = await office.browser.submit(page, { press: waitingTexts.fil.join, fields: ANA });
    expect(late.text).not.toContain(shopTexts.fil.problems.changed);
    expect(late.text).toContain(holdRefusals.sales_ended().in('fil'));
  });

  test('offers no ticket whose own sale has ended, such as an early bird', async () => {
    const event = await soldOutEvent();
    await office.call('PUT', `/events/${event.id}`, { capacity: 3 });
    const early = await office.tier(event, { quantity_total: 1, sales_end_datetime: office.service.daysFromNow(1) });
    await office.buy(event, { tier_id: early });
    const offered = async () => (await open(event.url)).html.includes(`<option value="${early}">`);
    expect(await offered()).toBe(true);
    office.wait(86_400);
    expect(await offered()).toBe(false);
  });

  test('keeps what was entered when the language changes, also beside an error', async () => {
    const event = await soldOutEvent();
    const wrong = await join(await open(event.url), { waiting_email: 'ana@' });
    const filipino = await office.browser.submit(wrong, { press: 'Filipino', fields: { waiting_quantity: '2' } });
    const mended = { waiting_email: 'ana@example.com' };
    const joined = await office.browser.submit(filipino, { press: waitingTexts.fil.join, fields: mended });
    expect(joined.text).toContain(waitingTexts.fil.joined);
    expect(await waiting(event)).toMatchObject([{ customer: { name: 'Ana Reyes' }, quantity: 2 }]);
  });

  test('is bounded by network address: the eleventh person gets a page that says when to come again', async () => {
    const event = await soldOutEvent();
    const form = (person: number) => ({
      method: 'POST' as const,
      url: `${new URL(event.url).pathname}/waiting-list`,
      remoteAddress: '198.51.100.7',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        ...ANA,
        ...{ waiting_tier: event.tierId, waiting_quantity: '1', waiting_email: `person${person}@example.com` },
      }).toString(),
    });
    for (let person = 0; person < 10; person++) expect((await office.inject(form(person))).statusCode).toBe(200);
    const eleventh = await office.inject(form(10));
    expect(eleventh.statusCode).toBe(429);
    expect(eleventh.headers).toMatchObject({ 'retry-after': '360', 'content-type': 'text/html; charset=utf-8' });
    expect(await waiting(event)).toHaveLength(10);
  });
});

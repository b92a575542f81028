import { describe, expect, test } from 'vitest';
import { filipino } from '../../src/shop/pages/filipino.ts';
import { shopTexts } from '../../src/shop/pages/texts.ts';
import { waitingTexts } from '../../src/shop/pages/waiting-texts.ts';
import { HOLD_SECONDS, PUBLIC_URL, useBoxOffice } from '../fixtures/box-office.ts';
import { openHall, rows, seat } from '../fixtures/hall.ts';
import { promoCodeWords } from '../fixtures/promo-code-words.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';
import type { Page } from '../readers/browser.ts';

const office = await useBoxOffice();
const texts = shopTexts.en;
const promos = promoCodeWords(office);
const { open, submit } = office.browser;

let events = 0;
/** An event at 500 pesos with the hidden tier Friends at 50, and the code FRIEND that opens it. */
async function premiere(fields: Record<string, unknown> = {}, codeFields: Record<string, unknown> = {}) {
  events += 1;
  const slug = `premiere-${events}`;
  const event = await office.event({ title: `Premiere ${events}`, slug, ...fields });
  const hiddenId = await office.tier(event, { name: 'Friends', price: 50, hidden: true });
  const opening = { code: 'FRIEND', discount_amount: 0, opens_tier_ids: [hiddenId], ...codeFields };
  const promo = await promos.code(event, opening);
  return { ...event, hiddenId, promo, url: `${PUBLIC_URL}/shop/lakbay-concerts/${slug}` };
}
type Premiere = Awaited<ReturnType<typeof premiere>>;

let buyers = 0;
const order = (page: Page, fields: Record<string, string>) => {
  buyers += 1;
  const buyer = { name: 'Ana Reyes', email: `friend${buyers}@example.com` };
  return submit(page, { press: texts.continue, fields: { ...buyer, ...fields } });
};
const enter = (page: Page, typed: string) => submit(page, { press: texts.code.use, fields: { code: typed } });
const fieldOf = (tierId: string) => `q_${tierId}`;
const checkoutOf = (page: Page) => office.stateOf(page.url.split('/').at(-1) ?? '');
/** Fields of a form that no page offers. */
const post = ({ url }: { url: string }, fields: Record<string, string>, path = '') =>
  office.inject({
    method: 'POST',
    url: new URL(url).pathname + path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      ...{ name: 'Eve', email: 'eve@example.com', shown_code: fields.code ?? '' },
      ...fields,
    }).toString(),
  });

describe('a hidden tier', () => {
  test('is created and changed with hidden, false by default', async () => {
    const event = await office.event();
    const { data } = await office.call<{ id: string; hidden: boolean }>('POST', `/events/${event.id}/tiers`, {
      name: 'Crew',
      price: 0,
      quantity_total: 5,
    });
    expect(data.hidden).toBe(false);
    for (const hidden of [true, null])
      expect(await office.call('PUT', `/tiers/${data.id}`, { hidden })).toMatchObject({
        data: { hidden: hidden === true },
      });
    const wrong = await office.call('PUT', `/tiers/${data.id}`, { hidden: 'yes' });
    expect(wrong).toMatchObject({ status: 400, field: 'hidden' });
    const { body } = await office.others.put<{ hidden: boolean }>(`/tiers/${data.id}`, { hidden: true });
    expect(body).toMatchObject({ error: { status: 404 } });
  });

  test('is nowhere in the shop: not on the page, in its data, its prices, or the list', async () => {
    const event = await premiere();
    const page = await open(event.url);
    expect(page.status).toBe(200);
    for (const shown of ['Friends', event.hiddenId, '50.00', '"price":50,']) expect(page.html).not.toContain(shown);
    const list = await open(`${PUBLIC_URL}/shop/lakbay-concerts`);
    const entry = list.text.slice(list.text.indexOf(event.title));
    expect(entry).toContain('₱500.00');
    expect(entry.slice(0, 100)).not.toContain(texts.from(''));
  });

  test('has no name in the line of a tier that follows it, until a code opens it', async () => {
    const event = await premiere();
    const lateId = await office.tier(event, { name: 'Late', price: 700, follows_tier_id: event.hiddenId });
    const page = await open(event.url);
    expect(page.html).not.toContain('Friends');
    expect(page.text).toContain(`Late ₱700.00 ${texts.offerStates.next}`);
    const other = await open(`${event.url}?lang=fil`);
    expect(other.html).not.toContain('Friends');
    expect(other.text).toContain(filipino.offerStates.next);
    const refused = await post(event, { [fieldOf(lateId)]: '1' });
    expect(refused.body).not.toContain('Friends');
    expect(refused.body).toContain(texts.problems.notOnSale('Late'));
    expect((await enter(page, 'FRIEND')).text).toContain('On sale when Friends is sold out');
  });

  test('has no name in the line of a tier that follows it in a hall', async () => {
    const event = await premiere();
    const lateId = await office.tier(event, { name: 'Late', price: 700, follows_tier_id: event.hiddenId });
    const sections = [
      { label: 'Lower', tier_ids: [event.hiddenId], rows: rows(['A', 4]) },
      { label: 'Upper', tier_ids: [lateId], rows: rows(['A', 4]) },
    ];
    await seat(office, event, sections);
    const { html, text } = await open(event.url);
    expect(html).not.toContain('Friends');
    expect(text).toContain(texts.offerStates.next);
  });

  test('is sold to programs like any other', async () => {
    const event = await premiere();
    expect(await office.checkout(event, { tier_id: event.hiddenId })).toMatchObject({ items: [{ unit_price: 50 }] });
    const readings = await office.service.readEvent(event.id);
    expect(readings.ticket_tiers).toMatchObject([{ hidden: false }, { name: 'Friends', hidden: true }]);
  });

  test('stays in an order of a program whose code is taken away', async () => {
    const event = await premiere();
    const { checkout_id } = await office.checkout(event, { tier_id: event.hiddenId, promo_code: 'FRIEND' });
    const without = await office.call('PUT', `/checkouts/${checkout_id}`, { promo_code: null });
    expect(without).toMatchObject({ status: 200, data: { items: [{ tier_id: event.hiddenId, quantity: 1 }] } });
  });

  test('is shown with the code, entered on the page or in a link, and bought with a use of it', async () => {
    const event = await premiere({}, { usage_limit: 2 });
    const entered = await enter(await open(event.url), ' friend ');
    const linked = await open(`${event.url}?code=friend`);
    for (const page of [entered, linked]) {
      expect(page.text).toContain('Friends');
      expect(page.text).toContain(texts.code.used);
      expect(page.html).toContain('<meta name="robots" content="noindex">');
      expect(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(page.html)?.[1]).not.toContain('Friends');
    }
    const paying = await order(linked, { [fieldOf(event.hiddenId)]: '2' });
    expect(await checkoutOf(paying)).toMatchObject({
      tier_id: event.hiddenId,
      quantity: 2,
      discount: 0,
      total_amount: 100,
    });
    expect(await promos.read(event.promo)).toMatchObject({ usage_count: 0, usage_limit: 2 });
    const again = await order(entered, { [fieldOf(event.hiddenId)]: '1' });
    expect(again.url).toContain('/c/cs_');
    const usedUp = await enter(await open(event.url), 'FRIEND');
    expect(usedUp.status).toBe(409);
    expect(usedUp.text).toContain('Promo code FRIEND has been used up');
    expect(usedUp.text).not.toContain('Friends');
  });

  test('is shown with a code whose last use is of a checkout whose time is over', async () => {
    const event = await premiere({}, { usage_limit: 1 });
    await office.checkout(event, { promo_code: 'FRIEND' });
    expect((await open(`${event.url}?code=friend`)).text).not.toContain('Friends');
    office.wait(HOLD_SECONDS);
    expect((await open(`${event.url}?code=friend`)).text).toContain('Friends');
    await office.checkout(event, { promo_code: 'FRIEND' });
  });

  test('keeps what the buyer entered, the code and the discount in both languages', async () => {
    const event = await premiere({}, { discount_amount: 10 });
    const page = await open(`${event.url}?code=FRIEND`);
    const other = await submit(page, { press: 'Filipino', fields: { name: 'Ana', [fieldOf(event.hiddenId)]: '3' } });
    expect(other.text).toContain(filipino.code.used);
    const paying = await submit(other, { press: filipino.continue, fields: { email: 'ana@example.com' } });
    expect(await checkoutOf(paying)).toMatchObject({ quantity: 3, discount: 15, total_amount: 135 });
    expect(paying.links.some(({ href }) => href.startsWith(`${event.url}?code=FRIEND&`))).toBe(true);
  });

  test('is shown before anything is bought with its code, and what the buyer entered stays', async () => {
    const event = await premiere();
    const fields = { name: 'Ana', email: 'ana@example.com', [fieldOf(event.tierId)]: '2', code: 'FRIEND' };
    // Return in the field presses the first button of the form.
    for (const press of [texts.continue, texts.code.use]) {
      const page = await submit(await open(event.url), { press, fields });
      expect([page.status, page.text]).toEqual([200, expect.stringContaining(texts.code.used)]);
      expect(page.html).toContain('value="ana@example.com"');
      const paying = await submit(page, { press: texts.continue, fields: { [fieldOf(event.hiddenId)]: '1' } });
      expect(await checkoutOf(paying)).toMatchObject({
        items: [{ quantity: 2 }, { tier_id: event.hiddenId, quantity: 1 }],
      });
      const without = await submit(page, { press: texts.continue, fields: { code: '' } });
      expect([without.status, without.text]).toEqual([200, expect.not.stringContaining('Friends')]);
    }
  });

  test('can be waited for with its code, and is offered without one', async () => {
    const event = await premiere();
    await office.call('PUT', `/tiers/${event.hiddenId}`, { quantity_total: 1 });
    const { ticketId } = await office.buy(event, { tier_id: event.hiddenId });
    const waiting = waitingTexts.en;
    const fields = { waiting_tier: event.hiddenId, waiting_name: 'Ana Reyes', waiting_email: 'ana@example.com' };
    const page = await open(`${event.url}?code=FRIEND`);
    const wrong = await submit(page, { press: waiting.join, fields: { ...fields, waiting_email: 'ana' } });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining(texts.code.used)]);
    const joined = await submit(wrong, { press: waiting.join, fields });
    expect([joined.status, joined.text]).toEqual([200, expect.stringContaining(waiting.joined)]);
    expect(joined.links.map(({ href }) => href)).toContain(`${new URL(event.url).pathname}?code=FRIEND`);
    expect((await post(event, { ...fields, waiting_quantity: '1' }, '/waiting-list')).statusCode).toBe(400);
    await office.call('POST', `/tickets/${ticketId}/refund`);
    await office.offerPlaces();
    const list = await office.call<{ entries: object[] }>('GET', `/events/${event.id}/waiting-list`);
    expect(list.data.entries).toMatchObject([{ status: 'offered' }]);
  });

  test('sold twice by a double press is one order, although the first one took the last use of the code', async () => {
    const event = await premiere({}, { usage_limit: 1 });
    const page = await open(`${event.url}?code=FRIEND`);
    const fields = { [fieldOf(event.hiddenId)]: '1', name: 'Ana', email: 'twice@example.com' };
    const [first, second] = await Promise.all([0, 1].map(() => submit(page, { press: texts.continue, fields })));
    expect(second?.url).toBe(first?.url);
    expect(first?.url).toContain('/c/cs_');
    expect(await office.counters(event)).toEqual({ sold: 0, held: 1 });
  });

  test('does not exist in a form without its code, or with a code of another tier', async () => {
    const event = await premiere();
    await promos.code(event, { code: 'OTHER' });
    const unknown = await post(event, { [fieldOf(UNKNOWN_ID)]: '1' });
    for (const code of ['', 'OTHER']) {
      const answer = await post(event, { [fieldOf(event.hiddenId)]: '1', code });
      expect(answer.statusCode).toBe(unknown.statusCode);
      expect(answer.body).not.toContain('Friends');
      expect(answer.body).toContain(texts.problems.noTickets);
    }
    expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
  });

  test('that is hidden while a buyer orders it is not sold', async () => {
    const event = await premiere();
    await office.call('PUT', `/tiers/${event.hiddenId}`, { hidden: false });
    const page = await open(event.url);
    await office.call('PUT', `/tiers/${event.hiddenId}`, { hidden: true });
    const answer = await order(page, { [fieldOf(event.hiddenId)]: '1', [fieldOf(event.tierId)]: '0' });
    expect(answer.status).toBe(400);
    expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
  });

  test('of a sold-out or presale event is reached by the form for the code', async () => {
    const event = await premiere();
    await office.call('PUT', `/tiers/${event.tierId}`, { is_active: false });
    const page = await open(event.url);
    expect(page.text).toContain(texts.states.none?.[1]);
    expect((await enter(page, 'FRIEND')).text).toContain('Friends');
  });

  test('of a seated event is shown in its section', async () => {
    const hall = await openHall(office, rows(['A', 4]), { slug: 'sponsors' });
    const { tierId } = hall;
    const url = `${PUBLIC_URL}/shop/lakbay-concerts/sponsors`;
    await office.call('PUT', `/tiers/${tierId}`, { name: 'Sponsors', hidden: true });
    await promos.code(hall, { code: 'SPONSOR', discount_amount: 0, opens_tier_ids: [tierId] });
    expect((await open(url)).text).not.toContain('Sponsors');
    expect((await open(`${url}?code=SPONSOR`)).text).toContain('Sponsors');
    // It is the default tier all the same.
    expect(await office.askCheckout(hall, { section_id: hall.sectionId })).toMatchObject({ status: 201 });
  });
});

describe('a code in the shop', () => {
  test('that cannot be used is refused with the reason, escaped, and beside the field', async () => {
    const event = await premiere();
    const evil = '<img src=x onerror=alert(1)>';
    const page = await open(`${event.url}?${new URLSearchParams({ code: evil })}`);
    expect(page.status).toBe(409);
    expect(page.html).not.toContain('<img src=x');
    expect(page.html).toContain('aria-describedby="code_error"');
    expect(page.text).not.toContain('Friends');
    await promos.change(event.promo, { is_active: false });
    expect((await enter(page, 'FRIEND')).text).toContain('Promo code FRIEND is not active');
    expect((await open(`${event.url}?code=FRIEND&lang=fil`)).text).toContain('Hindi aktibo ang promo code');
  });

  test('is refused after too many wrong ones, also when it is right; the others can still buy', async () => {
    const event = await premiere();
    const guess = (remoteAddress: string) =>
      Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          office.app.inject({ url: `${new URL(event.url).pathname}?code=GUESS${index}`, remoteAddress }),
        ),
      );
    await Promise.all(['203.0.113.7', '203.0.113.8'].map(guess));
    const right = await open(`${event.url}?code=FRIEND`);
    expect(right.status).toBe(429);
    expect(right.text).not.toContain('Friends');
    expect((await post(event, { code: 'FRIEND', [fieldOf(event.hiddenId)]: '1' })).statusCode).toBe(429);
    expect((await order(await open(event.url), { [fieldOf(event.tierId)]: '1' })).url).toContain('/c/cs_');
    office.wait(10);
    expect((await open(`${event.url}?code=FRIEND`)).text).toContain('Friends');
  });

  test('is also for a discount alone, from a link', async () => {
    const event = await premiere({}, { code: 'TENOFF', discount_amount: 10, opens_tier_ids: [] });
    const page = await open(`${event.url}?code=TENOFF`);
    expect(await checkoutOf(await order(page, { [fieldOf(event.tierId)]: '1' }))).toMatchObject({ discount: 50 });
  });

  test('is needed to add its tickets in the shop, and stays while the order has them', async () => {
    const event = await premiere();
    const plain = await checkoutOf(await order(await open(event.url), { [fieldOf(event.tierId)]: '1' }));
    const page = await enter(await open(event.url), 'FRIEND');
    const opened = await checkoutOf(
      await order(page, { [fieldOf(event.hiddenId)]: '1', [fieldOf(event.tierId)]: '0' }),
    );
    const change = ({ checkout_id }: { checkout_id: string }, body: object) =>
      office.call('PUT', `/checkouts/${checkout_id}`, body);
    const hidden = { items: [{ tier_id: event.hiddenId, quantity: 2 }] };
    expect(await change(plain, hidden)).toMatchObject({ status: 404, code: 'tier_not_found' });
    expect(await change(opened, hidden)).toMatchObject({ status: 200, data: { quantity: 2 } });
    expect(await change(opened, { promo_code: null })).toMatchObject({ status: 409, code: 'promo_code_opens_tickets' });
    const others = { items: [{ tier_id: event.tierId, quantity: 1 }], promo_code: null };
    expect(await change(opened, others)).toMatchObject({ status: 200, data: { quantity: 1 } });
  });

  test('that opened the tickets of an order is not replaced by one that does not', async () => {
    const event = await premiere({}, { usage_limit: 1 });
    await promos.code(event, { code: 'OTHER' });
    await promos.code(event, { code: 'BOTH', opens_tier_ids: [event.hiddenId] });
    const paying = await order(await open(`${event.url}?code=FRIEND`), { [fieldOf(event.hiddenId)]: '1' });
    const refused = await promos.enter(paying, 'OTHER');
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('need the promo code');
    expect(await checkoutOf(paying)).toMatchObject({ discount: 0 });
    await promos.enter(paying, 'BOTH');
    expect(await checkoutOf(paying)).toMatchObject({ discount: 5 });
  });
});

describe('opens_tier_ids of a promo code', () => {
  const ask = (event: Premiere, fields: object) =>
    office.call('POST', '/promo-codes', {
      event_id: event.id,
      code: `CODE-${++events}`,
      discount_type: 'percentage',
      discount_amount: 0,
      ...fields,
    });

  test('names tiers of the event, each once, and may be changed', async () => {
    const event = await premiere();
    const ids = [event.hiddenId.toUpperCase(), event.hiddenId, event.tierId];
    const { status, data } = await ask(event, { opens_tier_ids: ids });
    expect({ status, data }).toMatchObject({ status: 201, data: { opens_tier_ids: [event.hiddenId, event.tierId] } });
    const changed = await office.call('PUT', `/promo-codes/${data.id}`, { opens_tier_ids: [event.hiddenId] });
    expect(changed.data).toMatchObject({ opens_tier_ids: [event.hiddenId], discount_amount: 0 });
    const discounted = await office.call('PUT', `/promo-codes/${data.id}`, {
      opens_tier_ids: null,
      discount_amount: 5,
    });
    expect(discounted.data).toMatchObject({ opens_tier_ids: [], discount_amount: 5 });
  });

  test('is refused for what is no tier of the event', async () => {
    const event = await premiere();
    const other = await office.event();
    for (const id of [UNKNOWN_ID, other.tierId])
      expect(await ask(event, { opens_tier_ids: [event.hiddenId, id] })).toMatchObject({
        status: 404,
        code: 'opened_tier_not_found',
        field: 'opens_tier_ids',
        details: { tier_id: id },
      });
    expect(await ask(event, { opens_tier_ids: ['x'] })).toMatchObject({ status: 400, field: 'opens_tier_ids[0]' });
    expect(await ask(event, { opens_tier_ids: event.hiddenId })).toMatchObject({
      status: 400,
      field: 'opens_tier_ids',
    });
  });

  test('allows a discount of 0, which is refused without it', async () => {
    const event = await premiere();
    const none = { status: 400, code: 'discount_required', field: 'discount_amount' };
    expect(await ask(event, {})).toMatchObject(none);
    expect(await ask(event, { discount_type: 'fixed_amount', opens_tier_ids: [] })).toMatchObject(none);
    expect(await office.call('PUT', `/promo-codes/${event.promo.id}`, { opens_tier_ids: null })).toMatchObject(none);
    const fixed = await ask(event, { discount_type: 'fixed_amount', opens_tier_ids: [event.hiddenId] });
    expect(fixed).toMatchObject({ status: 201, data: { discount_amount: 0 } });
  });

  test('keeps its tiers from being deleted', async () => {
    const event = await premiere();
    const remove = () => office.call('DELETE', `/tiers/${event.hiddenId}`);
    expect(await remove()).toMatchObject({ status: 409, code: 'tier_opened_by_code' });
    await office.call('PUT', `/promo-codes/${event.promo.id}`, { opens_tier_ids: [], discount_amount: 1 });
    expect(await remove()).toMatchObject({ status: 204 });
  });
});

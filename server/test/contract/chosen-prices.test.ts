import { describe, expect, test, vi } from 'vitest';
import { shopTexts } from '../../src/shop/pages/texts.ts';
import { type EventOnSale, PUBLIC_URL, useBoxOffice } from '../fixtures/box-office.ts';
import { openHall, rows, seatIdsOf } from '../fixtures/hall.ts';
import { promoCodeWords } from '../fixtures/promo-code-words.ts';
import { openLine } from '../fixtures/waiting-line.ts';

const office = await useBoxOffice();
const texts = shopTexts.en;

let events = 0;
/** A concert at a price of the buyer's choice: 200 is suggested, 50 the least. Donations from 0 as an add-on. */
async function concert(fields: Record<string, unknown> = {}) {
  events += 1;
  const slug = `choose-${events}`;
  const event = await office.event({ title: `Choose ${events}`, slug, price: 200, ...fields });
  await office.call('PUT', `/tiers/${event.tierId}`, { price_mode: 'chosen', minimum_price: 50 });
  const donation = { name: 'Donation', price: 100, price_mode: 'chosen', admission: false };
  const donationId = await office.tier(event, donation);
  return { ...event, donationId, url: `${PUBLIC_URL}/shop/lakbay-concerts/${slug}` };
}
type Concert = Awaited<ReturnType<typeof concert>>;

const change = (id: string, fields: object) => office.call('PUT', `/tiers/${id}`, fields);
const ask = (event: EventOnSale, fields: object) => office.askCheckout(event, { ...fields });
const both = ({ tierId, donationId }: Concert) => ({
  items: [
    { tier_id: donationId, quantity: 1, unit_price: 1_000.5 },
    { tier_id: tierId, quantity: 2, unit_price: 75.25 },
  ],
});

describe('price_mode of a tier', () => {
  test('is fixed by default; chosen has a minimum, 0 by default', async () => {
    const event = await concert();
    const { ticket_tiers } = await office.service.readEvent(event.id);
    expect(ticket_tiers).toMatchObject([
      { price: 200, price_mode: 'chosen', minimum_price: 50 },
      { price: 100, price_mode: 'chosen', minimum_price: 0, admission: false },
    ]);
    const plain = await office.event();
    expect((await office.service.readEvent(plain.id)).ticket_tiers).toMatchObject([
      { price_mode: 'fixed', minimum_price: null },
    ]);
  });

  test('is changed with the minimum, which a fixed price does not have', async () => {
    const event = await concert();
    expect(await change(event.tierId, { minimum_price: 200 })).toMatchObject({ data: { minimum_price: 200 } });
    expect(await change(event.tierId, { minimum_price: null })).toMatchObject({ data: { minimum_price: 0 } });
    for (const fields of [
      { price_mode: 'fixed', minimum_price: 1 },
      { price_mode: null, minimum_price: 1 },
    ])
      expect(await change(event.tierId, fields)).toMatchObject({
        status: 400,
        code: 'minimum_of_fixed_price',
        field: 'minimum_price',
      });
    expect(await change(event.tierId, { price_mode: null })).toMatchObject({
      data: { price_mode: 'fixed', minimum_price: null },
    });
    expect(await change(event.tierId, { minimum_price: 1 })).toMatchObject({ status: 400, field: 'minimum_price' });
  });

  test('never has a minimum above the suggested price', async () => {
    const event = await concert();
    const below = (field: string) => ({ status: 400, code: 'price_below_minimum', field });
    expect(await change(event.tierId, { minimum_price: 200.01 })).toMatchObject(below('minimum_price'));
    expect(await change(event.tierId, { price: 49.99 })).toMatchObject(below('price'));
    for (const ticket_price of [49.99, null])
      expect(await office.call('PUT', `/events/${event.id}`, { ticket_price })).toMatchObject(below('ticket_price'));
    expect(await office.call('PUT', `/events/${event.id}`, { ticket_price: 50 })).toMatchObject({ status: 200 });
  });

  test.each([
    ['price_mode', 'free'],
    ['price_mode', 1],
    ['minimum_price', -1],
    ['minimum_price', 0.001],
    ['minimum_price', '5'],
  ])('%s %j is 400', async (field, value) => {
    const event = await concert();
    expect(await change(event.tierId, { [field]: value })).toMatchObject({ status: 400, field });
    expect((await office.others.put(`/tiers/${event.tierId}`, { price_mode: 'fixed' })).status).toBe(404);
  });
});

describe('unit_price of a checkout', () => {
  test('is what the buyer pays for each, and the suggested price without it', async () => {
    const event = await concert();
    const { data } = await ask(event, { quantity: 3, unit_price: 99.5 });
    expect(data.items).toMatchObject([{ unit_price: 99.5, subtotal: 298.5 }]);
    expect(await office.stateOf(data.checkout_id)).toMatchObject({ subtotal: 298.5, total_amount: 298.5 });
    for (const unit_price of [undefined, null])
      expect((await ask(event, { unit_price })).data.items).toMatchObject([{ unit_price: 200 }]);
    expect((await ask(event, both(event))).data.items).toMatchObject([
      { tier_id: event.tierId, unit_price: 75.25, subtotal: 150.5 },
      { tier_id: event.donationId, unit_price: 1_000.5 },
    ]);
  });

  test('is at least the minimum: 400 names it', async () => {
    const event = await concert();
    const low = { status: 400, code: 'unit_price_too_low', details: { minimum: 50 } };
    expect(await ask(event, { unit_price: 49.99 })).toMatchObject({
      ...low,
      field: 'unit_price',
      message: 'unit_price must be at least 50',
    });
    const items = [
      { tier_id: event.donationId, quantity: 1 },
      { tier_id: event.tierId, quantity: 1, unit_price: 0 },
    ];
    expect(await ask(event, { items })).toMatchObject({ ...low, field: 'items[1].unit_price' });
    expect(await ask(event, { unit_price: 50 })).toMatchObject({ status: 201 });
  });

  test('of a tier with a fixed price is 400, even the same', async () => {
    const event = await office.event();
    const fixed = { status: 400, code: 'unit_price_fixed' };
    expect(await ask(event, { unit_price: 500 })).toMatchObject({ ...fixed, field: 'unit_price' });
    const items = [{ quantity: 1, unit_price: 500 }];
    expect(await ask(event, { items })).toMatchObject({ ...fixed, field: 'items[0].unit_price' });
    expect(await ask(event, { unit_price: 1, items: [{ quantity: 1 }] })).toMatchObject({
      code: 'items_and_single_form',
      field: 'unit_price',
    });
  });

  test.each([-1, 0.005, 10_000_000.01, '50', true])('%j is 400', async (unit_price) => {
    const event = await concert();
    expect(await ask(event, { unit_price })).toMatchObject({ status: 400, field: 'unit_price' });
  });

  test('stays what the buyer has seen when the tier changes', async () => {
    const event = await concert();
    const checkout = await office.checkout(event, { unit_price: 60 });
    await change(event.tierId, { price: 900, minimum_price: 800 });
    await office.browser.submit(await office.pay(checkout, 'CARD'), { press: 'authorize' });
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'completed', total_amount: 60 });
  });

  test('stays when the order grows before paying, until the buyer chooses another', async () => {
    const event = await office.event();
    const tier_id = await office.tier(event, { name: 'Support', price: 300, price_mode: 'chosen', minimum_price: 100 });
    const { data } = await office.askCheckout(event, { tier_id, quantity: 1, unit_price: 150 });
    const change = (item: object) =>
      office.call('PUT', `/checkouts/${data.checkout_id}`, { items: [{ tier_id, ...item }] });
    expect(await change({ quantity: 3 })).toMatchObject({ status: 200, data: { total_amount: 450 } });
    expect(await change({ quantity: 3, unit_price: 200 })).toMatchObject({ status: 200, data: { total_amount: 600 } });
    expect(await change({ quantity: 3, unit_price: 99 })).toMatchObject({ status: 400, code: 'unit_price_too_low' });
    expect(await office.stateOf(data.checkout_id)).toMatchObject({ total_amount: 600 });
  });

  test('was not chosen by a buyer of a fixed price: more tickets cost what they cost now', async () => {
    const event = await office.event({ price: 100 });
    const { data } = await office.askCheckout(event);
    await change(event.tierId, { price: 500, price_mode: 'chosen', minimum_price: 400 });
    const buy = (quantity: number, unit_price?: number) =>
      office.call('PUT', `/checkouts/${data.checkout_id}`, {
        items: [{ tier_id: event.tierId, quantity, unit_price }],
      });
    expect(await buy(3, 100)).toMatchObject({ status: 400, code: 'unit_price_too_low' });
    expect(await buy(1, 100)).toMatchObject({ status: 200, data: { total_amount: 100 } });
    expect(await buy(3)).toMatchObject({ status: 200, data: { total_amount: 1_500 } });
  });

  test('of a tier whose price is fixed since stays for no more tickets than before', async () => {
    const event = await concert();
    const { data } = await ask(event, { quantity: 2, unit_price: 60 });
    await change(event.tierId, { price_mode: 'fixed' });
    const buy = (quantity: number) =>
      office.call('PUT', `/checkouts/${data.checkout_id}`, { items: [{ tier_id: event.tierId, quantity }] });
    expect(await buy(1)).toMatchObject({ data: { total_amount: 60 } });
    expect(await buy(2)).toMatchObject({ data: { total_amount: 400 } });
  });

  test('may be sent again as it is after the minimum was raised, but no other below it', async () => {
    const event = await office.event();
    const tier_id = await office.tier(event, { name: 'Support', price: 300, price_mode: 'chosen', minimum_price: 100 });
    const { data } = await office.askCheckout(event, { tier_id, quantity: 2, unit_price: 150 });
    await office.call('PUT', `/tiers/${tier_id}`, { minimum_price: 200 });
    const change = (unit_price: number, quantity = 1) =>
      office.call('PUT', `/checkouts/${data.checkout_id}`, { items: [{ tier_id, quantity, unit_price }] });
    expect(await change(150)).toMatchObject({ status: 200, data: { total_amount: 150 } });
    expect(await change(150, 4)).toMatchObject({ status: 200, data: { total_amount: 600 } });
    expect(await change(160)).toMatchObject({ status: 400, code: 'unit_price_too_low' });
  });

  test('may be 0 where the minimum is: no payment', async () => {
    const event = await concert();
    const bought = await office.buy(event, { tier_id: event.donationId, unit_price: 0 });
    const { data } = await office.call<{ payment_method: string }>('GET', `/orders/${bought.orderId}`);
    expect(data.payment_method).toBe('FREE');
  });
});

describe('an order with chosen prices', () => {
  test('has them on its tickets, in the sums, the CSV and the notifications; each refund gives back its own', async () => {
    const event = await concert();
    const { orderId, ticketIds } = await office.buy(event, both(event), 'CARD');
    const other = await office.buy(event, { unit_price: 500 }, 'CARD');
    const prices = await Promise.all(
      ticketIds.map(async (id) => (await office.call<{ tier: { price: number } }>('GET', `/tickets/${id}`)).data.tier),
    );
    expect(prices.map(({ price }) => price)).toEqual([75.25, 75.25, 1_000.5]);
    expect((await office.call('GET', `/orders/${orderId}`)).data).toMatchObject({ total_amount: 1_151 });
    const sales = () => office.call('GET', `/analytics/sales?event_id=${event.id}`);
    expect((await sales()).data).toMatchObject({ total_revenue: 1_651, total_tickets_sold: 4 });
    const { body: csv } = await office.inject({
      method: 'GET',
      url: `/api/v1/events/${event.id}/attendees.csv`,
      headers: { authorization: `Bearer ${office.apiKey}` },
    });
    expect(csv).toContain('75.25');
    expect(csv).toContain('Admission,500,');
    const amounts = await promoCodeWords(office).ticketAmounts([...ticketIds, ...other.ticketIds]);
    expect(amounts).toEqual([100_050, 50_000, 7_525, 7_525]);
    await office.call('POST', `/orders/${orderId}/refund`, { ticket_ids: [ticketIds[0]] });
    await office.call('POST', `/tickets/${other.ticketId}/refund`);
    expect((await sales()).data).toMatchObject({ total_revenue: 1_075.75, total_tickets_sold: 2 });
  });

  test('shares a discount by what was paid', async () => {
    const event = await concert();
    await promoCodeWords(office).code(event, { discount_type: 'fixed_amount', discount_amount: 51 });
    const { ticketIds } = await office.buy(event, { promo_code: 'EARLY', ...both(event) }, 'CARD');
    const amounts = await promoCodeWords(office).ticketAmounts(ticketIds);
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(110_000);
  });

  test('pays the fee of a refund from its own price', async () => {
    const event = await concert({
      refund_rule: { allowed: 'automatic', until_hours_before_start: 0, fee_percent: 10, fee_fixed: 0 },
    });
    const { orderId } = await office.buy(event, { unit_price: 60 }, 'CARD');
    const { tickets_url } = (await office.call<{ tickets_url: string }>('GET', `/orders/${orderId}`)).data;
    const confirm = await office.browser.submit(await office.browser.open(`${tickets_url}/refund`));
    expect(confirm.text).toContain('You get ₱54.00 back');
  });
});

test('the buyer of an offer of the waiting list chooses the price on the checkout page', async () => {
  const line = openLine(office);
  const event = await concert({ capacity: 1 });
  const { ticketId } = await office.buy(event, {}, 'GCASH');
  await line.join(event);
  await line.refund([ticketId]);
  await office.offerPlaces();
  const [{ checkout_id } = { checkout_id: null }] = (await line.read(event)).entries;
  const { browser } = office;
  const page = await browser.open(`/c/${checkout_id}`);
  expect(page.forms[0]?.fields.find(({ name }) => name === 'unit_price')).toMatchObject({ value: '200.00' });
  for (const typed of ['49', 'much', '']) {
    const refused = await browser.submit(page, { press: 'Update tickets', fields: { unit_price: typed } });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Please enter a price from ₱50.00 to ₱10,000,000.00.');
  }
  const chosen = await browser.submit(page, { press: 'Pay ₱200.00', fields: { unit_price: '75.50' } });
  expect(chosen.text).toContain('Pay ₱75.50');
  expect(await office.stateOf(checkout_id ?? '')).toMatchObject({ total_amount: 75.5 });
  // In the shop the form of the event has the price, and a program has asked for it.
  const other = await office.checkout(await concert(), { unit_price: 60 });
  expect((await browser.open(other.checkout_url)).html).not.toContain('name="unit_price"');
});

describe('the shop', () => {
  const order = (page: Awaited<ReturnType<typeof office.browser.open>>, fields: Record<string, string | string[]>) => {
    events += 1;
    const buyer = { name: 'Ana', email: `choose${events}@example.com` };
    return office.browser.submit(page, { press: texts.continue, fields: { ...buyer, ...fields } });
  };

  test('suggests the price, and takes the one that the buyer enters', async () => {
    const event = await concert();
    const page = await office.browser.open(event.url);
    expect(page.text).toContain(texts.yourPrice('₱50.00'));
    expect(page.text).toContain(texts.yourPrice(null));
    const field = page.forms.flatMap(({ fields }) => fields).find(({ name }) => name === `u_${event.tierId}`);
    expect(field).toMatchObject({ value: '200.00', label: expect.stringContaining(texts.priceEach) });
    const paying = await order(page, { [`q_${event.tierId}`]: '2', [`u_${event.tierId}`]: ' 1,250.5 ' });
    expect(await office.stateOf(paying.url.split('/').at(-1) ?? '')).toMatchObject({ total_amount: 2_501 });
    const suggested = await order(page, { [`q_${event.tierId}`]: '1', [`u_${event.tierId}`]: '' });
    expect(await office.stateOf(suggested.url.split('/').at(-1) ?? '')).toMatchObject({ total_amount: 200 });
  });

  test.each(['49.99', '-60', '60.555', 'sixty', '1e3', '10,000,000.01'])('refuses %s and keeps it', async (typed) => {
    const event = await concert();
    const page = await order(await office.browser.open(event.url), {
      [`q_${event.tierId}`]: '1',
      [`u_${event.tierId}`]: typed,
    });
    expect(page.status).toBe(400);
    expect(page.text).toContain('please enter a price from ₱50.00 to ₱10,000,000.00');
    expect(page.html).toContain(`value="${typed}"`);
  });

  test.each([
    ['became fixed', { price_mode: 'fixed' }],
    ['has a higher minimum', { minimum_price: 150 }],
  ])('shows the form again if the price %s after the look at it', async (_, changed) => {
    const event = await concert();
    const page = await office.browser.open(event.url);
    const { query } = office.db;
    const looking = vi.spyOn(office.db, 'query').mockImplementation(async (statement) => {
      const rows = await query(statement);
      if (statement.text.includes('insert into shop_forms')) await change(event.tierId, changed);
      return rows as never;
    });
    const again = await order(page, { [`q_${event.tierId}`]: '1', [`u_${event.tierId}`]: '60' });
    looking.mockRestore();
    expect(again.status).toBe(400);
    expect(again.text).toContain(texts.problems.changed);
    expect(again.html).toContain(`name="q_${event.tierId}"`);
  });

  test('takes the price that the buyer enters above the seats', async () => {
    const hall = await openHall(office, rows(['A', 4]), { slug: `choose-${++events}`, price: 300, mode: 'choose' });
    await change(hall.tierId, { price_mode: 'chosen', minimum_price: 50 });
    const url = `${PUBLIC_URL}/shop/lakbay-concerts/choose-${events}?section=${hall.sectionId}`;
    const page = await office.browser.open(url);
    expect(page.text).toContain(`Row A General Admission ${texts.yourPrice('₱50.00')}`);
    const [first = '', second = ''] = (await seatIdsOf(office, hall))('A-1', 'A-2');
    const price = `u_${hall.sectionId}_${hall.tierId}`;
    const wrong = await order(page, { [`s_${hall.tierId}`]: first, [price]: '49' });
    expect(wrong.html).toContain(`<p id="${price}_error" class="wrong">`);
    const paying = await order(wrong, { [`s_${hall.tierId}`]: [first, second], [price]: '60.50' });
    expect(await office.stateOf(paying.url.split('/').at(-1) ?? '')).toMatchObject({ total_amount: 121 });
  });

  test('ignores a price of a tier that is not chosen, and of one that is fixed', async () => {
    const event = await concert();
    await change(event.tierId, { price_mode: 'fixed' });
    const page = await office.browser.open(event.url);
    const quantities = { [`q_${event.tierId}`]: '1', [`q_${event.donationId}`]: '0' };
    const paying = await order(page, { ...quantities, [`u_${event.donationId}`]: 'nothing' });
    expect(await office.stateOf(paying.url.split('/').at(-1) ?? '')).toMatchObject({ total_amount: 200 });
  });

  test('lists the event from the least price', async () => {
    const event = await concert();
    const list = await office.browser.open(`${PUBLIC_URL}/shop/lakbay-concerts`);
    const entry = list.text.slice(list.text.indexOf(event.title));
    expect(entry.slice(0, 200)).toContain(texts.from('₱50.00'));
  });
});

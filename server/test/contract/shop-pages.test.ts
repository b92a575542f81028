import { loadImage } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { MOST_PER_SHOP_BUYER, MOST_PER_SHOP_ORDER } from '../../src/checkouts/order-limits.ts';
import { filipino } from '../../src/shop/pages/filipino.ts';
import { shopTexts } from '../../src/shop/pages/texts.ts';
import { MOST_LISTED } from '../../src/shop/shop-limits.ts';
import { type EventOnSale, HOLD_SECONDS, PUBLIC_URL, useBoxOffice } from '../fixtures/box-office.ts';
import { openHall, rows, seat, seatIdsOf } from '../fixtures/hall.ts';
import type { Page } from '../readers/browser.ts';
import { structuredDataOf, violationsOf } from '../readers/structured-data.ts';

const office = await useBoxOffice();
const texts = shopTexts.en;
const BUYER = { name: 'Ana Reyes', email: 'ana@example.com', phone: '0917 000 0000' };

let events = 0;
/** An event with an address of its own. */
async function shopEvent(fields: Record<string, unknown> = {}) {
  events += 1;
  const slug = `event-${events}`;
  const event = await office.event({ title: `Event ${events}`, slug, ...fields });
  return { ...event, slug, url: `${PUBLIC_URL}/shop/lakbay-concerts/${slug}` };
}

const open = (url: string) => office.browser.open(url);
const quantity = ({ tierId }: Pick<EventOnSale, 'tierId'>) => `q_${tierId}`;

/** Fills in the form and presses Continue. Each buyer is another one, unless the test says who. */
let buyers = 0;
function order(page: Page, fields: Record<string, string | string[]>) {
  buyers += 1;
  const buyer = { ...BUYER, email: `buyer${buyers}@example.com`, phone: '' };
  return office.browser.submit(page, { press: texts.continue, fields: { ...buyer, ...fields } });
}

const change = (path: string, body: object) => office.call('PUT', path, body);
const checkouts = async ({ id }: { id: string }) =>
  (
    await office.call<{ checkouts: { checkout_id: string; status: string; quantity: number }[] }>(
      'GET',
      `/checkouts?event_id=${id}`,
    )
  ).data.checkouts;

describe('the page of an event', () => {
  test('shows what it is, where it is, what it costs, and has a form with a label on every field', async () => {
    const event = await shopEvent({
      price: 1250.5,
      venue_name: 'Cubao Expo',
      city: 'Quezon City',
      description: 'Bring **water**.\n\nDoors open at six.',
      cover_image_url: 'https://cdn.example/cover.jpg',
    });
    const page = await open(event.url);
    expect(page.status).toBe(200);
    for (const shown of [event.title, 'Cubao Expo, Quezon City', '₱1,250.50', 'Doors open at six.', 'Lakbay Concerts'])
      expect(page.text).toContain(shown);
    expect(page.html).toContain('<img class="cover" src="https://cdn.example/cover.jpg"');
    expect(page.links.map(({ href }) => href)).toContainEqual(expect.stringContaining('google.com/maps/search'));
    const [form] = page.forms;
    const visible = form?.fields.filter(({ type }) => type !== 'hidden') ?? [];
    expect(visible.map(({ name }) => name)).toEqual([quantity(event), 'name', 'email', 'phone']);
    expect(visible.filter(({ label }) => label === '')).toEqual([]);
    expect(form?.fields.find(({ name }) => name === quantity(event))?.value).toBe('1');
    expect(page.html).not.toMatch(/<script(?! type="application\/ld\+json")/);
    expect(page.headers['cache-control']).toBe('private, no-cache');
  });

  test('escapes what organizers wrote, also in data for search engines', async () => {
    const evil = `</script><script>alert(1)</script>"'><img src=x onerror=alert(2)>`;
    const event = await shopEvent({ title: evil, venue_name: evil, city: evil, description_html: `<p>ok</p>${evil}` });
    await change(`/tiers/${event.tierId}`, { name: evil });
    const { html } = await open(event.url);
    expect(html).not.toContain('<script>alert');
    expect(html).not.toMatch(/<img src=x/);
    expect(structuredDataOf(html)).toMatchObject({
      '@type': 'Event',
      name: evil,
      offers: [{ name: evil, priceCurrency: 'PHP' }],
    });
  });

  test('has what messengers and search engines show', async () => {
    const event = await shopEvent({ description: 'A night of songs.', venue_name: 'Plaza' });
    const { html } = await open(event.url);
    for (const head of [
      `<link rel="canonical" href="${event.url}">`,
      `<meta property="og:title" content="${event.title}">`,
      '<meta property="og:description" content="A night of songs.">',
      `<meta property="og:url" content="${event.url}">`,
    ])
      expect(html).toContain(head);
    expect(html).not.toContain('noindex');
    const data = structuredDataOf(html);
    expect(violationsOf(data)).toEqual([]);
    expect(violationsOf({ ...data, startDate: 'tomorrow' })).toContain('/startDate must match format "date-time"');
    expect(data).toMatchObject({
      url: event.url,
      eventStatus: 'https://schema.org/EventScheduled',
      location: { name: 'Plaza' },
      offers: [{ price: 500, availability: 'https://schema.org/InStock' }],
    });
  });

  test('has a picture for messengers: its cover, or one that is drawn for it in its words and colour', async () => {
    const title = `Nights <i>&</i> "days" of ${'a very long name '.repeat(8)}`;
    const event = await shopEvent({ title, venue_name: 'Plaza' });
    const { html } = await open(event.url);
    const [, url = ''] = /<meta property="og:image" content="([^"]*)">/.exec(html) ?? [];
    expect(url).toBe(`${event.url}/share.png?lang=en`);
    expect(structuredDataOf(html).image).toEqual([url]);
    const pictures = [];
    for (const color of ['#8a1c2b', '#8a1c2b', '#f5d90a']) {
      await change('/organization', { color });
      const answer = await office.app.inject({ method: 'GET', url: url.slice(PUBLIC_URL.length) });
      expect(answer.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'public, max-age=3600' });
      pictures.push(answer.rawPayload);
    }
    const [picture, again, other] = pictures;
    expect(again).toEqual(picture);
    expect(other).not.toEqual(picture);
    const { width, height } = await loadImage(picture as Buffer);
    expect({ width, height }).toEqual({ width: 1_200, height: 630 });
    const covered = await shopEvent({ cover_image_url: 'https://cdn.example/cover.jpg' });
    expect((await open(covered.url)).html).toContain(
      '<meta property="og:image" content="https://cdn.example/cover.jpg">',
    );
    expect((await open(`${PUBLIC_URL}/shop/lakbay-concerts/unknown/share.png`)).status).toBe(404);
    const lines = await shopEvent({ venue_name: 'B\n'.repeat(30) });
    expect((await open(`${lines.url}/share.png`)).status).toBe(200);
  });

  test('is 404 for a draft, an unknown address and another organization’s event, and is HTML', async () => {
    const draft = { title: 'Secret', start_datetime: '2027-05-01T20:00:00+08:00', capacity: 1, slug: 'a-draft' };
    await office.call('POST', '/events', draft);
    const event = await shopEvent();
    for (const path of ['lakbay-concerts/a-draft', 'lakbay-concerts/unknown', `isla-events/${event.slug}`, 'x']) {
      const page = await open(`${PUBLIC_URL}/shop/${path}`);
      expect([path, page.status, page.headers['content-type']]).toEqual([path, 404, 'text/html; charset=utf-8']);
      expect(page.text).not.toContain('Secret');
    }
  });

  test('is reached by an earlier address, and in capitals: 301', async () => {
    const event = await shopEvent();
    await change(`/events/${event.id}`, { slug: `${event.slug}-new` });
    for (const slug of [event.slug, event.slug.toUpperCase()]) {
      const moved = await office.inject({ method: 'GET', url: `/shop/lakbay-concerts/${slug}?lang=fil` });
      expect(moved.statusCode).toBe(301);
      expect(moved.headers.location).toBe(`/shop/lakbay-concerts/${event.slug}-new?lang=fil`);
    }
    // Longer than any of ours, and than what proxies take in a header.
    const long = await office.inject({
      method: 'GET',
      url: `/shop/lakbay-concerts/${event.slug}?ref=${'a'.repeat(6_000)}`,
    });
    expect(long.headers.location).toBe(`/shop/lakbay-concerts/${event.slug}-new`);
    await change('/organization', { slug: 'lakbay-now' });
    const shop = await office.inject({ method: 'GET', url: '/shop/lakbay-concerts' });
    expect([shop.statusCode, shop.headers.location]).toEqual([301, '/shop/lakbay-now']);
    const moved = await office.inject({ method: 'GET', url: `/shop/lakbay-concerts/${event.slug}-new` });
    expect([moved.statusCode, moved.headers.location]).toEqual([301, `/shop/lakbay-now/${event.slug}-new`]);
    await change('/organization', { slug: 'lakbay-concerts' });
  });

  test('says in each state why nothing can be bought, and has a way on', async () => {
    const soon = { sales_start_datetime: office.service.daysFromNow(2) };
    const notYet = await shopEvent();
    await change(`/tiers/${notYet.tierId}`, soon);
    const soldOut = await shopEvent({ capacity: 1 });
    await office.buy(soldOut);
    const held = await shopEvent({ capacity: 1 });
    await office.checkout(held);
    const inactive = await shopEvent();
    await change(`/tiers/${inactive.tierId}`, { is_active: false });
    const cases: [{ url: string }, string][] = [
      [notYet, 'not_yet'],
      [soldOut, 'gone'],
      [held, 'held'],
      [inactive, 'none'],
      [await shopEvent({ sales_end_datetime: office.now().toISOString() }), 'over'],
    ];
    for (const status of ['paused', 'cancelled', 'completed']) {
      const event = await shopEvent();
      await change(`/events/${event.id}`, { status });
      cases.push([event, status]);
    }
    for (const [{ url }, state] of cases) {
      const page = await open(url);
      const forms = state === 'gone' || state === 'held' ? 1 : 0;
      expect([state, page.status, page.forms.length]).toEqual([state, 200, forms]);
      expect(page.text).toContain(texts.states[state]?.[0]);
      const hrefs = page.links.map(({ href }) => href);
      for (const href of ['/shop/lakbay-concerts', `/find?organization=${office.organizationId}`])
        expect(hrefs).toContain(href);
    }
    // What comes back is the waiting list's, where there is one.
    expect((await open(soldOut.url)).text).not.toContain(texts.returned);
    const sales_end_datetime = new Date(office.now().getTime() + 60_000).toISOString();
    await change(`/events/${soldOut.id}`, { sales_end_datetime });
    expect((await open(soldOut.url)).text).toContain(`${texts.states.gone?.[1]} ${texts.returned}`);
    const wait = await open(notYet.url);
    expect(wait.text).toContain('Tickets go on sale on Wednesday, February 3, 2027');
  });

  test('of a hidden event is found by its link alone', async () => {
    const hidden = await shopEvent();
    await change(`/events/${hidden.id}`, { status: 'hidden' });
    const unlisted = await shopEvent({ listed: false });
    const shop = await open(`${PUBLIC_URL}/shop/lakbay-concerts`);
    const sitemap = (await office.inject({ method: 'GET', url: '/sitemap.xml' })).body;
    for (const { slug, url } of [hidden, unlisted]) {
      const page = await open(url);
      expect([page.status, page.forms.length]).toEqual([200, 1]);
      expect(page.html).toContain('<meta name="robots" content="noindex">');
      expect(shop.html).not.toContain(`/${slug}"`);
      expect(sitemap).not.toContain(`/${slug}<`);
    }
  });
});

describe('the page of a shop', () => {
  test('lists what is on sale and what was, with contact', async () => {
    const [on, past, paused] = [await shopEvent({ venue_name: 'Plaza' }), await shopEvent(), await shopEvent()];
    await office.tier(on, { name: 'VIP', price: 900 });
    await change(`/events/${past.id}`, { status: 'completed' });
    await change(`/events/${paused.id}`, { status: 'paused' });
    await change('/organization', { contact_email: 'help@lakbay.example', refund_policy: 'No <refunds>.' });
    const page = await open(`${PUBLIC_URL}/shop/lakbay-concerts`);
    expect(page.status).toBe(200);
    const hrefs = page.links.map(({ href }) => href);
    expect(hrefs).toContain(`/shop/lakbay-concerts/${on.slug}`);
    expect(hrefs).toContain(`/shop/lakbay-concerts/${past.slug}`);
    expect(hrefs).not.toContain(`/shop/lakbay-concerts/${paused.slug}`);
    expect(page.text).toContain('from ₱500.00');
    expect(page.text).toContain('help@lakbay.example');
    expect(page.html).toContain('No &lt;refunds&gt;.');
    const theirs = await open(`${PUBLIC_URL}/shop/isla-events`);
    expect(theirs.text).toContain(texts.nothingComing);
    expect(theirs.html).not.toContain('event-');
  });

  test('is in the sitemap with its events, and robots.txt names it', async () => {
    const robots = await office.inject({ method: 'GET', url: '/robots.txt' });
    expect(robots.body).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`);
    office.wait(3_600);
    const { url } = await shopEvent();
    const sitemap = await office.inject({ method: 'GET', url: '/sitemap.xml' });
    expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(sitemap.body).toContain(`<loc>${url}</loc>`);
    expect(sitemap.body).toContain(`<loc>${PUBLIC_URL}/shop/lakbay-concerts</loc>`);
    expect(sitemap.body).not.toContain('isla-events');
  });
});

describe('the form', () => {
  test('holds the tickets and leads to the hosted checkout page, which leads back', async () => {
    const event = await shopEvent({ price: 850 });
    const page = await order(await open(event.url), { [quantity(event)]: '2' });
    expect(page.url).toMatch(/\/c\/cs_/);
    expect(page.text).toContain('2 × General Admission');
    const [{ checkout_id, ...held } = {}] = await checkouts(event);
    const href = `${event.url}?checkout_id=${checkout_id}`;
    expect(page.links).toContainEqual({ href, text: 'Go back: your tickets stay held' });
    expect(held).toMatchObject({ status: 'open', quantity: 2 });
  });

  test('holds several kinds of tickets together, or none', async () => {
    const event = await shopEvent({ price: 850 });
    const vip = { tierId: await office.tier(event, { name: 'VIP', price: 2_000, quantity_total: 3 }) };
    const page = await open(event.url);
    const wanted = { [quantity(event)]: '2', [quantity(vip)]: '3' };
    const next = await order(page, wanted);
    expect(next.text).toContain('2 × General Admission');
    expect(next.text).toContain('3 × VIP');
    expect(next.text).toContain('₱7,700.00');
    const again = await order(await open(event.url), { [quantity(event)]: '1' });
    expect(again.url).toMatch(/\/c\/cs_/);
    const late = await office.browser.submit(page, {
      press: texts.continue,
      fields: { ...wanted, name: 'Late', email: 'late-vip@example.com', token: 'B'.repeat(43) },
    });
    expect(late.text).toContain(texts.problems.notEnough('VIP', 0));
    expect(await checkouts(event)).toHaveLength(2);
  });

  test('sells the last tickets whose hold is over, even before a task releases it', async () => {
    const event = await shopEvent({ capacity: 2 });
    const parking = await office.tier(event, { name: 'Parking', admission: false, quantity_total: 1 });
    const items = [event.tierId, parking].map((tier_id) => ({ tier_id, quantity: 1 }));
    await office.checkout(event, { items });
    office.wait(HOLD_SECONDS - 1);
    await office.checkout(event);
    expect((await open(event.url)).text).toContain(texts.states.held?.[0]);
    office.wait(1);
    const wanted = { [quantity(event)]: '1', [quantity({ tierId: parking })]: '1' };
    expect((await order(await open(event.url), wanted)).url).toMatch(/\/c\/cs_/);
    expect((await open(event.url)).text).toContain(texts.states.held?.[0]);
  });

  test('leads to a seat of the chosen section', async () => {
    const event = await openHall(office, rows(['A', 10]), { slug: 'seated-in-shop' });
    const page = await open(`${PUBLIC_URL}/shop/lakbay-concerts/seated-in-shop`);
    const field = page.forms[0]?.fields.find(({ name }) => name.startsWith(`q_${event.sectionId}`))?.name ?? '';
    const next = await order(page, { [field]: '2' });
    expect(next.url).toMatch(/\/c\/cs_/);
    expect((await checkouts(event))[0]).toMatchObject({ quantity: 2, section_id: event.sectionId });
  });

  describe('whose buyers choose their seats', () => {
    let halls = 0;
    async function openChoosable(mode: string) {
      halls += 1;
      const slug = `seats-${halls}`;
      const event = await office.event({ slug, price: 500 });
      const child = await office.tier(event, { name: 'Child', price: 200, sort_order: 5 });
      const sections = [
        {
          label: 'Lower',
          tier_ids: [event.tierId, child],
          rows: rows(['A', 4, [event.tierId]], ['B', [1, 2, null, 3]]),
        },
        { label: 'Upper', tier_ids: [event.tierId], rows: rows(['A', 2]) },
      ];
      const hall = await seat(office, event, sections, mode);
      const url = `${PUBLIC_URL}/shop/lakbay-concerts/${slug}`;
      const ids = await seatIdsOf(office, hall);
      return { ...hall, child, ids, url, seatsUrl: `${url}?section=${hall.sectionId}` };
    }
    const boxes = (page: Page) => page.forms[0]?.fields.filter(({ type, name }) => type === 'checkbox' && name) ?? [];
    const ticked = (page: Page) => boxes(page).flatMap(({ checked, value }) => (checked ? value : []));

    test('keeps the code and the link that brought the buyer from page to page', async () => {
      const hall = await openChoosable('choose');
      await office.call('PUT', `/tiers/${hall.child}`, { hidden: true });
      const code = { event_id: hall.id, code: 'KIDS', discount_type: 'percentage', discount_amount: 0 };
      await office.call('POST', '/promo-codes', { ...code, opens_tier_ids: [hall.child] });
      const event = await open(`${hall.url}?code=kids&ref=JOY`);
      const seats = await open(event.links.find(({ text }) => text === texts.seats.chooseIn('Lower'))?.href ?? '');
      expect(seats.html).toContain(`name="as" value="${hall.child}"`);
      const back = seats.links.find(({ text }) => text === texts.seats.otherSections)?.href ?? '';
      expect(back).toMatch(/[?&]code=kids&ref=JOY$/);
    });

    test.each([
      ['choose', texts.seats.chooseIn],
      ['both', texts.seats.chooseYourself],
    ])('leads to the seats of a section and holds exactly these (%s)', async (mode, link) => {
      const hall = await openChoosable(mode);
      const event = await open(hall.url);
      expect(event.links.map(({ text }) => text)).toEqual(expect.arrayContaining([link('Lower'), link('Upper')]));
      expect(event.html.includes(`name="q_${hall.sectionId}`)).toBe(mode === 'both');
      const page = await open(event.links.find(({ text }) => text === link('Lower'))?.href ?? '');
      expect(boxes(page).map(({ label }) => label)).toEqual(['1', '2', '3', '4', '1', '2', '3']);
      const next = await order(page, { [`s_${hall.tierId}`]: hall.ids('A-2', 'B-3') });
      expect(next.url).toMatch(/\/c\/cs_/);
      const [{ checkout_id = '' } = {}] = await checkouts(hall);
      expect(await office.stateOf(checkout_id)).toMatchObject({
        assigned_seats: [{ label: 'A-2' }, { label: 'B-3' }],
        subtotal: 1_000,
      });
    });

    test('says which seats were taken meanwhile, and keeps the others ticked', async () => {
      const hall = await openChoosable('choose');
      const page = await open(hall.seatsUrl);
      await office.checkout(hall, { section_id: hall.sectionId, seat_ids: hall.ids('A-1', 'B-2'), quantity: 2 });
      const chosen = hall.ids('A-1', 'A-2', 'B-2');
      const again = await order(page, { [`s_${hall.tierId}`]: chosen, name: 'Bea Cruz' });
      expect(again.status).toBe(400);
      expect(again.text).toContain(texts.problems.seatsTaken('A-1, B-2'));
      expect(ticked(again)).toEqual(hall.ids('A-2'));
      expect(again.html).toContain('value="Bea Cruz"');
      const { url } = await office.browser.submit(again, { press: texts.continue });
      expect(url).toMatch(/\/c\/cs_/);
      const none = await order(await open(hall.seatsUrl), {});
      expect(none.text).toContain(texts.problems.noSeats);
    });

    test('sells seats of one row at two prices, keeping what was ticked at the first', async () => {
      const hall = await openChoosable('both');
      const page = await open(`${hall.seatsUrl}&lang=fil`);
      const asChild = await office.browser.submit(page, {
        press: hall.child,
        fields: { [`s_${hall.tierId}`]: hall.ids('B-1'), name: 'Ana Reyes', email: 'family@example.com' },
      });
      expect(asChild.html).toContain('lang="fil"');
      expect(ticked(asChild)).toEqual(hall.ids('B-1'));
      // Row A has no seats for children, and the seat that was ticked keeps its price.
      expect(boxes(asChild).map(({ name }) => name === `s_${hall.child}`)).toEqual([
        false,
        false,
        false,
        false,
        false,
        true,
        true,
      ]);
      const next = await office.browser.submit(asChild, {
        press: shopTexts.fil.continue,
        fields: { [`s_${hall.child}`]: hall.ids('B-3') },
      });
      expect(next.url).toMatch(/\/c\/cs_/);
      const [{ checkout_id = '' } = {}] = await checkouts(hall);
      expect(await office.stateOf(checkout_id)).toMatchObject({
        subtotal: 700,
        assigned_seats: [{ seat: 1 }, { seat: 3 }],
      });
    });

    test('shows no seats where the service assigns them, nor of a section that is not of the event', async () => {
      const [assigned, other] = [await openChoosable('best_available'), await openChoosable('choose')];
      for (const url of [assigned.seatsUrl, `${other.url}?section=${assigned.sectionId}`, `${other.url}?section=Lower`])
        expect(boxes(await open(url))).toEqual([]);
    });
  });

  test.each<[string, Record<string, string>, string[]]>([
    ['no ticket', { q: '0' }, [texts.problems.noTickets]],
    ['no name and no address', { name: ' ', email: '' }, [texts.problems.noName, texts.problems.noEmail]],
    ['a name that is a message', { name: 'Win at https://evil.example/' }, [texts.problems.badName]],
    ['a mistyped address', { email: 'ana@example' }, [texts.problems.badEmail]],
    ['a long phone number', { phone: '1'.repeat(33) }, [texts.problems.badPhone]],
    ['no number', { q: 'two' }, [texts.problems.badQuantity('General Admission', MOST_PER_SHOP_ORDER)]],
    ['a negative number', { q: '-1' }, [texts.problems.badQuantity('General Admission', MOST_PER_SHOP_ORDER)]],
  ])(
    'with %s is shown again with what was entered and the problem beside its field',
    async (_what, wrong, problems) => {
      const event = await shopEvent();
      const { q = '1', ...others } = wrong;
      const page = await order(await open(event.url), { [quantity(event)]: q, ...others });
      expect(page.status).toBe(400);
      for (const problem of problems) expect(page.html.split(problem.replaceAll("'", '&#39;'))).toHaveLength(3);
      const { name = BUYER.name } = wrong;
      expect(page.html).toContain(`id="name" name="name" value="${name.trim()}"`);
      expect(page.html).toMatch(/aria-invalid="true" aria-describedby="\w+_?[\w-]*_error"/);
      expect(await checkouts(event)).toEqual([]);
    },
  );

  test('takes a name of 200 characters, as the API does: an emoji is one', async () => {
    const event = await shopEvent();
    const name = (length: number) => ({ [quantity(event)]: '1', name: '😀'.repeat(length) });
    expect((await order(await open(event.url), name(201))).status).toBe(400);
    expect((await order(await open(event.url), name(200))).url).toContain('/c/');
  });

  test('is 409 with more than the shop allows, whatever is left', async () => {
    const event = await shopEvent({ capacity: 5 });
    const page = await order(await open(event.url), { [quantity(event)]: String(MOST_PER_SHOP_ORDER + 1) });
    expect(page.status).toBe(409);
    expect(page.text).toContain(texts.problems.tooMany(MOST_PER_SHOP_ORDER));
    expect(page.html).toContain(`id="name" name="name" value="${BUYER.name}"`);
    expect(await checkouts(event)).toEqual([]);
  });

  test('says a price that changed, and takes the new one when it is sent again', async () => {
    const event = await shopEvent({ price: 500 });
    const page = await open(event.url);
    await change(`/events/${event.id}`, { ticket_price: 600 });
    const again = await order(page, { [quantity(event)]: '2' });
    expect(again.status).toBe(400);
    expect(again.text).toContain(texts.problems.priceChanged('General Admission', '₱500.00', '₱600.00'));
    const next = await office.browser.submit(again, { press: texts.continue });
    expect(next.text).toContain('₱1,200.00');
  });

  test('says how many are left when they are fewer than were chosen', async () => {
    const event = await shopEvent({ capacity: 5 });
    const page = await open(event.url);
    expect(page.text).toContain(texts.left(5));
    await office.checkout(event, { quantity: 3 });
    const again = await order(page, { [quantity(event)]: '4' });
    expect(again.status).toBe(400);
    expect(again.text).toContain(texts.problems.notEnough('General Admission', 2));
    const next = await office.browser.submit(again, { press: texts.continue, fields: { [quantity(event)]: '2' } });
    expect(next.url).toMatch(/\/c\/cs_/);
  });

  test('pressed twice, also at the same time, leads to one checkout', async () => {
    // Each press after the first asks for tickets that are no longer there.
    const event = await shopEvent({ capacity: 3 });
    const page = await open(event.url);
    const fields = { [quantity(event)]: '2', email: 'twice@example.com' };
    const pages = await Promise.all([order(page, fields), order(page, fields), order(page, fields)]);
    const third = await order(page, fields);
    expect(new Set([...pages, third].map(({ url }) => url)).size).toBe(1);
    expect(await checkouts(event)).toHaveLength(1);
  });

  test('pressed twice with tickets that were hidden meanwhile leads to one checkout', async () => {
    const event = await shopEvent({ capacity: 10 });
    const vip = { tierId: await office.tier(event, { name: 'VIP', price: 2_000, quantity_total: 3 }) };
    const page = await open(event.url);
    await change(`/tiers/${vip.tierId}`, { hidden: true });
    const fields = { [quantity(event)]: '2', [quantity(vip)]: '1', email: 'hidden@example.com' };
    const pages = [await order(page, fields), await order(page, fields)];
    expect(new Set(pages.map(({ url }) => url)).size).toBe(1);
    expect(await checkouts(event)).toMatchObject([{ status: 'open', quantity: 2 }]);
  });

  test('changed after the way back replaces its earlier hold; another tab does not', async () => {
    const event = await shopEvent({ capacity: 4 });
    const page = await open(event.url);
    await order(page, { [quantity(event)]: '4' });
    const next = await order(page, { [quantity(event)]: '3' });
    expect(next.text).toContain('3 × General Admission');
    expect((await checkouts(event)).map(({ status, quantity: count }) => `${status} ${count}`).toSorted()).toEqual([
      'expired 4',
      'open 3',
    ]);
    const tab = await open(event.url);
    await order(tab, { [quantity(event)]: '1' });
    expect((await checkouts(event)).filter(({ status }) => status === 'open')).toHaveLength(2);
  });

  test('makes a new checkout once the hold of its first one ended', async () => {
    const event = await shopEvent();
    const page = await open(event.url);
    const fields = { [quantity(event)]: '2', email: 'late@example.com' };
    const first = await order(page, fields);
    office.wait(901);
    const second = await order(page, fields);
    expect(second.url).not.toBe(first.url);
    expect(second.text).toContain('15 minutes left');
  });

  test('keeps what was entered when the language changes', async () => {
    const event = await shopEvent();
    const page = await open(event.url);
    expect(page.html).toContain(`formaction="/shop/lakbay-concerts/${event.slug}/language?lang=fil"`);
    const response = await office.inject({
      method: 'POST',
      url: `/shop/lakbay-concerts/${event.slug}/language?lang=fil`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ name: 'Ana', [quantity(event)]: '3' }).toString(),
    });
    expect(response.body).toContain(filipino.continue);
    expect(response.body).toContain('value="Ana"');
    expect(response.body).toContain('<option selected>3</option>');
    expect(String(response.headers['set-cookie'])).toContain('lang=fil');
  });

  test(`sells a buyer at most ${MOST_PER_SHOP_BUYER} tickets where the event says nothing, and programs any number`, async () => {
    const event = await shopEvent();
    const who = { email: 'fan+1@example.com', phone: '0917 123 4567' };
    await order(await open(event.url), { [quantity(event)]: '6', ...who });
    const again = await order(await open(event.url), { [quantity(event)]: '5', ...who, email: 'other@example.com' });
    expect(again.status).toBe(400);
    expect(again.text).toContain(texts.problems.mostPerBuyer(MOST_PER_SHOP_BUYER, MOST_PER_SHOP_BUYER - 6));
    const customer = { name: 'Fan', email: 'fan@example.com', phone: '0917 123 4567' };
    expect((await office.askCheckout(event, { quantity: 20, customer })).status).toBe(201);
  });

  test('keeps the limits of the shop when an order changes', async () => {
    const event = await shopEvent();
    await order(await open(event.url), { [quantity(event)]: '6', email: 'fan@example.com' });
    await order(await open(event.url), { [quantity(event)]: '2', email: 'fan@example.com' });
    const checkout_id = (await checkouts(event)).find((one) => one.quantity === 2)?.checkout_id;
    const items = (count: number) => ({ items: [{ tier_id: event.tierId, quantity: count }] });
    const { status, code, details } = await change(`/checkouts/${checkout_id}`, items(11));
    expect({ status, code, details }).toEqual({
      status: 409,
      code: 'max_per_order',
      details: { max: 10, set_by: 'shop' },
    });
    expect(await change(`/checkouts/${checkout_id}`, items(5))).toMatchObject({
      status: 409,
      code: 'max_per_buyer',
      details: { max: 10, left: 4 },
    });
    expect(await change(`/checkouts/${checkout_id}`, items(4))).toMatchObject({ status: 200 });
  });

  test('follows the limits of an event that has its own', async () => {
    const event = await shopEvent({ max_per_order: 15, max_per_buyer: 15 });
    const next = await order(await open(event.url), { [quantity(event)]: '15' });
    expect(next.text).toContain('15 × General Admission');
  });
});

describe('after the payment', () => {
  async function pay(event: { url: string; tierId: string }) {
    const checkout = await order(await open(event.url), { [quantity(event)]: '1' });
    return { checkout, provider: await office.browser.submit(checkout) };
  }

  test('the way back from the payment service leads to the order with its tickets', async () => {
    const { provider } = await pay(await shopEvent());
    const page = await office.browser.submit(provider, { press: 'authorize' });
    expect(page.url).toMatch(/\/o\/[\w-]{65}$/);
    expect(page.text).toContain('Your ticket');
  });

  test('the way back ends with the link to the order, when a ticket gets a new code', async () => {
    const event = await shopEvent();
    const { provider } = await pay(event);
    const back = provider.links.find(({ href }) => href.includes('/return/'))?.href ?? '';
    const { url } = await office.browser.submit(provider, { press: 'authorize' });
    expect((await open(back)).url).toBe(url);
    const { data } = await office.call<{ attendees: { ticket_id: string }[] }>('GET', `/events/${event.id}/attendees`);
    expect(await office.call('POST', `/tickets/${data.attendees[0]?.ticket_id}/reissue`)).toMatchObject({
      status: 200,
    });
    expect((await open(url)).status).toBe(404);
    expect((await open(back)).text).toContain(texts.thanks.heading);
  });

  test('who knows only the checkout id is not shown the tickets; the browser that ordered is', async () => {
    const event = await shopEvent({ start_datetime: '2099-05-01T20:00:00+08:00', price: 0 });
    const page = await open(event.url);
    const fields = page.forms[0]?.fields.map(({ name, value }): [string, string] => [name, value]) ?? [];
    const sent = new URLSearchParams([
      ...fields.filter(([name]) => !['name', 'email'].includes(name)),
      ...Object.entries({ name: 'Ana', email: 'free@example.com' }),
    ]);
    const response = await office.inject({
      method: 'POST',
      url: `/shop/lakbay-concerts/${event.slug}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: sent.toString(),
    });
    const cookies = [response.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';', 1)[0]);
    const code = String(response.headers.location).slice('/c/'.length);
    expect(response.statusCode).toBe(303);
    const stranger = await office.browser.submit(await open(`${PUBLIC_URL}/c/${code}`), {});
    expect(stranger.text).toContain(texts.thanks.heading);
    expect(stranger.text).toContain('Friday, May 1, 2099 at 8:00 PM');
    expect(stranger.html).not.toMatch(/\/[ot]\/[\w-]{65}/);
    const thanks = { method: 'GET', url: stranger.url.replace(PUBLIC_URL, '') } as const;
    const buyer = await office.inject({ ...thanks, headers: { cookie: cookies.join('; ') } });
    expect([buyer.statusCode, buyer.headers.location]).toEqual([
      303,
      expect.stringMatching(/\/o\/[\w-]{65}\?done=bought$/),
    ]);
    expect((await open(String(buyer.headers.location))).text).toContain(
      'Thank you: your order is complete. The tickets are on their way to free@example.com, too.',
    );
    const forged = { cookie: `buyer_${code}=${'A'.repeat(43)}` };
    expect((await office.inject({ ...thanks, headers: forged })).statusCode).toBe(200);
  });
});

test('the page of thanks is in the language of its checkout, and in another on request', async () => {
  const event = await shopEvent({ price: 0 });
  const { checkoutId } = await office.buy(event, { language: 'fil' });
  const thanks = await open(`${event.url}/thanks?checkout_id=${checkoutId}`);
  expect(thanks.text).toContain(filipino.thanks.heading);
  const { href = '' } = thanks.links.find(({ text }) => text === 'English') ?? {};
  const other = await open(new URL(href, thanks.url).href);
  expect([other.status, other.text]).toEqual([200, expect.stringContaining(texts.thanks.heading)]);
});

test('the page of thanks is for a completed checkout: an open one has its own page, and without one it is unknown', async () => {
  const event = await shopEvent({ price: 500 });
  const { checkout_id: open } = await office.checkout(event, { quantity: 1 });
  const ask = async (query: string) => {
    const { statusCode, headers } = await office.inject({
      method: 'GET',
      url: `/shop/lakbay-concerts/${event.slug}/thanks${query}`,
    });
    return [statusCode, headers.location];
  };
  expect(await ask(`?checkout_id=${open}`)).toEqual([303, `/c/${open}`]);
  expect(await ask('')).toEqual([404, undefined]);
  expect(await ask('?checkout_id=%00')).toEqual([404, undefined]);
  const { checkoutId } = await office.buy(event);
  expect(await ask(`?checkout_id=${checkoutId}`)).toEqual([200, undefined]);
});

test('orders of one network address are bounded, with a page that says so', async () => {
  const event = await shopEvent();
  const send = () =>
    office.inject({
      method: 'POST',
      url: `/shop/lakbay-concerts/${event.slug}`,
      remoteAddress: '203.0.113.9',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'name=',
    });
  for (let sent = 0; sent < 60; sent++) expect((await send()).statusCode).toBe(400);
  const refused = await send();
  expect(refused.statusCode).toBe(429);
  expect(refused.headers).toMatchObject({ 'retry-after': '1', 'content-type': 'text/html; charset=utf-8' });
  expect(refused.body).toContain('Too many orders come from your network');
  office.wait(2);
  expect((await send()).statusCode).toBe(400);
});

test('a shop with more events than a page lists leads to the others, and back', async () => {
  const list = `${PUBLIC_URL}/shop/lakbay-concerts`;
  for (let day = 1; day <= MOST_LISTED + 1; day++)
    await office.event({ title: `Day ${day}.`, start_datetime: new Date(Date.UTC(2028, 0, day)).toISOString() });
  const first = await open(`${list}?ref=poster`);
  expect(first.text).toContain(texts.moreEvents);
  expect(first.text).not.toContain(texts.eventsBefore);
  const linkOf = (page: Page, text: string) => page.links.find((link) => link.text === text)?.href ?? '';
  const second = await open(new URL(linkOf(first, texts.moreEvents), list).href);
  expect(second.url).toContain('?page=2&ref=poster');
  expect(second.html).toContain(`<link rel="canonical" href="${list}?page=2">`);
  expect(second.text).toContain(`Day ${MOST_LISTED + 1}.`);
  expect(second.text).not.toContain(texts.moreEvents);
  expect([first.text, second.text].map((text) => text.includes('Day 1.'))).toEqual([true, false]);
  expect(linkOf(second, texts.eventsBefore)).toBe('/shop/lakbay-concerts?ref=poster');
  for (const page of ['3', '11', '0', 'x']) expect((await open(`${list}?page=${page}`)).text).toContain('Day 1.');
  expect((await open(`${list}?page=3&lang=fil`)).url).toMatch(/\?lang=fil$/);
  expect((await open(`${list}?page=2&lang=fil`)).text).toContain(filipino.eventsBefore);
});

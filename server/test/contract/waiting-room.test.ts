import type { InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { shopTexts } from '../../src/shop/pages/texts.ts';
import { roomTexts } from '../../src/waiting-room/pages/texts.ts';
import { writeRoomToken } from '../../src/waiting-room/room-token.ts';
import { type EventOnSale, PUBLIC_URL, useBoxOffice } from '../fixtures/box-office.ts';
import { openVisitor, type Visitor } from '../fixtures/room-visitor.ts';
import { type EventData, UNKNOWN_ID } from '../fixtures/test-service.ts';

const office = await useBoxOffice();
const texts = roomTexts.en;
const TURN_SECONDS = 600;

type RoomEvent = EventOnSale & { slug: string; room: string; shop: string };

let events = 0;
async function roomEvent(room: object | null = { enabled: true }, fields: Record<string, unknown> = {}) {
  events += 1;
  const slug = `room-${events}`;
  const event = await office.event({ title: `Room ${events}`, slug, ...fields });
  if (room) await put(event, room);
  const url = (kind: string) => `${PUBLIC_URL}/${kind}/lakbay-concerts/${slug}`;
  return { ...event, slug, room: url('room'), shop: url('shop') } satisfies RoomEvent;
}

const put = (event: { id: string }, room: unknown) =>
  office.call<EventData>('PUT', `/events/${event.id}`, { waiting_room: room });
const inSeconds = (seconds: number) => new Date(office.now().getTime() + seconds * 1_000).toISOString();

/** How many are ahead of a visitor; -1: it is the visitor's turn. */
async function aheadOf(event: RoomEvent, { browser }: Visitor): Promise<number> {
  const { url, text } = await browser.open(event.room);
  if (url === event.shop) return -1;
  return text.includes(texts.ahead(0)) ? 0 : Number(/(\d+) (person is|people are) ahead/.exec(text)?.[1]);
}

/** Gets in line. @returns the page that the visitor sees */
async function enter(visitor: Visitor, url: string) {
  const page = await visitor.browser.open(url);
  const press = [texts.join, texts.again].find((label) => page.forms[0]?.buttons.some(({ text }) => text === label));
  return press ? visitor.browser.submit(page, { press }) : page;
}

/** A visitor whose turn it is. */
async function admitted(event: RoomEvent, url = event.room) {
  const visitor = openVisitor(office);
  await enter(visitor, url);
  office.wait(1);
  await visitor.browser.open(url);
  const pass = visitor.passOf(event);
  if (pass === undefined) throw new Error('the visitor has no turn');
  return { visitor, pass };
}

const refused = (code: string, event: RoomEvent) => ({ status: 409, code, details: { room_url: event.room } });

describe('waiting_room of an event', () => {
  const off = { enabled: false, opens_at: null };

  test('is off by default, and an order needs no pass', async () => {
    const event = await roomEvent(null);
    expect((await office.call('GET', `/events/${event.id}`)).data).toMatchObject({ waiting_room: off });
    expect(await office.askCheckout(event)).toMatchObject({ status: 201 });
    expect(await office.askCheckout(event, { admission: 'whatever' })).toMatchObject({ status: 201 });
  });

  test('is set by PUT and POST, shown by GET, the list and the audit log, copied, changed in part and cleared', async () => {
    const event = await roomEvent(null);
    const opens_at = '2027-02-20T12:00:00.000Z';
    const on = { enabled: true, opens_at };
    // Without an offset the time is Manila's.
    expect((await put(event, { enabled: true, opens_at: '2027-02-20T20:00:00' })).data.waiting_room).toEqual(on);
    expect((await office.call('GET', `/events/${event.id}`)).data).toMatchObject({ waiting_room: on });
    const { data } = await office.call<{ events: EventData[] }>('GET', '/events?per_page=50');
    expect(data.events.find(({ id }) => id === event.id)?.waiting_room).toEqual(on);
    const log = await office.callAsOwner<{ changes: unknown[] }>('GET', `/audit-log?subject_id=${event.id}`);
    expect(log.data.changes).toContainEqual(
      expect.objectContaining({
        action: 'event.updated',
        before: { waiting_room: off },
        after: { waiting_room: on },
      }),
    );
    const copy = await office.call<EventData>('POST', `/events/${event.id}/duplicate`);
    expect(copy.data.waiting_room).toEqual(on);
    expect((await put(event, { enabled: false })).data.waiting_room).toEqual({ enabled: false, opens_at });
    expect((await put(event, { opens_at: null })).data.waiting_room).toEqual(off);
    expect((await put(event, { opens_at })).data.waiting_room).toEqual({ enabled: false, opens_at });
    expect((await put(event, null)).data.waiting_room).toEqual(off);
    const created = await office.call<EventData>('POST', '/events', {
      title: 'Created',
      start_datetime: inSeconds(86_400),
      capacity: 1,
      waiting_room: on,
    });
    expect(created.data.waiting_room).toEqual(on);
  });

  test.each<[string, unknown]>([
    ['waiting_room', true],
    ['waiting_room', []],
    ['waiting_room.enabled', { enabled: 'true' }],
    ['waiting_room.enabled', { enabled: null }],
    ['waiting_room.opens_at', { enabled: true, opens_at: 'soon' }],
    ['waiting_room.opens_at', { enabled: true, opens_at: 5 }],
    ['waiting_room.opens_at', { enabled: false, opens_at: '2027-02-30T00:00:00Z' }],
  ])('answers 400 with the field %s to %j', async (field, room) => {
    const event = await office.event();
    expect(await put(event, room)).toMatchObject({ status: 400, field });
  });
});

describe('POST /checkouts with the waiting room on', () => {
  test('without a pass is 409 admission_required with the URL of the room, in both forms', async () => {
    const event = await roomEvent();
    const required = refused('admission_required', event);
    expect(await office.askCheckout(event)).toMatchObject(required);
    expect(await office.askCheckout(event, { admission: null })).toMatchObject(required);
    expect(await office.askCheckout(event, { items: [{ quantity: 1 }] })).toMatchObject(required);
    expect(await office.askCheckout({ id: event.id.toUpperCase() })).toMatchObject(required);
    expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
  });

  test('with a pass holds places, as often as the visitor wants until it expires', async () => {
    const event = await roomEvent();
    const { pass: admission } = await admitted(event);
    expect(await office.askCheckout(event, { admission })).toMatchObject({ status: 201 });
    expect(await office.askCheckout(event, { admission, items: [{ quantity: 2 }] })).toMatchObject({ status: 201 });
    // Its turn began a second ago.
    office.wait(TURN_SECONDS - 2);
    expect(await office.askCheckout(event, { admission })).toMatchObject({ status: 201 });
    office.wait(1);
    expect(await office.askCheckout(event, { admission })).toMatchObject(refused('admission_invalid', event));
  });

  test('ends when the room is turned off', async () => {
    const event = await roomEvent();
    await put(event, { enabled: false });
    expect(await office.askCheckout(event)).toMatchObject({ status: 201 });
  });

  test.each([[0], [{}], [true], ['x'.repeat(1_001)]])('answers 400 to admission %j', async (admission) => {
    const event = await roomEvent();
    expect(await office.askCheckout(event, { admission })).toMatchObject({ status: 400, field: 'admission' });
  });

  test('is 404 for an unknown event', async () => {
    expect(await office.askCheckout({ id: UNKNOWN_ID })).toMatchObject({ status: 404, code: 'event_not_found' });
  });

  test('remembers no refusal for an Idempotency-Key: the buyer comes back with a pass', async () => {
    const event = await roomEvent();
    const headers = { 'idempotency-key': 'cart-1' };
    expect(await office.askCheckout(event, {}, headers)).toMatchObject({ status: 409 });
    const { pass: admission } = await admitted(event);
    expect(await office.askCheckout(event, { admission }, headers)).toMatchObject({ status: 201 });
  });
});

describe('a pass that is no pass is 409 admission_invalid', () => {
  test.each([
    ['an empty one', () => ''],
    ['any text', () => 'svc_live_x'],
    ['one of the right form', () => 'A'.repeat(43)],
    ['the visitor’s place in line', ({ visitor, event }: Given) => visitor.cookies.get(`place_${event.id}`) ?? ''],
    ['one of another event', async () => (await admitted(await roomEvent())).pass],
    ['one with another time', ({ pass }: Given) => tampered(pass, 9)],
    ['one with another number', ({ pass }: Given) => tampered(pass, 3)],
    ['one with another proof', ({ pass }: Given) => tampered(pass, 31)],
    [
      'one of this event with another key',
      ({ event }: Given) =>
        writeRoomToken({ kind: 'pass', eventId: event.id, number: 1, until: 4_000_000_000 }, Buffer.alloc(32)),
    ],
  ])('%s', async (_what, make) => {
    const event = await roomEvent();
    const given = { event, ...(await admitted(event)) };
    const admission = await make(given);
    expect(await office.askCheckout(event, { admission })).toMatchObject(refused('admission_invalid', event));
  });

  interface Given {
    event: RoomEvent;
    visitor: Visitor;
    pass: string;
  }

  function tampered(pass: string, byte: number) {
    const bytes = Buffer.from(pass, 'base64url');
    bytes.writeUInt8(bytes.readUInt8(byte) ^ 1, byte);
    return bytes.toString('base64url');
  }

  test('one of another organization’s event', async () => {
    const event = await roomEvent();
    const { pass } = await admitted(event);
    const theirs = await office.others.post<EventData>('/events', {
      title: 'Theirs',
      start_datetime: inSeconds(86_400),
      capacity: 5,
      waiting_room: { enabled: true },
    });
    const body = {
      event_id: theirs.body.data.id,
      quantity: 1,
      customer: { name: 'Ana', email: 'ana@example.com' },
      success_url: 'https://shop.example',
      admission: pass,
    };
    expect(await office.others.post('/checkouts', body)).toMatchObject({
      status: 409,
      body: { error: { code: 'admission_invalid' } },
    });
    // The other organization does not reach the event with the pass either.
    expect(await office.others.post('/checkouts', { ...body, event_id: event.id })).toMatchObject({ status: 404 });
  });
});

describe('the room', () => {
  test('asks before it gives a place, gives one for each browser, and leads to the shop when it is the turn', async () => {
    const event = await roomEvent();
    const visitor = openVisitor(office);
    const door = await visitor.browser.open(event.room);
    expect(door).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(door.text).toContain(texts.intro[0]);
    expect(door.html).not.toContain('<script');
    expect(visitor.cookies.size).toBe(0);
    // The line is empty: the turn begins at once.
    const shop = await visitor.browser.submit(door, { press: texts.join });
    expect(shop.url).toBe(event.shop);
    expect(shop.text).toContain('It is your turn: order until');
    const pass = visitor.passOf(event);
    for (const again of [1, 2]) {
      office.wait(again);
      await visitor.browser.open(event.room);
      expect(visitor.passOf(event)).toBe(pass);
    }
    // The button again, as from another tab.
    await visitor.inject({ method: 'POST', url: new URL(event.room).pathname });
    expect(visitor.passOf(event)).toBe(pass);
    office.wait(TURN_SECONDS);
    const over = await visitor.browser.open(event.room);
    expect(over.text).toContain(texts.over[0]);
    expect(over.headers.refresh).toBeUndefined();
    office.wait(1);
    await visitor.browser.submit(over, { press: texts.again });
    expect(visitor.passOf(event)).not.toBe(pass);
  });

  test('shows how many are ahead, and admits those who come after the opening in their order', async () => {
    const event = await roomEvent({ enabled: true }, { capacity: 2 });
    const visitors = Array.from({ length: 4 }, () => openVisitor(office));
    for (const visitor of visitors) await enter(visitor, event.room);
    const shown = async () => {
      const pages = await Promise.all(visitors.map(({ browser }) => browser.open(event.room)));
      return pages.map(({ url, text }) =>
        url === event.shop ? 'turn' : (/(You are next|\d+ \w+ (is|are) ahead)/.exec(text)?.[0] ?? text),
      );
    };
    office.wait(1);
    await shown();
    expect(await shown()).toEqual(['turn', 'turn', 'You are next', '1 person is ahead']);
    const waiting = await visitors[3]?.browser.open(event.room);
    expect(Number(waiting?.headers.refresh)).toBeGreaterThanOrEqual(5);
    // Two places, two turns: no other visitor comes in before they are over.
    office.wait(TURN_SECONDS - 2);
    expect((await shown()).filter((one) => one === 'turn')).toHaveLength(2);
    office.wait(3);
    await shown();
    expect((await shown()).slice(2)).toEqual(['turn', 'turn']);
  });

  test('before the opening all wait and nobody has a pass; then everyone has a place in a random order', async () => {
    const event = await roomEvent({ enabled: true, opens_at: inSeconds(60) }, { capacity: 1 });
    const visitors = Array.from({ length: 30 }, () => openVisitor(office));
    for (const visitor of visitors) {
      const page = await enter(visitor, event.room);
      expect(page.text).toContain(texts.early);
      expect(page.text).toContain(texts.draw);
    }
    expect(await office.askCheckout(event)).toMatchObject({ code: 'admission_required' });
    office.wait(59);
    expect((await visitors[0]?.browser.open(event.room))?.text).toContain(texts.waitingCount(30));
    office.wait(1);
    const late = openVisitor(office);
    await enter(late, event.room);
    office.wait(1);
    await late.browser.open(event.room);
    const ahead = (visitor: Visitor) => aheadOf(event, visitor);
    const order: number[] = [];
    for (const visitor of visitors) order.push(await ahead(visitor));
    expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index - 1));
    expect(order).not.toEqual(order.toSorted((a, b) => a - b));
    expect(await ahead(late)).toBe(29);
  });

  test('an opening that is postponed before anybody was admitted draws again, with those who came meanwhile', async () => {
    const event = await roomEvent({ enabled: true, opens_at: inSeconds(10) }, { capacity: 1 });
    const visitor = openVisitor(office);
    await enter(visitor, event.room);
    await put(event, { enabled: true, opens_at: inSeconds(100) });
    office.wait(10);
    expect((await visitor.browser.open(event.room)).text).toContain(texts.early);
    await put(event, { opens_at: null });
    office.wait(1);
    expect((await visitor.browser.open(event.room)).url).toBe(event.shop);
  });

  test('an opening that is postponed before the first turn draws all who wait, also without a new visitor', async () => {
    const event = await roomEvent({ enabled: true, opens_at: inSeconds(10) }, { capacity: 1 });
    await office.call('PUT', `/events/${event.id}`, { status: 'paused' });
    const [first, ...others] = Array.from({ length: 30 }, () => openVisitor(office));
    if (!first) throw new Error('the line is empty');
    await enter(first, event.room);
    office.wait(11);
    for (const visitor of others) await enter(visitor, event.room);
    office.wait(1);
    await first.browser.open(event.room);
    await put(event, { enabled: true, opens_at: inSeconds(100) });
    office.wait(101);
    await office.call('PUT', `/events/${event.id}`, { status: 'active' });
    await first.browser.open(event.room);
    const order: number[] = [];
    for (const visitor of [first, ...others]) order.push(await aheadOf(event, visitor));
    expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index - 1));
    expect(order).not.toEqual(order.toSorted((a, b) => a - b));
  });

  test('is for browsers that keep cookies, and says so', async () => {
    const event = await roomEvent();
    const page = await office.browser.open(event.room);
    expect((await office.browser.submit(page, { press: texts.join })).text).toContain(texts.cookies[0]);
  });

  test.each([
    ['https', true],
    // Browsers keep no Secure cookie of a site without TLS.
    ['http', undefined],
  ])('keeps its cookies over %s', async (protocol, secure) => {
    const event = await roomEvent();
    const kept: unknown[] = [];
    const proxy = {
      inject: async (request: InjectOptions) => {
        const headers = { ...request.headers, 'x-forwarded-proto': protocol };
        const response = await office.inject({ ...request, headers });
        kept.push(...response.cookies.map(({ name, secure, sameSite }) => ({ name, secure, sameSite })));
        return response;
      },
    };
    const visitor = openVisitor(proxy, '127.0.0.1');
    await enter(visitor, event.room);
    office.wait(1);
    await visitor.browser.open(event.room);
    for (const name of [`place_${event.id}`, `pass_${event.id}`])
      expect(kept).toContainEqual({ name, secure, sameSite: 'Lax' });
  });

  test('ignores a place that it did not give', async () => {
    const event = await roomEvent();
    const visitor = openVisitor(office);
    visitor.cookies.set(`place_${event.id}`, 'A'.repeat(43));
    expect((await visitor.browser.open(event.room)).text).toContain(texts.intro[0]);
  });

  test('follows an old address, leads to the shop when it is off, and is 404 for a draft', async () => {
    const event = await roomEvent();
    await office.call('PUT', `/events/${event.id}`, { slug: `${event.slug}-new` });
    expect(await office.inject({ method: 'GET', url: `/room/lakbay-concerts/${event.slug}` })).toMatchObject({
      statusCode: 301,
      headers: { location: `/room/lakbay-concerts/${event.slug}-new` },
    });
    const long = await office.inject({
      method: 'GET',
      url: `/room/lakbay-concerts/${event.slug}?ref=${'!'.repeat(2_000)}`,
    });
    expect(long.headers.location).toBe(`/room/lakbay-concerts/${event.slug}-new`);
    await put(event, null);
    const { url } = await office.browser.open(event.room);
    expect(url).toBe(`${event.shop}-new`);
    const copy = await office.call<EventData>('POST', `/events/${event.id}/duplicate`);
    for (const slug of [copy.data.slug, 'unknown'])
      expect((await office.browser.open(`${PUBLIC_URL}/room/lakbay-concerts/${slug}`)).status).toBe(404);
  });

  test('admits nobody to a paused event, and closes when nothing is on sale any more', async () => {
    const event = await roomEvent();
    await office.call('PUT', `/events/${event.id}`, { status: 'paused' });
    const visitor = openVisitor(office);
    expect((await enter(visitor, event.room)).text).toContain(texts.paused);
    await office.call('PUT', `/events/${event.id}`, { status: 'cancelled' });
    const closed = await visitor.browser.open(event.room);
    expect(closed.text).toContain(texts.closed[0]);
    expect(closed.headers.refresh).toBeUndefined();
  });

  test('gives one network address a limited number of places', async () => {
    const event = await roomEvent();
    const url = new URL(event.room).pathname;
    const join = () => openVisitor(office, '192.0.2.1').inject({ method: 'POST', url });
    for (let places = 0; places < 120; places++) expect((await join()).statusCode).toBe(303);
    expect(await join()).toMatchObject({ statusCode: 429, headers: { 'retry-after': '1' } });
    const other = await openVisitor(office).inject({ method: 'POST', url });
    expect(other.statusCode).toBe(303);
  });

  test('speaks Filipino', async () => {
    const event = await roomEvent();
    const page = await office.browser.open(`${event.room}?lang=fil`);
    expect(page.text).toContain(roomTexts.fil.intro[0]);
  });
});

describe('return_to', () => {
  const SITE = 'https://tickets.example';
  const withReturn = (event: RoomEvent, address: string) => `${event.room}?return_to=${encodeURIComponent(address)}`;

  test('leads to a website of the organizer with the pass, which its program sends', async () => {
    await office.callAsOwner('PUT', '/organization', { embed_sites: [SITE] });
    const event = await roomEvent();
    const visitor = openVisitor(office);
    const page = await visitor.browser.open(withReturn(event, `${SITE}/buy?show=1&admission=old#form`));
    const left = new URL((await visitor.browser.submit(page, { press: texts.join })).url);
    expect(left.origin + left.pathname).toBe(`${SITE}/buy`);
    const admission = left.searchParams.get('admission');
    expect([left.searchParams.get('show'), admission]).toEqual(['1', visitor.passOf(event)]);
    expect(await office.askCheckout(event, { admission })).toMatchObject({ status: 201 });
    await put(event, null);
    const off = await visitor.browser.open(withReturn(event, `${SITE}/buy`));
    expect(off.url).toBe(`${SITE}/buy`);
  });

  test('may be the event’s own page in the shop', async () => {
    const event = await roomEvent();
    const { visitor, pass } = await admitted(event, withReturn(event, event.shop));
    expect(visitor.location()).toBe(`${event.shop}?admission=${pass}`);
  });

  test.each([
    'https://evil.example/',
    'https://tickets.example.evil.example/',
    'https://tickets.example@evil.example/',
    'https://user:password@tickets.example/',
    'http://tickets.example/',
    'https://tickets.example:8443/',
    'https://sub.tickets.example/',
    '//evil.example/',
    '/shop/lakbay-concerts',
    'javascript:alert(1)',
    'data:text/html,hi',
    `${PUBLIC_URL}/dashboard/`,
    `https://tickets.example/${'x'.repeat(2_048)}`,
    `https://tickets.example/${'ñ'.repeat(500)}`,
    '',
  ])('only to an address that the organizer named: case %#', async (address) => {
    await office.callAsOwner('PUT', '/organization', { embed_sites: [SITE] });
    const event = await roomEvent();
    for (const method of ['GET', 'POST'] as const) {
      const { pathname, search } = new URL(withReturn(event, address));
      const answer = await office.inject({ method, url: pathname + search });
      expect({ status: answer.statusCode, location: answer.headers.location }).toEqual({ status: 400 });
    }
  });
});

describe('the shop with a waiting room', () => {
  const order = { name: 'Ana Reyes', email: 'ana@example.com', phone: '' };

  test('shows the way to the room instead of the form, and takes no order without a pass', async () => {
    const event = await roomEvent();
    const page = await office.browser.open(event.shop);
    expect(page.forms).toEqual([]);
    expect(page.links.find(({ text }) => text === shopTexts.en.room.enter)?.href).toBe(new URL(event.room).pathname);
    const { visitor } = await admitted(event);
    const form = await visitor.browser.open(event.shop);
    const refused = await openVisitor(office).browser.submit(form, { press: shopTexts.en.continue, fields: order });
    expect(refused.text).toContain(shopTexts.en.room.heading);
    expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
    const pay = await visitor.browser.submit(form, { press: shopTexts.en.continue, fields: order });
    expect(pay.url).toContain('/c/cs_');
    expect(await office.counters(event)).toEqual({ sold: 0, held: 1 });
  });

  test('leads to the room before sales start, and while others hold every place', async () => {
    const opens_at = inSeconds(3_600);
    const soon = await roomEvent({ enabled: true, opens_at });
    await office.call('PUT', `/tiers/${soon.tierId}`, { sales_start_datetime: opens_at });
    const held = await roomEvent(null, { capacity: 1 });
    await office.checkout(held);
    await put(held, { enabled: true });
    for (const [event, state] of [[soon, 'not_yet'] as const, [held, 'held'] as const]) {
      const { text, links } = await office.browser.open(event.shop);
      expect(text).toContain(shopTexts.en.states[state]?.[0]);
      expect(links.map((link) => link.href)).toContain(new URL(event.room).pathname);
      expect(links.map((link) => link.text)).not.toContain(shopTexts.en.lookAgain);
    }
  });

  test('keeps the code and the link that brought the buyer on the way through the room', async () => {
    const event = await roomEvent();
    const backstage = await office.tier(event, { name: 'Backstage', hidden: true });
    const discount = { discount_type: 'percentage', discount_amount: 10 };
    const opens = { event_id: event.id, code: 'INVITE', opens_tier_ids: [backstage] };
    await office.call('POST', '/promo-codes', { ...opens, ...discount });
    const link = `${event.shop}?code=INVITE&utm_source=facebook&ref=MARIA`;
    const door = (await office.browser.open(link)).links.find(({ text }) => text === shopTexts.en.room.enter);
    const { visitor } = await admitted(event, new URL(door?.href ?? '', PUBLIC_URL).href);
    expect(new URL(visitor.location() ?? '', PUBLIC_URL).href).toBe(link);
    expect((await visitor.browser.open(link)).text).toContain('Backstage');
  });

  test('asks for the room again when the turn is over', async () => {
    const event = await roomEvent();
    const { visitor } = await admitted(event);
    office.wait(TURN_SECONDS);
    expect((await visitor.browser.open(event.shop)).text).toContain(shopTexts.en.room.heading);
  });
});

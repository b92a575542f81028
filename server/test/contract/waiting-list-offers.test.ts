import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { deleteOldEntries } from '../../src/waiting-list/purge-queries.ts';
import { HOLD_SECONDS } from '../fixtures/box-office.ts';
import { openHall, rows, seat, seatIdsOf, sectionsOf } from '../fixtures/hall.ts';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';
import { openLine } from '../fixtures/waiting-line.ts';

const HOURS = 3_600;

describe('offers to the waiting list', () => {
  let office: MailOffice;
  let line: ReturnType<typeof openLine>;
  beforeAll(async () => {
    office = await openMailOffice();
    line = openLine(office);
  });
  afterEach(() => office.expectConsistency());
  afterAll(() => office.closeAll());

  /** Buys what the mail offers, through its link. */
  async function buyOffer(checkoutId: string) {
    const url = `http://localhost:3000/c/${checkoutId}`;
    await office.browser.submit(await office.browser.open(url));
  }

  test('owe a place that comes back to the first in line, not to the next buyer', async () => {
    const event = await line.soldOut(2);
    await line.join(event);
    await line.refund([event.ticketId]);
    expect(await line.statusOf(event)).toBe('sold_out');
    expect(await office.askCheckout(event)).toMatchObject({ status: 409, code: 'sold_out' });
    await office.offerPlaces();
    expect(await line.statuses(event)).toEqual(['offered']);
    expect(await line.statusOf(event)).toBe('sold_out');
    expect(await office.counters(event)).toEqual({ sold: 1, held: 1 });
    expect(await office.askCheckout(event)).toMatchObject({ status: 409, code: 'sold_out' });
  });

  test('come by a mail that says when the event is: a show may have several dates', async () => {
    const event = await line.soldOut(1, { title: 'Friday Show', start_datetime: '2099-05-01T20:00:00+08:00' });
    await line.join(event);
    await line.refund([event.ticketId]);
    await office.offerPlaces();
    const sent = (await office.sendMails()).find(
      ({ mail }) => mail.subject === 'It is your turn: tickets for Friday Show',
    );
    expect(sent?.mail.text).toContain('May 1, 2099');
  });

  test('last as long as promised, though a transfer for them failed before', async () => {
    const event = await line.soldOut(1, { price: 500 });
    await line.join(event);
    await line.refund([event.ticketId]);
    await office.offerPlaces();
    const [{ checkout_id, offer_expires_at } = { checkout_id: '', offer_expires_at: null }] = (await line.read(event))
      .entries;
    const offer = { checkout_url: `http://localhost:3000/c/${checkout_id}` };
    const pending = await office.browser.submit(await office.pay(offer, 'BANK_TRANSFER'), { press: 'pending' });
    office.wait(HOURS);
    const sandbox = await office.browser.open(pending.links.find(({ href }) => href.includes('/sandbox/'))?.href ?? '');
    await office.browser.submit(sandbox, { press: 'fail' });
    const after = await office.stateOf(checkout_id ?? '');
    expect(after).toMatchObject({ status: 'open', expires_at: offer_expires_at });
  });

  test('of an add-on need no place of the event', async () => {
    const event = await office.event({ price: 0, capacity: 1, max_per_order: null });
    const parking = await office.tier(event, { name: 'Parking', price: 0, quantity_total: 1, admission: false });
    const { orderId } = await office.buy(event, { items: [{ tier_id: parking, quantity: 1 }] });
    await line.join(event, { tier_id: parking });
    await office.call('POST', `/orders/${orderId}/refund`);
    await office.askCheckout(event);
    expect(await office.askCheckout(event, { tier_id: parking })).toMatchObject({ status: 409, code: 'sold_out' });
    await office.offerPlaces();
    expect(await line.statuses(event)).toEqual(['offered']);
  });

  test('leave to everyone what the list does not ask for', async () => {
    const event = await line.soldOut(3);
    await line.join(event);
    await line.refund(event.ticketIds.slice(0, 2));
    expect(await office.askCheckout(event, { quantity: 2 })).toMatchObject({
      status: 409,
      code: 'not_enough_left',
      details: { left: 1 },
    });
    expect(await line.statusOf(event)).toBe('active');
    expect(await office.askCheckout(event)).toMatchObject({ status: 201 });
    await office.offerPlaces();
    expect(await line.statuses(event)).toEqual(['offered']);
  });

  test('are sent by mail, once, in the language of the entry, with a link that buys', async () => {
    const event = await line.soldOut();
    const { leave_url } = await line.join(event, { email: 'maria@example.com', language: 'fil' });
    await office.sendMails();
    await line.refund([event.ticketId]);
    await office.sendMails();
    await office.offerPlaces();
    await office.offerPlaces();
    const mails = await office.sendMails();
    expect(mails).toHaveLength(1);
    const [{ checkout_id, offer_expires_at } = { checkout_id: null, offer_expires_at: null }] = (await line.read(event))
      .entries;
    expect(mails[0]?.to).toEqual(['maria@example.com']);
    expect(mails[0]?.mail.subject).toBe('Ikaw na ang susunod: mga ticket para sa Night Market');
    expect(mails[0]?.mail.text).toContain(`http://localhost:3000/c/${checkout_id}`);
    expect(mails[0]?.mail.text).toContain(leave_url);
    expect(mails[0]?.mail.text).toContain('1 × General Admission');
    expect(offer_expires_at).toBe(new Date(office.now().getTime() + 12 * HOURS * 1_000).toISOString());
    await buyOffer(checkout_id ?? '');
    expect(await line.statuses(event)).toEqual(['bought']);
    expect(await line.statusOf(event)).toBe('sold_out');
    expect((await line.read(event)).tiers).toEqual([
      { tier_id: event.tierId, waiting: 0, places_waiting: 0, offered: 0, bought: 1 },
    ]);
  });

  test('are not sent once they are over', async () => {
    const event = await line.soldOut();
    await line.join(event);
    await line.refund([event.ticketId]);
    await office.sendMails();
    await office.offerPlaces();
    office.wait(12 * HOURS);
    expect(await office.sendMails()).toEqual([]);
  });

  test('pass to the next in line when their hold ends unused', async () => {
    const event = await line.soldOut();
    for (let person = 0; person < 3; person++) await line.join(event);
    await line.refund([event.ticketId]);
    await office.offerPlaces();
    office.wait(12 * HOURS - 1);
    await office.sweep();
    expect(await line.statuses(event)).toEqual(['offered', 'waiting', 'waiting']);
    office.wait(1);
    expect(await line.statuses(event)).toEqual(['passed', 'waiting', 'waiting']);
    // No other buyer gets a place between the end of one offer and the next.
    expect(await office.askCheckout(event)).toMatchObject({ status: 409 });
    await office.sweep();
    expect(await office.askCheckout(event)).toMatchObject({ status: 409, code: 'sold_out' });
    await office.offerPlaces();
    expect(await line.statuses(event)).toEqual(['passed', 'offered', 'waiting']);
  });

  test('leave their place to the first buyer once they are over and nobody waits, even before a task ends them', async () => {
    const event = await line.soldOut();
    await line.join(event);
    await line.refund([event.ticketId]);
    await office.offerPlaces();
    office.wait(12 * HOURS);
    expect(await office.askCheckout(event)).toMatchObject({ status: 201 });
    expect(await line.statusOf(event)).toBe('active');
    expect(await office.askCheckout(event)).toMatchObject({ status: 409, code: 'sold_out' });
  });

  test('leave their seats, too', async () => {
    const hall = await openHall(office, rows(['A', 1]), { price: 0 });
    const { ticketIds } = await office.buy(hall, { section_id: hall.sectionId });
    await line.join(hall);
    await line.refund(ticketIds);
    await office.offerPlaces();
    office.wait(12 * HOURS);
    expect(await office.askCheckout(hall, { section_id: hall.sectionId })).toMatchObject({ status: 201 });
  });

  test.each([
    ['capacity', 'event', { capacity: 2 }],
    ['ticket_tiers', 'tier', { quantity_total: 2 }],
  ])('that are over give their place to a smaller size, and the event stays sold out: %s', async (name, of, size) => {
    const event = await line.soldOut(3);
    await line.join(event);
    await line.refund(event.ticketIds.slice(1, 2));
    await office.offerPlaces();
    office.wait(12 * HOURS);
    const told = async () => (await office.notifications('event.updated')).map(({ data }) => data);
    const before = (await told()).length;
    await office.call('PUT', of === 'event' ? `/events/${event.id}` : `/tiers/${event.tierId}`, size);
    expect((await told()).slice(before)).toMatchObject([{ status: 'sold_out', changed: [name] }]);
  });

  test('go to the first who fits, until three smaller parties passed a larger one', async () => {
    const event = await line.soldOut(6);
    await line.join(event, { quantity: 3 });
    for (let person = 0; person < 4; person++) await line.join(event);
    for (const ticketId of event.ticketIds.slice(0, 4)) {
      await line.refund([ticketId]);
      await office.offerPlaces();
    }
    expect(await line.statuses(event)).toEqual(['waiting', 'offered', 'offered', 'offered', 'waiting']);
    await line.refund(event.ticketIds.slice(4, 6));
    await office.offerPlaces();
    expect(await line.statuses(event)).toEqual(['offered', 'offered', 'offered', 'offered', 'waiting']);
  });

  test('keep places for a larger party for a day, and then let smaller ones pass again', async () => {
    const event = await line.soldOut(6);
    await line.join(event, { quantity: 3 });
    for (let person = 0; person < 4; person++) await line.join(event);
    await line.refund(event.ticketIds.slice(0, 4));
    await office.offerPlaces();
    expect(await line.statuses(event)).toEqual(['offered', 'offered', 'waiting', 'waiting', 'waiting']);
    const other = await line.soldOut(6);
    await line.join(other, { quantity: 5 });
    for (let person = 0; person < 5; person++) await line.join(other);
    await line.refund(other.ticketIds.slice(0, 4));
    await office.offerPlaces();
    office.wait(23 * HOURS);
    await office.offerPlaces();
    expect((await line.statuses(other)).filter((status) => status === 'waiting')).toHaveLength(3);
    office.wait(1 * HOURS);
    await office.offerPlaces();
    expect((await line.statuses(other)).filter((status) => status === 'waiting')).toHaveLength(2);
  });

  test('pass a party for which places were kept when another that does not fit is before it', async () => {
    const event = await line.soldOut(5);
    for (const quantity of [3, 5, 1]) await line.join(event, { quantity });
    await office.db.query(sql`
      update waiting_list_entries set kept_since = ${office.clock.now()}
       where organization_id = ${office.organizationId} and event_id = ${event.id} and quantity = 5`);
    await line.refund(event.ticketIds.slice(0, 2));
    await office.offerPlaces();
    expect(await line.statuses(event)).toEqual(['waiting', 'waiting', 'offered']);
  });

  test('end with the sales, and stop an hour before, when free places are for everyone', async () => {
    const event = await line.soldOut(2);
    const ends = new Date(office.now().getTime() + 5 * HOURS * 1_000).toISOString();
    await office.call('PUT', `/events/${event.id}`, { sales_end_datetime: ends });
    await line.join(event);
    await line.join(event);
    await line.refund([event.ticketId]);
    await office.offerPlaces();
    expect((await line.read(event)).entries[0]).toMatchObject({ status: 'offered', offer_expires_at: ends });
    office.wait(4 * HOURS);
    await office.offerPlaces();
    expect(await line.statuses(event)).toEqual(['offered', 'ended']);
    await line.refund(event.ticketIds.slice(1));
    expect(await line.statusOf(event)).toBe('active');
    expect(await office.askCheckout(event)).toMatchObject({ status: 201 });
  });

  test('serve the list first when the organizer adds places', async () => {
    const event = await line.soldOut(2);
    await line.join(event, { quantity: 2 });
    await office.call('PUT', `/events/${event.id}`, { capacity: 4 });
    expect(await line.statusOf(event)).toBe('sold_out');
    await office.call('PUT', `/events/${event.id}`, { capacity: 5 });
    expect(await line.statusOf(event)).toBe('active');
    await office.offerPlaces();
    expect(await line.statuses(event)).toEqual(['offered']);
    await office.checkout(event);
    expect(await office.askCheckout(event)).toMatchObject({ status: 409 });
  });

  test('end when the event is cancelled', async () => {
    const event = await line.soldOut(2);
    await line.join(event);
    await line.join(event);
    await line.refund([event.ticketId]);
    await office.offerPlaces();
    await office.cancelEvent(event);
    expect(await line.statuses(event)).toEqual(['passed', 'ended']);
    expect(await office.offerPlaces()).toBe(0);
  });

  test('take seats in a section where the party fits, and owe them as well', async () => {
    const hall = await openHall(office, rows(['A', 3]), { price: 0, mode: 'both' });
    const plan = (await office.call<object>('GET', `/events/${hall.id}/seating-plan`)).data;
    const setMode = (selection_mode: string) =>
      office.call('PUT', `/events/${hall.id}/seating-plan`, { ...plan, selection_mode });
    const counts = async () => (await sectionsOf(office, hall)).map((one) => [one.available, one.largest_block]);
    const { ticketIds } = await office.buy(hall, { section_id: hall.sectionId, quantity: 3 });
    await line.join(hall, { quantity: 2 });
    await line.refund(ticketIds.slice(0, 2));
    const ask = () => office.askCheckout(hall, { section_id: hall.sectionId });
    expect(await ask()).toMatchObject({ status: 409, code: 'sold_out' });
    expect(await counts()).toEqual([[0, 0]]);
    const chosen = { section_id: hall.sectionId, seat_ids: (await seatIdsOf(office, hall))('A-1') };
    expect(await office.askCheckout(hall, chosen)).toMatchObject({ status: 409, code: 'sold_out' });
    // No person is there to choose when an offer is made.
    await setMode('choose');
    await office.offerPlaces();
    await setMode('best_available');
    const [entry] = (await line.read(hall)).entries;
    expect(entry?.status).toBe('offered');
    expect((await office.stateOf(entry?.checkout_id ?? '')).assigned_seats).toMatchObject([{ seat: 1 }, { seat: 2 }]);
    expect(await ask()).toMatchObject({ status: 409, code: 'sold_out' });
  });

  test('keep places for a larger party from those who wait for another tier', async () => {
    const event = await line.soldOut(6);
    const vip = await office.tier(event, { name: 'VIP', price: 0 });
    await line.join(event, { quantity: 3 });
    for (let person = 0; person < 3; person++) await line.join(event);
    for (const ticketId of event.ticketIds.slice(0, 3)) {
      await line.refund([ticketId]);
      expect(await office.offerPlaces()).toBe(1);
    }
    // Three smaller parties passed: from now on free places are kept for the larger one.
    await line.join(event, { tier_id: vip });
    for (const ticketId of event.ticketIds.slice(3)) {
      await line.refund([ticketId]);
      await office.offerPlaces();
    }
    expect(await line.statuses(event)).toEqual(['offered', 'offered', 'offered', 'offered', 'waiting']);
  });

  test.each([
    ['later', 'waiting'],
    ['earlier', 'offered'],
  ])('of kept places: a party of another tier that asked %s is %s', async (when, status) => {
    const event = await line.soldOut(6);
    const vip = await office.tier(event, { name: 'VIP', price: 0 });
    const joinVip = () => line.join(event, { tier_id: vip, quantity: 2 });
    const earlier = when === 'earlier' ? await joinVip() : undefined;
    await line.join(event, { quantity: 3 });
    for (let person = 0; person < 3; person++) await line.join(event);
    for (const ticketId of event.ticketIds.slice(0, 3)) {
      await line.refund([ticketId]);
      expect(await office.offerPlaces()).toBe(1);
    }
    // Three smaller parties passed: from now on free places are kept for the larger one.
    const { id } = earlier ?? (await joinVip());
    await line.refund(event.ticketIds.slice(3, 5));
    await office.offerPlaces();
    expect((await line.read(event)).entries.find((entry) => entry.id === id)?.status).toBe(status);
  });

  test('keep no more seats than the list asks for from everyone, while the party fits in no section', async () => {
    const event = await office.event({ price: 0 });
    const section = (label: string) => ({ label, tier_ids: [event.tierId], rows: rows(['A', 2]) });
    const hall = await seat(office, event, ['Left', 'Middle', 'Right', 'Back'].map(section));
    const bought = [];
    for (const { id } of hall.sections) bought.push(await office.buy(hall, { section_id: id, quantity: 2 }));
    await line.join(hall, { quantity: 2 });
    await line.refund(bought.map(({ ticketId }) => ticketId));
    expect(await office.offerPlaces()).toBe(0);
    // Four seats are free and two are waited for, so the event is on sale.
    expect(await line.statusOf(hall)).toBe('active');
    const asked = [];
    for (const { id } of hall.sections) asked.push((await office.askCheckout(hall, { section_id: id })).status);
    expect(asked.filter((status) => status === 201)).toHaveLength(2);
    // Its list is not served in the tests below.
    await office.cancelEvent(hall);
  });

  test('end the entry of a buyer who has as many tickets as the event allows meanwhile', async () => {
    const event = await office.event({ capacity: 2, price: 0, max_per_buyer: 1 });
    const tickets: string[] = [];
    for (const email of ['a@example.com', 'b@example.com'])
      tickets.push((await office.buy(event, { customer: { name: 'A', email } })).ticketId);
    const ended = await line.join(event, { email: 'a@example.com' });
    await line.join(event);
    await line.refund(tickets.slice(1));
    await office.offerPlaces();
    expect(await line.statuses(event)).toEqual(['ended', 'waiting']);
    await office.offerPlaces();
    expect(await line.statuses(event)).toEqual(['ended', 'offered']);
    // Its page does not say that the list of the others is closed.
    const { text } = await office.browser.open(ended.leave_url);
    expect(text).toContain('you have as many tickets as you may buy');
  });

  test('end the entry of a party that is larger than the tier has become, and keep no places for it', async () => {
    const event = await line.soldOut(3);
    await line.join(event, { quantity: 3 });
    await line.refund(event.ticketIds.slice(0, 2));
    await office.call('PUT', `/tiers/${event.tierId}`, { quantity_total: 2 });
    await office.offerPlaces();
    expect(await line.statuses(event)).toEqual(['ended']);
    expect(await office.askCheckout(event)).toMatchObject({ status: 201 });
  });

  test('refund a late payment for places that are owed to the list', async () => {
    const event = await office.event({ capacity: 1 });
    const checkout = await office.checkout(event);
    const sandbox = await office.pay(checkout, 'MAYA');
    await line.join(event);
    office.failing.add('closeSession');
    office.wait(HOLD_SECONDS + 600);
    await office.sweep();
    office.failing.clear();
    expect((await office.browser.submit(sandbox, { press: 'authorize' })).text).toMatch(/You will get a full refund/);
    await office.offerPlaces();
    expect(await line.statuses(event)).toEqual(['offered']);
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'expired', order_id: null });
  });

  test('are complete or not made at all: a failure leaves no hold without its entry and mail', async () => {
    for (const text of ['insert into mails', 'update waiting_list_entries', 'insert into checkout_lines']) {
      const event = await line.soldOut();
      await line.join(event);
      await line.refund([event.ticketId]);
      office.breakDatabase(text);
      await expect(office.offerPlaces()).rejects.toThrow('the database is broken');
      office.mendDatabase();
      expect(await line.statuses(event)).toEqual(['waiting']);
      expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
      await office.offerPlaces();
      expect(await line.statuses(event)).toEqual(['offered']);
    }
  });

  const change = (checkoutId: string | null | undefined, body: object) =>
    office.call<{ quantity: number; assigned_seats: object[] }>('PUT', `/checkouts/${checkoutId}`, body);

  test('are not passed by an order that grows, and no order is refused what it has because others wait', async () => {
    const event = await line.soldOut(6, { max_per_order: null });
    const vip = await office.tier(event, { name: 'VIP', price: 0, quantity_total: 6 });
    const items = (general: number, ofVip = 0) => ({
      items: [
        ...(general > 0 ? [{ tier_id: event.tierId, quantity: general }] : []),
        ...(ofVip > 0 ? [{ tier_id: vip, quantity: ofVip }] : []),
      ],
    });
    await line.refund(event.ticketIds.slice(0, 4));
    const { checkout_id } = await office.checkout(event, { quantity: 3 });
    const other = await office.checkout(event);
    await line.join(event, { quantity: 2 });
    await line.join(event, { quantity: 2 });
    await office.call('POST', `/checkouts/${other.checkout_id}/expire`);
    // One place is free, and owed to the list.
    expect(await line.statusOf(event)).toBe('sold_out');
    for (const larger of [items(4), items(3, 1), items(2, 2)])
      expect(await change(checkout_id, larger)).toMatchObject({
        status: 409,
        code: expect.stringMatching(/^(sold_out|not_enough_left)$/),
      });
    for (const body of [items(1, 2), items(3), { customer: { name: 'Ana Cruz' } }, items(2), items(0, 2)])
      expect(await change(checkout_id, body)).toMatchObject({ status: 200 });
    expect(await office.counters(event)).toEqual({ sold: 2, held: 2 });
    expect(await change(checkout_id, items(1, 2))).toMatchObject({ status: 409 });
    await office.offerPlaces();
    expect(await line.statuses(event)).toEqual(['offered', 'waiting']);
  });

  test('leave an order its seats, however many wait for its section', async () => {
    const hall = await openHall(office, rows(['A', 3], ['B', 2]), { price: 0 });
    const child = await office.tier(hall, { name: 'Child', price: 0 });
    await office.call('PUT', `/events/${hall.id}/seating-plan`, {
      sections: [{ label: 'Lower', tier_ids: [hall.tierId, child], rows: rows(['A', 3], ['B', 2]) }],
    });
    const [{ id: section_id } = { id: '' }] = (
      await office.call<{ sections: { id: string }[] }>('GET', `/events/${hall.id}/sections`)
    ).data.sections;
    const item = (tier_id: string, quantity: number) => ({ tier_id, section_id, quantity });
    const { ticketIds } = await office.buy(hall, { section_id, quantity: 3 });
    const { checkout_id } = await office.checkout(hall, { items: [item(hall.tierId, 2)] });
    await line.join(hall, { quantity: 2 });
    await line.refund(ticketIds.slice(0, 1));
    for (const items of [[item(hall.tierId, 3)], [item(hall.tierId, 2), item(child, 1)], [item(child, 3)]])
      expect(await change(checkout_id, { items })).toMatchObject({ status: 409 });
    for (const items of [[item(hall.tierId, 1), item(child, 1)], [item(child, 2)], [item(child, 1)]])
      expect(await change(checkout_id, { items })).toMatchObject({ status: 200 });
    expect(await office.counters(hall)).toEqual({ sold: 2, held: 1 });
  });

  test('become smaller, but neither larger nor others', async () => {
    const event = await line.soldOut(3);
    const vip = await office.tier(event, { name: 'VIP', price: 0 });
    await line.join(event, { quantity: 3 });
    await line.join(event);
    await line.refund(event.ticketIds);
    await office.offerPlaces();
    const [{ checkout_id } = { checkout_id: null }] = (await line.read(event)).entries;
    const item = (tier_id: string, quantity: number) => ({ tier_id, quantity });
    for (const items of [[item(event.tierId, 4)], [item(vip, 1)], [item(event.tierId, 2), item(vip, 1)]])
      expect(await change(checkout_id, { items })).toMatchObject({
        status: 409,
        code: 'offer_only_smaller',
        field: 'items',
        details: { max: 3 },
      });
    expect(await change(checkout_id, { items: [item(event.tierId, 2)], customer: { name: 'Ana' } })).toMatchObject({
      status: 200,
      data: { quantity: 2 },
    });
    expect((await line.read(event)).entries[0]).toMatchObject({ status: 'offered', quantity: 2 });
    await office.expectConsistency();
    expect(await change(checkout_id, { items: [item(event.tierId, 3)] })).toMatchObject({ code: 'offer_only_smaller' });
    // What it gives back is for the next in line.
    expect(await office.askCheckout(event)).toMatchObject({ status: 409, code: 'sold_out' });
    await office.offerPlaces();
    expect(await line.statuses(event)).toEqual(['offered', 'offered']);
    await buyOffer(checkout_id ?? '');
    expect(await line.statuses(event)).toEqual(['bought', 'offered']);
  });

  test('are deleted 90 days after asking, once they are over', async () => {
    const event = await line.soldOut();
    const [left, waiting] = [await line.join(event), await line.join(event)];
    await office.call('DELETE', `/waiting-list-entries/${left.id}`);
    const later = new Date(office.now().getTime() + 1_000);
    await office.db.transaction((tx) => deleteOldEntries(tx, { before: later, limit: 1_000 }));
    const rest = await office.db.query<{ id: string }>(sql`
      select id from waiting_list_entries where event_id = ${event.id}`);
    expect(rest).toEqual([{ id: waiting.id }]);
  });
});

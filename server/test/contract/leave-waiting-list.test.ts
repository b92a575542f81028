import { describe, expect, test } from 'vitest';
import { dateAndTimeIn } from '../../src/values/local-time.ts';
import { useBoxOffice } from '../fixtures/box-office.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';
import { type ListState, openLine } from '../fixtures/waiting-line.ts';

const office = await useBoxOffice();
const line = openLine(office);

describe('DELETE /waiting-list-entries/{id}', () => {
  const remove = (id: string) => office.call('DELETE', `/waiting-list-entries/${id}`);

  test('takes a person off the list, and the next moves up', async () => {
    const event = await line.soldOut(2);
    const [first] = [await line.join(event), await line.join(event)];
    expect(await remove(first.id)).toMatchObject({ status: 204, body: '' });
    await line.refund([event.ticketId]);
    await office.offerPlaces();
    expect(await line.statuses(event)).toEqual(['left', 'offered']);
    const { data } = await office.call<{ entries: object[] }>('GET', `/audit-log?subject_id=${first.id}`);
    expect(JSON.stringify(data)).toContain('waiting_list.entry_removed');
    expect(JSON.stringify(data)).not.toContain(first.customer.email);
  });

  test('frees places that were owed to the last in line for everyone, at once', async () => {
    const event = await line.soldOut(2);
    const entry = await line.join(event, { quantity: 2 });
    await line.refund([event.ticketId]);
    expect(await office.askCheckout(event)).toMatchObject({ status: 409 });
    await remove(entry.id);
    expect(await line.statusOf(event)).toBe('active');
    expect(await office.askCheckout(event)).toMatchObject({ status: 201 });
  });

  test('ends an offer, and its places go to the next in line', async () => {
    const event = await line.soldOut();
    const [first] = [await line.join(event), await line.join(event)];
    await line.refund([event.ticketId]);
    await office.offerPlaces();
    expect(await remove(first.id)).toMatchObject({ status: 204 });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
    expect(await office.askCheckout(event)).toMatchObject({ status: 409 });
    await office.offerPlaces();
    expect(await line.statuses(event)).toEqual(['left', 'offered']);
  });

  test('answers 409 offer_being_paid while a payment is under way', async () => {
    const event = await office.event({ capacity: 1 });
    const { ticketId } = await office.buy(event);
    const entry = await line.join(event);
    await line.refund([ticketId]);
    await office.offerPlaces();
    const [{ checkout_id } = { checkout_id: '' }] = (await line.read(event)).entries;
    const page = await office.pay({ checkout_url: `${office.parts.publicUrl()}/c/${checkout_id}` });
    expect(await remove(entry.id)).toMatchObject({ status: 409, code: 'offer_being_paid' });
    await office.browser.submit(page, { press: 'authorize' });
    expect(await line.statuses(event)).toEqual(['bought']);
    expect(await remove(entry.id)).toMatchObject({ status: 409, code: 'entry_ended', details: { status: 'bought' } });
  });

  test('answers 409 entry_ended for one that left, and 404 for an unknown one', async () => {
    const entry = await line.join(await line.soldOut());
    await remove(entry.id);
    expect(await remove(entry.id)).toMatchObject({ status: 409, code: 'entry_ended', details: { status: 'left' } });
    expect(await remove(UNKNOWN_ID)).toMatchObject({ status: 404, code: 'entry_not_found' });
    expect(await remove('1')).toMatchObject({ status: 400 });
  });
});

/** Characters of the link that prove the rest. */
const PROOF = 22;

describe('the page of a person on the waiting list', () => {
  const open = (url: string) => office.browser.open(url);

  test('says how the entry stands, and lets the person leave', async () => {
    const event = await line.soldOut(2);
    const { leave_url } = await line.join(event, { quantity: 2, language: 'fil' });
    const page = await open(leave_url);
    expect(page.text).toContain('Nasa waiting list ka na');
    expect(page.text).toContain('2 × General Admission');
    const { start_datetime } = (await office.call('GET', `/events/${event.id}`)).data;
    expect(page.text).toContain(dateAndTimeIn('fil', 'Asia/Manila', new Date(String(start_datetime))));
    const left = await office.browser.submit(page);
    expect(left.text).toContain('Umalis ka sa waiting list');
    expect(left.forms).toEqual([]);
    expect(await line.statuses(event)).toEqual(['left']);
  });

  test('links to the checkout of an offer, and passes it on', async () => {
    const event = await line.soldOut();
    const { leave_url } = await line.join(event);
    await line.join(event);
    await line.refund([event.ticketId]);
    await office.offerPlaces();
    const page = await open(`${leave_url}?lang=en`);
    const [{ checkout_id } = { checkout_id: '' }] = (await line.read(event)).entries;
    expect(page.text).toContain('Places are held for you');
    expect(page.links.map(({ href }) => href)).toContain(`/c/${checkout_id}`);
    const left = await office.browser.submit(page);
    expect(left.text).toContain('You left the waiting list');
    await office.offerPlaces();
    expect(await line.statuses(event)).toEqual(['left', 'offered']);
  });

  test('is 404 for any other link, and leaving twice changes nothing', async () => {
    const { leave_url } = await line.join(await line.soldOut());
    const other = (await line.join(await line.soldOut())).leave_url;
    // The id is in the list that every member reads: it opens nothing without the part that proves it.
    const idAlone = leave_url.slice(0, -PROOF);
    const proofOfAnother = idAlone + other.slice(-PROOF);
    for (const url of [
      `${leave_url}x`,
      leave_url.slice(0, -1),
      `${leave_url.slice(0, -4)}AAAA`,
      idAlone,
      proofOfAnother,
    ])
      expect((await open(url)).status).toBe(404);
    const page = await open(leave_url);
    await office.browser.submit(page);
    expect((await office.browser.submit(page)).text).toContain('You left the waiting list');
  });
});

describe('GET /events/{id}/waiting-list', () => {
  test('lists the people, longest waiting first, by tier and status, and counts them', async () => {
    const event = await line.soldOut(2);
    const first = await line.join(event, { quantity: 2 });
    const second = await line.join(event);
    const all = await line.read(event);
    expect(all.entries.map(({ id }) => id)).toEqual([first.id, second.id]);
    const { position: _place, leave_url: _link, ...entry } = first;
    expect(all.entries[0]).toEqual(entry);
    expect(all.tiers).toEqual([{ tier_id: event.tierId, waiting: 2, places_waiting: 3, offered: 0, bought: 0 }]);
    expect(all.meta).toEqual({ page: 1, per_page: 20, total: 2, total_pages: 1, has_more: false });
    await line.refund([event.ticketId]);
    await office.offerPlaces();
    expect((await line.read(event, '?status=offered')).entries).toMatchObject([{ id: second.id }]);
    expect((await line.read(event, `?status=waiting&tier_id=${event.tierId}`)).entries).toMatchObject([
      { id: first.id },
    ]);
    for (const tierId of [UNKNOWN_ID, (await office.event()).tierId])
      expect(await office.call('GET', `/events/${event.id}/waiting-list?tier_id=${tierId}`)).toMatchObject({
        status: 404,
        code: 'tier_not_found',
      });
    expect((await line.read(event, '?per_page=1&page=2')).entries).toMatchObject([{ id: second.id }]);
  });

  test('names the checkout of an offer, which is its page, only to callers who may sell, here and in notifications', async () => {
    const event = await line.soldOut();
    const { id } = await line.join(event);
    const endpoint = { url: 'https://shop.example/hooks', events: ['waiting_list.offered'] };
    const webhook = (await office.call<{ id: string }>('POST', '/webhooks', endpoint)).data;
    await line.refund([event.ticketId]);
    await office.offerPlaces();
    const checkout = expect.stringMatching(/^cs_/);
    for (const [scopes, shown] of [
      [['read'], null],
      [['read', 'sell'], checkout],
    ] as const) {
      const client = office.service.clientWith({
        authorization: `Bearer ${await office.service.newKey(office.organizationId, { scopes: [...scopes] })}`,
      });
      const read = async <T>(path: string) => (await client.get<T>(path)).body.data;
      const { entries } = await read<ListState>(`/events/${event.id}/waiting-list`);
      expect(entries).toMatchObject([{ id, status: 'offered', checkout_id: shown }]);
      for (const payload of ['full', 'thin']) {
        const path = `/notifications?type=waiting_list.offered&payload=${payload}`;
        const { notifications } = await read<{ notifications: { data: object }[] }>(path);
        expect(notifications.at(-1)?.data).toMatchObject({ entry_id: id, checkout_id: shown });
      }
      const { deliveries } = await read<{ deliveries: { id: string }[] }>(`/webhooks/${webhook.id}/deliveries`);
      const { body } = await read<{ body: string }>(`/webhook-deliveries/${deliveries[0]?.id}`);
      expect(JSON.parse(body).data).toMatchObject({ entry_id: id, checkout_id: shown });
    }
  });

  test('answers 404 for an unknown event, and 400 for an unknown status', async () => {
    const ask = (path: string) => office.call('GET', path);
    expect(await ask(`/events/${UNKNOWN_ID}/waiting-list`)).toMatchObject({ status: 404 });
    const { id } = await office.event();
    expect(await ask(`/events/${id}/waiting-list?status=gone`)).toMatchObject({ status: 400, field: 'status' });
    expect((await line.read({ id })).entries).toEqual([]);
  });
});

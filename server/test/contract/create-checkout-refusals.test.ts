import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { laneBatchesFailed } from '../../src/platform/metrics/service-metrics.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';

describe('POST /checkouts answers 409 with the reason', () => {
  let office: BoxOffice;
  beforeAll(async () => {
    office = await openBoxOffice();
  });
  afterEach(() => office.expectConsistency());
  afterAll(() => office.close());

  const inMinutes = (minutes: number) => new Date(office.now().getTime() + minutes * 60_000).toISOString();

  test('or 404 to simultaneous requests for an unknown event, with one query', async () => {
    const failedBatches = async () => (await laneBatchesFailed.get()).values.reduce((sum, { value }) => sum + value, 0);
    const before = await failedBatches();
    const asked = Array.from({ length: 20 }, () => office.askCheckout({ id: UNKNOWN_ID }));
    for (const answer of await Promise.all(asked))
      expect(answer).toMatchObject({ status: 404, code: 'event_not_found', message: 'Event not found' });
    expect(await failedBatches()).toBe(before);
  });

  describe('by the status of the event', () => {
    test('when it is a draft', async () => {
      const { data } = await office.call<{ id: string }>('POST', '/events', {
        title: 'Not yet',
        start_datetime: inMinutes(600),
        capacity: 5,
      });
      const answer = await office.askCheckout(data);
      expect(answer).toMatchObject({
        status: 409,
        code: 'event_not_on_sale',
        message: 'Event is draft: tickets are not on sale',
      });
    });

    test.each(['cancelled', 'completed'])('when it is %s', async (status) => {
      const event = await office.event();
      await office.call('PUT', `/events/${event.id}`, { status });
      const message = `Event is ${status}: tickets are not on sale`;
      expect(await office.askCheckout(event)).toMatchObject({ status: 409, code: 'event_not_on_sale', message });
    });

    test('when it was set to sold_out by hand, though places are left', async () => {
      const event = await office.event();
      await office.call('PUT', `/events/${event.id}`, { status: 'sold_out' });
      expect(await office.askCheckout(event)).toMatchObject({ status: 409, code: 'sold_out', message: 'Sold out' });
    });

    test.each(['paused', 'hidden'])('but sells when it is %s', async (status) => {
      const event = await office.event();
      await office.call('PUT', `/events/${event.id}`, { status });
      expect(await office.askCheckout(event)).toMatchObject({ status: 201 });
    });
  });

  describe('by the sales window', () => {
    test('from the end of the event’s sales, one hour before the start by default', async () => {
      const event = await office.event({ start_datetime: inMinutes(90) });
      office.wait(30 * 60 - 0.001);
      expect(await office.askCheckout(event)).toMatchObject({ status: 201 });
      office.wait(0.001);
      const message = 'Sales for this event have ended';
      expect(await office.askCheckout(event)).toMatchObject({ status: 409, code: 'sales_ended', message });
    });

    test('until the tier’s sales start, and from the moment they end', async () => {
      const event = await office.event();
      const [start, end] = [inMinutes(10), inMinutes(20)];
      const window = { sales_start_datetime: start, sales_end_datetime: end };
      const tierId = await office.tier(event, window);
      const ask = () => office.askCheckout(event, { tier_id: tierId });
      office.wait(599.999);
      expect(await ask()).toMatchObject({
        status: 409,
        code: 'tier_sales_not_started',
        message: `Sales of this tier start at ${start}`,
      });
      office.wait(0.001);
      expect(await ask()).toMatchObject({ status: 201 });
      office.wait(599.999);
      expect(await ask()).toMatchObject({ status: 201 });
      office.wait(0.001);
      expect(await ask()).toMatchObject({
        status: 409,
        code: 'tier_sales_ended',
        message: 'Sales of this tier have ended',
      });
    });

    test('when the tier is not active', async () => {
      const event = await office.event();
      const tierId = await office.tier(event, { is_active: false });
      const answer = await office.askCheckout(event, { tier_id: tierId });
      expect(answer).toMatchObject({ status: 409, code: 'tier_not_on_sale', message: 'This tier is not on sale' });
    });
  });

  describe('by availability', () => {
    test('when fewer are left than requested: names the number, and holds nothing', async () => {
      const event = await office.event({ capacity: 5 });
      await office.checkout(event, { quantity: 3 });
      const answer = await office.askCheckout(event, { quantity: 3 });
      expect(answer).toMatchObject({
        status: 409,
        code: 'not_enough_left',
        message: 'Not enough left: only 2 available',
      });
      expect(await office.counters(event)).toEqual({ sold: 0, held: 3 });
      expect(await office.askCheckout(event, { quantity: 2 })).toMatchObject({ status: 201 });
    });

    test('when all places are held', async () => {
      const event = await office.event({ capacity: 2 });
      await office.checkout(event, { quantity: 2 });
      expect(await office.askCheckout(event)).toMatchObject({ status: 409, code: 'sold_out', message: 'Sold out' });
    });

    test('when all places are sold: the event is sold_out', async () => {
      const event = await office.event({ capacity: 2 });
      await office.buy(event, { quantity: 2 });
      expect((await office.call('GET', `/events/${event.id}`)).data).toMatchObject({ status: 'sold_out' });
      expect(await office.askCheckout(event)).toMatchObject({ status: 409, code: 'sold_out', message: 'Sold out' });
    });

    test('when the tier is full though the event is not', async () => {
      const event = await office.event({ capacity: 10 });
      const tierId = await office.tier(event, { quantity_total: 1 });
      await office.checkout(event, { tier_id: tierId });
      expect(await office.askCheckout(event, { tier_id: tierId })).toMatchObject({
        status: 409,
        code: 'sold_out',
        message: 'Sold out',
      });
      expect(await office.askCheckout(event)).toMatchObject({ status: 201 });
    });

    test('when the event is full though the tier is not: tiers together never sell past its capacity', async () => {
      const event = await office.event({ capacity: 4 });
      const tierId = await office.tier(event, { quantity_total: 4 });
      await office.checkout(event, { quantity: 3 });
      const answer = await office.askCheckout(event, { tier_id: tierId, quantity: 2 });
      expect(answer).toMatchObject({
        status: 409,
        code: 'not_enough_left',
        message: 'Not enough left: only 1 available',
      });
      expect(await office.askCheckout(event, { tier_id: tierId })).toMatchObject({ status: 201 });
    });

    test.each([1_000_001, Number.MAX_SAFE_INTEGER, 1e21])('when %d are requested', async (quantity) => {
      expect(await office.askCheckout(await office.event(), { quantity })).toMatchObject({
        status: 409,
        code: 'max_per_order',
      });
    });
  });
});

describe('POST /checkouts with an Idempotency-Key', () => {
  let office: BoxOffice;
  beforeAll(async () => {
    office = await openBoxOffice();
  });
  afterAll(() => office.close());

  test('holds once and repeats the first answer', async () => {
    const event = await office.event();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await office.askCheckout(event, {}, headers);
    office.wait(60);
    const again = await office.askCheckout(event, {}, headers);
    expect(again).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replayed': 'true' } });
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    expect(await office.counters(event)).toEqual({ sold: 0, held: 1 });
  });

  test('answers 409 to another body', async () => {
    const event = await office.event();
    const headers = { 'idempotency-key': randomUUID() };
    await office.askCheckout(event, {}, headers);
    expect(await office.askCheckout(event, { quantity: 2 }, headers)).toMatchObject({
      status: 409,
      code: 'idempotency_key_reused',
    });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 1 });
  });

  test('does not store the answer sold out', async () => {
    const event = await office.event({ capacity: 1 });
    const { checkout_id } = await office.checkout(event);
    const headers = { 'idempotency-key': randomUUID() };
    expect(await office.askCheckout(event, {}, headers)).toMatchObject({
      status: 409,
      code: 'sold_out',
      message: 'Sold out',
    });
    await office.call('POST', `/checkouts/${checkout_id}/expire`);
    expect(await office.askCheckout(event, {}, headers)).toMatchObject({ status: 201 });
  });

  test('does not store the answer of a sold_out set by hand either', async () => {
    const event = await office.event();
    const headers = { 'idempotency-key': randomUUID() };
    await office.call('PUT', `/events/${event.id}`, { status: 'sold_out' });
    expect(await office.askCheckout(event, {}, headers)).toMatchObject({
      status: 409,
      code: 'sold_out',
      message: 'Sold out',
    });
    await office.call('PUT', `/events/${event.id}`, { status: 'active' });
    expect(await office.askCheckout(event, {}, headers)).toMatchObject({ status: 201 });
  });

  test('stores every other refusal', async () => {
    const event = await office.event();
    const headers = { 'idempotency-key': randomUUID() };
    await office.call('PUT', `/tiers/${event.tierId}`, { is_active: false });
    await office.askCheckout(event, {}, headers);
    await office.call('PUT', `/tiers/${event.tierId}`, { is_active: true });
    expect(await office.askCheckout(event, {}, headers)).toMatchObject({
      status: 409,
      headers: { 'idempotent-replayed': 'true' },
    });
  });
});

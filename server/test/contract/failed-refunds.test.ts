import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listOrders } from '../../src/orders/queries.ts';
import { ProviderError } from '../../src/payments/provider-errors.ts';
import { rowsRead } from '../databases/rows-read.ts';
import { type BoxOffice, CUSTOMER, type EventOnSale, openBoxOffice } from '../fixtures/box-office.ts';
import { fillOrders } from '../fixtures/fill-orders.ts';
import { csvRows } from '../readers/csv-lines.ts';

interface Entry {
  kind: string;
  count: number;
  id: string | null;
  name: string | null;
  since: string;
}

describe('refunds that failed for good', () => {
  let office: BoxOffice;
  let event: EventOnSale;
  /** The orders whose refunds failed, the newest first. */
  let failed: string[];
  /** An order with a refund that succeeded, and one that was not refunded. */
  const others: string[] = [];

  beforeAll(async () => {
    office = await openBoxOffice({ spoilt: true });
    const another = await office.event({ title: 'Another', price: 40 });
    for (let n = 0; n < 2; n++) others.push((await office.buy(another)).orderId);
    await office.call('POST', `/orders/${others[0]}/refund`);
    await office.sendRefunds();
    event = await office.event({ price: 40 });
    const bought: string[] = [];
    for (let n = 0; n < 8; n++) {
      bought.push((await office.buy(event, {}, n === 0 ? 'MAYA' : 'GCASH')).orderId);
      office.wait(1);
    }
    failed = bought.toReversed();
    office.provider.refund = async () => {
      throw new ProviderError('answered POST /v1/refunds with 400', { status: 400, detail: 'balance too low' });
    };
    await office.cancelEvent(event);
    for (let tries = 0; tries < 14; tries++) {
      while ((await office.sendRefunds()) > 0);
      office.wait(31_000);
    }
  });
  afterAll(() => office.close());

  const entries = async () => {
    const { data } = await office.call<{ needs_attention: Entry[] }>('GET', '/overview');
    return data.needs_attention.filter(({ kind }) => kind === 'refunds_failed');
  };
  const list = async (query: string) => {
    const { data } = await office.call<{ orders: { id: string }[]; meta: { total: number } }>(
      'GET',
      `/orders?${query}`,
    );
    return { ids: data.orders.map(({ id }) => id), total: data.meta.total };
  };

  test('are all found by refund_failed of the list, its search and the CSV', async () => {
    expect(await list('refund_failed=true')).toEqual({ ids: failed, total: 8 });
    expect(await list('refund_failed=true&per_page=3&page=2')).toEqual({ ids: failed.slice(3, 6), total: 8 });
    expect(await list(`refund_failed=true&event_id=${event.id}&status=refunded`)).toMatchObject({ total: 8 });
    expect(await list('refund_failed=true&status=paid')).toEqual({ ids: [], total: 0 });
    expect(await list('refund_failed=true&q=ana')).toEqual({ ids: failed, total: 8 });
    expect(await list('refund_failed=false')).toMatchObject({ total: 10 });
    const { body } = await office.call('GET', '/orders.csv?refund_failed=true');
    expect(csvRows(body).map(({ id }) => id)).toEqual(failed);
  });

  test('are found without reading the other orders', async () => {
    const { organizationId, db } = office;
    const { id: eventId, tierId } = await office.event();
    const span = { from: new Date(office.now().getTime() - 86_400_000), days: 1 };
    await fillOrders(db, { organizationId, eventId, tierId, orders: 3_000, ...span });
    await db.query(sql`analyze`);
    await db.transaction(async (tx) => {
      const before = await rowsRead(tx, 'orders');
      const found = await listOrders(tx, organizationId, { hasFailedRefund: true, page: { page: 1, perPage: 20 } });
      expect(found.total).toBe(8);
      expect((await rowsRead(tx, 'orders')) - before).toBeLessThan(100);
    });
  });

  test('are named on Home up to five, with how many there are in all', async () => {
    const [all, ...named] = await entries();
    expect(all).toEqual({ kind: 'refunds_failed', count: 8, id: null, name: null, since: named[0]?.since });
    expect(named).toHaveLength(5);
    for (const { count, id } of named) expect([count, failed.includes(id ?? '')]).toEqual([1, true]);
  });

  test('are named first when their money bought nothing, as no list of orders has them', async () => {
    const { organizationId } = office;
    const [late] = await office.db.query<{ id: string; orderId: string }>(sql`
      select id, order_id from payments
       where organization_id = ${organizationId}
         and id in (select payment_id from refunds where organization_id = ${organizationId} and status = 'failed')
       order by id limit 1`);
    const setOrder = (orderId: string | undefined) =>
      office.db.query(sql`
      update payments set order_id = ${orderId ?? null}::uuid
       where organization_id = ${organizationId} and id = ${late?.id}`);
    // As if the payment had come too late, and its refund had failed before the others.
    await setOrder(undefined);
    await office.db.query(sql`
      update refunds set updated_at = ${new Date(office.now().getTime() - 86_400_000)}
       where organization_id = ${organizationId} and payment_id = ${late?.id}`);
    const [, ...named] = await entries();
    expect(named).toHaveLength(5);
    expect(named[0]).toMatchObject({ count: 1, id: null, name: CUSTOMER.email });
    expect(await list('refund_failed=true')).toMatchObject({ total: 7 });
    await setOrder(late?.orderId);
  });

  test('are named alone while there are five', async () => {
    const { organizationId } = office;
    await office.db.query(sql`
      update refunds set status = 'succeeded'
       where organization_id = ${organizationId} and status = 'failed'
         and id in (select id from refunds
                     where organization_id = ${organizationId} and status = 'failed' order by id limit 3)`);
    expect((await entries()).map(({ count, id }) => [count, id === null])).toEqual(Array(5).fill([1, false]));
    expect(await list('refund_failed=true')).toMatchObject({ total: 5 });
  });

  test('are in the list when Home names them no more', async () => {
    office.wait(31 * 86_400);
    expect(await entries()).toEqual([]);
    expect(await list('refund_failed=true')).toMatchObject({ total: 5 });
  });

  test('are those of one organization', async () => {
    const headers = { authorization: `Bearer ${office.others.key}` };
    const { data } = await office.call<{ meta: { total: number } }>(
      'GET',
      '/orders?refund_failed=true',
      undefined,
      headers,
    );
    expect(data.meta.total).toBe(0);
  });
});

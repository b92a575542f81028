import { expect, test, vi } from 'vitest';
import { HOLD_SECONDS, useBoxOffice } from '../../../test/fixtures/box-office.ts';
import { claimDueRefunds } from '../../payments/queries.ts';
import { Round } from '../../platform/work/waiting-organizations.ts';
import type { Uuid } from '../../values/uuid.ts';
import { paymentFollowing } from './follow-payments.ts';

const office = await useBoxOffice();
const ours = { authorization: `Bearer ${office.apiKey}` };
const theirs = { authorization: `Bearer ${office.others.key}` };

/** A buyer of this organization who is at the provider. */
async function paying(organization: typeof ours) {
  const call = async <Data>(method: 'POST' | 'PUT', path: string, body: object) =>
    (await office.call<Data>(method, path, body, organization)).data;
  const event = await call<{ id: string }>('POST', '/events', {
    ...{ title: 'Gabi', start_datetime: office.service.daysFromNow(30), capacity: 10, ticket_price: 500 },
  });
  await call('PUT', `/events/${event.id}`, { status: 'active' });
  const checkout = await call<{ checkout_id: string; checkout_url: string }>('POST', '/checkouts', {
    ...{ event_id: event.id, quantity: 1, customer: { name: 'Ana Reyes', email: 'ana@example.com' } },
    success_url: 'https://shop.example/thanks',
  });
  const sandbox = await office.pay(checkout, 'MAYA');
  const status = async () =>
    (await office.call('GET', `/checkouts/${checkout.checkout_id}`, undefined, organization)).data.status;
  return { pay: () => office.browser.submit(sandbox, { press: 'authorize' }), status };
}

test('an answer that does not come keeps no other organization waiting, and is asked for once', async () => {
  const { clock, db } = office;
  const { providers } = office.parts;
  const answer = Promise.withResolvers<void>();
  const asked: Uuid[] = [];
  const following = paymentFollowing({
    ...{ db, clock, holdSeconds: HOLD_SECONDS, log: office.app.log },
    providers: {
      ...providers,
      named(name) {
        const provider = providers.named(name);
        return {
          ...provider,
          async readSession(session) {
            asked.push(session.organizationId);
            if (session.organizationId === office.organizationId) await answer.promise;
            return provider.readSession(session);
          },
        };
      },
    },
  });
  const slow = await paying(ours);
  office.wait(60);
  expect(await following.begin()).toBe(1);
  office.failing.add('readSession');
  const quick = await paying(theirs);
  await quick.pay();
  office.failing.clear();
  office.wait(60);
  expect(await following.begin()).toBe(1);
  await vi.waitFor(async () => expect(await quick.status()).toBe('completed'));
  expect(await slow.status()).toBe('open');
  answer.resolve();
  await following.settled();
  expect(new Set(asked).size).toBe(asked.length);
});

test('refunds of one organization wait behind the first of another, and never take all places', async () => {
  const buyers = [await paying(ours), await paying(ours), await paying(theirs)];
  for (const { pay } of buyers) await pay();
  for (const organization of [ours, theirs]) {
    const { data } = await office.call<{ orders: { id: string }[] }>(
      'GET',
      '/orders?status=paid',
      undefined,
      organization,
    );
    for (const { id } of data.orders) await office.call('POST', `/orders/${id}/refund`, undefined, organization);
  }
  const claim = (limit: number, inProgress: Uuid[] = []) =>
    office.db.transaction(async (tx) => {
      const claimed = await claimDueRefunds(tx, {
        ...{ round: new Round(), now: office.now(), leaseUntil: office.now(), limit, maxPerOrganization: 2 },
        inProgress: inProgress.map((organizationId) => ({ organizationId })),
      });
      return claimed.map(({ organizationId }) => organizationId === office.organizationId);
    });
  expect((await claim(2)).toSorted()).toEqual([false, true]);
  expect(await claim(1, [office.organizationId])).toEqual([false]);
  expect(await claim(10, [office.organizationId, office.organizationId])).not.toContain(true);
});

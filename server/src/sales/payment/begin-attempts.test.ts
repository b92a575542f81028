import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { useBoxOffice } from '../../../test/fixtures/box-office.ts';
import { MOST_ATTEMPTS, MOST_UNDER_WAY } from './attempt.ts';
import { beginAttempts } from './begin-attempts.ts';

const office = await useBoxOffice();

async function requestOf(amountCentavos: number) {
  const event = await office.event({ price: 500 });
  await office.checkout(event);
  const [row] = await office.db.query<{ id: string }>(sql`select id from checkouts where event_id = ${event.id}`);
  const request = {
    organizationId: office.organizationId,
    checkoutId: row?.id ?? '',
    provider: 'sandbox',
    method: 'GCASH',
    amountCentavos,
    language: 'en',
    now: office.now(),
  } as const;
  return request;
}

test('a press of Pay for another total starts no payment, though one for the right total comes at the same moment', async () => {
  const request = await requestOf(50_000);
  const outcomes = await beginAttempts(office.db, [request, { ...request, amountCentavos: 30_000 }]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
});

test('at most 20 payments are under way, also of presses at the same moment', async () => {
  const request = await requestOf(50_000);
  const outcomes = await beginAttempts(
    office.db,
    Array.from({ length: 30 }, () => request),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(MOST_UNDER_WAY);
});

test('at most 30 payments are started in all, also of presses at the same moment', async () => {
  const request = await requestOf(50_000);
  const end = () =>
    office.db.query(sql`update payment_attempts set status = 'closed' where checkout_id = ${request.checkoutId}`);
  const begin = async (presses: number) => {
    const outcomes = await beginAttempts(
      office.db,
      Array.from({ length: presses }, () => request),
    );
    await end();
    return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
  };
  expect(await begin(MOST_UNDER_WAY)).toEqual([]);
  const left = MOST_ATTEMPTS - MOST_UNDER_WAY;
  expect(await begin(left + 2)).toEqual(['too_many_payments', 'too_many_payments']);
  expect(await begin(1)).toEqual(['too_many_payments']);
});

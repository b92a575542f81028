import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cancelSubscription } from '../../src/subscriptions/cancel-subscription.ts';
import { expireLapsedSubscriptions } from '../../src/subscriptions/expire-lapsed-subscriptions.ts';
import { heldAt } from '../databases/held-at.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { addFan, addPlan } from '../fixtures/fans.ts';

let office: BoxOffice;
beforeEach(async () => {
  office = await openBoxOffice({ spoilt: true });
});
afterEach(() => office.close());

const statusOf = async (id: string) =>
  (await office.db.query<{ status: string }>(sql`select status from subscriptions where id = ${id}`))[0]?.status;

test('subscriptions of an organization expire though those of another cannot', async () => {
  const { service, db } = office;
  const stuck = await addFan(service, await addPlan(service.ours), { endsInSeconds: -100 });
  const other = await addFan(service, await addPlan(service.theirs), { owner: service.theirs, endsInSeconds: -50 });
  await db.runScript(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse before update on subscriptions for each row
      when (old.id = '${stuck}') execute function refuse()`);
  await expect(expireLapsedSubscriptions(db, office.now())).rejects.toThrow('refused');
  expect([await statusOf(stuck), await statusOf(other)]).toEqual(['active', 'expired']);
  await db.runScript('drop trigger refuse on subscriptions; drop function refuse');
});

test('the audit log has the status that a cancellation replaced, also of a subscription that expires now', async () => {
  const { service, db, organizationId } = office;
  const subscriptionId = await addFan(service, await addPlan(service.ours), { endsInSeconds: 10 });
  office.wait(11);
  const { held, reached, goOn } = heldAt(db, "set status = 'cancelled'");
  const request = { organizationId, actor: { kind: 'system' }, subscriptionId, now: office.now() } as const;
  const cancelled = cancelSubscription(held, request);
  await reached;
  await expireLapsedSubscriptions(db, office.now());
  goOn();
  await cancelled;
  const [row] = await db.query<{ wasActive: boolean }>(sql`
    select not cancelled_without_access as was_active from subscriptions where id = ${subscriptionId}`);
  const { data } = await office.call<{ changes: object[] }>('GET', `/audit-log?subject_id=${subscriptionId}`);
  const before = { status: row?.wasActive ? 'active' : 'expired' };
  expect(data.changes).toMatchObject([{ before, after: { status: 'cancelled' } }]);
});

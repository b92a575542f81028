import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expireLapsedSubscriptions } from '../../src/subscriptions/expire-lapsed-subscriptions.ts';
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

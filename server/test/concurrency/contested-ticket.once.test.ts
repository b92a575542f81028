import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPostgres } from '../../src/platform/database/postgres/postgres.ts';
import { createPostgresDatabase } from '../databases/test-database.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { begin, untilSessionWaits } from './open-transaction.ts';

/** Other tests have a database that waits longer than that of production. */
const openWithLimits = async () => openPostgres(await createPostgresDatabase());

/** On PostgreSQL only: the embedded database has one session, so no query can meet a locked row. */
describe('a check-in of a ticket that another transaction is changing', () => {
  let office: BoxOffice;
  beforeEach(async () => {
    office = await openBoxOffice({ spoilt: true });
  });
  afterEach(() => office.close());

  const checkIn = (ticketId: string) => office.call('POST', `/tickets/${ticketId}/check-in`);

  test('waits for that transaction, without delaying other tickets in the batch', async () => {
    const { ticketIds } = await office.buy(await office.event(), { quantity: 8 });
    const [contested = '', ...free] = ticketIds;
    const commit = await begin(office.db, sql`update tickets set attendee_name = 'Ben' where id = ${contested}`);
    const waiting = checkIn(contested);
    const answers = await Promise.all(free.map(checkIn));
    expect(answers.map(({ status }) => status)).toEqual(free.map(() => 200));
    await untilSessionWaits(office.db);
    await commit();
    expect(await waiting).toMatchObject({ status: 200, data: { attendee: { name: 'Ben' } } });
    expect(await checkIn(contested)).toMatchObject({ status: 409 });
    expect(await office.notifications('ticket.checked_in')).toHaveLength(ticketIds.length);
  });

  test('succeeds by id if the ticket is still valid afterwards, even with a new code', async () => {
    const { ticketId } = await office.buy(await office.event());
    const commit = await begin(office.db, sql`update tickets set revision = revision + 1 where id = ${ticketId}`);
    const waiting = checkIn(ticketId);
    await untilSessionWaits(office.db);
    await commit();
    expect(await waiting).toMatchObject({ status: 200 });
  });

  test('is refused if the ticket is refunded afterwards', async () => {
    const { ticketId } = await office.buy(await office.event());
    const commit = await begin(office.db, sql`update tickets set status = 'refunded' where id = ${ticketId}`);
    const waiting = checkIn(ticketId);
    await untilSessionWaits(office.db);
    await commit();
    expect(await waiting).toMatchObject({ status: 409, code: 'ticket_refunded', message: 'Ticket is refunded' });
  });

  test('answers 503 if that takes too long, and keeps the other check-ins of the batch', async () => {
    await office.close();
    office = await openBoxOffice({ spoilt: true, open: openWithLimits });
    const { ticketIds } = await office.buy(await office.event(), { quantity: 3 });
    const [contested = '', ...free] = ticketIds;
    const commit = await begin(office.db, sql`update tickets set attendee_name = 'Ben' where id = ${contested}`);
    const [late, ...answers] = await Promise.all([contested, ...free].map(checkIn));
    expect(answers.map(({ status }) => status)).toEqual(free.map(() => 200));
    expect(late).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    await commit();
    expect(await checkIn(contested)).toMatchObject({ status: 200 });
  });
});

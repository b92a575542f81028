import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsRead } from '../../test/databases/rows-read.ts';
import { openUnusedTestDatabase } from '../../test/databases/test-database.ts';
import { fillPast } from '../../test/fixtures/fill-past.ts';
import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { listDoorTickets } from './door-queries.ts';

const TICKETS = 2_000;
const PER_PAGE = 100;
const LATER = new Date('2027-01-01T00:00:00Z');

let db: Database;
let organizationId: Uuid;
let eventId: Uuid;
beforeAll(async () => {
  db = await openUnusedTestDatabase();
  const past = await fillPast(db, { orders: TICKETS, events: 1, from: new Date('2026-01-01T00:00:00Z'), days: 300 });
  organizationId = past.organizationId;
  eventId = past.events[0]?.eventId ?? '';
  await db.query(sql`analyze`);
});
afterAll(() => db.close());

const read = (table: string, { page = 1, since = null }: { page?: number; since?: Date | null }) =>
  db.transaction(async (tx) => {
    const before = await rowsRead(tx, table);
    const list = await listDoorTickets(tx, organizationId, eventId, { since, page: { page, perPage: PER_PAGE } });
    return { listed: list.tickets.length, total: list.total, rows: (await rowsRead(tx, table)) - before };
  });

test.each([1, 10, 20, 21])('page %i of the list of a door joins the orders of its tickets alone', async (page) => {
  const { listed, total, rows } = await read('orders', { page });
  expect({ listed, total }).toEqual({ listed: page === 21 ? 0 : PER_PAGE, total: TICKETS });
  expect(rows).toBeLessThanOrEqual(listed);
});

test('a door that asks for changes reads the tickets once', async () => {
  const { rows, ...none } = await read('tickets', { since: LATER });
  expect(none).toEqual({ listed: 0, total: 0 });
  expect(rows).toBeLessThanOrEqual(TICKETS);
});

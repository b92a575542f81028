import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BoxOffice, type EventOnSale, openBoxOffice } from '../fixtures/box-office.ts';

/** A statement costs the server about as much as fifteen rows. These reads are the ones that clients repeat most. */
describe('statements of a read', () => {
  let office: BoxOffice;
  let event: EventOnSale;
  let ticketIds: string[];
  let statements = 0;

  beforeAll(async () => {
    office = await openBoxOffice();
    event = await office.event();
    ({ ticketIds } = await office.buy(event, { quantity: 4 }));
    const { query } = office.db;
    office.db.query = (statement) => {
      statements++;
      return query(statement);
    };
  });
  afterAll(() => office.close());

  async function statementsOf(...paths: string[]): Promise<number> {
    // What the first request remembers, such as the caller of a key, is not counted.
    await office.call('GET', paths[0] ?? '');
    statements = 0;
    const answers = await Promise.all(paths.map((path) => office.call('GET', path)));
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
    return statements;
  }

  test.each([
    ['/tickets/{id}', 1],
    ['/events/{id}/attendees', 2],
    ['/events', 2],
    ['/orders', 1],
    ['/promo-codes', 1],
  ])('%s: %i', async (path, count) => {
    const id = path.startsWith('/tickets') ? ticketIds[0] : event.id;
    expect(await statementsOf(path.replace('{id}', id ?? ''))).toBe(count);
  });

  test('different tickets at once: one for all of them', async () => {
    expect(await statementsOf(...ticketIds.map((id) => `/tickets/${id}`))).toBe(1);
  });

  test('different pages of attendees at once: one each, and one for the event', async () => {
    const pages = [1, 2, 3, 4].map((page) => `/events/${event.id}/attendees?per_page=1&page=${page}`);
    expect(await statementsOf(...pages)).toBe(5);
  });
});

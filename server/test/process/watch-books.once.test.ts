import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openClient } from './client.ts';
import { newInstallation } from './installation.ts';
import { startServer } from './start-server.ts';

/** A start on a busy machine. */

/** The figures of `/metrics` about the books, once they were checked. */
async function books(url: string) {
  const figures = { broken: Number.NaN, checkedSecondsAgo: Number.NaN };
  await expect
    .poll(async () => {
      const text = await (await fetch(`${url}/metrics`)).text();
      const figure = (name: string) => Number(new RegExp(`^takilya_books_${name} (\\S+)$`, 'm').exec(text)?.[1]);
      figures.broken = figure('broken');
      figures.checkedSecondsAgo = Date.now() / 1_000 - figure('checked_timestamp_seconds');
      return figures.checkedSecondsAgo;
    })
    .toBeLessThan(60);
  return figures;
}

test.each(['embedded', 'postgres'] as const)(
  'a server on the %s database checks its books when it starts: two figures, and a line of the log when they are not true',
  async (kind) => {
    const { env, key, inside } = await newInstallation(kind, { spoilt: true });
    const well = await startServer(env);
    expect(await books(well.url)).toMatchObject({ broken: 0 });
    await openClient(well.url, key).createEvent({ capacity: 10 });
    expect((await well.end('SIGTERM')).code).toBe(0);
    expect(well.errors).not.toContain('the books are not true');

    await inside((db) =>
      db.query(sql`
      insert into sales_figures (organization_id, event_id, period, starts_at, orders)
      select organization_id, id, 'all', 'epoch', 7 from events`),
    );
    const ill = await startServer(env);
    expect(await books(ill.url)).toMatchObject({ broken: 1 });
    expect((await ill.end('SIGTERM')).code).toBe(0);
    const line = ill.errors.split('\n').find((each) => each.includes('the books are not true')) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      level: 50,
      sentences: [{ sentence: expect.stringMatching(/^the sales figures are the sums/), rows: 1 }],
    });
  },
);

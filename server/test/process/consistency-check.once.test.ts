import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openClient } from './client.ts';
import { newInstallation } from './installation.ts';
import { startServer } from './start-server.ts';

/** The figures of the consistency check in `/metrics`, once it has run. */
async function consistencyMetrics(url: string) {
  const figures = { broken: Number.NaN, checkedSecondsAgo: Number.NaN };
  await expect
    .poll(async () => {
      const text = await (await fetch(`${url}/metrics`)).text();
      const figure = (name: string) => Number(new RegExp(`^takilya_consistency_${name} (\\S+)$`, 'm').exec(text)?.[1]);
      figures.broken = figure('violations');
      figures.checkedSecondsAgo = Date.now() / 1_000 - figure('checked_timestamp_seconds');
      return figures.checkedSecondsAgo;
    })
    .toBeLessThan(60);
  return figures;
}

test.each(['embedded', 'postgres'] as const)(
  'a server on the %s database runs the due consistency check, with two figures and a log line if it fails',
  async (kind) => {
    const { env, key, inside } = await newInstallation(kind, { spoilt: true });
    const well = await startServer(env);
    expect(await consistencyMetrics(well.url)).toMatchObject({ broken: 0 });
    await openClient(well.url, key).createEvent({ capacity: 10 });
    expect((await well.end('SIGTERM')).code).toBe(0);
    expect(well.errors).not.toContain('consistency check failed');

    await inside(async (db) => {
      await db.query(sql`
        insert into sales_figures (organization_id, event_id, period, starts_at, orders)
        select organization_id, id, 'all', 'epoch', 7 from events`);
      await db.query(sql`update consistency_check set due_at = now()`);
    });
    const ill = await startServer(env);
    await expect.poll(async () => (await consistencyMetrics(ill.url)).broken).toBe(1);
    expect((await ill.end('SIGTERM')).code).toBe(0);
    const line = ill.errors.split('\n').find((each) => each.includes('consistency check failed')) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      level: 50,
      violations: [
        {
          description: expect.stringMatching(/^the sales figures are the sums/),
          rows: [{ organization_id: expect.any(String), event_id: expect.any(String) }],
        },
      ],
    });
    // Stored until the next check.
    const after = await startServer(env);
    expect(await consistencyMetrics(after.url)).toMatchObject({ broken: 1 });
    expect((await after.end('SIGTERM')).code).toBe(0);
    expect(after.errors).not.toContain('consistency check failed');
  },
);

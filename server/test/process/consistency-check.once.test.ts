import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openClient } from './client.ts';
import { newInstallation } from './installation.ts';
import { startServer } from './start-server.ts';

/** The figures in `/metrics` of a consistency check that began at this time or later, once they are there. */
async function consistencyMetrics(url: string, sinceMs: number) {
  const figures = { broken: Number.NaN, checkedAtSeconds: Number.NaN };
  await expect
    .poll(async () => {
      const text = await (await fetch(`${url}/metrics`)).text();
      const figure = (name: string) => Number(new RegExp(`^takilya_consistency_${name} (\\S+)$`, 'm').exec(text)?.[1]);
      figures.broken = figure('violations');
      figures.checkedAtSeconds = figure('checked_timestamp_seconds');
      return figures.checkedAtSeconds;
    })
    .toBeGreaterThanOrEqual(sinceMs / 1_000);
  return figures;
}

test.each(['embedded', 'postgres'] as const)(
  'a server on the %s database runs the due consistency check, with two figures and a log line if it fails',
  async (kind) => {
    const { env, key, inside } = await newInstallation(kind, { spoilt: true });
    const wellSinceMs = Date.now();
    const well = await startServer(env);
    expect(await consistencyMetrics(well.url, wellSinceMs)).toMatchObject({ broken: 0 });
    await openClient(well.url, key).createEvent({ capacity: 10 });
    expect((await well.end('SIGTERM')).code).toBe(0);
    expect(well.errors).not.toContain('consistency check failed');

    await inside(async (db) => {
      await db.query(sql`
        insert into sales_figures (organization_id, event_id, period, starts_at, orders)
        select organization_id, id, 'all', 'epoch', 7 from events`);
      await db.query(sql`update consistency_check set due_at = now()`);
    });
    const illSinceMs = Date.now();
    const ill = await startServer(env);
    expect(await consistencyMetrics(ill.url, illSinceMs)).toMatchObject({ broken: 1 });
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
    expect(await consistencyMetrics(after.url, illSinceMs)).toMatchObject({ broken: 1 });
    expect((await after.end('SIGTERM')).code).toBe(0);
    expect(after.errors).not.toContain('consistency check failed');
  },
);

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { prepareDemo } from '../src/demo/prepare-demo.ts';
import { periodicTasks } from '../src/periodic.ts';
import { expectBooksBalance } from './books.ts';
import type { SectionState } from './hall.ts';
import { openTestService } from './test-service.ts';

test('the demo has an arena with two prices, aisles, sold seats and a row that is kept back', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'takilya-demo-'));
  const service = await openTestService();
  try {
    await service.db.query({ text: 'truncate organizations, notifications, audit_log cascade', values: [] });
    await prepareDemo({ ...service.parts, config: { ...service.parts.config, dataDir } });
    const { organizations } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
    const client = service.client(organizations[0].api_key);
    const { body } = await client.get<{ events: { id: string; title: string }[] }>('/events');
    const arena = body.data.events.find(({ title }) => title.startsWith('Arena'));
    const answer = await client.get<{ sections: SectionState[] }>(`/events/${arena?.id}/sections`);
    const sold = await client.get<{ attendees: { section: string | null }[] }>(`/events/${arena?.id}/attendees`);
    // Patron has 5 rows of 28, one of them kept back, 6 sold.
    expect(answer.body.data.sections.map(({ label, available }) => [label, available])).toEqual([
      ['Patron', 4 * 28 - 6],
      ['Lower Box', 10 * 36 - 6],
      ['Upper Box', 12 * 48 - 2],
    ]);
    expect(sold.body.data.attendees.every(({ section }) => section !== null)).toBe(true);
    await expectBooksBalance(service.db);
  } finally {
    await service.close();
    await rm(dataDir, { recursive: true });
  }
});

test('another instance that does what time brings about meanwhile does not disturb the demo', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'takilya-demo-'));
  const service = await openTestService();
  const { db, parts, app } = service;
  try {
    await db.query({ text: 'truncate organizations, notifications, audit_log cascade', values: [] });
    const tasks = periodicTasks({ ...parts, log: app.log });
    let filled = false;
    const others = tasks.map(async ({ run }) => {
      while (!filled) await run(new AbortController().signal).then(() => nextTurn());
    });
    await prepareDemo({ ...parts, config: { ...parts.config, dataDir } }).finally(() => {
      filled = true;
    });
    await Promise.all(others);
    await expectBooksBalance(db);
  } finally {
    await service.close();
    await rm(dataDir, { recursive: true });
  }
});

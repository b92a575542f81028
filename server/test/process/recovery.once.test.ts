import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/open.ts';
import { migrateSchema } from '../../src/schema/own-schema.ts';
import { expectConsistency } from '../consistency/expect-consistency.ts';
import { baseBackup } from '../databases/base-backup.ts';
import { startPostgres } from '../databases/postgres-server.ts';
import { openClient } from './client.ts';
import { brokenPromises, buyOnce, CAPACITY, Confirmed } from './confirmed.ts';
import { documented, withValues } from './documented.ts';
import { newInstallation } from './installation.ts';
import { newDataDir, startServer } from './start-server.ts';

/** The documented settings of both servers. */
function documentedSettings(archive: string, time: string) {
  const text = withValues(documented('docs/backups.md', 'conf'), {
    '/srv/wal': archive,
    '2026-11-26 10:41:00+08': time,
  });
  const settings = Object.fromEntries(
    [...text.matchAll(/^(\w+) = '?(.*?)'?(?: +#.*)?$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  const { restore_command = '', recovery_target_time = '', recovery_target_action = '', ...archiving } = settings;
  return { archiving, recovery: { restore_command, recovery_target_time, recovery_target_action } };
}

test('PostgreSQL is restored to a moment as documented: what was sold later is absent', async () => {
  const folder = await newDataDir();
  await chmod(folder, 0o755);
  const [archive, base] = [join(folder, 'wal'), join(folder, 'base')];
  await mkdir(archive);
  await chmod(archive, 0o777);
  const postgres = await startPostgres({ fsync: false, settings: documentedSettings(archive, '').archiving });
  onTestFinished(() => postgres.stop());
  const databaseUrl = await postgres.createDatabase('takilya');
  const fresh = await openDatabase({ dataDir: '', databaseUrl });
  await migrateSchema(fresh);
  await fresh.close();
  const { env, key } = await newInstallation('postgres', { databaseUrl });
  const server = await startServer(env);
  const client = openClient(server.url, key);
  const eventId = await client.createEvent({ capacity: CAPACITY });
  const [kept, lost] = [new Confirmed(), new Confirmed()];

  await buyOnce(client, eventId, kept, 2);
  await baseBackup(postgres.url, base);
  await buyOnce(client, eventId, kept, 1);
  const admin = new Client({ connectionString: postgres.url });
  await admin.connect();
  onTestFinished(() => admin.end());
  const time: string = (await admin.query('select clock_timestamp()::text as now')).rows[0].now;
  await buyOnce(client, eventId, lost, 1);
  // The end of an archive_timeout.
  const last = (await admin.query('select pg_walfile_name(pg_switch_wal()) as name')).rows[0].name;
  await expect.poll(() => existsSync(join(archive, last))).toBe(true);

  const { recovery } = documentedSettings(archive, time);
  for (const [settings, missing] of [
    [recovery, ['order', 'ticket', 'check-in']],
    // Control: without the moment everything is there.
    [{ ...recovery, recovery_target_time: '' }, []],
  ] as const) {
    await writeFile(join(base, 'recovery.signal'), '');
    const restored = await startPostgres({ fsync: false, cluster: base, settings });
    const db = await openDatabase({
      dataDir: '',
      databaseUrl: Object.assign(new URL(restored.url), { pathname: '/takilya' }).href,
    });
    try {
      expect(await brokenPromises(db, kept)).toEqual([]);
      expect((await brokenPromises(db, lost)).map((broken) => broken.split(' ')[0])).toEqual(missing);
      await expectConsistency(db);
    } finally {
      await db.close();
      await restored.stop();
    }
  }
  expect((await server.end('SIGTERM')).code).toBe(0);
});

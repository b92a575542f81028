import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { createApiKey } from '../../src/api-keys/create-api-key.ts';
import { OPERATOR } from '../../src/audit-log/actor.ts';
import { createOrganization } from '../../src/organizations/create-organization.ts';
import { openPostgres } from '../../src/platform/database/postgres/postgres.ts';
import { LEASE_MS } from '../../src/webhooks/delivery/deliver-webhooks.ts';
import { expectConsistency } from '../consistency/expect-consistency.ts';
import { createPostgresDatabase } from '../databases/test-database.ts';
import { authorityFile, openReceiver } from '../fixtures/receiver.ts';
import { isSignedWith, isStandardSignedWith } from '../fixtures/webhook-office.ts';
import { server as serverCommand } from '../process/start-server.ts';

/** How often the server is killed. More kills: `CRASH_CYCLES=20 npx vitest run --project once webhooks-kill`. */
const KILLS = Number(process.env.CRASH_CYCLES ?? 6);
/** Each change is one notification. */
const UPDATES_PER_ROUND = 3;
/** Allows for as many starts on a busy machine. */
const PATIENCE_MS = 240_000 + KILLS * 10_000;

test(
  `loses nothing when the server is killed ${KILLS} times between sending and recording, and repeats deliveries with the same id`,
  async () => {
    const url = await createPostgresDatabase();
    const db = await openPostgres(url, { poolSize: 2 });
    const receiver = await openReceiver();
    const dataDir = await mkdtemp(join(tmpdir(), 'takilya-kill-'));
    const organizationId = await createOrganization(db, { name: 'Killed', now: new Date() });
    const { key } = await createApiKey(db, { organizationId, actor: OPERATOR, name: 'test', now: new Date() });
    const answered = new Set<string>();
    let answering = true;
    receiver.behave('/hook', (response, { json }) => {
      if (!answering) return;
      answered.add(json.id);
      response.end('ok');
    });

    let server = await startServer(url, dataDir);
    const call = async (method: string, path: string, body: object) => {
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
      return ((await response.json()) as { data: { id: string; secret: string } }).data;
    };
    try {
      const { secret } = await call('POST', '/webhooks', {
        url: `https://localhost:${receiver.port}/hook`,
        events: ['event.updated'],
      });
      const event = await call('POST', '/events', {
        title: 'Start',
        start_datetime: '2030-01-01T00:00:00Z',
        capacity: 9,
      });

      for (let kill = 0; kill < KILLS; kill++) {
        // In turn: the answer never arrives, or it arrives and is not recorded.
        answering = kill % 2 === 1;
        const before = receiver.received.length;
        for (let n = 0; n < UPDATES_PER_ROUND; n++)
          await call('PUT', `/events/${event.id}`, { title: `Round ${kill}, update ${n}` });
        await until(() => receiver.received.length > before);
        server.process.kill('SIGKILL');
        await once(server.process, 'exit');
        server = await startServer(url, dataDir);
      }

      answering = true;
      // As if the leases of killed servers were over.
      await db.query(sql`
        update webhook_deliveries set next_attempt_at = next_attempt_at - make_interval(secs => ${LEASE_MS / 1_000})
         where status = 'pending'`);
      const open = async () =>
        (await db.query<{ count: number }>(sql`select count(*) from webhook_deliveries where status <> 'succeeded'`))[0]
          ?.count ?? 0;
      await until(async () => (await open()) === 0);

      const recorded = await db.query<{ id: string; body: string }>(sql`select id, body from notifications`);
      expect(recorded).toHaveLength(KILLS * UPDATES_PER_ROUND);
      expect(recorded.filter(({ id }) => !answered.has(id))).toEqual([]);
      const bodyOf = new Map(recorded.map(({ id, body }) => [id, body]));
      for (const one of receiver.received) {
        expect(one.body.toString()).toBe(bodyOf.get(one.json.id));
        expect(one.headers['webhook-id']).toBe(one.json.id);
        expect(isSignedWith(secret, one) && isStandardSignedWith(secret, one)).toBe(true);
      }
      // At least where the answer never arrived, a kill came between sending and recording; else the test proves
      // nothing.
      expect(receiver.received.length).toBeGreaterThanOrEqual(recorded.length + KILLS / 2);
      await expectConsistency(db);
    } finally {
      server.process.kill('SIGTERM');
      await once(server.process, 'exit');
      await receiver.close();
      await db.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
  PATIENCE_MS,
);

async function startServer(databaseUrl: string, dataDir: string): Promise<{ process: ChildProcess; url: string }> {
  const [node, ...arguments_] = serverCommand;
  const server = spawn(node, arguments_, {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      DEMO: '0',
      PORT: '0',
      LOG_LEVEL: 'silent',
      WEBHOOK_ALLOW_PRIVATE_TARGETS: '1',
      WEBHOOK_RETRY_SECONDS: Array(20).fill(1).join(),
      NODE_EXTRA_CA_CERTS: authorityFile,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: server.stdout })) {
    const [url] = /http:\S+\/api\/v1/.exec(line) ?? [];
    if (!url) continue;
    server.stdout.resume();
    return { process: server, url };
  }
  throw new Error('the server ended before it was ready');
}

async function until(condition: () => boolean | Promise<boolean>) {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
}

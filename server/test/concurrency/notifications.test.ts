import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import type { Tx } from '../../src/platform/database/database.ts';
import { deleteOldNotifications } from '../../src/webhooks/purge-queries.ts';
import { giveSomePositions } from '../../src/webhooks/reading/give-positions.ts';
import { recordNotification } from '../../src/webhooks/record-notification.ts';
import { heldAt } from '../databases/held-at.ts';
import { type Sabotage, sabotaged } from '../databases/sabotage.ts';
import { type BoxOffice, type EventOnSale, openBoxOffice } from '../fixtures/box-office.ts';
import { control } from './control.ts';
import { begin, untilSessionWaits } from './open-transaction.ts';

const WRITERS = 6;
const PER_WRITER = 15;

/** Two readers give positions after the same last one. */
const NO_COUNTER_LOCK: Sabotage = [
  [
    'select last_position from notification_counters where organization_id = $1 for update',
    'select last_position from notification_counters where organization_id = $1',
  ],
];

/** A purge waits for a reader, who waits for the purge. */
const NO_LOCK_BEFORE_PURGE: Sabotage = [
  ['select 1 from notification_counters where organization_id = $1 for update', 'select 1 where $1::uuid is not null'],
];

interface Listed {
  notifications: { id: string }[];
  next_cursor: string;
}

describe('reading notifications while others are recorded', () => {
  let office: BoxOffice;
  let event: EventOnSale;
  afterEach(() => office.close());

  async function open(sabotage: Sabotage = []) {
    office = await openBoxOffice({ instances: 2, sabotage });
    event = await office.event();
  }
  const record = (tx: Tx) =>
    recordNotification(tx, {
      ...{ organizationId: office.organizationId, type: 'event.updated', now: new Date() },
      data: { event_id: event.id, status: 'active', changed: [] },
    });
  const read = (after: string) => office.call<Listed>('GET', `/notifications?after=${after}&limit=5`);
  const latest = async () => (await read('latest')).data.next_cursor;

  test('a reader gets every one once, and all readers get them in one order', async () => {
    await open();
    let written = 0;
    const write = async () => {
      for (let nth = 0; nth < PER_WRITER; nth++)
        await office.db.transaction(async (tx) => {
          record(tx);
          // Some are held back while others commit.
          for (let step = 0; step < (written * 7) % 9; step++) await tx.query(sql`select 1`);
          written += 1;
        });
    };
    const start = await latest();
    let writing = true;
    const follow = async () => {
      const got: string[] = [];
      for (let [after, last] = [start, false]; ; last = !writing) {
        const { data } = await read(after);
        if (last && data.notifications.length === 0) return got;
        got.push(...data.notifications.map(({ id }) => id));
        after = data.next_cursor;
      }
    };
    const readers = [follow(), follow(), follow()];
    await Promise.all(Array.from({ length: WRITERS }, write)).finally(() => {
      writing = false;
    });
    const [first = [], ...others] = await Promise.all(readers);
    expect(new Set(first).size).toBe(WRITERS * PER_WRITER);
    for (const other of others) expect(other).toEqual(first);
  });

  test('one that commits after later ones were read is read next; control: a reader who goes by ids misses it', async () => {
    await open();
    if (office.db.kind === 'pglite') return; // one connection, so transactions commit in the order they begin
    const start = await latest();
    const id = '01900000-0000-7000-8000-000000000001';
    const commitLate = await begin(
      office.db,
      sql`insert into notifications (organization_id, id, type, body, created_at)
          values (${office.organizationId}, ${id}, 'event.updated', ${JSON.stringify({
            ...{ id, type: 'event.updated', created_at: new Date().toISOString() },
            data: { event_id: event.id, status: 'active', changed: [] },
          })}, now())`,
    );
    await office.db.transaction(async (tx) => record(tx));
    const { data: before } = await read(start);
    expect(before.notifications).toHaveLength(1);
    await commitLate();
    expect((await read(before.next_cursor)).data.notifications.map((one) => one.id)).toEqual([id]);
    const [later] = before.notifications;
    const byIds = await office.db.query<{ id: string }>(sql`select id from notifications where id > ${later?.id}`);
    expect(byIds.map((one) => one.id)).not.toContain(id);
  });

  /** Asks while another reader has given positions that it has not committed, and has to wait with this statement. */
  async function readWhileGiven(statement: string) {
    const start = await latest();
    await office.db.transaction(async (tx) => record(tx));
    const other = heldAt(office.db, 'set last_position', { when: 'before' });
    const giving = giveSomePositions(other.held, office.organizationId);
    await other.reached;
    await office.db.transaction(async (tx) => record(tx));
    const answer = read(start);
    await untilSessionWaits(office.db, statement);
    other.goOn();
    await giving;
    return answer;
  }

  test('a reader waits for the positions that another one gives', async () => {
    await open();
    if (office.db.kind === 'pglite') return;
    expect((await readWhileGiven('from notification_counters')).data.notifications).toHaveLength(2);
  });

  /** A purge has deleted a notification that this reader has not read, and has not saved that. */
  async function readWhilePurged(statement: string, sabotage: Sabotage = []) {
    const start = await latest();
    const old = '01900000-0000-7000-8000-000000000001';
    await office.db.query(sql`
      insert into notifications (organization_id, id, type, body, created_at)
      values (${office.organizationId}, ${old}, 'event.updated', ${JSON.stringify({ data: { event_id: event.id } })}, now())`);
    const other = heldAt(sabotaged(office.db, sabotage, new Set()), 'delete from notifications', { when: 'after' });
    const before = new Date('2025-01-01');
    const purging = other.held
      .transaction((tx) => deleteOldNotifications(tx, { before, limit: 10 }))
      .then(
        ({ deleted }) => deleted,
        () => 'refused',
      );
    await other.reached;
    const answer = read(start);
    await untilSessionWaits(office.db, statement);
    other.goOn();
    return [await purging, (await answer).status];
  }

  test('a reader waits for a purge, and is told that one is gone that it has not read', async () => {
    await open();
    if (office.db.kind === 'pglite') return;
    expect(await readWhilePurged('from notification_counters')).toEqual([1, 410]);
  });

  control('a purge that does not lock the counter first meets the reader in a deadlock', async () => {
    await open();
    if (office.db.kind === 'pglite') return;
    const answers = await readWhilePurged('update notifications', NO_LOCK_BEFORE_PURGE);
    expect([
      ['refused', 410],
      ['refused', 200],
      [1, 503],
    ]).toContainEqual(answers);
  });

  control('without the lock of the counter the same position is given twice, which the index refuses', async () => {
    await open(NO_COUNTER_LOCK);
    if (office.db.kind === 'pglite') return;
    expect((await readWhileGiven('update notifications')).status).toBe(500);
  });
});

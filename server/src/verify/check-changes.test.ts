import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { corruptionOf } from '../../test/consistency/corruptions.ts';
import { fillDatabase } from '../../test/consistency/full-database.ts';
import { openUnguarded, type Unguarded } from '../../test/consistency/unguarded.ts';
import { openWebhookOffice, type WebhookOffice } from '../../test/fixtures/webhook-office.ts';
import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { type CheckControl, checkChanges } from './check-changes.ts';
import { checkInvariant, SUBJECT_SETTINGS } from './check-invariant.ts';
import type { Progress } from './progress.ts';
import { listNext } from './queries.ts';
import { type Invariant, readInvariants, UNITS } from './read-invariants.ts';
import { sliceFor } from './slices.ts';

const invariants = await readInvariants();
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const ofEveryUnit = <Value>(value: Value) => Object.fromEntries(UNITS.map((unit) => [unit, value]));
/** Progress values: only new subjects are left, only the rotation is left, or nothing. */
const ONLY_NEW: Progress = { turn: ofEveryUnit({ organizationId: LAST_ID, id: LAST_ID }) };
const ONLY_IN_TURN: Progress = { seen: ofEveryUnit(LAST_ID) };
const NOTHING: Progress = { ...ONLY_NEW, ...ONLY_IN_TURN };

/**
 * Violated by rows with dangling references, which the database rejects. Such a row is found by its own id while it is
 * new, and later by `takilya verify`.
 */
const ONLY_WHILE_NEW = new Set([
  'changes of orders, payments, refunds and what the sandbox recorded refer to rows of their own organization',
  'events, series, check-in lists, door links, tiers, questions, messages, waiting lists, waiting rooms, promo codes, seats and sales figures refer to rows of their own organization',
]);

describe('a check of changes', () => {
  let hooks: WebhookOffice;
  let db: Database;
  let theirs: Uuid;
  beforeAll(async () => {
    hooks = await openWebhookOffice();
    db = hooks.office.db;
    theirs = await fillDatabase(hooks);
  });
  afterAll(() => hooks.close());

  async function check(
    of: Database,
    from: Progress,
    {
      pauseAfter = async () => {},
      only = invariants,
    }: { pauseAfter?: CheckControl['pauseAfter']; only?: Invariant[] } = {},
  ) {
    let progress = from;
    const save: CheckControl['save'] = async (saved) => {
      progress = structuredClone(saved);
    };
    const checked = checkChanges(of, only, from, { now: hooks.office.now(), number: 0, pauseAfter, save });
    const findings = await checked.catch((error) => (error === INTERRUPTED ? [] : Promise.reject(error)));
    return { broken: findings.map(({ description }) => description), progress };
  }

  test('finds nothing in consistent data', async () => {
    expect((await check(db, {})).broken).toEqual([]);
  });

  test.each(UNITS)('finds nothing in consistent data when a slice has one subject alone: %s', async (unit) => {
    const subjects = await listNext(db, unit, null, 8);
    expect(subjects.length).toBeGreaterThan(0);
    const broken: string[] = [];
    await db.transaction(async (tx) => {
      await tx.runScript(SUBJECT_SETTINGS);
      for (const invariant of invariants.filter((one) => one.unit === unit))
        for (const subject of subjects) {
          const finding = await checkInvariant(tx, invariant, hooks.office.now(), sliceFor(unit, [subject]));
          if (finding.broken > 0) broken.push(`${invariant.description}: ${JSON.stringify(finding.rows)}`);
        }
    });
    expect(broken).toEqual([]);
  });

  describe('without the constraints', () => {
    let unguarded: Unguarded;
    beforeAll(async () => {
      unguarded = await openUnguarded(db);
    });
    afterAll(() => unguarded.close());

    test('finds nothing after rows were purged', async () => {
      const found = await unguarded.spoilt(
        async (tx) => {
          for (const what of ['audit_log', 'webhook_deliveries', 'notifications', 'mails'])
            await tx.query(sql`delete from ${raw(what)}`);
          await tx.query(sql`update purges set purged_before = ${new Date(hooks.office.now().getTime() + 1)}`);
        },
        async (purged) => ({ new: await check(purged, ONLY_NEW), inTurn: await check(purged, ONLY_IN_TURN) }),
      );
      expect(found).toMatchObject({ new: { broken: [] }, inTurn: { broken: [] } });
    });

    test.each(invariants)('finds a violation in new rows and in the rotation: $description', async (invariant) => {
      const { description } = invariant;
      const found = await unguarded.spoilt(
        (tx) => tx.runScript(corruptionOf(description, theirs)),
        async (spoilt) => ({
          new: await check(spoilt, ONLY_NEW, { only: [invariant] }),
          inTurn: await check(spoilt, ONLY_IN_TURN, { only: [invariant] }),
        }),
      );
      expect(found.new.broken).toEqual([description]);
      if (!ONLY_WHILE_NEW.has(description)) expect(found.inTurn.broken).toEqual([description]);
    });
  });

  test('checks a violation again until it is gone, wherever in the history it is', async () => {
    const spoil = (by: number) =>
      db.query(
        sql`update tickets set amount_centavos = amount_centavos - ${by} where status = 'valid' and amount_centavos > 1`,
      );
    await spoil(1);
    const first = await check(db, ONLY_IN_TURN);
    expect(first.broken).toEqual([
      'the quantity, the total, the refunds and the status of an order are those of its tickets',
    ]);
    const second = await check(db, { ...first.progress, ...NOTHING });
    expect(second.broken).toEqual(first.broken);
    await spoil(-1);
    expect(await check(db, { ...second.progress, ...NOTHING })).toMatchObject({ broken: [], progress: { broken: {} } });
  });

  test('continues where it was interrupted', async () => {
    const wholeRun = await statementsOf((of) => check(of, ONLY_IN_TURN));
    let left = Math.floor(wholeRun.length / 2);
    const interrupt = async () => {
      if (left-- === 0) throw INTERRUPTED;
    };
    let progress: Progress = {};
    const firstHalf = await statementsOf(async (of) => {
      progress = (await check(of, ONLY_IN_TURN, { pauseAfter: interrupt })).progress;
    });
    const secondHalf = await statementsOf((of) => check(of, progress));
    expect(new Set([...firstHalf, ...secondHalf])).toEqual(new Set(wholeRun));
    // A slice is checked as a whole, so a few statements run twice.
    expect(secondHalf.length).toBeLessThan(wholeRun.length * 0.7);
  });

  async function statementsOf(run: (of: Database) => Promise<unknown>): Promise<string[]> {
    const texts: string[] = [];
    await run({
      ...db,
      transaction: (work) =>
        db.transaction((tx) =>
          work({
            ...tx,
            query(statement) {
              texts.push(statement.text);
              return tx.query(statement);
            },
          }),
        ),
    });
    return texts;
  }
});

const INTERRUPTED = new Error('interrupted');

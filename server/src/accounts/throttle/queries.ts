import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** More than the clocks of instances differ: what one of them counts must not be nothing to another. */
const MAX_SKEW_SECONDS = 600;

/**
 * Takes one try if one is left. Each try moves `full_at`, the time when all tries are available again, later by
 * `everySeconds`, up to `tries` such intervals from now. A later one was counted while the clock was hours ahead, and
 * would lock people out for hours: it counts no more. One statement, so concurrent tries cannot exceed the limit.
 * @returns 0, or the number of seconds until the next try
 */
export async function takeTry(
  db: Queryable,
  subject: Buffer,
  { tries, everySeconds, now }: { tries: number; everySeconds: number; now: Date },
): Promise<number> {
  const latest = new Date(now.getTime() + (tries * everySeconds + MAX_SKEW_SECONDS) * 1_000);
  const taken = await db.query(sql`
    insert into throttles as t (subject, full_at)
    values (${subject}, ${now}::timestamptz + make_interval(secs => ${everySeconds}))
    on conflict (subject) do update
       set full_at = greatest(case when t.full_at <= ${latest} then t.full_at end, ${now}::timestamptz)
                     + make_interval(secs => ${everySeconds})
     where t.full_at <= ${now}::timestamptz + make_interval(secs => ${(tries - 1) * everySeconds})
        or t.full_at > ${latest}
    returning 1`);
  if (taken.length > 0) return 0;
  const [row] = await db.query<{ fullAt: Date }>(sql`select full_at from throttles where subject = ${subject}`);
  const untilFullMs = (row?.fullAt.getTime() ?? 0) - now.getTime();
  return Math.max(1, Math.ceil(untilFullMs / 1_000) - (tries - 1) * everySeconds);
}

export async function returnTry(db: Queryable, subject: Buffer, everySeconds: number) {
  await db.query(sql`
    update throttles set full_at = full_at - make_interval(secs => ${everySeconds}) where subject = ${subject}`);
}

export async function isKnown(db: Queryable, subject: Buffer, now: Date): Promise<boolean> {
  const rows = await db.query(sql`select 1 from throttles where subject = ${subject} and known_until > ${now}`);
  return rows.length > 0;
}

export async function markKnown(db: Queryable, subject: Buffer, { now, days }: { now: Date; days: number }) {
  await db.query(sql`
    insert into throttles (subject, full_at, known_until)
    values (${subject}, ${now}, ${now}::timestamptz + make_interval(days => ${days}))
    on conflict (subject) do update set known_until = excluded.known_until`);
}

export async function deleteThrottle(db: Queryable, subject: Buffer) {
  await db.query(sql`delete from throttles where subject = ${subject}`);
}

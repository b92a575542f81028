import { afterAll, describe, expect, test } from 'vitest';
import { schemaText } from './schema-text.ts';
import { openTestDatabase } from './test-database.ts';

const db = await openTestDatabase();
afterAll(() => db.close());

describe('schemaText', () => {
  test('prints SQL that creates the same schema', async () => {
    const text = await schemaText(db);
    await db.runScript('drop schema public cascade; create schema public');
    await db.runScript(text);
    expect(await schemaText(db)).toBe(text);
  });

  test('prints defaults, identity, generated columns, exclusion, partial and expression indexes, and comments', async () => {
    await db.runScript(`
      drop schema public cascade; create schema public;
      create table "Odd" (id bigint generated always as identity primary key, "to" text default 'it''s' not null,
        doubled int generated always as (n * 2) stored, n int check (n > 0), span int4range, exclude using gist (span with &&));
      create table child (odd_id bigint references "Odd" on delete cascade, unique nulls not distinct (odd_id));
      create unique index one on child (odd_id) where odd_id > 0;
      create index lowered on "Odd" (lower("to") desc);
      comment on column "Odd"."to" is 'where it''s going'`);
    const text = await schemaText(db);
    await db.runScript('drop schema public cascade; create schema public');
    await db.runScript(text);
    expect(await schemaText(db)).toBe(text);
    expect(text).toMatchInlineSnapshot(`
      "create table "Odd" (
        id bigint not null generated always as identity,
        "to" text not null default 'it''s'::text,
        doubled integer generated always as ((n * 2)) stored,
        n integer,
        span int4range,
        constraint "Odd_pkey" PRIMARY KEY (id),
        constraint "Odd_n_check" CHECK ((n > 0)),
        constraint "Odd_span_excl" EXCLUDE USING gist (span WITH &&)
      );

      create table child (
        odd_id bigint,
        constraint child_odd_id_key UNIQUE NULLS NOT DISTINCT (odd_id)
      );

      CREATE INDEX lowered ON public."Odd" USING btree (lower("to") DESC);

      CREATE UNIQUE INDEX one ON public.child USING btree (odd_id) WHERE (odd_id > 0);

      alter table child add constraint child_odd_id_fkey FOREIGN KEY (odd_id) REFERENCES "Odd"(id) ON DELETE CASCADE;

      comment on column "Odd"."to" is 'where it''s going';
      "
    `);
  });

  test('prints functions in the order in which they call each other, and triggers', async () => {
    await db.runScript(`
      drop schema public cascade; create schema public;
      create function b_first(n int) returns int language sql immutable return n + 1;
      create function a_second(n int) returns int language sql immutable return b_first(n);
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create table kept (n int);
      create index kept_later on kept (a_second(n));
      create trigger kept_stays before delete on kept for each row execute function refuse()`);
    const text = await schemaText(db);
    await db.runScript('drop schema public cascade; create schema public');
    await db.runScript(text);
    expect(await schemaText(db)).toBe(text);
    await db.runScript('insert into kept values (1)');
    await expect(db.runScript('delete from kept')).rejects.toThrow('no');
  });

  test.each([
    ['view', 'create view v as select 1 as one', 'relation v'],
    ['aggregate', 'create aggregate a(int) (sfunc = int4pl, stype = int)', 'aggregate a'],
    ['enum', "create type e as enum ('a')", 'type e'],
    ['sequence of its own', 'create sequence s', 'relation s'],
  ])('refuses a %s instead of leaving it out', async (_kind, script, named) => {
    await db.runScript(`drop schema public cascade; create schema public; ${script}`);
    await expect(schemaText(db)).rejects.toThrow(named);
  });
});

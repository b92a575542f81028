import sql, { type Sql } from 'sql-template-tag';

/**
 * A UUIDv7 of `at` generated in SQL, for statements that insert an unknown number of rows: 48 bits of time, then a
 * random UUID whose version is changed from 4 to 7.
 */
export const newIdAt = (at: Date | Sql) => sql`
  encode(set_bit(set_bit(
    overlay(uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from ${at}::timestamptz) * 1000)::bigint) from 3) from 1 for 6),
    52, 1), 53, 1), 'hex')::uuid`;

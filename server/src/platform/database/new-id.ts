import sql, { type Sql } from 'sql-template-tag';

/**
 * A UUIDv7 of `at`, a time or an expression of it, made by the database: for rows whose number only the statement itself
 * knows. 48 bits of time, then the version bits of a random UUID turned from 4 to 7.
 */
export const newIdAt = (at: Date | Sql) => sql`
  encode(set_bit(set_bit(
    overlay(uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from ${at}::timestamptz) * 1000)::bigint) from 3) from 1 for 6),
    52, 1), 53, 1), 'hex')::uuid`;

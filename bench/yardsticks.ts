import { Client } from 'pg';

/*
 * The usual implementations, on the same PostgreSQL in the same run and without HTTP: one prepared statement per buyer,
 * over 16 connections.
 */

const CONNECTIONS = 16;

/** Holds tickets of one tier row one at a time: conditional UPDATE and INSERT. @returns holds per second */
export async function naiveHolds(url: string, seconds: number): Promise<number> {
  return withClients(url, async (clients, admin) => {
    await admin.query(`
      drop table if exists naive_holds, naive_tier;
      create table naive_tier (id int primary key, total int not null, held int not null);
      create table naive_holds (id bigint generated always as identity primary key, tier_id int, quantity int, expires_at timestamptz);
      insert into naive_tier values (1, 100000000, 0)`);
    const text = `
      with t as (update naive_tier set held = held + $2 where id = $1 and held + $2 <= total returning id)
      insert into naive_holds (tier_id, quantity, expires_at) select id, $2, now() + interval '15 minutes' from t`;
    return perSecond(clients, seconds, () => ({ name: 'hold', text, values: [1, 1] }));
  });
}

/** Updates many rows, one at a time and each once. @returns updates per second */
export async function singleRowUpdates(url: string, seconds: number): Promise<number> {
  return withClients(url, async (clients, admin) => {
    await admin.query(`
      drop table if exists naive_tickets;
      create table naive_tickets (id int primary key, status text not null, checked_in_at timestamptz) with (fillfactor = 80);
      insert into naive_tickets select n, 'valid', null from generate_series(1, 500000) n;
      analyze naive_tickets`);
    const text = `update naive_tickets set status = 'used', checked_in_at = now() where id = $1 and status = 'valid'`;
    let next = 1;
    return perSecond(clients, seconds, () => ({ name: 'check-in', text, values: [next++] }));
  });
}

async function withClients<T>(url: string, work: (clients: Client[], admin: Client) => Promise<T>): Promise<T> {
  const clients = Array.from({ length: CONNECTIONS + 1 }, () => new Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  const [admin, ...others] = clients;
  if (!admin) throw new Error('there is no connection');
  try {
    return await work(others, admin);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function perSecond(clients: Client[], seconds: number, query: () => object): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  const counts = await Promise.all(
    clients.map(async (client) => {
      let count = 0;
      for (; performance.now() < end; count++) await client.query(query() as never);
      return count;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
}

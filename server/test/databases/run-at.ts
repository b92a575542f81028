import { Client } from 'pg';

/** Runs a statement on the database at this address, over a connection of its own. */
export async function runAt<Row extends object = Record<string, unknown>>(
  url: string,
  statement: string,
): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

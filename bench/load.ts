import { Connection } from './connection.ts';

export interface Load {
  perSecond: number;
  p50: number;
  p99: number;
  worst: number;
}

/**
 * Sends requests from `connections` clients, spread over the servers, without pauses, until `amount` answers have
 * arrived. @throws Error for a missing answer, or one with another status
 */
export async function load(
  servers: readonly { url: string }[],
  {
    connections,
    amount,
    status,
    request,
  }: {
    connections: number;
    amount: number;
    status: number;
    /** The bytes of the n-th request of a connection; both count from 0. */
    request: (connection: number, n: number) => string;
  },
): Promise<Load> {
  const addresses = servers.map(({ url }) => new URL(url));
  const clients = await Promise.all(
    Array.from({ length: connections / addresses.length }, () => addresses.map(Connection.open)).flat(),
  );
  const milliseconds = new Float64Array(amount);
  let sent = 0;
  let answered = 0;
  const started = performance.now();
  await Promise.all(
    clients.map(async (client, index) => {
      for (let n = 0; sent < amount; n++) {
        sent++;
        const at = performance.now();
        const answer = await client.send(request(index, n));
        if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`);
        milliseconds[answered++] = performance.now() - at;
      }
    }),
  );
  const seconds = (performance.now() - started) / 1_000;
  for (const client of clients) client.close();
  const sorted = milliseconds.toSorted();
  const at = (share: number) => Math.round((sorted[Math.floor(share * (amount - 1))] ?? 0) * 10) / 10;
  return { perSecond: amount / seconds, p50: at(0.5), p99: at(0.99), worst: at(1) };
}

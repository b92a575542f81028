import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Type } from 'typebox';
import { expect, onTestFinished, test } from 'vitest';
import { providerClient } from './provider-client.ts';

test('a stopped read does not wait to be retried', async () => {
  const stopping = new AbortController();
  const server = createServer((_request, response) => {
    response.writeHead(503).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const client = providerClient({
    name: 'A provider',
    baseUrl: `http://127.0.0.1:${port}`,
    timeoutMs: 600_000,
    readAgainAfterMs: [600_000],
    stopped: stopping.signal,
    errorIn: () => {
      // Once the pause has begun.
      setImmediate(() => stopping.abort());
      return { code: null, detail: null };
    },
  });
  const reading = client.get(Type.Object({}), { path: '/sessions/1', secretKey: 'sk' });
  await expect(reading).rejects.toThrow('did not answer GET /sessions/1');
});

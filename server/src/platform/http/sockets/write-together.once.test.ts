import { once } from 'node:events';
import net from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { writeAnswersTogether } from './write-together.ts';

const CONNECTIONS = 8;
const REQUEST = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';

/** Records what a server does, in order, when requests of several connections arrive in one turn. */
async function recordOrder({ together }: { together: boolean }): Promise<string[]> {
  const order: string[] = [];
  const app = Fastify();
  if (together) writeAnswersTogether(app);
  app.addHook('onRequest', (_request, reply, done) => {
    order.push('asked');
    reply.raw.on('prefinish', () => order.push('written'));
    done();
  });
  app.get('/', async () => 'here');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as net.AddressInfo;
  const clients = Array.from({ length: CONNECTIONS }, () => net.connect(port, '127.0.0.1'));
  // The server runs in this process, so it reads only after all clients have written. After the first round all are
  // connected.
  for (let time = 1; time <= 2; time++) {
    order.length = 0;
    for (const client of clients) client.write(REQUEST);
    await Promise.all(clients.map((client) => once(client, 'data')));
  }
  for (const client of clients) client.destroy();
  await app.close();
  return order;
}

const all = (what: string) => Array<string>(CONNECTIONS).fill(what);

test('reads every request that has arrived before it writes a response', async () => {
  expect(await recordOrder({ together: true })).toEqual([...all('asked'), ...all('written')]);
});

test('control: otherwise each response is written before the next request is read', async () => {
  expect(await recordOrder({ together: false })).toEqual(all('asked').flatMap((asked) => [asked, 'written']));
});

import { once } from 'node:events';
import net from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { writeAnswersTogether } from './write-together.ts';

const CONNECTIONS = 8;
const REQUEST = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';

/** What a server does when requests of several connections are there in one turn, in order. */
async function whatHappens({ together }: { together: boolean }): Promise<string[]> {
  const happened: string[] = [];
  const app = Fastify();
  if (together) writeAnswersTogether(app);
  app.addHook('onRequest', (_request, reply, done) => {
    happened.push('asked');
    reply.raw.on('prefinish', () => happened.push('written'));
    done();
  });
  app.get('/', async () => 'here');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as net.AddressInfo;
  const clients = Array.from({ length: CONNECTIONS }, () => net.connect(port, '127.0.0.1'));
  // The server is in this process: it reads only once all have written, and has let everyone in after the first time.
  for (let time = 1; time <= 2; time++) {
    happened.length = 0;
    for (const client of clients) client.write(REQUEST);
    await Promise.all(clients.map((client) => once(client, 'data')));
  }
  for (const client of clients) client.destroy();
  await app.close();
  return happened;
}

const all = (what: string) => Array<string>(CONNECTIONS).fill(what);

test('reads every request that is there before it writes an answer', async () => {
  expect(await whatHappens({ together: true })).toEqual([...all('asked'), ...all('written')]);
});

test('control: by itself each answer is written before the next request is read', async () => {
  expect(await whatHappens({ together: false })).toEqual(all('asked').flatMap((asked) => [asked, 'written']));
});

import Fastify from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { sendCsv } from './csv.ts';

const ROW = ['x'.repeat(1_000)];
const BATCH = Array.from({ length: 1_000 }, () => ROW);
const MEGABYTE = 1_000_000;

describe('a list as CSV', () => {
  let app = Fastify();
  afterEach(() => app.close());

  async function serve(batches: AsyncIterable<string[][]>) {
    app = Fastify({ forceCloseConnections: true });
    app.get('/list.csv', async (_request, reply) => sendCsv(reply, 'list.csv', ['name'], batches));
    return fetch(`${await app.listen({ port: 0 })}/list.csv`);
  }

  test('is streamed: an endless list is read no faster than the client, and ends when the client leaves', async () => {
    const closed = Promise.withResolvers<void>();
    let written = 0;
    async function* endless() {
      try {
        while (true) {
          yield BATCH;
          written += MEGABYTE;
        }
      } finally {
        closed.resolve();
      }
    }
    const response = await serve(endless());
    let read = 0;
    for await (const piece of response.body ?? []) {
      read += piece.length;
      // The buffers of both kernels and both streams.
      expect(written - read).toBeLessThan(40 * MEGABYTE);
      if (read > 100 * MEGABYTE) break;
    }
    await closed.promise;
  });

  test('is written in the time of its length, whatever was typed', async () => {
    const cell = '\t'.repeat(MEGABYTE);
    async function* one() {
      yield [[cell]];
    }
    expect(await (await serve(one())).text()).toContain(cell);
  });

  test('that fails midway ends the connection early, so that the client notices', async () => {
    async function* broken() {
      yield BATCH;
      throw new Error('the connection was lost');
    }
    const response = await serve(broken());
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
  });
});

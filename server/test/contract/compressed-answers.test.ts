import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';

let office: BoxOffice;
let paths: string[];
let authorization: string;
beforeAll(async () => {
  office = await openBoxOffice();
  authorization = `Bearer ${office.apiKey}`;
  for (let made = 0; made < 5; made++) await office.event();
  const { checkout_url: page } = await office.checkout(await office.event({ title: 'Sinulog '.repeat(20).trim() }));
  for (let sold = 0; sold < 8; sold++) await office.buy(await office.event({ price: 0 }));
  paths = ['/api/v1/events', '/api/v1/orders.csv', new URL(page).pathname];
});
afterAll(() => office.close());

const ask = async (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
  const answer = await office.service.app.inject({ method, url, headers: { authorization, ...headers } });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
};

describe('an answer with a body of over a kilobyte', () => {
  test('is compressed when the client accepts it, with the same content', async () => {
    for (const path of paths) {
      const plain = await ask(path);
      const [br, gzip] = [
        await ask(path, { 'accept-encoding': 'gzip, br' }),
        await ask(path, { 'accept-encoding': 'gzip' }),
      ];
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
      expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
      expect(brotliDecompressSync(br.bytes).toString()).toBe(plain.bytes.toString());
      expect(gunzipSync(gzip.bytes).toString()).toBe(plain.bytes.toString());
      expect(br.bytes.length * 2).toBeLessThan(plain.bytes.length);
    }
  });

  test('has no body for HEAD', async () => {
    for (const path of paths)
      expect(await ask(path, { 'accept-encoding': 'br' }, 'HEAD')).toMatchObject({
        status: 200,
        bytes: Buffer.alloc(0),
      });
  });
});

test('a smaller answer is sent as it is', async () => {
  const { status, headers } = await ask('/api/v1/nothing', { 'accept-encoding': 'br' });
  expect(status).toBe(404);
  expect(headers).not.toHaveProperty('content-encoding');
});

test('a compressed request is refused, because it could become a thousand times larger', async () => {
  const { statusCode } = await office.service.app.inject({
    method: 'POST',
    url: '/api/v1/events',
    headers: { authorization, 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync('{"title":"Sinulog"}'),
  });
  expect(statusCode).toBe(400);
});

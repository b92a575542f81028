import type { InjectOptions } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { openTestService } from '../fixtures/test-service.ts';

const service = await openTestService();
afterAll(() => service.close());

/** What strangers put where a slug, an id or a code belongs: a NUL that no text in PostgreSQL can have, and others. */
const NONSENSE = ['%00', 'a%00b', '%F0%9F%8E%AB', '%ED%A0%80', "'", '%2e%2e', 'x'.repeat(3_000)];
const LEVEL = 4;

/** All routes outside of the API that have a parameter, from the tree that Fastify prints. */
function addresses() {
  const path: string[] = [];
  const found: { method: string; address: string }[] = [];
  for (const line of service.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', name = '', methods] = /^(.*?)[├└]── (\S+)(?: \((.*)\))?/.exec(line) ?? [];
    if (!name) continue;
    path.splice(indent.length / LEVEL, path.length, name);
    const address = path.join('').replace(/^\/+/, '/');
    if (!methods || !address.includes(':') || address.includes('/api/')) continue;
    for (const method of methods.split(', ')) found.push({ method, address });
  }
  return found;
}

const ADDRESSES = addresses();

test('they are all known', () => {
  expect(ADDRESSES.map(({ method, address }) => `${method} ${address}`)).toEqual(
    expect.arrayContaining([
      'GET /shop/:organization/:event',
      'POST /shop/:organization/:event/waiting-list',
      'GET /shop/:organization/s/:series',
      'GET /room/:organization/:event',
      'GET /c/:code/return/:attempt',
      'GET /files/:organization/:file',
    ]),
  );
});

/** What programs send, which is no form of a page: payment providers, Apple's devices, and mail programs (RFC 8058). */
const OF_PROGRAMS = /^\/(payments|apple-passes|unsubscribe)\//;

test('each form is refused when another website sends it', async () => {
  const forms = ADDRESSES.filter(({ method, address }) => method === 'POST' && !OF_PROGRAMS.test(address));
  const wrong: string[] = [];
  for (const address of ['/find', ...forms.map((form) => form.address)]) {
    const sent = (site: string) =>
      service.request({
        method: 'POST',
        url: address,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
        payload: 'a=b',
      });
    if ((await sent('cross-site')).status !== 403) wrong.push(address);
    expect((await sent('same-origin')).status).not.toBe(403);
  }
  expect(wrong).toEqual([]);
  expect(forms.length).toBeGreaterThan(10);
});

test('the address of each form answers a GET, too: the page that stands there is opened again', () => {
  const of = (method: string) => ADDRESSES.filter((one) => one.method === method).map(({ address }) => address);
  const pages = new Set(of('GET'));
  const programs = ['/payments/:provider/:organization/webhooks'];
  expect(of('POST').filter((address) => !pages.has(address))).toEqual(programs);
});

test.each(ADDRESSES)('$method $address answers nonsense as an unknown address', async ({ method, address }) => {
  for (const nonsense of NONSENSE) {
    const url = address.replaceAll(/:\w+/g, nonsense);
    const { status } = await service.request({ method: method as InjectOptions['method'], url } as InjectOptions);
    expect([url, status]).toEqual([url, expect.toSatisfy((code: number) => code < 500)]);
  }
});

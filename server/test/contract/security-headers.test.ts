import { afterEach, describe, expect, test } from 'vitest';
import { openPage } from '../fixtures/members.ts';
import { openTestService, type TestService } from '../fixtures/test-service.ts';

let service: TestService;
afterEach(() => service.close());

const open = async (publicUrl?: string) => {
  service = await openTestService({ environment: { PUBLIC_URL: publicUrl, ALLOW_SANDBOX_PAYMENTS: '1' } });
};
const get = (url: string, headers: Record<string, string> = {}) => service.request({ method: 'GET', url, headers });
const PATHS = ['/', '/healthz', '/api/v1/docs', '/api/v1/events', '/c/x', '/t/x', '/dashboard/', '/nothing'];

describe('headers', () => {
  test('keep browsers on https if PUBLIC_URL is https, and only then', async () => {
    await open('https://tickets.example');
    for (const path of PATHS)
      expect([path, (await get(path)).headers['strict-transport-security']]).toEqual([path, 'max-age=31536000']);
    await service.close();
    await open('http://localhost:3000');
    for (const path of PATHS) expect((await get(path)).headers).not.toHaveProperty('strict-transport-security');
  });

  test('let no answer load or embed anything that its page does not name', async () => {
    await open();
    for (const path of [...PATHS, '/api/v1/openapi.json']) {
      const policy = String((await get(path)).headers['content-security-policy']);
      expect([path, policy]).toEqual([path, expect.stringContaining("default-src 'none'")]);
      expect([path, policy]).toEqual([path, expect.stringContaining("frame-ancestors 'none'")]);
    }
  });

  test('keep every answer of the API out of caches, errors included', async () => {
    await open();
    const event = await service.event();
    for (const path of ['/events', `/events/${event.id}`, '/orders', '/nothing'])
      expect([path, (await service.ours.get(path)).headers['cache-control']]).toEqual([path, 'no-store']);
    expect((await get('/api/v1/orders')).headers['cache-control']).toBe('no-store');
  });

  test('clear the browser’s cache at log-out', async () => {
    await open();
    const { status, headers } = await openPage(service).send('POST', '/log-out');
    expect({ status, clear: headers['clear-site-data'] }).toEqual({ status: 204, clear: '"cache"' });
  });

  test('restrict the language cookie to https', async () => {
    await open();
    const cookieOver = async (protocol: string) =>
      (await get('/o/nothing?lang=fil', { 'x-forwarded-proto': protocol })).headers['set-cookie'];
    expect(await cookieOver('https')).toMatch(/^__Host-lang=fil; Path=\/; Secure;/);
    expect(await cookieOver('http')).toMatch(/^lang=fil;(?!.*Secure)/);
    await service.close();
    // A proxy may not say that its clients use TLS.
    await open('https://takilya.test');
    expect(await cookieOver('http')).toMatch(/; Secure;/);
  });

  test('of an old browser on a page without TLS are not accepted as our page’s', async () => {
    await open('https://takilya.test');
    const from = async (origin: string) =>
      (
        await service.request({
          method: 'POST',
          url: '/dashboard/api/log-out',
          headers: { origin, host: 'takilya.test' },
        })
      ).status;
    expect(await from('https://takilya.test')).toBe(204);
    expect(await from('http://takilya.test')).toBe(403);
  });
});

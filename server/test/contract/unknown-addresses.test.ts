import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestService, type TestService } from '../fixtures/test-service.ts';

/** The Accept header of a browser that opens an address. */
const IN_A_BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const get = (url: string, headers: Record<string, string> = {}) => service.request({ method: 'GET', url, headers });

describe('an unknown address', () => {
  const ADDRESSES = [
    '/nope',
    '/c/',
    `/c/cs_${'A'.repeat(43)}/foo`,
    '/t/x/y',
    '/api',
    '/api/v2/events',
    '/nope?lang=en',
  ];

  test.each(ADDRESSES)('%s answers an error page to a browser', async (url) => {
    const { status, headers, text } = await get(url, IN_A_BROWSER);
    expect(status).toBe(404);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(text).toContain('<h1>Page not found</h1>');
  });

  test('answers in the language of the browser', async () => {
    const { text } = await get('/nope', { ...IN_A_BROWSER, 'accept-language': 'fil' });
    expect(text).toContain('<h1>Hindi mahanap ang page</h1>');
  });

  test.each<Record<string, string>>([{}, { accept: '*/*' }, { accept: 'application/json' }])(
    'is an error for a program that sends %o',
    async (headers) => {
      const { status, body } = await get('/nope', headers);
      expect({ status, body }).toEqual({
        status: 404,
        body: { error: { message: 'Page not found', status: 404, code: 'page_not_found' } },
      });
    },
  );

  test('under /api/v1 answers JSON to any client, after checking the key', async () => {
    expect(await get('/api/v1/nope', IN_A_BROWSER)).toMatchObject({ status: 401, body: { error: { status: 401 } } });
    const headers = { ...IN_A_BROWSER, authorization: `Bearer ${service.ours.key}` };
    expect(await get('/api/v1/nope', headers)).toMatchObject({ status: 404, body: { error: { status: 404 } } });
  });
});

test.each([
  ['/', '/dashboard/'],
  ['/api/v1/docs/', '/api/v1/docs'],
])('%s redirects to %s', async (url, location) => {
  expect(await get(url)).toMatchObject({ status: 302, headers: { location } });
});

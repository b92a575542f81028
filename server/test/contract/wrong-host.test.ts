import { afterAll, describe, expect, test } from 'vitest';
import { openTestService } from '../fixtures/test-service.ts';

const service = await openTestService({
  environment: {
    PUBLIC_URL: 'https://tickets.example',
    ALLOW_SANDBOX_PAYMENTS: '1',
    OTHER_HOSTS: 'shop.example, Door.example',
  },
});
afterAll(() => service.close());

const ask = (url: string, host: string) => service.app.inject({ url, headers: { host } });

describe('a request to another host than that of PUBLIC_URL', () => {
  test.each(['/api/v1/events', '/dashboard/', '/c/x', '/api/v1/openapi.json', '/dashboard/api/me'])(
    'is refused at %s',
    async (url) => {
      const answer = await ask(url, 'evil.example');
      expect(answer.statusCode).toBe(400);
      expect(answer.body).not.toContain('organization');
    },
  );

  test('has the code wrong_host in the API', async () => {
    expect((await ask('/api/v1/events', 'evil.example')).json()).toMatchObject({
      error: { status: 400, code: 'wrong_host', message: 'The Host header names no host of this server' },
    });
  });

  test.each(['tickets.example', 'shop.example', 'door.example:443', '10.0.0.7:3000', 'takilya'])(
    'is answered when it is %s',
    async (host) => {
      expect((await ask('/api/v1/openapi.json', host)).statusCode).toBe(200);
    },
  );

  test.each(['/healthz', '/readyz', '/metrics'])('is answered at %s, where balancers ask', async (url) => {
    expect((await ask(url, 'node-7.internal.example')).statusCode).toBe(200);
  });
});

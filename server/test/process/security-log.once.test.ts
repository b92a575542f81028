import { describe, expect, test } from 'vitest';
import { newInstallation } from './installation.ts';
import { startServer } from './start-server.ts';

const MOST_LINES = 100;

describe('the security log', () => {
  test('has a line for each refusal that may be part of an attack, without what was sent', async () => {
    const { env, key } = await newInstallation('embedded');
    const server = await startServer(env);
    const send = (path: string, init: RequestInit = {}) =>
      fetch(server.url + path, {
        ...init,
        headers: { 'content-type': 'application/json', origin: server.url, ...init.headers },
      });
    const secret = 'correct horse battery';
    const sent = [
      ['credential_refused', '/api/v1/events', { headers: { authorization: 'Bearer svc_live_stolen' } }],
      [
        'access_refused',
        '/api/v1/team/invitations',
        { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: '{}' },
      ],
      [
        'log_in_failed',
        '/dashboard/api/log-in',
        { method: 'POST', body: JSON.stringify({ email: 'ana@example.com', password: secret }) },
      ],
      [
        'reset_requested',
        '/dashboard/api/password-resets',
        { method: 'POST', body: JSON.stringify({ email: 'ana@example.com' }) },
      ],
      [
        'forged_webhook',
        '/payments/paymongo/0190a000-0000-7000-8000-000000000000/webhooks',
        { method: 'POST', body: '{}' },
      ],
    ] as const;
    for (const [, path, init] of sent) await send(path, init);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    await server.end('SIGTERM');
    const lines = server.errors
      .split('\n')
      .filter((line) => line.includes('securityEvent'))
      .map((line) => JSON.parse(line));
    expect(lines.map(({ securityEvent }) => securityEvent)).toEqual(sent.map(([event]) => event));
    expect(lines[0]).toMatchObject({
      level: 40,
      msg: 'security: credential refused',
      code: 'invalid_api_key',
      ip: '127.0.0.1',
      requestId: expect.any(String),
    });
    expect(lines[1]).toMatchObject({ code: 'person_required', organizationId: expect.any(String) });
    for (const text of ['svc_live_stolen', secret, 'ana@example.com', key]) expect(server.errors).not.toContain(text);
    for (const [event] of sent) expect(metrics).toContain(`takilya_security_events_total{result="${event}"} 1`);
  });

  test('is bounded: a flood fills the counters and not the disk', async () => {
    const { env } = await newInstallation('embedded');
    const server = await startServer(env);
    const flood = 3 * MOST_LINES;
    for (let sent = 0; sent < flood; sent += 50)
      await Promise.all(
        Array.from({ length: 50 }, () =>
          fetch(`${server.url}/api/v1/events`, { headers: { authorization: 'Bearer svc_live_stolen' } }),
        ),
      );
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    await server.end('SIGTERM');
    expect(metrics).toContain(`takilya_security_events_total{result="credential_refused"} ${flood}`);
    const lines = server.errors.split('\n').filter((line) => line.includes('securityEvent'));
    expect(lines.length).toBeGreaterThanOrEqual(MOST_LINES);
    expect(lines.length).toBeLessThan(flood / 2);
  });
});

import { expect, test } from 'vitest';
import { newInstallation } from './installation.ts';
import { newDataDir, Program, server, startServer } from './start-server.ts';

// What the bundler once dropped: statements that do nothing but throw. Tests of the contract import the sources.

test('a path with a broken escape is a malformed id of an operation, and an unknown page', async () => {
  const { env, key } = await newInstallation('postgres');
  const { url } = await startServer(env);
  const ask = async (path: string, headers = {}) => {
    const response = await fetch(url + path, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  for (const path of ['/events/%zz', '/events/100%', '/tickets/%C0%80', '/nothing/%']) {
    const refused = await ask(`/api/v1${path}`);
    expect([path, refused.status]).toEqual([path, 401]);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer');
  }
  const answer = await ask('/api/v1/events/%zz', { authorization: `Bearer ${key}` });
  expect(JSON.parse(answer.text)).toMatchObject({ error: { status: 400, message: 'id must be a UUID', field: 'id' } });
  expect(answer.headers.get('ratelimit-remaining')).toMatch(/^\d+$/);
  const page = await ask('/c/%zz', { accept: 'text/html' });
  expect(page).toMatchObject({ status: 404, text: expect.stringContaining('<h1>') });
});

test('an address with a broken escape in its password is refused before anything starts', async () => {
  const mail = { MAIL_URL: 'smtp://user:p%zz@127.0.0.1:2', MAIL_FROM: 'a@example.com' };
  const program = new Program(server, { DATA_DIR: await newDataDir(), DEMO: '0', PORT: '0', ...mail });
  expect((await program.end()).code).toBe(1);
  expect(program.errors).toMatch(/MAIL_URL must .*have its user and password percent-encoded/);
});

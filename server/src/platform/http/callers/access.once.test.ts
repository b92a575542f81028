import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { requireAccessOnEveryRoute } from './access.ts';

describe('a route', () => {
  const open = (config?: object) => async () => {
    const app = Fastify();
    requireAccessOnEveryRoute(app);
    app.get('/secrets', { ...(config ? { config } : {}) } as object, async () => 'all of them');
    await app.ready();
  };

  test.each([[undefined], [{}], [{ access: [] }]])(
    'without access prevents the server from starting: %j',
    async (config) => {
      await expect(open(config)()).rejects.toThrow(/\/secrets has no access rule/);
    },
  );

  test('with access lets the server start', async () => {
    await expect(open({ access: 'own' })()).resolves.toBeUndefined();
  });
});

import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compileValidator } from '../../src/platform/http/contract/validation.ts';
import { openMember, openPage } from '../fixtures/members.ts';
import { openTestService, type TestService } from '../fixtures/test-service.ts';
import { openPersonWithCodes } from '../fixtures/two-factor.ts';

const PASSWORD = 'correct horse battery';

let service: TestService;
beforeEach(async () => {
  service = await openTestService();
});
afterEach(() => service.close());

/** An owner of another organization, which must never be reached. */
const openVictim = async () => {
  const { organizationId, ...keyClient } = await service.organization('Gabi Productions');
  return { organizationId, keyClient, owner: await openMember(service, { organizationId }) };
};

/** How many rows of a table the organization has. */
const countOf = async (table: 'invitations' | 'webhooks', organizationId: string) => {
  const rows = await (table === 'invitations'
    ? service.db.query(sql`select 1 from invitations where organization_id = ${organizationId}`)
    : service.db.query(sql`select 1 from webhooks where organization_id = ${organizationId}`));
  return rows.length;
};

describe('a field that the operation does not know', () => {
  test('never logs anyone in as another person', async () => {
    const { owner } = await openVictim();
    const me = await openMember(service, { password: PASSWORD });
    const names = { userId: owner.userId, organizationId: owner.userId, id: owner.userId };
    const { status, body } = await openPage(service).send('POST', '/log-in', {
      email: me.email,
      password: PASSWORD,
      ...names,
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ user: { id: me.userId, email: me.email } });
  });

  test('never invites anyone to another organization', async () => {
    const { organizationId, owner } = await openVictim();
    const me = await openMember(service);
    const answer = await me.post('/team/invitations', {
      email: 'mallory@example.com',
      role: 'owner',
      organizationId,
      actor: { kind: 'session', id: owner.userId },
    });
    expect(answer.status).toBe(201);
    expect(await countOf('invitations', organizationId)).toBe(0);
    expect(await countOf('invitations', service.ours.organizationId)).toBe(1);
  });

  test('never registers a webhook in another organization, nor a private target', async () => {
    const { organizationId } = await openVictim();
    const webhook = { url: 'https://hooks.example/takilya', events: ['ticket.purchased'], organizationId };
    expect((await service.ours.post('/webhooks', webhook)).status).toBe(201);
    expect(await countOf('webhooks', organizationId)).toBe(0);
    expect(await countOf('webhooks', service.ours.organizationId)).toBe(1);
    const inside = { ...webhook, url: 'https://127.0.0.1/', allowPrivate: true };
    expect((await service.ours.post('/webhooks', inside)).status).toBe(400);
  });

  test('never changes the two-factor rule of another organization', async () => {
    const { organizationId, keyClient } = await openVictim();
    const me = await openPersonWithCodes(service);
    const answer = await me.page.api('PUT', '/organization/two-factor', { required: true, organizationId });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ id: service.ours.organizationId, two_factor_required: true });
    expect((await keyClient.get('/organization')).body.data).toMatchObject({ two_factor_required: false });
  });
});

test('every field of a body that its schema does not name is removed, at any depth', () => {
  const item = { type: 'object', properties: { name: { type: 'string' } } };
  const schema = { type: 'object', properties: { ...item.properties, item, items: { type: 'array', items: item } } };
  const validate = compileValidator({ schema, httpPart: 'body', method: 'POST', url: '/' });
  const named = { name: 'a', item: { name: 'b' }, items: [{ name: 'c' }] };
  const more = { organizationId: 'x', userId: 'y', toString: 'z' };
  const sent = { ...named, ...more, item: { ...named.item, ...more }, items: [{ ...named.items[0], ...more }] };
  expect(validate(sent)).toEqual({ value: named });
});

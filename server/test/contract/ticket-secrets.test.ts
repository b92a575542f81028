import { afterAll, describe, expect, test } from 'vitest';
import type { Role } from '../../src/accounts/roles.ts';
import type { Scope } from '../../src/api-keys/scopes.ts';
import { openMember } from '../fixtures/members.ts';
import { openTestService } from '../fixtures/test-service.ts';

const service = await openTestService();
afterAll(() => service.close());

const event = await service.event();
const { order_id: orderId, ticket_ids, checkout_id: checkoutId } = await service.buy(event);
const ticketId = ticket_ids[0] ?? '';
const { body } = await service.ours.get<{ ticket_number: string; code: string }>(`/tickets/${ticketId}`);
const number = body.data.ticket_number;

interface Secrets {
  code?: string | null;
  ticket_url?: string | null;
  tickets_url?: string | null;
}
type Client = Pick<ReturnType<typeof service.client>, 'get'>;

/** The codes and links that a caller sees, in every answer that has them and that the caller may read. */
async function secretsFor(client: Client): Promise<(string | null)[]> {
  const paths = [`/tickets/${ticketId}`, `/tickets?code=${number}`, `/orders/${orderId}`, `/checkouts/${checkoutId}`];
  const answers = await Promise.all(paths.map((path) => client.get<Secrets>(path)));
  const shown = answers.filter(({ status }) => status === 200);
  expect(shown.length).toBeGreaterThan(0);
  return shown.flatMap(({ body: { data } }) =>
    [data.code, data.ticket_url, data.tickets_url].filter((one) => one !== undefined),
  );
}
const withRole = (role: Role) => openMember(service, { role });
const withScopes = async (...scopes: Scope[]) =>
  service.client(await service.newKey(service.ours.organizationId, { scopes }));

describe('codes and links of tickets', () => {
  test.each<[string, () => Promise<Client>]>([
    ['an owner', () => withRole('owner')],
    ['a manager', () => withRole('manager')],
    ['a key for everything', () => withScopes('all')],
  ])('is shown to %s', async (_who, open) => {
    const secrets = await secretsFor(await open());
    expect(secrets).toHaveLength(6);
    for (const secret of secrets) expect(secret).toMatch(/^(http|[\w-]{40})/);
  });

  test.each<[string, () => Promise<Client>]>([
    ['a viewer', () => withRole('viewer')],
    ['a volunteer at the door', () => withRole('door')],
    ['a key that reads', () => withScopes('read')],
    ['a key that sells', () => withScopes('sell')],
    ['a key of a box office', () => withScopes('box_office')],
    ['a key of a door', () => withScopes('door')],
    ['a key that reads and of a door', () => withScopes('read', 'door')],
  ])('is not shown to %s', async (_who, open) => {
    const secrets = await secretsFor(await open());
    expect(secrets.length).toBeGreaterThan(1);
    expect(new Set(secrets)).toEqual(new Set([null]));
  });

  test('are shown to a cashier, but the link to an order only of what the box office sold', async () => {
    const cashier = await withRole('cashier');
    const secrets = await secretsFor(cashier);
    expect(secrets).toHaveLength(6);
    // Of the order and its checkout.
    expect(secrets.filter((secret) => secret === null)).toHaveLength(2);
    const sale = { event_id: event.id, items: [{ quantity: 1 }], customer: { email: 'ana@example.com' } };
    const { body: sold } = await cashier.post<Secrets & { id: string }>('/orders', { ...sale, payment_method: 'COMP' });
    expect(sold.data.tickets_url).toMatch(/^http/);
    expect((await cashier.get<Secrets>(`/orders/${sold.data.id}`)).body.data.tickets_url).toBe(sold.data.tickets_url);
  });

  test('are not in a shared answer that was read for a caller with more access', async () => {
    const [owner, viewer] = [await withRole('owner'), await withRole('viewer')];
    for (let round = 0; round < 5; round++) {
      const [full, narrow] = await Promise.all([
        owner.get<Secrets>(`/tickets/${ticketId}`),
        viewer.get<Secrets>(`/tickets/${ticketId}`),
      ]);
      expect([full.body.data.code, narrow.body.data.code]).toEqual([body.data.code, null]);
    }
  });

  test('are not in the answer of an undo by a door', async () => {
    const door = await withRole('door');
    await door.post(`/tickets/${ticketId}/check-in`);
    const { body: undone } = await door.post<Secrets>(`/tickets/${ticketId}/undo-check-in`);
    expect(undone.data).toMatchObject({ code: null, ticket_url: null });
  });
});

import { afterAll, describe, expect, test } from 'vitest';
import { offerSetUp } from '../../../src/accounts/set-up/set-up.ts';
import { openPage } from '../../fixtures/members.ts';
import { openTestService } from '../../fixtures/test-service.ts';

const service = await openTestService();
afterAll(() => service.close());

const offer = () => offerSetUp(service.db, 'https://tickets.example', service.now());
const tokenOf = (link: string | null) => link?.split('#')[1] ?? '';
const setUp = (token: string, more: object = {}) =>
  openPage(service).send('POST', '/set-up', {
    token,
    organization_name: 'Sining Productions',
    name: 'Ana Reyes',
    language: 'fil',
    email: 'ana@sining.example',
    password: 'correct horse battery',
    ...more,
  });

describe('setting up an installation without accounts', () => {
  test('requires the printed link', async () => {
    const refused = { status: 404, body: { error: { message: 'This link has already been used or has expired' } } };
    expect(await setUp('A'.repeat(43))).toMatchObject(refused);
    const link = await offer();
    expect(link).toMatch(/^https:\/\/tickets\.example\/dashboard\/set-up#[\w-]{43}$/);
    service.wait(86_400);
    expect(await setUp(tokenOf(link))).toMatchObject(refused);
  });

  test('names what is wrong, and the link still works', async () => {
    const token = tokenOf(await offer());
    expect(await setUp(token, { password: 'short' })).toMatchObject({
      status: 400,
      body: { error: { message: 'password must be a string of 10 to 200 characters' } },
    });
    expect((await setUp(token, { organization_name: ' ' })).body.error).toMatchObject({
      status: 400,
      code: 'invalid_field',
    });
    expect((await setUp(token, { email: 'ana' })).body.error).toMatchObject({ status: 400, code: 'invalid_field' });
  });

  test('creates the first organization and its owner, logged in, and ends the link', async () => {
    const [link, another] = [await offer(), await offer()];
    const both = await Promise.all([setUp(tokenOf(link)), setUp(tokenOf(another), { email: 'ben@sining.example' })]);
    const [done, late] = both.toSorted((a, b) => a.status - b.status);
    expect(done).toMatchObject({
      status: 200,
      body: {
        data: {
          organization: { name: 'Sining Productions', time_zone: 'Asia/Manila' },
          user: { language: 'fil' },
          role: 'owner',
        },
      },
    });
    expect(done?.headers['set-cookie']).toMatch(/^__Host-takilya=/);
    expect(late?.status).toBe(404);
    expect(await offer()).toBeNull();
    const [row] = await service.db.query<{ count: number }>({
      text: 'select count(*) as count from one_time_links',
      values: [],
    });
    expect(row?.count).toBe(0);
  });
});

import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';
import { openMember } from '../fixtures/members.ts';

describe('the e-mail to those who decide about a refund that a buyer asks for', () => {
  let office: MailOffice;
  beforeAll(async () => {
    office = await openMailOffice();
    for (const role of ['owner', 'manager', 'door', 'viewer'] as const)
      await openMember(office.service, { organizationId: office.organizationId, role, email: `${role}@example.com` });
  });
  afterAll(() => office.closeAll());

  async function bought() {
    const event = await office.event({
      ...{ price: 100, title: 'Gabi', start_datetime: '2099-05-01T20:00:00+08:00' },
      refund_rule: { allowed: 'request', fee_percent: 50 },
    });
    const { orderId } = await office.buy(event, {
      quantity: 2,
      customer: { name: 'Ana Reyes', email: 'ana@example.com' },
    });
    await office.sendMails();
    return orderId;
  }
  async function ask(orderId: string) {
    const { data } = await office.call<{ tickets_url: string }>('GET', `/orders/${orderId}`);
    const confirm = await office.browser.submit(await office.browser.open(`${data.tickets_url}/refund`));
    expect((await office.browser.submit(confirm)).status).toBe(200);
  }
  async function withdraw(orderId: string) {
    const { data } = await office.call<{ tickets_url: string }>('GET', `/orders/${orderId}`);
    await office.browser.submit(await office.browser.open(`${data.tickets_url}/refund/withdraw`));
  }
  async function decline(orderId: string) {
    const { data } = await office.call<{ refund_requests: { id: string }[] }>(
      'GET',
      `/refund-requests?status=pending&order_id=${orderId}`,
    );
    await office.call('POST', `/refund-requests/${data.refund_requests[0]?.id}/decline`, {});
  }
  const told = async () =>
    (await office.sendMails())
      .map(({ to, mail }) => ({ ...mail, to: to.join() }))
      .filter(({ subject }) => subject === 'A buyer asks for a refund: Gabi');

  const linkTo = (orderId: string) =>
    `http://localhost:3000/dashboard/orders/${orderId}?organization=${office.organizationId}\n`;

  test('reaches owners and managers, with the order and the amount, and without the buyer', async () => {
    const orderId = await bought();
    await ask(orderId);
    const mails = await told();
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['manager@example.com', 'owner@example.com']);
    const { data } = await office.call<{ order_number: string }>('GET', `/orders/${orderId}`);
    for (const words of ['2 tickets', data.order_number, '₱100.00', 'May 1, 2099', linkTo(orderId)])
      expect(mails[0]?.text).toContain(words);
    expect(mails[0]?.text).not.toMatch(/Ana|ana@/);
    await decline(orderId);
  });

  test('comes once while a request waits, and again when all were decided', async () => {
    const [first, second, third] = [await bought(), await bought(), await bought()];
    await ask(first);
    expect(await told()).toHaveLength(2);
    await ask(second);
    expect(await told()).toHaveLength(0);
    await decline(first);
    await decline(second);
    await ask(third);
    expect(await told()).toHaveLength(2);
    await decline(third);
  });

  test('comes once a day for an order whose buyer asks and withdraws, and leaves those of others', async () => {
    const [first, second] = [await bought(), await bought()];
    let mails = 0;
    for (let time = 0; time < 12; time++) {
      await ask(first);
      mails += (await told()).length;
      await withdraw(first);
      office.wait(200);
    }
    expect(mails).toBe(2);
    await ask(second);
    expect(await told()).toHaveLength(2);
    await decline(second);
  });

  test('tells of the requests of others when a buyer withdrew before it was written, and asks again', async () => {
    const [first, second] = [await bought(), await bought()];
    await ask(first);
    await withdraw(first);
    expect(await told()).toEqual([]);
    office.wait(200);
    await ask(first);
    expect(await told()).toEqual([]);
    await ask(second);
    expect(await told()).toHaveLength(2);
    await decline(first);
    await decline(second);
  });

  test('is about another request when the first was decided before it is sent', async () => {
    const [first, second] = [await bought(), await bought()];
    await ask(first);
    await ask(second);
    await decline(first);
    const [mail] = await told();
    expect(mail?.text).toContain(linkTo(second));
    await decline(second);
  });

  test('is not sent to a member who was removed, or may not decide any more, before it is written', async () => {
    const members = await Promise.all(
      (['removed', 'demoted'] as const).map((name) =>
        openMember(office.service, {
          ...{ organizationId: office.organizationId, role: 'manager', email: `${name}@example.com` },
        }),
      ),
    );
    const [removed, demoted] = members.map(({ userId }) => userId);
    const orderId = await bought();
    await ask(orderId);
    await office.service.db.query(sql`
      delete from memberships where organization_id = ${office.organizationId} and user_id = ${removed}`);
    await office.service.db.query(sql`
      update memberships set role = 'viewer'
       where organization_id = ${office.organizationId} and user_id = ${demoted}`);
    expect((await told()).map(({ to }) => to).toSorted()).toEqual(['manager@example.com', 'owner@example.com']);
    await decline(orderId);
  });

  test('is not sent when the request was decided before', async () => {
    const orderId = await bought();
    await ask(orderId);
    await decline(orderId);
    expect(await told()).toEqual([]);
  });
});

import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';

describe('the page /find', () => {
  let office: MailOffice;
  let buyers = 0;
  beforeAll(async () => {
    office = await openMailOffice();
  });
  afterEach(() => office.expectConsistency());
  afterAll(() => office.closeAll());

  /** A buyer with orders whose tickets have been sent. */
  async function buyer(orders = 1) {
    const customer = { name: 'Ana Reyes', email: `ana${++buyers}@example.com` };
    const event = await office.event({ price: 100, title: `Gabi ${buyers}` });
    const bought = [];
    for (let one = 0; one < orders; one++) {
      bought.push(await office.buy(event, { customer }));
      office.wait(1);
    }
    await office.sendMails();
    return { customer, bought, event };
  }
  async function find(email: string, query = '') {
    const page = await office.browser.open(`/find${query}`);
    return office.browser.submit(page, { fields: { email } });
  }
  const arriving = async () => (await office.sendMails()).map(({ to, mail }) => ({ ...mail, to: to.join() }));
  const links = (text = '') => text.match(/http:\/\/localhost:3000\/o\/[\w-]+/g) ?? [];

  test('sends the links of all orders, newest first, to the address that bought them', async () => {
    const { customer, bought } = await buyer(2);
    const page = await find(` ${customer.email.toUpperCase()} `);
    expect(page.text).toContain('If tickets were bought with that address');
    const [mail, ...others] = await arriving();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: customer.email, subject: expect.stringMatching(/^Your orders at /) });
    const urls = await Promise.all(
      bought.toReversed().map(async ({ orderId }) => (await office.call('GET', `/orders/${orderId}`)).data.tickets_url),
    );
    expect(links(mail?.text)).toEqual(urls);
  });

  test('answers an unknown address exactly like a known one', async () => {
    const { customer } = await buyer();
    const [known, unknown] = [await find(customer.email), await find('nobody@example.com')];
    expect(unknown.html).toBe(known.html);
    expect(unknown.url).toBe(known.url);
    expect((await arriving()).map(({ to }) => to)).toEqual([customer.email]);
  });

  test('finds orders at one organization alone with ?organization=, in its colours', async () => {
    const { customer } = await buyer();
    const ours = await office.browser.open(`/find?organization=${office.organizationId}`);
    expect(ours.text).toContain('Lakbay Concerts');
    await find(customer.email, `?organization=${office.others.organizationId}`);
    expect(await arriving()).toEqual([]);
    await find(customer.email, `?organization=${office.organizationId}`);
    expect(await arriving()).toHaveLength(1);
    for (const id of ['x', '0190a000-0000-7000-8000-000000000000'])
      expect((await office.browser.open(`/find?organization=${id}`)).status).toBe(404);
  });

  test('searches an address three times, then ignores further searches silently', async () => {
    const { customer } = await buyer();
    for (let search = 0; search < 5; search++)
      expect((await find(customer.email)).text).toContain('If tickets were bought');
    expect(await arriving()).toHaveLength(3);
    office.wait(1_200);
    await find(customer.email);
    expect(await arriving()).toHaveLength(1);
  });

  test('does not find a buyer whose data was erased, not even a moment before the mail is written', async () => {
    const { customer, bought } = await buyer();
    await find(customer.email);
    await office.call('POST', `/orders/${bought[0]?.orderId}/refund`);
    await office.sendRefunds();
    office.wait(60);
    const erased = await office.callAsOwner('POST', '/buyers/erase', { email: customer.email });
    expect(erased.status).toBe(200);
    expect(await arriving()).toEqual([]);
    const rows = await office.db.query(sql`select 1 from mails where recipient = ${customer.email}`);
    expect(rows).toEqual([]);
    office.wait(1_200);
    await find(customer.email);
    expect(await arriving()).toEqual([]);
  });

  test('asks again for what is no e-mail address, and escapes it', async () => {
    const page = await find('<b>ana</b>');
    expect(page.status).toBe(400);
    expect(page.text).toContain('Please enter an e-mail address');
    expect(page.html).not.toContain('<b>ana</b>');
  });

  test('stays with its organization in another language below a mistyped address', async () => {
    const wrong = await find('ana@gmail', `?organization=${office.organizationId}`);
    const { href = '' } = wrong.links.find(({ text }) => text === 'Filipino') ?? {};
    const page = await office.browser.open(new URL(href, wrong.url).href);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Hanapin ang mga ticket mo')]);
    expect(page.text).toContain('Lakbay Concerts');
  });

  test('is in Filipino, too', async () => {
    expect((await office.browser.open('/find?lang=fil')).text).toContain('Hanapin ang mga ticket mo');
  });
});

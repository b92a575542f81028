import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { mailDirectory } from '../../src/mail/sending/mail-files.ts';
import { fileTransport } from '../../src/mail/sending/transport.ts';
import { SUCCESS_URL } from '../fixtures/box-office.ts';
import { openMailOffice } from '../fixtures/mail-office.ts';
import { openMember, SAME_ORIGIN } from '../fixtures/members.ts';
import { newMailer } from '../fixtures/new-mailer.ts';

const MOST_TO_ADDRESS = 20;
const EVERY_SECONDS = 180;

const office = await openMailOffice();
afterAll(() => office.closeAll());

describe('e-mails to one address', () => {
  test('over 20 at once follow one by one, without a failed try, and do not delay those to others', async () => {
    const event = await office.event({ capacity: 100, price: 0 });
    const order = (email: string) => office.buy(event, { customer: { name: 'Ana', email } });
    for (let orders = 0; orders < MOST_TO_ADDRESS + 3; orders++)
      await order(orders % 2 ? 'ana@example.com' : 'ANA@example.com');
    await order('ben@example.com');
    const sent = await office.sendMails();
    expect(sent.filter(({ to }) => /ana/i.test(to.join()))).toHaveLength(MOST_TO_ADDRESS);
    expect(sent.filter(({ to }) => to.join() === 'ben@example.com')).toHaveLength(1);
    const { data } = await office.call<{ orders: { id: string }[] }>('GET', '/orders?per_page=50');
    const mails = [];
    for (const { id } of data.orders) {
      const { data: of } = await office.call<{ mails: { status: string; attempts: number; failure_reason: string }[] }>(
        'GET',
        `/orders/${id}/mails`,
      );
      mails.push(...of.mails);
    }
    const waiting = mails.filter(({ status }) => status === 'pending');
    expect(waiting).toHaveLength(3);
    for (const mail of waiting)
      expect(mail).toMatchObject({
        attempts: 0,
        failure_reason: 'Many e-mails were sent just before. This one follows soon.',
      });
    for (let left = 3; left > 0; left--) {
      office.wait(EVERY_SECONDS);
      expect(await office.sendMails()).toHaveLength(1);
    }
    office.wait(EVERY_SECONDS);
    expect(await office.sendMails()).toEqual([]);
  });

  test('that are dropped, and so fill no mailbox, do not delay others', async () => {
    const event = await office.event({ capacity: 100, price: 0 });
    for (let orders = 0; orders < MOST_TO_ADDRESS; orders++) {
      const { orderId } = await office.buy(event, { customer: { name: 'Dora', email: 'dora@example.com' } });
      await office.call('POST', `/orders/${orderId}/refund`);
    }
    const sent = await office.sendMails();
    expect(sent.filter(({ to }) => to.join() === 'dora@example.com')).toHaveLength(MOST_TO_ADDRESS);
  });

  test('are all written at once where they are kept as files, which fill no mailbox', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'takilya-mail-'));
    const event = await office.event({ capacity: 100, price: 0 });
    for (let orders = 0; orders < MOST_TO_ADDRESS + 3; orders++)
      await office.buy(event, { customer: { name: 'Emil', email: 'emil@example.com' } });
    const mailer = newMailer(office, fileTransport(mailDirectory(dataDir), { from: 'tickets@takilya.example' }));
    while ((await mailer.begin()) > 0) await mailer.settled();
    const files = await readdir(mailDirectory(dataDir));
    await rm(dataDir, { recursive: true });
    expect(files).toHaveLength(MOST_TO_ADDRESS + 3);
  });

  test('are counted with whatever stands behind a +, which arrives in the same mailbox', async () => {
    const event = await office.event({ capacity: 100, price: 0 });
    for (let orders = 0; orders < MOST_TO_ADDRESS + 2; orders++)
      await office.buy(event, { customer: { name: 'Carla', email: `carla+${orders}@example.com` } });
    expect(await office.sendMails()).toHaveLength(MOST_TO_ADDRESS);
  });

  test('are counted at Gmail whatever dots the name has, and go to the address as it was typed', async () => {
    const event = await office.event({ capacity: 100, price: 0 });
    for (let orders = 0; orders < MOST_TO_ADDRESS + 2; orders++) {
      const name = `${'mariareyes'.slice(0, 1 + (orders % 9))}.${'mariareyes'.slice(1 + (orders % 9))}`;
      const email = `${name}@${orders % 2 === 0 ? 'gmail' : 'googlemail'}.com`;
      await office.buy(event, { customer: { name: 'Maria', email } });
    }
    const sent = await office.sendMails();
    expect(sent).toHaveLength(MOST_TO_ADDRESS);
    expect(sent.map(({ to }) => to.join())).toContain('m.ariareyes@gmail.com');
  });

  test('of free orders in a buyer’s name delay neither the tickets of a paid order nor an offer of a waiting list', async () => {
    const free = await office.event({ capacity: 100, price: 0 });
    const paid = await office.event({ title: 'The paid show' });
    const full = await office.event({ title: 'The full show', capacity: 1 });
    const customer = { name: 'Maria', email: 'maria@example.com' };
    const { orderId } = await office.buy(full);
    await office.call('POST', `/events/${full.id}/waiting-list`, { quantity: 1, customer, success_url: SUCCESS_URL });
    for (let orders = 0; orders < MOST_TO_ADDRESS + 3; orders++) await office.buy(free, { customer });
    await office.sendMails();
    await office.buy(free, { customer });
    await office.buy(paid, { customer });
    await office.call('POST', `/orders/${orderId}/refund`);
    await office.offerPlaces();
    const sent = (await office.sendMails()).filter(({ to }) => to.join() === customer.email);
    expect(sent.map(({ mail }) => mail.subject).toSorted()).toEqual([
      'It is your turn: tickets for The full show',
      'Your ticket for The paid show',
    ]);
  });

  test('of paid orders have 20 more at once, then they follow one by one, too', async () => {
    const event = await office.event({ capacity: 100 });
    for (let orders = 0; orders < 2 * MOST_TO_ADDRESS + 3; orders++)
      await office.buy(event, { customer: { name: 'Fe', email: 'fe@example.com' } });
    const sendToFe = async () => (await office.sendMails()).filter(({ to }) => to.join() === 'fe@example.com');
    expect(await sendToFe()).toHaveLength(2 * MOST_TO_ADDRESS);
    office.wait(EVERY_SECONDS);
    expect(await sendToFe()).toHaveLength(2);
  });

  test('about orders do not delay the link for a new password', async () => {
    const { email } = await openMember(office.service, { email: 'owner@example.com' });
    const event = await office.event({ capacity: 100, price: 0 });
    for (let orders = 0; orders < MOST_TO_ADDRESS + 3; orders++)
      await office.buy(event, { customer: { name: 'Not me', email } });
    await office.sendMails();
    await office.app.inject({
      method: 'POST',
      url: '/dashboard/api/password-resets',
      headers: SAME_ORIGIN,
      payload: { email },
    });
    expect((await office.sendMails()).map(({ mail }) => mail.subject)).toEqual(['Set a new password']);
  });
});

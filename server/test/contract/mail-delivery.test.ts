import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Letter } from '../../src/mail/mail.ts';
import { mailSending } from '../../src/mail/sending/send-mails.ts';
import { type MailTransport, smtpTransport } from '../../src/mail/sending/transport.ts';
import { CUSTOMER } from '../fixtures/box-office.ts';
import { MAIL_FROM, type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';
import { openMailServer } from '../fixtures/mail-server.ts';
import { newMailer } from '../fixtures/new-mailer.ts';

interface Shown {
  status: string;
  attempts: number;
  failure_reason: string | null;
  sent_at: string | null;
}

describe('sending e-mails', () => {
  let office: MailOffice;
  let orderId: string;
  beforeEach(async () => {
    office = await openMailOffice();
    ({ orderId } = await office.buy(await office.event({ price: 0 })));
  });
  afterEach(() => office.closeAll());

  const shown = async () =>
    (await office.call<{ mails: Shown[] }>('GET', `/orders/${orderId}/mails`)).data.mails[0] as Shown;
  const waitsFor = async () => {
    const [row] = await office.db.query<{ seconds: number }>(sql`
      select extract(epoch from next_attempt_at - ${office.now()}::timestamptz)::int as seconds from mails`);
    return row?.seconds;
  };

  test('records what was sent, and when', async () => {
    expect(await shown()).toMatchObject({ status: 'pending', attempts: 0, sent_at: null });
    office.wait(5);
    await office.sendMails();
    expect(await shown()).toEqual({
      id: expect.any(String),
      kind: 'tickets',
      ticket_id: null,
      recipient: CUSTOMER.email,
      status: 'sent',
      attempts: 1,
      failure_reason: null,
      created_at: new Date(office.now().getTime() - 5_000).toISOString(),
      sent_at: office.now().toISOString(),
    });
  });

  test('tries again after a temporary refusal: after a minute, doubling up to an hour', async () => {
    office.server.refuse.message = 451;
    const waits: (number | undefined)[] = [];
    for (let tries = 0; tries < 9; tries++) {
      expect(await office.sendMails()).toEqual([]);
      const wait = await waitsFor();
      waits.push(wait);
      office.wait(wait ?? 0);
    }
    expect(waits).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
    expect(await shown()).toMatchObject({
      status: 'pending',
      attempts: 9,
      failure_reason: expect.stringMatching('451'),
    });
    delete office.server.refuse.message;
    expect(await office.sendMails()).toHaveLength(1);
    expect(await shown()).toMatchObject({ status: 'sent', attempts: 10, failure_reason: null });
  });

  test('gives up after three days, and can be resent', async () => {
    office.server.refuse.message = 451;
    const began = office.now().getTime();
    for (let tries = 0; (await shown()).status === 'pending' && tries < 200; tries++) {
      await office.sendMails();
      office.wait((await waitsFor()) ?? 0);
    }
    const days = (office.now().getTime() - began) / 86_400_000;
    expect(days).toBeGreaterThan(2.9);
    expect(days).toBeLessThan(3.1);
    expect(await shown()).toMatchObject({ status: 'failed' });
    delete office.server.refuse.message;
    office.wait(1);
    await office.call('POST', `/orders/${orderId}/resend`);
    expect(await office.sendMails()).toHaveLength(1);
  });

  test('gives up at once if the mailbox does not exist', async () => {
    office.server.refuse.recipient = 550;
    await office.sendMails();
    expect(await shown()).toMatchObject({
      status: 'failed',
      attempts: 1,
      failure_reason: 'The mail server refuses the recipient (550)',
    });
  });

  test('tries again if a mailbox is full', async () => {
    office.server.refuse.recipient = 452;
    await office.sendMails();
    expect(await shown()).toMatchObject({ status: 'pending', attempts: 1 });
  });

  test('tries again while the mail server is down', async () => {
    const away = await openMailServer();
    await away.close();
    const transport = smtpTransport(away.url, { from: MAIL_FROM });
    const mailer = newMailer(office, transport);
    await mailer.begin();
    await mailer.settled();
    transport.close();
    expect(await shown()).toMatchObject({
      status: 'pending',
      attempts: 1,
      failure_reason: 'The mail server cannot be reached (ECONNREFUSED)',
    });
    office.wait(60);
    expect(await office.sendMails()).toHaveLength(1);
  });

  describe('at least once', () => {
    test('sends an e-mail of a crashed process from another one after the lease', async () => {
      const dying = newMailer(office, { send: () => new Promise(() => {}), close() {} });
      expect(await dying.begin()).toBe(1);
      expect(await office.sendMails()).toEqual([]);
      office.wait(89);
      expect(await office.sendMails()).toEqual([]);
      office.wait(1);
      expect(await office.sendMails()).toHaveLength(1);
    });

    test('sends again under the same id if the process crashed before it recorded the result', async () => {
      const smtp = smtpTransport(office.server.url, { from: MAIL_FROM });
      const sent = Promise.withResolvers<void>();
      const dying = newMailer(office, {
        async send(mail, letter) {
          await smtp.send(mail, letter);
          sent.resolve();
          await new Promise(() => {});
        },
        close() {},
      });
      await dying.begin();
      await sent.promise;
      smtp.close();
      office.wait(90);
      await office.sendMails();
      const ids = office.server.received.map(({ mail }) => mail.messageId);
      expect(ids).toHaveLength(2);
      expect(new Set(ids)).toEqual(new Set([expect.stringMatching(/^<[0-9a-f-]{36}@takilya\.example>$/)]));
      expect(ids[0]).toBe(ids[1]);
    });

    test('sends each e-mail from one of several processes', async () => {
      const event = await office.event({ price: 0 });
      for (let order = 0; order < 30; order++)
        await office.buy(event, { customer: { name: 'Ana', email: `ana${order}@example.com` } });
      const sent: string[] = [];
      const transport: MailTransport = {
        async send({ id }) {
          await new Promise((resolve) => setImmediate(resolve));
          sent.push(id);
        },
        close() {},
      };
      const mailers = Array.from({ length: 4 }, () => newMailer(office, transport));
      await Promise.all(
        mailers.map(async (mailer) => {
          while ((await mailer.begin()) > 0) await mailer.settled();
        }),
      );
      expect(sent).toHaveLength(31);
      expect(new Set(sent).size).toBe(31);
    });

    test('sends nothing for a sale that is rolled back, and always for one that is committed', async () => {
      const event = await office.event({ price: 0 });
      await office.db.query(sql`alter table sales_figures add constraint no_sales check (orders < 2)`);
      await office.buy(event);
      await expect(office.buy(event)).rejects.toThrow();
      await office.db.query(sql`alter table mails add constraint no_mails check (kind <> 'tickets') not valid`);
      const other = await office.event({ price: 0 });
      await expect(office.buy(other)).rejects.toThrow();
      expect(await office.count('mails')).toBe(2);
      expect(await office.count('orders')).toBe(2);
      await office.expectConsistency();
    });
  });

  test('logs the id and the reason, and no name, address or ticket code', async () => {
    const lines: unknown[] = [];
    const log = Object.fromEntries(
      ['warn', 'error', 'info'].map((level) => [level, (...line: unknown[]) => lines.push([level, ...line])]),
    );
    const smtp = smtpTransport(office.server.url, { from: MAIL_FROM });
    const { db, clock } = office;
    const letter: Letter = {
      fromName: 'Lakbay',
      replyTo: null,
      to: { name: CUSTOMER.name, address: CUSTOMER.email },
      subject: 'Secret subject',
      text: 'Secret text',
      html: '<p>Secret text</p>',
      attachments: [],
    };
    const parts = { db, clock, transport: smtp, compose: async () => letter, isToPayingBuyer: async () => false };
    const mailer = mailSending({ ...parts, isRush: () => false, log: log as never });
    office.server.refuse.recipient = 550;
    await mailer.begin();
    await mailer.settled();
    smtp.close();
    expect(lines).toEqual([
      [
        'error',
        {
          mailId: expect.any(String),
          kind: 'tickets',
          attempts: 1,
          reason: 'The mail server refuses the recipient (550)',
        },
        'mail was given up',
      ],
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/Ana|example|Secret|mailbox/);
  });

  test('waits while buyers queue, for at most a minute', async () => {
    let rush = true;
    const transport = smtpTransport(office.server.url, { from: MAIL_FROM });
    const mailer = newMailer(office, transport, { isRush: () => rush });
    office.wait(59);
    expect(await mailer.begin()).toBe(0);
    office.wait(1);
    expect(await mailer.begin()).toBe(1);
    await mailer.settled();
    await office.buy(await office.event({ price: 0 }));
    expect(await mailer.begin()).toBe(0);
    rush = false;
    expect(await mailer.begin()).toBe(1);
    await mailer.settled();
    transport.close();
    expect(office.server.received).toHaveLength(2);
  });

  test('counts waiting e-mails and their age in the metrics', async () => {
    const metrics = async () => (await office.app.inject('/metrics')).body;
    office.wait(30);
    await expect.poll(metrics).toMatch(/^takilya_mails_waiting 1$/m);
    expect(await metrics()).toMatch(/^takilya_mail_oldest_seconds 30$/m);
    await office.sendMails();
    // Read at most every 15 seconds.
    office.wait(15);
    await expect.poll(metrics).toMatch(/^takilya_mails_waiting 0$/m);
    expect(await metrics()).toMatch(/^takilya_mail_oldest_seconds 0$/m);
  });

  describe('stopping', () => {
    const start = (transport: MailTransport, options?: Parameters<ReturnType<typeof mailSending>['start']>[0]) => {
      const { db, clock, app } = office;
      const letter: Letter = {
        fromName: '',
        replyTo: null,
        to: { name: '', address: '' },
        subject: '',
        text: '',
        html: '',
        attachments: [],
      };
      const parts = { db, clock, transport, compose: async () => letter, isToPayingBuyer: async () => false };
      return mailSending({ ...parts, isRush: () => false, log: app.log }).start(options);
    };

    test('waits for an e-mail in progress, records its result and starts no other', async () => {
      let taken = () => {};
      let begun = () => {};
      const underWay = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const stop = start({
        send: () =>
          new Promise((resolve) => {
            taken = resolve;
            begun();
          }),
        close() {},
      });
      await underWay;
      const stopped = stop();
      await office.call('POST', `/orders/${orderId}/resend`);
      taken();
      await stopped;
      const { data } = await office.call<{ mails: Shown[] }>('GET', `/orders/${orderId}/mails`);
      expect(data.mails.map(({ status }) => status).toSorted()).toEqual(['pending', 'sent']);
    });

    test('cuts off a mail server that hangs; the e-mail is sent again', async () => {
      let cut = () => {};
      let begun = () => {};
      const underWay = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const stop = start(
        {
          send: () =>
            new Promise((_resolve, reject) => {
              cut = () => reject(new Error('cut off'));
              begun();
            }),
          close: () => cut(),
        },
        { finishWithinMs: 200 },
      );
      await underWay;
      await stop();
      expect(await shown()).toMatchObject({ status: 'pending', attempts: 1 });
      office.wait(60);
      expect(await office.sendMails()).toHaveLength(1);
    });
  });
});

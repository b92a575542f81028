import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { mailDirectory } from '../../src/mail/sending/mail-files.ts';
import { fileTransport } from '../../src/mail/sending/transport.ts';
import { purgeOldRows } from '../../src/purge-old-rows.ts';
import { KEEP_ENTRIES_DAYS } from '../../src/waiting-list/entry.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { newMailer } from '../fixtures/new-mailer.ts';
import { openLine } from '../fixtures/waiting-line.ts';

const DAY_SECONDS = 86_400;
const PERSON = { name: 'Dalisay Quizon', email: 'dalisay@example.com' };
const OTHER = { name: 'Ben Cruz', email: 'ben@example.com' };

/** docs/privacy.md: “e-mails kept as files, on the machine that answers the request” are erased. */
describe('e-mails that are kept as files', () => {
  let office: BoxOffice;
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'takilya-erase-'));
    office = await openBoxOffice({ environment: { DATA_DIR: dataDir } });
  });
  afterEach(async () => {
    await office.close();
    await rm(dataDir, { recursive: true });
  });

  async function sendMails() {
    const mailer = newMailer(office, fileTransport(mailDirectory(dataDir), { from: 'tickets@takilya.example' }));
    while ((await mailer.begin()) > 0) await mailer.settled();
  }
  const erase = (email: string) => office.callAsOwner('POST', '/buyers/erase', { email });
  /** Names of files to one of these addresses. */
  async function filesTo(address: string) {
    const directory = mailDirectory(dataDir);
    const files = await Promise.all((await readdir(directory)).map((name) => readFile(join(directory, name), 'utf8')));
    return files.filter((text) => text.includes(address)).length;
  }

  test('are gone with the person, also when the rows of old mails were purged before', async () => {
    const config = readConfig({ DATA_DIR: dataDir });
    await office.buy(await office.event({ price: 0 }), { customer: PERSON });
    await sendMails();
    expect(await filesTo(PERSON.email)).toBe(1);
    office.wait((config.keepMailsDays + 1) * DAY_SECONDS);
    await purgeOldRows(office.db, config, office.now());
    expect((await erase(PERSON.email)).data).toMatchObject({ purchases: 1, complete: true });
    expect(await filesTo(PERSON.email)).toBe(0);
  });

  test('are deleted with their rows, also after a mail server was set', async () => {
    await office.buy(await office.event({ price: 0 }), { customer: PERSON });
    await sendMails();
    const config = readConfig({ DATA_DIR: dataDir, MAIL_URL: 'smtp://mail.example', MAIL_FROM: 'a@mail.example' });
    office.wait(config.keepMailsDays * DAY_SECONDS - 60);
    await purgeOldRows(office.db, config, office.now());
    expect(await filesTo(PERSON.email)).toBe(1);
    office.wait(DAY_SECONDS);
    await purgeOldRows(office.db, config, office.now());
    expect(await filesTo(PERSON.email)).toBe(0);
    await rm(mailDirectory(dataDir), { recursive: true });
    await purgeOldRows(office.db, config, office.now());
  });

  /** Two mails: the person joined, and the event is cancelled. */
  async function waitInVain(email: string) {
    const line = openLine(office);
    const event = await line.soldOut();
    await line.join(event, { email });
    await sendMails();
    await office.cancelEvent(event);
    await sendMails();
    expect(await filesTo(email)).toBe(2);
  }

  test('are gone with a person who is on a waiting list', async () => {
    await waitInVain(PERSON.email);
    expect((await erase(PERSON.email)).data).toMatchObject({ waiting_list_entries: 1, complete: true });
    expect(await filesTo(PERSON.email)).toBe(0);
  });

  test('are gone with the former address of a buyer whose offer came from a waiting list', async () => {
    const line = openLine(office);
    const event = await line.soldOut();
    await line.join(event, { email: PERSON.email });
    await sendMails();
    await line.refund([event.ticketId]);
    await office.offerPlaces();
    const [{ checkout_id } = { checkout_id: '' }] = (await line.read(event)).entries;
    await office.browser.submit(await office.browser.open(`http://localhost:3000/c/${checkout_id}`));
    const { data } = await office.call<{ order_id: string }>('GET', `/checkouts/${checkout_id}`);
    await sendMails();
    expect(await filesTo(PERSON.email)).toBeGreaterThan(1);
    await office.call('PUT', `/orders/${data.order_id}/customer`, { email: OTHER.email });
    expect(await filesTo(PERSON.email)).toBe(0);
  });

  test('are gone with the entry on a waiting list, before other mails', async () => {
    await waitInVain(PERSON.email);
    const config = readConfig({ DATA_DIR: dataDir });
    office.wait((KEEP_ENTRIES_DAYS - 1) * DAY_SECONDS);
    await purgeOldRows(office.db, config, office.now());
    expect(await filesTo(PERSON.email)).toBe(2);
    office.wait(2 * DAY_SECONDS);
    await purgeOldRows(office.db, config, office.now());
    expect(await filesTo(PERSON.email)).toBe(0);
  });

  test('are gone with a person who is erased while a mail is written', async () => {
    const { orderId } = await office.buy(await office.event({ price: 0 }), { customer: PERSON });
    await sendMails();
    office.wait(60 * DAY_SECONDS);
    expect(await office.call('POST', `/orders/${orderId}/resend`)).toMatchObject({ status: 200 });
    const files = fileTransport(mailDirectory(dataDir), { from: 'tickets@takilya.example' });
    const mailer = newMailer(office, {
      ...files,
      async send(mail, letter) {
        expect((await erase(PERSON.email)).data).toMatchObject({ complete: true });
        await files.send(mail, letter);
      },
    });
    expect(await mailer.begin()).toBe(1);
    await mailer.settled();
    expect(await filesTo(PERSON.email)).toBe(0);
  });

  test('are gone with a buyer who gave the ticket in their name another address', async () => {
    const attendees = [{ name: PERSON.name, email: 'dalisay.work@example.com' }];
    await office.buy(await office.event({ price: 100 }), { customer: PERSON, attendees });
    await sendMails();
    expect(await filesTo('dalisay.work@example.com')).toBe(1);
    office.wait(60 * DAY_SECONDS);
    expect((await erase(PERSON.email)).data).toMatchObject({ purchases: 1, complete: true });
    expect(await filesTo('dalisay.work@example.com')).toBe(0);
  });

  test('are gone with a guest whose ticket the buyer gave to somebody else', async () => {
    const attendees = [{ name: PERSON.name, email: PERSON.email }];
    const { orderId, ticketId } = await office.buy(await office.event({ price: 100 }), { customer: OTHER, attendees });
    await sendMails();
    expect(await filesTo(PERSON.email)).toBe(1);
    const { data } = await office.call<{ tickets_url: string }>('GET', `/orders/${orderId}`);
    const page = await office.browser.open(`${data.tickets_url}/tickets/${ticketId}`);
    const asked = await office.browser.submit(page, {
      press: 'Continue',
      fields: { name: 'Carla Diaz', email: 'carla@example.com' },
    });
    expect(await office.browser.submit(asked, { press: 'Pass the ticket on' })).toMatchObject({ status: 200 });
    await sendMails();
    office.wait(60 * DAY_SECONDS);
    await erase(PERSON.email);
    expect(await filesTo(PERSON.email)).toBe(0);
  });
});

import { expect, test } from 'vitest';
import { composeLetter } from '../../src/letters/compose.ts';
import { isToPayingBuyer } from '../../src/letters/queries.ts';
import { mailSending } from '../../src/mail/sending/send-mails.ts';
import { smtpTransport } from '../../src/mail/sending/transport.ts';
import { MAIL_FROM, openMailOffice } from '../fixtures/mail-office.ts';

const TYPED = 'ana@gmial.example';
const MEANT = 'ana@gmail.example';

/** The buyer's address is corrected while the mail with the tickets is under way to the former one. */
async function correct({ isComposed }: { isComposed: boolean }) {
  const office = await openMailOffice();
  const event = await office.event({ price: 100, title: 'Gabi' });
  const { orderId } = await office.buy(event, { customer: { name: 'Ana Reyes', email: TYPED } });
  const [reached, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { db, clock, app, parts } = office;
  const transport = smtpTransport(office.server.url, { from: MAIL_FROM });
  const mailer = mailSending({
    db,
    clock,
    transport,
    compose: async (mail) => {
      const early = isComposed ? await composeLetter(parts, mail) : undefined;
      if (mail.recipient === TYPED && mail.kind === 'tickets') {
        reached.resolve();
        await mayGoOn.promise;
      }
      return early ?? composeLetter(parts, mail);
    },
    isToPayingBuyer: (mail) => isToPayingBuyer(db, mail),
    isRush: () => false,
    log: app.log,
  });
  await mailer.begin();
  await reached.promise;
  expect((await office.call('PUT', `/orders/${orderId}/customer`, { email: MEANT })).status).toBe(200);
  mayGoOn.resolve();
  do await mailer.settled();
  while ((await mailer.begin()) > 0);
  transport.close();
  const { data } = await office.call('GET', `/orders/${orderId}`);
  const subjectsTo = (address: string) => office.server.to(address).map(({ mail }) => mail.subject);
  const texts = office.server.to(TYPED).map(({ mail }) => mail.text);
  const found = { former: subjectsTo(TYPED), buyer: subjectsTo(MEANT), link: String(data.tickets_url), texts };
  await office.closeAll();
  return found;
}

test('an address that was corrected before its mail is written gets no tickets', async () => {
  const { former, buyer } = await correct({ isComposed: false });
  // The mail may have left before: that is not known.
  expect(former).toEqual(['Your tickets have another address: Gabi']);
  expect(buyer).toEqual(['Your ticket for Gabi']);
});

test('an address whose mail was on its way is told that what it gets is void', async () => {
  const { former, buyer, link, texts } = await correct({ isComposed: true });
  expect(former.toSorted()).toEqual(['Your ticket for Gabi', 'Your tickets have another address: Gabi']);
  expect(buyer).toEqual(['Your ticket for Gabi']);
  expect(texts.join()).not.toContain(link);
});

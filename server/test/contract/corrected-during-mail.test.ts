import { expect, test } from 'vitest';
import { holdMail } from '../fixtures/held-mail.ts';
import { openMailOffice } from '../fixtures/mail-office.ts';

const TYPED = 'ana@gmial.example';
const MEANT = 'ana@gmail.example';

/** The buyer's address is corrected while the mail with the tickets is under way to the former one. */
async function correct({ isComposed }: { isComposed: boolean }) {
  const office = await openMailOffice();
  const event = await office.event({ price: 100, title: 'Gabi' });
  const { orderId } = await office.buy(event, { customer: { name: 'Ana Reyes', email: TYPED } });
  const sendIt = await holdMail(office, ({ kind, recipient }) => kind === 'tickets' && recipient === TYPED, {
    isComposed,
  });
  expect((await office.call('PUT', `/orders/${orderId}/customer`, { email: MEANT })).status).toBe(200);
  await sendIt();
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

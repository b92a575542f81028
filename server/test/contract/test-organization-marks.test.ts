import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';
import { attached } from '../fixtures/mail-server.ts';
import { openMember } from '../fixtures/members.ts';
import { openTestMode } from '../fixtures/test-mode.ts';
import { type EventData, must } from '../fixtures/test-service.ts';
import { readPdf } from '../readers/pdf-reader.ts';

const PAGE = 'Test: no money is taken, and the tickets admit nobody. E-mails go only to the organizer’s team.';
const PAGE_FILIPINO = 'Test lang ito: walang sinisingil na pera';

let office: MailOffice;
let owner: Awaited<ReturnType<typeof openMember>>;
let testing: Awaited<ReturnType<typeof openTestMode>>;
beforeAll(async () => {
  office = await openMailOffice();
  owner = await openMember(office.service);
  testing = await openTestMode(office.service, owner);
});
afterAll(() => office.closeAll());

/** Buys the one ticket, a free one, of an event of the test organization. @returns all its pages, and its order */
async function buyTest(email: string, attendees?: object[]) {
  const event = await must(
    testing.post<EventData>('/events', office.service.eventBody({ ticket_price: 0, capacity: 1 })),
  );
  await must(testing.put(`/events/${event.id}`, { status: 'active' }));
  const customer = { name: 'Ana Reyes', email };
  const body = { event_id: event.id, quantity: 1, customer, attendees, success_url: 'https://shop.example/thanks' };
  const checkout = await must(testing.post<{ checkout_id: string; checkout_url: string }>('/checkouts', body));
  const filipino = await office.browser.open(`${checkout.checkout_url}?lang=fil`);
  const open = await office.browser.open(`${checkout.checkout_url}?lang=en`);
  await office.browser.submit(open);
  const { order_id, ticket_ids } = await must(
    testing.get<{ order_id: string; ticket_ids: string[] }>(`/checkouts/${checkout.checkout_id}`),
  );
  const { ticket_url } = await must(testing.get<{ ticket_url: string }>(`/tickets/${ticket_ids[0]}`));
  const { tickets_url } = await must(testing.get<{ tickets_url: string }>(`/orders/${order_id}`));
  return {
    eventId: event.id,
    open,
    filipino,
    urls: [ticket_url, tickets_url],
    orderId: order_id,
    ticketUrl: ticket_url,
  };
}

/** @returns the page of a person who waits for a ticket of the event */
async function waitTest(eventId: string) {
  const customer = { name: 'Ben Cruz', email: owner.email };
  const body = { quantity: 1, customer, success_url: 'https://shop.example/thanks' };
  return (await must(testing.post<{ leave_url: string }>(`/events/${eventId}/waiting-list`, body))).leave_url;
}

test('every page of a test organization says that it is a test, in both languages', async () => {
  const { eventId, open, filipino, urls } = await buyTest(owner.email);
  expect(open.text).toContain(PAGE);
  expect(filipino.text).toContain(PAGE_FILIPINO);
  for (const url of [...urls, await waitTest(eventId)]) {
    expect((await office.browser.open(url)).text).toContain(PAGE);
    expect((await office.browser.open(`${url}?lang=fil`)).text).toContain(PAGE_FILIPINO);
  }
});

test('the PDF and the calendar entry of its tickets say so', async () => {
  const { ticketUrl } = await buyTest(owner.email);
  const path = new URL(ticketUrl).pathname;
  const get = async (file: string) => office.app.inject({ method: 'GET', url: `${path}/${file}` });
  const [page] = await readPdf((await get('ticket.pdf')).rawPayload);
  expect(page?.text).toContain('TEST: this ticket admits nobody');
  const [filipino] = await readPdf((await get('ticket.pdf?lang=fil')).rawPayload);
  expect(filipino?.text).toContain('TEST LANG: walang makakapasok gamit ang ticket na ito');
  expect((await get('event.ics')).body).toContain('SUMMARY:TEST: Night Market');
});

test('its e-mails say so, and those of the live organization do not', async () => {
  await office.sendMails();
  await buyTest(owner.email.toUpperCase());
  await office.buy(await office.event({ price: 0 }));
  const sent = await office.sendMails();
  const [toTeam, toBuyer] = ['Test: Your ticket for Night Market', 'Your ticket for Night Market'].map((subject) =>
    sent.find(({ mail }) => mail.subject === subject),
  );
  expect(toTeam?.to.join().toLowerCase()).toBe(owner.email);
  expect(toTeam?.mail.text).toContain('This is a test: no money is taken, and the tickets admit nobody.');
  expect(toTeam?.mail.html).toContain('This is a test: no money is taken, and the tickets admit nobody.');
  const [page] = await readPdf(attached(toTeam?.mail as never, 'tickets.pdf'));
  expect(page?.text).toContain('TEST: this ticket admits nobody');
  expect(toBuyer?.to).toEqual(['ana@example.com']);
  expect(toBuyer?.mail.text).not.toMatch(/test/i);
});

test('its e-mails reach no stranger: neither a buyer, a guest nor somebody who has left the team', async () => {
  await office.sendMails();
  const left = await openMember(office.service, { role: 'viewer' });
  const another = await openMember(office.service, { organizationId: office.service.theirs.organizationId });
  await must(owner.put(`/team/${left.userId}`, { role: 'door' }));
  expect((await owner.delete(`/team/${left.userId}`)).status).toBe(204);
  const bought = [];
  for (const email of ['stranger@example.com', left.email, another.email]) bought.push(await buyTest(email));
  await buyTest('stranger@example.com', [{ name: 'Ben Cruz', email: 'ben@example.com' }]);
  const to = (await office.sendMails()).map((mail) => mail.to.join());
  expect(to.filter((address) => address !== owner.email)).toEqual([]);
  for (const { orderId } of bought) {
    const { mails } = await must(testing.get<{ mails: object[] }>(`/orders/${orderId}/mails`));
    expect(mails).toEqual([
      expect.objectContaining({
        status: 'dropped',
        failure_reason: 'In test mode e-mails go only to members of the team.',
      }),
    ]);
  }
});

import { expect, test } from 'vitest';
import { useBoxOffice } from '../fixtures/box-office.ts';

const office = await useBoxOffice();

interface Bundle {
  next_since: string;
  tickets: {
    id: string;
    customer: { name: string };
    tier: { name: string };
    answers: { label: string; value: string }[];
  }[];
}

/** A ticket with an answer, and a door that has been open for ten minutes and asks for changes. */
async function openDoor({ at_door }: { at_door: boolean }) {
  const event = await office.event({ price: 0 });
  const asked = { label: 'Allergies?', asked_of: 'order', kind: 'text', at_door };
  const { data: question } = await office.call<{ id: string }>('POST', `/events/${event.id}/questions`, asked);
  const customer = { name: 'Lea Santos', email: `lea-${event.id}@example.com` };
  const { ticketId } = await office.buy(event, { customer, answers: [{ question_id: question.id, value: 'nuts' }] });
  const tickets = new Map<string, Bundle['tickets'][number]>();
  let query = '';
  const read = async () => {
    const { data } = await office.call<Bundle>('GET', `/events/${event.id}/door${query}`);
    for (const ticket of data.tickets) tickets.set(ticket.id, ticket);
    query = `?since=${data.next_since}`;
    return data.tickets.length;
  };
  await read();
  office.wait(600);
  await read();
  return { event, question, customer, read, ticketId, ticket: () => tickets.get(ticketId) };
}

test.each([true, false])('a door that is open learns that answers are shown at the door: %j', async (at_door) => {
  const { question, read, ticket } = await openDoor({ at_door: !at_door });
  expect(await office.call('PUT', `/questions/${question.id}`, { at_door })).toMatchObject({ status: 200 });
  await read();
  expect(ticket()?.answers).toMatchObject(at_door ? [{ label: 'Allergies?', value: 'nuts' }] : []);
});

test('a door that is open learns the new name of a tier, and then only changes again', async () => {
  const { event, read, ticket } = await openDoor({ at_door: false });
  expect(await office.call('PUT', `/tiers/${event.tierId}`, { name: 'Balcony' })).toMatchObject({ status: 200 });
  expect(await read()).toBe(1);
  expect(ticket()?.tier.name).toBe('Balcony');
  office.wait(120);
  await read();
  expect(await read()).toBe(0);
});

test('a door that is open forgets a buyer who is erased', async () => {
  const { customer, read, ticketId, ticket } = await openDoor({ at_door: false });
  await office.call('POST', `/tickets/${ticketId}/refund`);
  office.wait(600);
  await read();
  expect(ticket()?.customer.name).toBe('Lea Santos');
  const erased = await office.callAsOwner('POST', '/buyers/erase', { email: customer.email });
  expect(erased).toMatchObject({ status: 200, data: { complete: true } });
  await read();
  expect(ticket()?.customer.name).toBe('Erased');
});

test('a ticket that is reissued between two pages hides no other', async () => {
  const event = await office.event();
  const { ticketIds } = await office.buy(event, { quantity: 2 });
  const page = async (number: number) =>
    (await office.call<Bundle>('GET', `/events/${event.id}/door?per_page=1&page=${number}`)).data.tickets[0]?.id ?? '';
  const numberOf = async (id: string) => String((await office.call('GET', `/tickets/${id}`)).data.ticket_number);
  const first = await page(1);
  const other = ticketIds.find((id) => id !== first) ?? '';
  do await office.call('POST', `/tickets/${first}/reissue`);
  while ((await numberOf(first)) < (await numberOf(other)));
  expect(await page(2)).toBe(other);
});

test('the door link of one list sees what happened at that list, and no member who scanned elsewhere', async () => {
  const event = await office.event();
  const { ticketId } = await office.buy(event);
  const { code } = (await office.call('GET', `/tickets/${ticketId}`)).data;
  const newList = (name: string) =>
    office.call<{ id: string }>('POST', `/events/${event.id}/check-in-lists`, { name, passes: 're_entry' });
  const [{ data: lounge }, { data: pressRoom }] = [await newList('Lounge'), await newList('Press room')];
  const ends_at = new Date(office.now().getTime() + 3_600_000).toISOString();
  const link = { name: 'Lounge door', ends_at, list_id: lounge.id };
  const { data: door } = await office.call<{ secret: string }>('POST', `/events/${event.id}/door-links`, link);
  const headers = { authorization: `Bearer ${door.secret}` };
  const admit = { code, event_id: event.id };
  await office.callAsOwner('POST', '/tickets/check-in', { ...admit, list_id: pressRoom.id });
  await office.callAsOwner('POST', `/tickets/${ticketId}/check-in`);
  // Another door admitted the ticket without a network, there and at the gate.
  const late = { ...admit, scanned_at: office.now().toISOString() };
  office.wait(60);
  await office.call('POST', '/tickets/check-in', { ...late, list_id: pressRoom.id, device_nonce: 'press' });
  await office.call('POST', '/tickets/check-in', { ...late, device_nonce: 'gate' });

  const { data: here } = await office.call<{ passage_id: string }>('POST', '/tickets/check-in', admit, headers);
  const read = (by?: Record<string, string>) =>
    office.call<{ conflicts: object[]; tickets: { stays: { list_id: string }[] }[] }>(
      'GET',
      `/events/${event.id}/door`,
      undefined,
      by,
    );
  expect((await read()).data).toMatchObject({ conflicts: [{}, {}], tickets: [{ stays: [{}, {}] }] });
  expect((await read(headers)).data).toMatchObject({
    conflicts: [],
    tickets: [{ stays: [{ list_id: lounge.id }] }],
  });
  const undone = await office.call('POST', `/passages/${here.passage_id}/undo`, undefined, headers);
  expect(undone).toMatchObject({
    status: 200,
    data: { checked_in_by: null, passages: [{ list: { id: lounge.id, name: 'Lounge' } }] },
  });
});

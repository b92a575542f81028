import { afterEach, beforeEach, expect, test } from 'vitest';
import { passTicketOn } from '../../src/tickets/change-holder.ts';
import { heldAt } from '../databases/held-at.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';

let office: BoxOffice;
beforeEach(async () => {
  office = await openBoxOffice();
});
afterEach(() => office.close());

/** Two presses, of pages that show the ticket with these revisions. @returns what came of the second */
async function pressTwice(revisions: [number, number]) {
  const event = await office.event({ price: 100 });
  const { orderId, ticketId } = await office.buy(event, { customer: { name: 'Ana Reyes', email: 'ana@example.com' } });
  const { organizationId } = office;
  const press = {
    ...{ organizationId, orderId, ticketId, eventId: event.id, mailDirectory: '/nowhere', now: office.now() },
    attendee: { name: 'Ben Cruz', email: 'ben@example.com' },
  };
  // The second has the event's lock after the first.
  const { held, reached, goOn } = heldAt(office.db, 'set attendee_name');
  const first = passTicketOn(held, { ...press, revision: revisions[0] });
  await reached;
  const second = passTicketOn(office.db, { ...press, revision: revisions[1] });
  goOn();
  await first;
  return second.then(
    () => 'passed on',
    ({ code }) => code,
  );
}

test('of two presses of one page that reach two instances, one passes the ticket on', async () => {
  expect(await pressTwice([1, 1])).toBe('ticket_passed_on');
});

test('control: the second passes it on again when it has seen the ticket after the first', async () => {
  expect(await pressTwice([1, 2])).toBe('passed on');
});

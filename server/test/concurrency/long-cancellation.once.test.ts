import { expect, test } from 'vitest';
import { updateEvent } from '../../src/events/update-event.ts';
import { sales } from '../../src/sales/sales-for-events.ts';
import { heldAt } from '../databases/held-at.ts';
import { openBoxOffice } from '../fixtures/box-office.ts';

test('a door learns of tickets that were cancelled by a change that took more than a minute', async () => {
  const office = await openBoxOffice();
  const { organizationId, parts } = office;
  const event = await office.event();
  const { ticketId } = await office.buy(event);
  interface Bundle {
    tickets: { id: string; status: string }[];
    next_since: string;
  }
  const statuses = new Map<string, string>();
  let query = '';
  const read = async () => {
    office.wait(10);
    const { data } = await office.call<Bundle>('GET', `/events/${event.id}/door${query}`);
    for (const { id, status } of data.tickets) statuses.set(id, status);
    query = `?since=${data.next_since}`;
  };
  await read();
  const { held, reached, goOn } = heldAt(office.db, "set status = 'cancelled', changed_at", { when: 'after' });
  const cancelled = updateEvent(held, parts.geocoder, sales, {
    ...{ organizationId, actor: { kind: 'system' }, eventId: event.id, fields: { status: 'cancelled' } },
    ...{ now: office.now(), clock: parts.clock },
  });
  await reached;
  for (let poll = 0; poll < 10; poll++) await read();
  goOn();
  await cancelled;
  await read();
  expect(statuses.get(ticketId)).toBe('cancelled');
  await office.close();
});

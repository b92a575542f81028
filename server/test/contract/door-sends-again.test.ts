import { expect, test } from 'vitest';
import { decide } from '../../../dashboard/src/door/decide.ts';
import {
  type Door,
  type DoorTicket,
  readAgainFrom,
  type TicketChange,
  withChange,
  withUpdates,
} from '../../../dashboard/src/door/door.ts';
import type { KeptScan } from '../../../dashboard/src/door/door-state.ts';
import { warningsOf } from '../../../dashboard/src/door/warnings-of.ts';
import { useBoxOffice } from '../fixtures/box-office.ts';

/** Not by its name: it has types of browsers, which this project does not know. */
const { uploadScan, uploadScans } = (await import(
  new URL('../../../dashboard/src/door/upload-scans.ts', import.meta.url).href
)) as {
  uploadScan(door: object, nonce: string): Promise<void>;
  uploadScans(door: object): Promise<void>;
};

const { Problem } = (await import(new URL('../../../dashboard/src/api/problem.ts', import.meta.url).href)) as {
  Problem: new (refusal: object) => Error;
};

const office = await useBoxOffice();

/** A door as in a browser, without its storage, that reads the list and sends scans of this server. */
function openDoor(event: { id: string }) {
  const opened: { list?: Door | undefined } = {};
  const scans = new Map<string, KeptScan>();
  const change = (changed: (list: Door) => Door) => {
    if (opened.list) opened.list = changed(opened.list);
  };
  const door = {
    get state() {
      return { ...opened, scans };
    },
    readScans: async () => {},
    db: { get: async (_store: string, nonce: string) => scans.get(nonce) },
    keep: async (scan: KeptScan) => void scans.set(scan.nonce, scan),
    changeTicket: async (id: string, changeOf: (ticket: DoorTicket) => TicketChange) =>
      change((list) => {
        const ticket = list.tickets.get(id);
        return ticket ? withChange(list, id, changeOf(ticket)) : list;
      }),
    readAgainFrom: async (scannedAt: string) => change((list) => readAgainFrom(list, scannedAt)),
    api: {
      POST: async (path: string, { body }: { body: object }) => {
        const { status, ...answer } = await office.call('POST', path, JSON.parse(JSON.stringify(body)));
        if (status !== 200) throw new Problem({ status, ...answer });
        return { body: { data: answer.data } };
      },
    },
  };
  const read = async () => {
    const request = { before: opened.list, requestedAt: { device: 0, page: 0 } };
    const since = opened.list?.nextSince;
    const query = since ? `?since=${encodeURIComponent(since)}` : '';
    const { data } = await office.call<never>('GET', `/events/${event.id}/door${query}`);
    opened.list = withUpdates(opened.list, [data], request);
  };
  return { door, opened, scans, read };
}

/** An admission at the gate that is not answered yet. */
const keptScan = (scan: Pick<KeptScan, 'eventId' | 'ticketId' | 'scannedAt' | 'sent'> & { code: string }) =>
  ({
    ...{ nonce: 'n', listId: null, direction: 'in', ticketNumber: scan.code, name: '', state: 'waiting' },
    ...scan,
  }) as KeptScan;

/** A door that has the one ticket of an event. */
async function doorOfOneTicket() {
  const event = await office.event();
  const { ticketId } = await office.buy(event);
  const number = String((await office.call('GET', `/tickets/${ticketId}`)).data.ticket_number);
  const opened = openDoor(event);
  await opened.read();
  return { event, ticketId, number, ...opened };
}

test('a door that sends a scan again learns that its check-in was undone elsewhere', async () => {
  const { event, ticketId, number, door, opened, scans, read } = await doorOfOneTicket();

  // The server takes the scan, and the answer is lost: the device keeps it, to send it again.
  const scannedAt = office.now().toISOString();
  await office.call('POST', '/tickets/check-in', { code: number, event_id: event.id, device_nonce: 'n' });
  scans.set('n', keptScan({ eventId: event.id, ticketId, code: number, scannedAt, sent: true }));
  // Without a network for minutes. Elsewhere the check-in is undone: the guest went to the wrong door.
  office.wait(60);
  expect(await office.call('POST', `/tickets/${ticketId}/undo-check-in`)).toMatchObject({ status: 200 });
  office.wait(120);
  await read();
  await uploadScan(door, 'n');
  office.wait(10);
  await read();

  expect(scans.get('n')).toMatchObject({ state: 'admitted' });
  expect(opened.list?.tickets.get(ticketId)).toMatchObject({ status: 'valid', checked_in_at: null });
  // Without a network, too, this door admits the guest.
  const point = { event: { id: event.id, re_entry: false }, list: null, direction: 'in' } as const;
  const tickets = opened.list?.tickets ?? new Map();
  expect(decide({ by: 'number', number }, { tickets }, { point, waiting: new Map() })).toMatchObject({
    verdict: 'admitted',
  });
});

test('a door whose clock is an hour fast is told when a later door admits the ticket, too', async () => {
  const { event, ticketId, number, door, opened, scans, read } = await doorOfOneTicket();
  const scannedAt = new Date(office.now().getTime() + 3_600_000).toISOString();
  scans.set('n', keptScan({ eventId: event.id, ticketId, code: number, scannedAt, sent: false }));
  await uploadScan(door, 'n');
  office.wait(60);
  const scanned_at = office.now().toISOString();
  await office.call('POST', '/tickets/check-in', { code: number, device_nonce: 'later', scanned_at });
  await read();
  expect(warningsOf({ list: opened.list, scans })).toMatchObject([{ id: 'later', kind: 'twice' }]);
});

test('a door whose clock is an hour fast is told, and tells the first door, that both admitted', async () => {
  const event = await office.event();
  const { ticketId } = await office.buy(event);
  const number = String((await office.call('GET', `/tickets/${ticketId}`)).data.ticket_number);
  const { door, scans, read } = openDoor(event);
  await office.call('POST', '/tickets/check-in', { code: number, event_id: event.id, device_nonce: 'first' });
  await read();
  const scannedAt = new Date(office.now().getTime() + 3_600_000).toISOString();
  scans.set('n', keptScan({ eventId: event.id, ticketId, code: number, scannedAt, sent: false }));
  await uploadScan(door, 'n');
  expect(scans.get('n')).toMatchObject({ state: 'refused', refusal: { code: 'already_checked_in' } });
  const { data } = await office.call('GET', `/events/${event.id}/door`);
  expect(data.conflicts).toMatchObject([{ ticket_id: ticketId, nonce: 'n' }]);
});

test('a scan to which a proxy answers for the server stays, and is sent again', async () => {
  const { event, ticketId, number, door, scans } = await doorOfOneTicket();
  const scannedAt = office.now().toISOString();
  scans.set('n', keptScan({ eventId: event.id, ticketId, code: number, scannedAt, sent: false }));
  const { POST } = door.api;
  // What the client makes of a 404 that is not of Takilya.
  const refusal = { status: 404, code: 'unexplained', message: 'The server answered 404', details: { status: 404 } };
  door.api.POST = () => Promise.reject(new Problem(refusal));
  await uploadScan(door, 'n').catch(() => {});
  expect(scans.get('n')).toMatchObject({ state: 'waiting' });
  door.api.POST = POST;
  await uploadScan(door, 'n');
  expect((await office.call('GET', `/tickets/${ticketId}`)).data.status).toBe('used');
});

test('a door whose clock is put right sends all of its scans, although an answer was lost', async () => {
  const event = await office.event();
  const { ticketIds } = await office.buy(event, { quantity: 2 });
  const { door, scans, read } = openDoor(event);
  const monthAgo = office.now().getTime() - 30 * 86_400_000;
  for (const [index, ticketId] of ticketIds.entries()) {
    const code = String((await office.call('GET', `/tickets/${ticketId}`)).data.ticket_number);
    const scannedAt = new Date(monthAgo + index * 1_000).toISOString();
    const scan = keptScan({ eventId: event.id, ticketId, code, scannedAt, sent: index === 0 });
    scans.set(`n${index}`, { ...scan, nonce: `n${index}` });
  }
  // The network is back, and the clock is right.
  await read();
  for (const nonce of scans.keys()) await uploadScan(door, nonce);
  expect([...scans.values()]).toMatchObject([{ state: 'admitted' }, { state: 'admitted' }]);
});

test('a scan that a filter refuses holds up those of its ticket, in their order, and no others', async () => {
  const event = await office.event({ re_entry: true });
  const { ticketIds } = await office.buy(event, { quantity: 2 });
  const [ana = '', ben = ''] = ticketIds;
  const { door, scans, read } = openDoor(event);
  await read();
  const keep = async (nonce: string, ticketId: string, direction: 'in' | 'out') => {
    const code = String((await office.call('GET', `/tickets/${ticketId}`)).data.ticket_number);
    const scannedAt = office.now().toISOString();
    scans.set(nonce, { ...keptScan({ eventId: event.id, ticketId, code, scannedAt, sent: false }), nonce, direction });
    office.wait(1);
  };
  await keep('ana in', ana, 'in');
  await keep('ana out', ana, 'out');
  await keep('ben in', ben, 'in');
  const { POST } = door.api;
  door.api.POST = (path, sent) =>
    'device_nonce' in sent.body && sent.body.device_nonce === 'ana in'
      ? Promise.reject(new Problem({ status: 403, code: 'unexplained', message: 'The server answered 403' }))
      : POST(path, sent);
  await uploadScans(door);
  const states = () => [...scans.values()].map(({ nonce, state }) => `${nonce}: ${state}`);
  expect(states()).toEqual(['ana in: waiting', 'ana out: waiting', 'ben in: admitted']);
  door.api.POST = POST;
  await uploadScans(door);
  expect(states()).toEqual(['ana in: admitted', 'ana out: admitted', 'ben in: admitted']);
});

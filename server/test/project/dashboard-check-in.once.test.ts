import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { companionsOf, countByTier, pointOf } from '../../../dashboard/src/door/at-point.ts';
import type { Clocks } from '../../../dashboard/src/door/clocks.ts';
import { decide } from '../../../dashboard/src/door/decide.ts';
import {
  checkedIn,
  type Door,
  type DoorTicket,
  isLinkOver,
  passed,
  readAgainFrom,
  serviceTime,
  unpassed,
  withChange,
  withUpdates,
} from '../../../dashboard/src/door/door.ts';
import type { KeptScan } from '../../../dashboard/src/door/door-state.ts';
import { findGuests } from '../../../dashboard/src/door/find-guests.ts';
import { type ScanPoint, type WaitingScans, waitingAt } from '../../../dashboard/src/door/scan-point.ts';
import { readTicketCode } from '../../../dashboard/src/door/ticket-code.ts';
import { dismissed, warningsOf } from '../../../dashboard/src/door/warnings-of.ts';
import { readTicketCode as readByServer, writeTicketCode } from '../../src/tickets/ticket-code.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const keys: Door['keys'] = [{ kty: 'OKP', crv: 'Ed25519', x: publicKey.export({ format: 'jwk' }).x ?? '', use: 'sig' }];

const EVENT = '01900000-0000-7000-8000-00000000000e';
const OTHER_EVENT = '01900000-0000-7000-8000-00000000000f';
const ORDER = '01900000-0000-7000-8000-00000000000a';
const TICKET = '01900000-0000-7000-8000-000000000001';
const code = { ticketId: TICKET, eventId: EVENT, revision: 258 };

const ticket = (changed: Partial<DoorTicket> = {}): DoorTicket => ({
  id: TICKET,
  ticket_number: 'AB3DE-FGH45',
  status: 'valid',
  revision: 258,
  checked_in_at: null,
  order_id: ORDER,
  passed_on: false,
  customer: { name: 'Ana' },
  attendee: null,
  tier: { id: 'regular', name: 'Regular', admission: true },
  section: null,
  row: null,
  seat: null,
  answers: [],
  stays: [],
  ...changed,
});
const door = (...tickets: DoorTicket[]) => ({
  tickets: new Map(tickets.map((one) => [one.id, one])),
});
const gate: ScanPoint = { event: { id: EVENT, re_entry: false }, list: null, direction: 'in' };
const nobody: WaitingScans = new Map();
const kept = (changed: Partial<KeptScan> = {}): KeptScan => ({
  ...{ nonce: 'mine', eventId: EVENT, ticketId: TICKET, listId: null, direction: 'in', code: '', ticketNumber: '' },
  ...{ name: 'Ana', scannedAt: '2026-11-21T12:30:00.000Z', state: 'waiting', sent: false },
  ...changed,
});
const waiting = (...scans: KeptScan[]) => waitingAt(scans, null);
const scanned = (changed: Partial<typeof code> = {}) => ({ by: 'code', code: { ...code, ...changed } }) as const;

describe('the door reads codes like the server', () => {
  const written = writeTicketCode(code, privateKey);

  test('reads a code of the server', async () => {
    expect(await readTicketCode(written, keys)).toStrictEqual(code);
    expect(await readTicketCode(` ${written.toLowerCase()}\n`, keys)).toStrictEqual(code);
  });

  test('refuses a code with any one character changed', async () => {
    for (let at = 0; at < written.length; at++) {
      const altered = `${written.slice(0, at)}${written[at] === 'A' ? 'B' : 'A'}${written.slice(at + 1)}`;
      expect(readByServer(altered, publicKey)).toBeUndefined();
      expect(await readTicketCode(altered, keys), altered).toBeUndefined();
    }
  });

  test('refuses another length, another key, and no key', async () => {
    const foreign = generateKeyPairSync('ed25519').privateKey;
    for (const refused of ['', 'TK1', written.slice(0, -1), `${written}A`, writeTicketCode(code, foreign)])
      expect(await readTicketCode(refused, keys), refused).toBeUndefined();
    expect(await readTicketCode(written, [])).toBeUndefined();
  });
});

describe('an offline door answers', () => {
  const used = { status: 'used', checked_in_at: '2026-11-21T12:00:00.000Z' } as const;

  test.each([
    ['a valid ticket', scanned(), door(ticket()), { verdict: 'admitted' }],
    ['a used one', scanned(), door(ticket(used)), { verdict: 'used', at: used.checked_in_at }],
    ['a refunded one', scanned(), door(ticket({ status: 'refunded' })), { verdict: 'refunded' }],
    ['a cancelled one', scanned(), door(ticket({ status: 'cancelled' })), { verdict: 'cancelled' }],
    ['a forged code', undefined, door(ticket()), { verdict: 'unknown' }],
    ['another event', scanned({ eventId: OTHER_EVENT }), door(ticket()), { verdict: 'otherEvent' }],
    ['a code that was replaced', scanned({ revision: 257 }), door(ticket()), { verdict: 'replaced' }],
    ['a code newer than the list', scanned({ revision: 259 }), door(ticket()), { verdict: 'notListed' }],
    ['a ticket newer than the list', scanned(), door(), { verdict: 'notListed' }],
    ['a number as people type it', { by: 'number', number: 'ab3de fgh45' }, door(ticket()), { verdict: 'admitted' }],
    ['an unknown number', { by: 'number', number: 'AB3DE-FGH46' }, door(ticket()), { verdict: 'unknown' }],
  ] as const)('%s', (_, read, known, answer) => {
    expect(decide(read, known, { point: gate, waiting: nobody })).toMatchObject(answer);
  });

  test('refuses a ticket that it admitted before, by code or by number', () => {
    const here = { point: gate, waiting: waiting(kept()) };
    for (const read of [scanned(), { by: 'number', number: 'AB3DEFGH45' } as const])
      expect(decide(read, door(ticket()), here)).toMatchObject({ verdict: 'used', at: '2026-11-21T12:30:00.000Z' });
  });
});

describe('a door of a check-in list', () => {
  const lounge = { id: 'lounge', name: 'Lounge', passes: 're_entry', tier_ids: ['vip'] } as const;
  const list = { ...lounge, tier_ids: [...lounge.tier_ids] };
  const vip = ticket({ tier: { id: 'vip', name: 'VIP', admission: true } });
  const at = '2026-11-21T12:00:00.000Z';

  test('scans where it was chosen, and nowhere once that list was deleted', () => {
    const state = { listId: 'lounge', direction: 'out', scans: new Map() } as const;
    const known = (lists: (typeof list)[]) => ({
      ...state,
      list: { ...door(vip), event: gate.event, lists } as unknown as Door,
    });
    expect(pointOf(known([list]))?.point).toEqual({ event: gate.event, list, direction: 'out' });
    expect(pointOf(known([]))).toBeUndefined();
    expect(pointOf({ ...known([]), listId: null })?.point.list).toBeNull();
  });

  test('follows the times of passages: one of this device may be sent, or wait, when another door has a later one', () => {
    const stay = { list_id: 'lounge', entries: 2, direction: 'out', passed_at: at } as const;
    const left = { ...vip, stays: [stay] };
    const earlier = '2026-11-21T11:59:00.000Z';
    expect(passed(left, { listId: 'lounge', direction: 'in', at: earlier })).toEqual({
      stays: [{ ...stay, entries: 3 }],
    });
    const point = { event: gate.event, list, direction: 'in' } as const;
    const scan = kept({ listId: 'lounge', scannedAt: earlier });
    const decided = (...scans: KeptScan[]) =>
      decide(scanned(), door(left), { point, waiting: waitingAt(scans, 'lounge') }).verdict;
    expect(decided(scan)).toBe('admitted');
    expect(decided(scan, kept({ listId: 'lounge', scannedAt: '2026-11-21T12:01:00.000Z' }))).toBe('used');
  });

  test('remembers a passage, and takes back what was undone', () => {
    const inside = { ...vip, ...passed(vip, { listId: 'lounge', direction: 'in', at }) };
    expect(inside.stays).toEqual([{ list_id: 'lounge', entries: 1, direction: 'in', passed_at: at }]);
    const outside = { ...inside, ...passed(inside, { listId: 'lounge', direction: 'out', at }) };
    const passage = { id: '', recorded_at: at, undone_at: null, by: null, list, passed_at: at };
    const passages = [
      { ...passage, undone_at: at, direction: 'out' as const },
      { ...passage, direction: 'in' as const },
    ];
    expect(unpassed(outside, 'lounge', passages)).toEqual({ stays: inside.stays });
    expect(unpassed(outside, 'lounge', [])).toEqual({ stays: [] });
    expect(
      checkedIn({ ...outside, stays: [...outside.stays, { ...inside.stays[0], list_id: null } as never] }, null),
    ).toEqual({
      status: 'valid',
      checked_in_at: null,
      stays: outside.stays,
    });
  });
});

describe('the door list', () => {
  const event = {
    id: EVENT,
    title: 'Gabi',
    status: 'active',
    start_datetime: '',
    end_datetime: null,
    venue_name: null,
    re_entry: false,
  } as const;
  const organization = {
    id: '01900000-0000-7000-8000-0000000000ff',
    name: 'Tanghalan',
    mode: 'live',
    time_zone: 'Asia/Manila',
  } as const;
  const meta = { page: 1, per_page: 1_000, total: 1, total_pages: 1, has_more: false };
  const news = (next_since: string, ...tickets: DoorTicket[]) => ({
    ...{ organization, event, link: null, keys, tickets, read_at: '2026-11-21T12:00:00.000Z', next_since, meta },
    conflicts: [],
    lists: [],
  });
  const list = (known: Door | undefined, before = known, ...pages: Parameters<typeof withUpdates>[1]) => {
    const received = withUpdates(known, pages, { before, requestedAt: { device: 1_000, page: 1_000 } });
    if (!received) throw new Error('nothing was received');
    return received;
  };
  const first = list(undefined, undefined, news('a', ticket()), news('b', ticket({ id: OTHER_EVENT })));

  test('has all pages, and the time of the first', () => {
    expect([...first.tickets.keys()]).toStrictEqual([TICKET, OTHER_EVENT]);
    expect(first.nextSince).toBe('a');
  });

  test('an update replaces its tickets and keeps the others', () => {
    const second = list(first, first, news('c', ticket({ status: 'refunded' })));
    expect([...second.tickets.values()].map(({ status }) => status)).toStrictEqual(['refunded', 'valid']);
  });

  test('an update requested before an admission does not undo it; one requested after does, whatever the clock shows', () => {
    const admitted = withChange(first, TICKET, checkedIn(ticket(), '2026-11-21T12:00:00.000Z'));
    const late = list(admitted, first, news('c', ticket()));
    expect(late.tickets.get(TICKET)?.status).toBe('used');
    expect(list(late, late, news('d', ticket())).tickets.get(TICKET)?.status).toBe('valid');
  });

  test('an update requested before a scan that is to be read again does not hide what came since that scan', () => {
    const [read, scannedAt] = ['2026-11-21T12:00:00.000Z', '2026-11-21T11:00:00.000Z'];
    const known = list(undefined, undefined, news(read));
    const late = list(readAgainFrom(known, scannedAt), known, news('c'));
    expect(late.nextSince).toBe(scannedAt);
    expect(list(late, late, news('d')).nextSince).toBe('d');
  });
});

describe('a door knows the time of the service', () => {
  const HOUR = 3_600_000;
  const readAt = Date.parse('2026-11-21T12:00:00.000Z');
  const at = (device: number, page = device) => ({ device, page });
  /** Its link ends an hour later. */
  const read = (requestedAt: Clocks) => {
    const link = { name: 'Gate A', ends_at: new Date(readAt + HOUR).toISOString() };
    return { readAt: new Date(readAt).toISOString(), requestedAt, link } as Door;
  };

  test('by the clock of the page when that of the device is wrong, also once it is put right', () => {
    const list = read(at(readAt - 3 * HOUR));
    for (const device of [readAt - 3 * HOUR, readAt, readAt - 9 * HOUR]) {
      const soon = at(device + HOUR / 6, readAt - 3 * HOUR + HOUR / 6);
      expect(serviceTime(list, soon)).toBe(readAt + HOUR / 6);
      expect(isLinkOver(list, soon)).toBe(false);
    }
  });

  test('by the clock of the device, which was right, after the page slept', () => {
    const list = read(at(readAt));
    expect(serviceTime(list, at(readAt + HOUR / 2, readAt))).toBe(readAt + HOUR / 2);
    expect(isLinkOver(list, at(readAt + HOUR, readAt))).toBe(true);
  });

  test('which is never before the list was read, also on a page opened after a fast clock was put right', () =>
    expect(serviceTime(read(at(readAt + 3 * HOUR)), at(readAt + HOUR / 6))).toBe(readAt));

  test('when an earlier page read the list by a slow clock: the link ends in time', () => {
    const list = read(at(readAt - 5 * HOUR));
    expect(isLinkOver(list, at(readAt - 4 * HOUR - 1))).toBe(false);
    expect(isLinkOver(list, at(readAt - 4 * HOUR))).toBe(true);
  });
});

describe('a door knows of its guests', () => {
  const guests = ['Ana Reyes', 'José Mañalac', 'Ben Cruz'].map((name, index) =>
    ticket({ id: `${index}`, ticket_number: `AB${index}DE-FGH45`, customer: { name } }),
  );
  const [ana, jose, ben] = guests;
  const list = { tickets: new Map(guests.map((one) => [one.id, one])) };
  const found = (typed: string) => findGuests(list, typed).map(({ customer }) => customer.name);

  test.each([
    ['reyes a', ['Ana Reyes']],
    ['manalac, JOSE', ['José Mañalac']],
    ['ab2 de', ['Ben Cruz']],
    ['yes', []],
    [' ', []],
  ])('finds %j', (typed, names) => {
    expect(found(typed)).toStrictEqual(names);
  });

  test('finds an attendee by their own name and by that of the buyer', () => {
    const named = ticket({ customer: { name: 'Ana Reyes' }, attendee: { name: 'Dino Santos' } });
    for (const typed of ['dino', 'reyes'])
      expect(findGuests({ tickets: new Map([[named.id, named]]) }, typed)).toStrictEqual([named]);
  });

  test('counts and offers no ticket that it admitted and has not sent, and no add-on', () => {
    const shirt = ticket({ id: 'shirt', tier: { id: 'shirt', name: 'Shirt', admission: false } });
    const all = { tickets: new Map([...list.tickets, [shirt.id, shirt]]) };
    const [ana0, jose1] = [kept({ ticketId: '0' }), kept({ ticketId: '1' })];
    const counted = [...countByTier(all, gate, waiting(ana0))];
    expect(counted).toStrictEqual([['Regular', { passed: 1, inside: 1, all: 3 }]]);
    expect(companionsOf(all, '0', gate, waiting(ana0, jose1))).toStrictEqual([ben]);
    expect(companionsOf(all, '0', gate, nobody)).toStrictEqual([jose, ben]);
  });

  test('is warned of another admission until that one is dismissed, and not of those of others', () => {
    const scan = kept({ ticketId: '0', name: ana?.customer.name ?? '', state: 'admitted', sent: true });
    const conflict = (ticket_id: string, nonce: string) => ({
      ...{
        ticket_id,
        list_id: null,
        nonce,
        first_admitted_at: scan.scannedAt,
        first_by: null,
        admitted_at: '2026-11-21T12:05:00.000Z',
      },
      by: { kind: 'door_link', name: 'Gate B' } as const,
    });
    const conflicts = new Map([conflict('0', 'theirs'), conflict('1', 'of others')].map((one) => [one.nonce, one]));
    const warned = (kept: KeptScan) =>
      warningsOf({ list: { conflicts } as unknown as Door, scans: new Map([[kept.nonce, kept]]) });
    const [warning] = warned(scan);
    expect(warned(scan)).toMatchObject([{ kind: 'twice', by: 'Gate B', at: '2026-11-21T12:05:00.000Z' }]);
    expect(warning && warned(dismissed(warning))).toStrictEqual([]);
    expect(warned({ ...scan, listId: 'lounge' })).toStrictEqual([]);
    // The guest left, and came again at this door.
    expect(warned({ ...scan, scannedAt: '2026-11-21T14:30:00.000Z' })).toStrictEqual([]);
  });
});

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { dropConstraints, OVERSELL_CHECKS, type Sabotage } from '../databases/sabotage.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { control } from './control.ts';

/** A scan that does not check the state it changes. */
const SCAN_WITHOUT_CONDITION: Sabotage = [[`t.status = 'valid' and t.revision`, 't.revision']];
/** A passage that is decided without those before it. */
const PASSAGE_WITHOUT_HISTORY: Sabotage = [
  [
    'undone_at from passages where organization_id = $1 and ticket_id = any(',
    'undone_at from passages where false and organization_id = $1 and ticket_id = any(',
  ],
];
/** A refund that does not check the state, neither before nor in its update. */
const REFUND_WITHOUT_CONDITION: Sabotage = [
  ['select t.id, t.ticket_number, t.status, t', `select t.id, t.ticket_number, 'valid' as status, t`],
  ['and t.order_id = $2 and t.status = any($3::text[])', 'and t.order_id = $2 and $3::text[] is not null'],
  // A payment gives back no more than it has left.
  ['r.payment_id = p.id), 0) as left_centavos', 'r.payment_id = p.id and false), 0) as left_centavos'],
];

describe('simultaneous requests for one ticket', () => {
  let office: BoxOffice;
  afterEach(() => office.close());

  const times = async (count: number, request: () => Promise<{ status: number }>) => {
    const answers = await Promise.all(Array.from({ length: count }, request));
    return answers.map(({ status }) => status).toSorted();
  };
  const one200 = (count: number) => [200, ...Array.from({ length: count - 1 }, () => 409)];

  test('50 scans: exactly one answers 200, with one notification', async () => {
    office = await openBoxOffice({ instances: 2 });
    const { ticketId } = await office.buy(await office.event());
    expect(await times(50, () => office.call('POST', `/tickets/${ticketId}/check-in`))).toEqual(one200(50));
    expect(await office.notifications('ticket.checked_in')).toHaveLength(1);
    await office.expectConsistency();
  });

  control('without the status condition several of 50 scans answer 200', async () => {
    office = await openBoxOffice({ instances: 2, sabotage: SCAN_WITHOUT_CONDITION });
    const { ticketId } = await office.buy(await office.event());
    const scan = () => office.call('POST', `/tickets/${ticketId}/check-in`);
    // On both instances in turn: scans in one lane are distinguished there, and all 50 may be in one batch.
    const statuses = [...(await times(25, scan)), ...(await times(25, scan))];
    expect(office.sabotageUsed()).toBe(true);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(1);
  });

  test('20 scans with the same nonce get the same 200, 20 other devices get none', async () => {
    office = await openBoxOffice({ instances: 2 });
    const { ticketId } = await office.buy(await office.event());
    const code = String((await office.call('GET', `/tickets/${ticketId}`)).data.ticket_number);
    const scan = (nonce: string) => office.call('POST', '/tickets/check-in', { code, device_nonce: nonce });
    const answers = await Promise.all(Array.from({ length: 20 }, () => scan('one device')));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await times(20, () => scan(randomUUID()))).toEqual(Array.from({ length: 20 }, () => 409));
    await office.expectConsistency();
  });

  async function openList(passes: string, sabotage?: Sabotage) {
    office = await openBoxOffice({ instances: 2, ...(sabotage ? { sabotage } : {}) });
    const event = await office.event();
    const { ticketId } = await office.buy(event);
    const code = String((await office.call('GET', `/tickets/${ticketId}`)).data.ticket_number);
    const { data } = await office.call('POST', `/events/${event.id}/check-in-lists`, { name: 'Lounge', passes });
    const scan = (direction = 'in') => office.call('POST', '/tickets/check-in', { code, list_id: data.id, direction });
    return { ticketId, scan };
  }

  test.each(['once', 're_entry'])('50 scans at a list that passes %s: exactly one answers 200', async (passes) => {
    const { scan } = await openList(passes);
    expect(await times(50, () => scan())).toEqual(one200(50));
    await office.expectConsistency();
  });

  control('decided without the passages before, several of 50 scans at a list answer 200', async () => {
    const { scan } = await openList('once', PASSAGE_WITHOUT_HISTORY);
    await dropConstraints(office.db, 'passages_one_after_the_other');
    await office.db.query(sql`drop index passages_one_entry`);
    // On both instances in turn: scans in one batch are distinguished there.
    const statuses = [...(await times(25, () => scan())), ...(await times(25, () => scan()))];
    expect(office.sabotageUsed()).toBe(true);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(1);
  });

  test('entries, exits and undos of one ticket in any order keep the invariants', async () => {
    const { ticketId, scan } = await openList('re_entry');
    const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => scan(at % 2 === 0 ? 'in' : 'out')));
    const passed = answers.flatMap(({ status, data }) => (status === 200 ? [String(data.passage_id)] : []));
    expect(passed.length).toBeGreaterThan(0);
    const undo = passed.map((id) => () => office.call('POST', `/passages/${id}/undo`));
    await Promise.all([
      ...undo.map((act) => act()),
      scan(),
      scan('out'),
      office.call('POST', `/tickets/${ticketId}/refund`),
    ]);
    await office.expectConsistency();
  });

  test('20 refunds: exactly one answers 200, and the money is owed once', async () => {
    office = await openBoxOffice({ instances: 2 });
    const event = await office.event();
    const { ticketId } = await office.buy(event, { quantity: 2 });
    expect(await times(20, () => office.call('POST', `/tickets/${ticketId}/refund`))).toEqual(one200(20));
    expect(await office.refunds()).toMatchObject([{ amountCentavos: 50_000 }]);
    expect(await office.counters(event)).toEqual({ sold: 1, held: 0 });
    await office.expectConsistency();
  });

  control('without the status conditions several of 20 refunds answer 200 and are paid', async () => {
    office = await openBoxOffice({ sabotage: REFUND_WITHOUT_CONDITION });
    await dropConstraints(
      office.db,
      ...OVERSELL_CHECKS,
      'orders_refund_within_total',
      'orders_returned_within_quantity',
    );
    const { ticketId } = await office.buy(await office.event());
    const statuses = await times(20, () => office.call('POST', `/tickets/${ticketId}/refund`));
    expect(office.sabotageUsed()).toBe(true);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(1);
    expect((await office.refunds()).length).toBeGreaterThan(1);
  });

  test('scan, refund and undo in any order keep the invariants', async () => {
    office = await openBoxOffice({ instances: 2 });
    const { ticketIds } = await office.buy(await office.event(), { quantity: 8 });
    const verbs = ['check-in', 'undo-check-in', 'refund', 'check-in'];
    await Promise.all(ticketIds.flatMap((id) => verbs.map((verb) => office.call('POST', `/tickets/${id}/${verb}`))));
    await office.expectConsistency();
  });
});

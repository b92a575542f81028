import sql, { type Sql } from 'sql-template-tag';
import { parseCheckoutCode } from '../server/src/checkouts/checkout.ts';
import type { Queryable } from '../server/src/platform/database/database.ts';
import { type Confirmed, type ConfirmedLine, samePlaces } from './confirmed.ts';
import { Violation } from './violation.ts';

/** Compares all confirmed results with the tables. @throws Violation */
export async function expectPromisesKept(db: Queryable, confirmed: Confirmed) {
  const rows = await db.query<{
    id: string;
    quantity: number;
    lines: ConfirmedLine[];
    orderId: string | null;
    tickets: string[];
    isMoved: boolean;
  }>(sql`
    select c.id, c.quantity, o.id as order_id,
           exists (select from order_changes h where h.organization_id = o.organization_id and h.order_id = o.id) as is_moved,
           (select json_agg(json_build_object('tierId', l.tier_id, 'sectionId', l.section_id, 'quantity', l.quantity)
                            order by l.position)
              from checkout_lines l where l.organization_id = c.organization_id and l.checkout_id = c.id) as lines,
           (select coalesce(array_agg(t.id::text), '{}') from tickets t
             where t.organization_id = o.organization_id and t.order_id = o.id) as tickets
      from checkouts c left join orders o on o.organization_id = c.organization_id and o.checkout_id = c.id`);
  const checkouts = new Map(rows.map((row) => [row.id, row]));
  const stored = (code: string) => checkouts.get(parseCheckoutCode(code)?.id ?? '');
  for (const hold of confirmed.holds.values()) {
    const row = stored(hold.checkoutId);
    // The lines of a paid order follow its tickets, which were moved.
    if (row?.isMoved) continue;
    if (![hold.lines, ...hold.perhaps].some((lines) => samePlaces(row?.lines ?? [], lines)))
      throw new Violation('a confirmed hold does not exist', hold);
  }
  for (const [code, orderId] of confirmed.paid) {
    const row = stored(code);
    if (row?.orderId !== orderId || row.tickets.length !== row.quantity)
      throw new Violation('a confirmed payment has no tickets', { code, orderId, row });
  }
  await expectSalesKept(db, confirmed);
  for (const [code, tickets] of confirmed.tickets) {
    const row = stored(code);
    if (tickets.length !== row?.quantity || tickets.some((id) => !row.tickets.includes(id)))
      throw new Violation('confirmed tickets do not exist', { code, tickets, row });
  }
  const unrefunded = await db.query(sql`
    select id, status from tickets where id = any(${[...confirmed.refunded]}::uuid[]) and status <> 'refunded'`);
  if (unrefunded.length > 0) throw new Violation('a ticket whose refund was confirmed is not refunded', unrefunded);
  await expectDoorKept(db, confirmed);
  await expectKept(db, sql`select id from order_changes`, confirmed.paidChanges, 'change of a paid order');
  await expectKept(db, sql`select id from passages`, confirmed.passages, 'passage');
  await expectKept(db, sql`select id from messages`, confirmed.messages, 'message');
}

async function expectKept(db: Queryable, ids: Sql, promised: Set<string>, what: string) {
  const stored = new Set((await db.query<{ id: string }>(ids)).map(({ id }) => id));
  const lost = [...promised].filter((id) => !stored.has(id));
  if (lost.length > 0) throw new Violation(`a confirmed ${what} does not exist`, lost);
}

/** Orders of the box office have their tickets. */
async function expectSalesKept(db: Queryable, { sold }: Confirmed) {
  const rows = await db.query<{ orderId: string; tickets: string[] }>(sql`
    select order_id, array_agg(id::text) as tickets from tickets where order_id = any(${[...sold.keys()]}::uuid[]) group by 1`);
  const stored = new Map(rows.map((row) => [row.orderId, row.tickets]));
  for (const [orderId, tickets] of sold)
    if (tickets.toSorted().join() !== stored.get(orderId)?.toSorted().join())
      throw new Violation('an order of the box office lost its tickets', { orderId, tickets });
}

/** No ticket is checked in twice, and every check-in is recorded. */
async function expectDoorKept(db: Queryable, { door }: Confirmed) {
  const rows = await db.query<{ id: string; status: string; scans: number }>(sql`
    select t.id, t.status, (select count(*) from notifications n where n.organization_id = t.organization_id
        and n.type = 'ticket.checked_in' and n.body::json -> 'data' ->> 'ticket_id' = t.id::text) as scans
      from tickets t where t.id = any(${[...door.keys()]}::uuid[])`);
  for (const { id, status, scans } of rows) {
    const { admitted, undone } = door.get(id) ?? { admitted: 0, undone: 0 };
    if (admitted > 1 + undone || scans > 1 + undone)
      throw new Violation('a ticket was checked in twice', { id, admitted, undone, scans });
    if (admitted > 0 && undone === 0 && status === 'valid')
      throw new Violation('a confirmed check-in is missing', { id, admitted, status });
  }
}

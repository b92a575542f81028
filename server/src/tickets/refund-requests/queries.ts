import sql, { empty, raw } from 'sql-template-tag';
import { type RefundFee, refundOf } from '../../events/refund-rule.ts';
import { type Queryable, type Tx, write } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/read-page.ts';
import { columnsExcept, insertInto, type RowOf } from '../../platform/database/table.ts';
import { offset, type Page } from '../../platform/http/contract/pagination.ts';
import type { Uuid } from '../../values/uuid.ts';
import { ticketRefusals } from '../refusals.ts';
import { type NewRefundRequestRow, refundRequestsTable } from '../tables.ts';
import type { RefundRequest, RefundRequestStatus, RequestedTicket } from './refund-request.ts';

const ownColumns = columnsExcept(refundRequestsTable, ['organizationId', 'eventId', 'isTold'], 'r');
const requestColumns = (organizationId: Uuid) => sql`
  ${ownColumns}, r.event_id, o.order_number, o.customer_name, o.customer_email, e.title as event_title,
  (select coalesce(json_agg(json_build_object('id', t.id, 'number', t.ticket_number, 'tier', tt.name,
            'attendee', coalesce(t.attendee_name, o.customer_name), 'amountCentavos', t.amount_centavos,
            'isRefundable', t.status = 'valid' and t.passed_on = 0) order by t.position), '[]')
     from tickets t
     join ticket_tiers tt on tt.organization_id = t.organization_id and tt.id = t.tier_id
    where t.organization_id = ${organizationId} and t.order_id = r.order_id and t.id = any(r.ticket_ids)) as tickets`;
const requestJoins = raw(`
  join orders o on o.organization_id = r.organization_id and o.id = r.order_id
  join events e on e.organization_id = r.organization_id and e.id = r.event_id`);

type Columns = RowOf<typeof ownColumns> & {
  eventId: Uuid;
  eventTitle: string;
  orderNumber: string;
  customerName: string;
  customerEmail: string;
  tickets: (RequestedTicket & { amountCentavos: number; isRefundable: boolean })[];
};

const requestFrom = ({
  eventId,
  eventTitle,
  customerName: name,
  customerEmail: email,
  ...request
}: Columns): RefundRequest => ({
  ...request,
  refundCentavos: request.status === 'pending' ? backOf(request.tickets, request) : null,
  event: { id: eventId, title: eventTitle },
  customer: { name, email },
});

/** What an approval gives back. */
const backOf = (tickets: Columns['tickets'], fee: RefundFee): number =>
  refundOf(
    tickets.filter(({ isRefundable }) => isRefundable),
    fee,
  ).backCentavos;

/** Rejects with a violation of `refund_requests_one_pending` when the order has a pending one. */
export async function insertRefundRequest(tx: Tx, request: NewRefundRequestRow) {
  await tx.query(insertInto(refundRequestsTable, request));
}

/** @throws Refusal 404 */
export async function getRefundRequest(db: Queryable, organizationId: Uuid, id: Uuid): Promise<RefundRequest> {
  const [row] = await db.query<Columns>(sql`
    select ${requestColumns(organizationId)} from refund_requests r ${requestJoins}
     where r.organization_id = ${organizationId} and r.id = ${id}`);
  if (!row) throw ticketRefusals.refund_request_not_found();
  return requestFrom(row);
}

/** Newest first. */
export async function listRefundRequests(
  db: Queryable,
  organizationId: Uuid,
  { status, orderId, eventId, page }: RequestFilter,
): Promise<{ requests: RefundRequest[]; total: number }> {
  const filter = sql`r.organization_id = ${organizationId}
    ${status ? sql`and r.status = ${status}` : empty} ${orderId ? sql`and r.order_id = ${orderId}` : empty}
    ${eventId ? sql`and r.event_id = ${eventId}` : empty}`;
  const { rows, total } = await readPage<Columns>(db, {
    rows: sql`
      select ${requestColumns(organizationId)} from refund_requests r ${requestJoins}
       where ${filter} order by r.id desc limit ${page.perPage} offset ${offset(page)}`,
    total: sql`select count(*) as total from refund_requests r where ${filter}`,
  });
  return { requests: rows.map(requestFrom), total };
}

interface RequestFilter {
  status: RefundRequestStatus | undefined;
  orderId: Uuid | undefined;
  eventId: Uuid | undefined;
  page: Page;
}

/** Decides the request; one of two concurrent decisions succeeds. @returns whether it was pending */
export async function decideRefundRequest(
  tx: Tx,
  organizationId: Uuid,
  id: Uuid,
  { status, now }: { status: 'approved' | 'declined'; now: Date },
): Promise<boolean> {
  const rows = await tx.query(sql`
    update refund_requests set status = ${status}, decided_at = ${now}
     where organization_id = ${organizationId} and id = ${id} and status = 'pending' returning 1`);
  return rows.length > 0;
}

/** Whether the team was told of a request that was made since then, and waits or is of the same order. */
export async function wasTold(
  tx: Tx,
  organizationId: Uuid,
  { orderId, since }: { orderId: Uuid; since: Date },
): Promise<boolean> {
  const told = sql`
    select 1 from refund_requests where organization_id = ${organizationId} and is_told and created_at > ${since}`;
  const [row] = await tx.query<{ wasTold: boolean }>(sql`
    select exists (${told} and status = 'pending') or exists (${told} and order_id = ${orderId}) as was_told`);
  return row?.wasTold ?? false;
}

/** Closes what the order's buyer, or the one of before, asked for. @returns its tickets, if a request was pending */
export async function closeRefundRequest(
  tx: Tx,
  organizationId: Uuid,
  orderId: Uuid,
  now: Date,
): Promise<Uuid[] | undefined> {
  const [closed] = await tx.query<{ ticketIds: Uuid[] }>(sql`
    update refund_requests set status = 'closed', decided_at = ${now}
     where organization_id = ${organizationId} and order_id = ${orderId} and status = 'pending' returning ticket_ids`);
  return closed?.ticketIds;
}

/** Closes the pending requests of these orders whose tickets were all refunded, cancelled or passed on. */
export function closeRefundRequests(tx: Tx, organizationId: Uuid, orderIds: Uuid[], now: Date) {
  write(
    tx,
    sql`
    update refund_requests r set status = 'closed', decided_at = ${now}
     where r.organization_id = ${organizationId} and r.status = 'pending' and r.order_id = any(${orderIds}::uuid[])
       and not exists (select 1 from tickets t
                        where t.organization_id = ${organizationId} and t.order_id = r.order_id
                          and t.id = any(r.ticket_ids) and t.status in ('valid', 'used') and t.passed_on = 0)`,
  );
}

import assert from 'node:assert';
import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/database.ts';
import { seatFrom } from '../../seating/seat.ts';
import type { TicketStatus } from '../../tickets/ticket.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { PlannedMove, TicketToMove } from './planned-move.ts';

/**
 * The tickets with these ids that are in the order, by id. The event is locked: only a check-in may change them
 * meanwhile.
 */
export async function findTicketsToMove(
  tx: Tx,
  { organizationId, orderId }: { organizationId: Uuid; orderId: Uuid },
  ids: Uuid[],
): Promise<Map<Uuid, TicketToMove>> {
  const rows = await tx.query<
    Omit<TicketToMove, 'seat' | 'held'> & {
      rowId: Uuid | null;
      place: number | null;
      section: string | null;
      row: string | null;
      seat: number | null;
    }
  >(sql`
    select t.id, t.ticket_number, t.status, t.position, t.tier_id, t.price_centavos, t.amount_centavos,
           coalesce((
             select (m -> 'from' -> 'priceCentavos')::bigint - (m -> 'from' -> 'amountCentavos')::bigint
               from order_changes c cross join jsonb_array_elements(c.moves) m
              where c.organization_id = ${organizationId} and c.order_id = ${orderId} and m ->> 'ticketId' = t.id::text
              order by c.id limit 1), t.price_centavos - t.amount_centavos) as discount_centavos,
           tier.name as tier_name, s.row_id, s.place, s.section_label as section, s.row_label as row, s.seat
      from tickets t
      join ticket_tiers tier on tier.organization_id = t.organization_id and tier.id = t.tier_id
      join orders o on o.organization_id = t.organization_id and o.id = t.order_id
      left join seat_claims s on s.organization_id = o.organization_id and s.checkout_id = o.checkout_id
       and s.position = t.position
     where t.organization_id = ${organizationId} and t.order_id = ${orderId} and t.id = any(${ids}::uuid[])`);
  return new Map(
    rows.map(({ rowId, place, section, row, seat, ...ticket }) => [
      ticket.id,
      {
        ...ticket,
        seat: seatFrom({ section, row, seat }),
        held: rowId === null || place === null ? null : { rowId, place },
      },
    ]),
  );
}

export async function listTierNames(tx: Tx, organizationId: Uuid, eventId: Uuid): Promise<Map<Uuid, string>> {
  const rows = await tx.query<{ id: Uuid; name: string }>(sql`
    select id, name from ticket_tiers where organization_id = ${organizationId} and event_id = ${eventId}`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Moves the tickets that are still valid. @returns their ids */
export async function markTicketsMoved(
  tx: Tx,
  { organizationId, orderId }: { organizationId: Uuid; orderId: Uuid },
  moves: PlannedMove[],
  now: Date,
): Promise<Set<Uuid>> {
  const rows = await tx.query<{ id: Uuid }>(sql`
    update tickets t
       set tier_id = moved.tier_id, price_centavos = moved.price, amount_centavos = moved.amount, changed_at = ${now}
      from unnest(${moves.map(({ ticket }) => ticket.id)}::uuid[], ${moves.map(({ to }) => to.tierId)}::uuid[],
                  ${moves.map(({ to }) => to.priceCentavos)}::bigint[], ${moves.map(({ to }) => to.amountCentavos)}::bigint[])
           as moved (id, tier_id, price, amount)
     where t.organization_id = ${organizationId} and t.order_id = ${orderId} and t.id = moved.id and t.status = 'valid'
    returning t.id`);
  return new Set(rows.map(({ id }) => id));
}

/** The status of a ticket that was used, or returned, while it was being moved. */
export async function getTicketStatus(tx: Tx, organizationId: Uuid, ticketId: Uuid): Promise<TicketStatus> {
  const [ticket] = await tx.query<{ status: TicketStatus }>(sql`
    select status from tickets where organization_id = ${organizationId} and id = ${ticketId}`);
  assert(ticket, `ticket ${ticketId} is gone, and tickets are never deleted`);
  return ticket.status;
}

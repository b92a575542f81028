import sql, { type Sql } from 'sql-template-tag';
import { type Tx, write } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { FREE, type Seat, SOLD } from './seat.ts';

export interface Claim extends Seat {
  checkoutId: Uuid;
  /** Within the party, from 0. */
  position: number;
  rowId: Uuid;
  place: number;
}

/**
 * The transaction rejects with a violation of `seat_claims_one_live` when a seat is taken: the authority against double
 * sale.
 */
export function insertClaims(tx: Tx, organizationId: Uuid, claims: Claim[]) {
  write(
    tx,
    sql`
    insert into seat_claims (organization_id, checkout_id, position, row_id, place, section_label, row_label, seat)
    select ${organizationId}, c.checkout_id, c.position, c.row_id, c.place, c.section_label, c.row_label, c.seat
      from unnest(${claims.map((c) => c.checkoutId)}::uuid[], ${claims.map((c) => c.position)}::int[],
                  ${claims.map((c) => c.rowId)}::uuid[], ${claims.map((c) => c.place)}::int[],
                  ${claims.map((c) => c.section)}::text[], ${claims.map((c) => c.row)}::text[],
                  ${claims.map((c) => c.seat)}::int[])
           as c (checkout_id, position, row_id, place, section_label, row_label, seat)`,
  );
}

/** The seats that a checkout holds, held or bought, in order. */
export async function listClaimedSeats(tx: Tx, organizationId: Uuid, checkoutId: Uuid): Promise<Seat[]> {
  return tx.query<Seat>(sql`
    select section_label as section, row_label as row, seat from seat_claims
     where organization_id = ${organizationId} and checkout_id = ${checkoutId} order by position`);
}

/** Ended holds of checkouts that get other seats. */
export function deleteEndedHolds(tx: Tx, organizationId: Uuid, checkoutIds: Uuid[]) {
  write(
    tx,
    sql`
    delete from seat_claims
     where organization_id = ${organizationId} and checkout_id = any(${checkoutIds}::uuid[])
       and row_id is null`,
  );
}

/** The seats that checkouts hold are sold. The event is locked. */
export function markSeatsSold(tx: Tx, organizationId: Uuid, checkoutIds: Uuid[]) {
  const claims = sql`
    select row_id, place from seat_claims
     where organization_id = ${organizationId} and checkout_id = any(${checkoutIds}::uuid[]) and row_id is not null`;
  changeSeats(tx, organizationId, SOLD, claims);
}

/** The event is locked. */
export function endClaimsOfCheckouts(tx: Tx, organizationId: Uuid, checkoutIds: Uuid[]) {
  const live = sql`
    select checkout_id, position, row_id from seat_claims
     where organization_id = ${organizationId} and checkout_id = any(${checkoutIds}::uuid[]) and row_id is not null`;
  endClaims(tx, organizationId, live);
}

/** The event is locked. */
export function endClaimsOfTickets(tx: Tx, organizationId: Uuid, tickets: { checkoutId: Uuid; position: number }[]) {
  const checkoutIds = tickets.map(({ checkoutId }) => checkoutId);
  const live = sql`
    select c.checkout_id, c.position, c.row_id
      from unnest(${checkoutIds}::uuid[], ${tickets.map(({ position }) => position)}::int[]) as ticket (checkout_id, position)
      join seat_claims c on c.organization_id = ${organizationId} and c.checkout_id = any(${checkoutIds}::uuid[])
       and c.checkout_id = ticket.checkout_id and c.position = ticket.position and c.row_id is not null`;
  endClaims(tx, organizationId, live);
}

/** What `returning` gives is the new row, whose `row_id` is gone: the old one comes from the join. */
function endClaims(tx: Tx, organizationId: Uuid, live: Sql) {
  const claims = sql`
    update seat_claims c set row_id = null from (${live}) live
     where c.organization_id = ${organizationId} and c.checkout_id = live.checkout_id and c.position = live.position
    returning live.row_id, c.place`;
  changeSeats(tx, organizationId, FREE, claims);
}

/**
 * Lets the states of rows follow what becomes of the claims on them, in one statement. Ids are named as arrays beside
 * the
 * joins, here and above: a plan made while the tables were empty would go through every claim and row of the
 * organization.
 * A row is taken apart once: to ask for each of its places anew would go through it as often as it is long.
 */
function changeSeats(tx: Tx, organizationId: Uuid, state: string, claims: Sql) {
  write(
    tx,
    sql`
    with claim as (${claims}),
    changed as (select row_id, array_agg(place) as places from claim group by row_id)
    update seating_rows r
       set states = (
             select string_agg(case when number - 1 = any(changed.places) then ${state} else seat.state end, '' order by number)
               from string_to_table(r.states, null) with ordinality as seat (state, number))
      from changed
     where r.organization_id = ${organizationId} and r.id = any(array(select row_id from changed))
       and r.id = changed.row_id`,
  );
}

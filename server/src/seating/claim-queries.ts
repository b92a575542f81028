import sql, { type Sql } from 'sql-template-tag';
import { type Queryable, type Tx, write } from '../platform/database/database.ts';
import { insertAllInto } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';
import { FREE, type Seat, SOLD } from './seat.ts';
import { seatClaimsTable } from './tables.ts';

export interface SeatClaim extends Seat {
  checkoutId: Uuid;
  /** Index within the party, from 0. */
  position: number;
  rowId: Uuid;
  place: number;
}

/** The transaction fails with a violation of `seat_claims_one_live` if a seat is taken, which prevents double sales. */
export function insertClaims(tx: Tx, organizationId: Uuid, claims: SeatClaim[]) {
  const rows = claims.map(({ section: sectionLabel, row: rowLabel, ...claim }) => ({
    ...claim,
    sectionLabel,
    rowLabel,
  }));
  write(tx, insertAllInto(seatClaimsTable, { organizationId }, rows));
}

/** The seats that a checkout holds, held before or bought, in order. */
export async function listClaimedSeats(tx: Tx, organizationId: Uuid, checkoutId: Uuid): Promise<Seat[]> {
  return tx.query<Seat>(sql`
    select section_label as section, row_label as row, seat from seat_claims
     where organization_id = ${organizationId} and checkout_id = ${checkoutId} order by position`);
}

/** A seat that a checkout holds, by its place in the plan. */
export type HeldSeat = Pick<SeatClaim, 'rowId' | 'place'>;

/** The live claims of a checkout, in the order of its tickets. */
export async function listHeldSeats(db: Queryable, organizationId: Uuid, checkoutId: Uuid): Promise<HeldSeat[]> {
  return db.query<HeldSeat>(sql`
    select row_id, place from seat_claims
     where organization_id = ${organizationId} and checkout_id = ${checkoutId} and row_id is not null order by position`);
}

/** Deletes the claims of checkouts that get other seats. */
export function deleteClaims(tx: Tx, organizationId: Uuid, checkoutIds: Uuid[]) {
  write(
    tx,
    sql`delete from seat_claims where organization_id = ${organizationId} and checkout_id = any(${checkoutIds}::uuid[])`,
  );
}

/** Deletes the claims of tickets that get other seats. */
export function deleteClaimsOfTickets(tx: Tx, organizationId: Uuid, checkoutId: Uuid, positions: number[]) {
  write(
    tx,
    sql`
    delete from seat_claims
     where organization_id = ${organizationId} and checkout_id = ${checkoutId} and position = any(${positions}::int[])`,
  );
}

/** Selects claims by their checkouts, or by single tickets. */
export type ClaimsOf = { checkoutIds: Uuid[] } | { tickets: { checkoutId: Uuid; position: number }[] };

function liveClaims(organizationId: Uuid, of: ClaimsOf): Sql {
  if ('checkoutIds' in of)
    return sql`
    select checkout_id, position, row_id, place from seat_claims
     where organization_id = ${organizationId} and checkout_id = any(${of.checkoutIds}::uuid[]) and row_id is not null`;
  const checkoutIds = of.tickets.map(({ checkoutId }) => checkoutId);
  return sql`
    select c.checkout_id, c.position, c.row_id, c.place
      from unnest(${checkoutIds}::uuid[], ${of.tickets.map(({ position }) => position)}::int[])
           as ticket (checkout_id, position)
      join seat_claims c on c.organization_id = ${organizationId} and c.checkout_id = any(${checkoutIds}::uuid[])
       and c.checkout_id = ticket.checkout_id and c.position = ticket.position and c.row_id is not null`;
}

/** Marks the held seats of checkouts as sold. Call it with the event locked. */
export function markSeatsSold(tx: Tx, organizationId: Uuid, checkoutIds: Uuid[]) {
  changeSeats(tx, organizationId, SOLD, liveClaims(organizationId, { checkoutIds }));
}

/** How many seats of the live claims each tier prices. */
export const countClaimsByTier = (tx: Tx, organizationId: Uuid, of: ClaimsOf) =>
  tx.query<{ tierId: Uuid; seats: number }>(sql`
    select price.tier_id, count(*) as seats from (${liveClaims(organizationId, of)}) claim
      join seating_rows r on r.organization_id = ${organizationId} and r.id = claim.row_id
      join seating_sections s on s.organization_id = ${organizationId} and s.id = r.section_id
     cross join lateral unnest(coalesce(r.tier_ids, s.tier_ids)) as price (tier_id)
     group by price.tier_id`);

/**
 * Frees the seats of the live claims. Call it with the event locked: the rows are changed while the claims name them,
 * and the lock keeps the claims as they are in between.
 */
export function endClaims(tx: Tx, organizationId: Uuid, of: ClaimsOf) {
  const live = liveClaims(organizationId, of);
  changeSeats(tx, organizationId, FREE, live);
  write(
    tx,
    sql`
    update seat_claims c set row_id = null from (${live}) live
     where c.organization_id = ${organizationId} and c.checkout_id = live.checkout_id and c.position = live.position`,
  );
}

/**
 * Updates the states of rows to the new state of their claims, in one statement. Ids are repeated as arrays beside the
 * joins, here and above, because a query plan made while the tables were empty would scan every claim and row of the
 * organization. Each row is split into its places once: looking up every place by itself would take quadratic time.
 */
function changeSeats(tx: Tx, organizationId: Uuid, state: string, claims: Sql) {
  write(
    tx,
    sql`
    with claim as (${claims}),
    changed as (select row_id, array_agg(place) as places from claim group by row_id)
    update seating_rows r
       set states = (
             select string_agg(case when number - 1 = any(changed.places) then ${state} else seat.state end, ''
                               order by number)
               from string_to_table(r.states, null) with ordinality as seat (state, number))
      from changed
     where r.organization_id = ${organizationId} and r.id = any(array(select row_id from changed))
       and r.id = changed.row_id`,
  );
}

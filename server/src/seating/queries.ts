import sql, { empty } from 'sql-template-tag';
import { salesEnd } from '../events/event.ts';
import type { EventStatus } from '../events/event-status.ts';
import type { EventCounts } from '../events/places.ts';
import { eventRefusals } from '../events/refusals.ts';
import { type EventRow, ticketTiersTable } from '../events/tables.ts';
import { type Queryable, type Tx, write } from '../platform/database/database.ts';
import { columns, type RowOf } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';
import type { PricedRow } from './owed-seats.ts';
import { seatingRefusals } from './refusals.ts';
import type { PlanRow, PlanSection, SeatingPlan, SelectionMode } from './seating-plan.ts';
import { seatingRowsTable, seatingSectionsTable } from './tables.ts';

const sectionColumns = columns(seatingSectionsTable, ['id', 'label', 'tierIds']);
const rowColumns = columns(
  seatingRowsTable,
  ['id', 'sectionId', 'label', 'tierIds', 'counted', 'seats', 'states'],
  'r',
);

type Section = RowOf<typeof sectionColumns>;
type Row = RowOf<typeof rowColumns>;

const rowFrom = ({ sectionId: _section, ...row }: Row): PlanRow => row;

/** Sections in the plan's order with their rows, best first. `sectionIds` null means all sections. */
export async function listPlanSections(
  db: Queryable,
  organizationId: Uuid,
  eventId: Uuid,
  sectionIds: Uuid[] | null,
): Promise<PlanSection[]> {
  const [sections, rows] = await Promise.all([
    db.query<Section>(sql`
      select ${sectionColumns} from seating_sections
       where organization_id = ${organizationId} and event_id = ${eventId}
         ${sectionIds ? sql`and id = any(${sectionIds}::uuid[])` : empty}
       order by position`),
    db.query<Row>(sql`
      select ${rowColumns} from seating_rows r
       where r.organization_id = ${organizationId} and r.event_id = ${eventId}
         ${sectionIds ? sql`and r.section_id = any(${sectionIds}::uuid[])` : empty}
       order by r.position`),
  ]);
  const rowsOf = Map.groupBy(rows, (row) => row.sectionId);
  return sections.map(({ id, label, tierIds }) => ({
    id,
    label,
    tierIds,
    rows: (rowsOf.get(id) ?? []).map(rowFrom),
  }));
}

/** `sectionIds` null means all sections. @throws Refusal 404 for an unknown event, or one without a plan */
export async function getSeatingPlan(
  db: Queryable,
  organizationId: Uuid,
  eventId: Uuid,
  sectionIds: Uuid[] | null = null,
): Promise<SeatingPlan> {
  const [events, sections] = await Promise.all([
    db.query<{ selectionMode: SelectionMode | null }>(sql`
      select p.selection_mode from events e
        left join seating_plans p on p.organization_id = e.organization_id and p.event_id = e.id
       where e.organization_id = ${organizationId} and e.id = ${eventId}`),
    listPlanSections(db, organizationId, eventId, sectionIds),
  ]);
  const [event] = events;
  if (!event) throw eventRefusals.event_not_found();
  if (!event.selectionMode) throw seatingRefusals.seating_plan_not_found();
  return { selectionMode: event.selectionMode, sections };
}

/**
 * Replaces the plan of an event. A section that keeps its label keeps its id; ended claims keep their printed labels.
 * Call it with the event locked, while nothing is sold or held.
 */
export async function replacePlan(tx: Tx, organizationId: Uuid, eventId: Uuid, plan: SeatingPlan) {
  const { selectionMode, sections } = plan;
  await tx.query(sql`
    insert into seating_plans (organization_id, event_id, selection_mode)
    values (${organizationId}, ${eventId}, ${selectionMode})
    on conflict (organization_id, event_id) do update set selection_mode = excluded.selection_mode`);
  await tx.query(sql`delete from seating_rows where organization_id = ${organizationId} and event_id = ${eventId}`);
  await tx.query(sql`
    delete from seating_sections
     where organization_id = ${organizationId} and event_id = ${eventId}
       and label <> all(${sections.map(({ label }) => label)}::text[])`);
  const written = await tx.query<{ id: Uuid; label: string }>(sql`
    insert into seating_sections (organization_id, id, event_id, position, label, tier_ids)
    select ${organizationId}, s.id, ${eventId}, s.position, s.label, s.tier_ids
      from json_to_recordset(${JSON.stringify(sections.map(sectionRecord))}::json)
           as s (id uuid, position int, label text, tier_ids uuid[])
    on conflict (organization_id, event_id, label)
      do update set position = excluded.position, tier_ids = excluded.tier_ids
    returning id, label`);
  const ids = new Map(written.map(({ id, label }) => [label, id]));
  for (const section of sections) section.id = ids.get(section.label) ?? section.id;
  await tx.query(sql`
    insert into seating_rows
      (organization_id, id, section_id, event_id, position, label, tier_ids, counted, seats, states)
    select ${organizationId}, r.id, r.section_id, ${eventId}, r.position, r.label, r.tier_ids, r.counted,
           r.seats, r.states
      from json_to_recordset(${JSON.stringify(sections.flatMap(rowRecords))}::json)
           as r (id uuid, section_id uuid, position int, label text, tier_ids uuid[], counted boolean,
                seats int[], states text)`);
}

/** Call it with the event locked. */
export function saveSelectionMode(tx: Tx, organizationId: Uuid, eventId: Uuid, selectionMode: SelectionMode) {
  write(
    tx,
    sql`
    update seating_plans set selection_mode = ${selectionMode}
     where organization_id = ${organizationId} and event_id = ${eventId}`,
  );
}

const sectionRecord = ({ id, label, tierIds }: PlanSection, position: number) => ({
  id,
  position,
  label,
  tier_ids: tierIds,
});

const rowRecords = (section: PlanSection) =>
  section.rows.map(({ tierIds, ...row }, position) => ({
    ...row,
    position,
    section_id: section.id,
    tier_ids: tierIds,
  }));

/** In the order of the plan. */
export async function listSectionIds(db: Queryable, organizationId: Uuid, eventId: Uuid): Promise<Uuid[]> {
  const rows = await db.query<{ id: Uuid }>(sql`
    select id from seating_sections
     where organization_id = ${organizationId} and event_id = ${eventId} order by position`);
  return rows.map(({ id }) => id);
}

/** Sections with seats at the price of this tier, in the order of the plan. */
export async function listSectionIdsOfTier(
  db: Queryable,
  organizationId: Uuid,
  eventId: Uuid,
  tierId: Uuid,
): Promise<Uuid[]> {
  const rows = await db.query<{ id: Uuid }>(sql`
    select id from seating_sections
     where organization_id = ${organizationId} and event_id = ${eventId} and ${tierId} = any(tier_ids)
     order by position`);
  return rows.map(({ id }) => id);
}

/** The part of a section that changes while it is on sale, as one text. */
export interface SectionStates {
  sectionId: Uuid;
  /** Identifies the rows, because a new plan has new rows. */
  firstRowId: Uuid;
  /** The states of the rows, best first, separated by spaces. */
  states: string;
  /** Selection mode of the plan. */
  selectionMode: SelectionMode;
}

export const listStatesOfSections = (tx: Tx, organizationId: Uuid, eventId: Uuid, sectionIds: Uuid[]) =>
  tx.query<SectionStates>(sql`
    select section_id, (array_agg(id order by position))[1] as first_row_id,
           string_agg(states, ' ' order by position) as states,
           (select selection_mode from seating_plans where organization_id = ${organizationId} and event_id = ${eventId})
      from seating_rows
     where organization_id = ${organizationId} and event_id = ${eventId} and section_id = any(${sectionIds}::uuid[])
     group by section_id`);

/**
 * The free seats of rows with one of these prices, those of a section with the same prices together, in the plan's
 * order.
 */
export const listFreeSeats = (tx: Tx, organizationId: Uuid, eventId: Uuid, tierIds: Uuid[]) =>
  tx.query<PricedRow & { sectionId: Uuid }>(sql`
    select s.id as section_id, coalesce(r.tier_ids, s.tier_ids) as tier_ids,
           sum(length(r.states) - length(replace(r.states, '.', '')))::int as free
      from seating_sections s
      join seating_rows r on r.organization_id = s.organization_id and r.event_id = s.event_id and r.section_id = s.id
     where s.organization_id = ${organizationId} and s.event_id = ${eventId}
       and coalesce(r.tier_ids, s.tier_ids) && ${tierIds}::uuid[]
     group by s.position, s.id, coalesce(r.tier_ids, s.tier_ids) order by s.position`);

/** @param rows states by row id */
export function saveStates(tx: Tx, organizationId: Uuid, rows: ReadonlyMap<Uuid, string>) {
  const ids = [...rows.keys()];
  write(
    tx,
    sql`
    update seating_rows r set states = changed.states
      from unnest(${ids}::uuid[], ${[...rows.values()]}::text[]) as changed (id, states)
     where r.organization_id = ${organizationId} and r.id = any(${ids}::uuid[]) and r.id = changed.id`,
  );
}

export type SaleTier = RowOf<typeof saleTierColumns>;

export interface SectionSale extends EventCounts {
  status: EventStatus;
  salesEnd: Date;
  /** null for general admission. */
  selectionMode: SelectionMode | null;
  /** By sort order, then oldest first. */
  tiers: SaleTier[];
}

type SaleColumns = Pick<EventRow, 'status' | 'startDatetime' | 'salesEndDatetime' | keyof EventCounts> & {
  selectionMode: SelectionMode | null;
};

// biome-ignore format: several a line
const saleTierColumns = columns(ticketTiersTable, [
  'id', 'name', 'priceCentavos', 'minimumPriceCentavos', 'isActive', 'hidden', 'followsTierId',
  'salesStartDatetime', 'salesEndDatetime', 'quantityTotal', 'sold', 'held', 'blocked',
  'takenByOthers', 'waiting', 'admission',
]);

/** The state that decides whether seats are on sale. @throws Refusal 404 */
export async function getSectionSale(db: Queryable, organizationId: Uuid, eventId: Uuid): Promise<SectionSale> {
  const [events, tiers] = await Promise.all([
    db.query<SaleColumns>(sql`
      select e.status, e.start_datetime, e.sales_end_datetime, e.seated, e.capacity, e.sold, e.held, e.blocked, p.selection_mode
        from events e
        left join seating_plans p on p.organization_id = e.organization_id and p.event_id = e.id
       where e.organization_id = ${organizationId} and e.id = ${eventId}`),
    db.query<SaleTier>(sql`
      select ${saleTierColumns} from ticket_tiers
       where organization_id = ${organizationId} and event_id = ${eventId} order by sort_order, created_at, id`),
  ]);
  const [event] = events;
  if (!event) throw eventRefusals.event_not_found();
  const { startDatetime, salesEndDatetime, ...state } = event;
  return { ...state, salesEnd: salesEnd({ startDatetime, salesEndDatetime }), tiers };
}

/** Sections and rows without the seats' numbers, which counting does not need. */
export async function listSectionStates(db: Queryable, organizationId: Uuid, eventId: Uuid) {
  const [sections, rows] = await Promise.all([
    db.query<Section>(sql`
      select ${sectionColumns} from seating_sections
       where organization_id = ${organizationId} and event_id = ${eventId} order by position`),
    db.query<Pick<Row, 'id' | 'sectionId' | 'tierIds' | 'states'>>(sql`
      select id, section_id, tier_ids, states from seating_rows
       where organization_id = ${organizationId} and event_id = ${eventId}`),
  ]);
  const rowsOf = Map.groupBy(rows, (row) => row.sectionId);
  return sections.map(({ id, label, tierIds }) => ({
    id,
    label,
    tierIds,
    rows: rowsOf.get(id) ?? [],
  }));
}

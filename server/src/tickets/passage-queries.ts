import sql, { empty, raw } from 'sql-template-tag';
import { type Queryable, type Tx, write } from '../platform/database/database.ts';
import { columnsExcept, insertAllInto } from '../platform/database/table.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Direction } from './passage.ts';
import { ticketRefusals } from './refusals.ts';
import { type PassageRow, passagesTable } from './tables.ts';

export type Passage = Omit<PassageRow, 'organizationId'>;

const passageColumns = columnsExcept(passagesTable, ['organizationId']);

/**
 * Locks tickets in the order of their ids. Without `waits`, tickets that other transactions have locked are left out.
 * What is read afterwards has every passage of a locked ticket.
 */
export async function lockTickets(
  tx: Tx,
  organizationId: Uuid,
  ids: Uuid[],
  { waits }: { waits: boolean },
): Promise<Uuid[]> {
  const rows = await tx.query<{ id: Uuid }>(sql`
    select id from tickets
     where organization_id = ${organizationId} and id = any(${ids}::uuid[])
     order by id for no key update ${waits ? empty : raw('skip locked')}`);
  return rows.map(({ id }) => id);
}

/** All passages of these tickets, also those that were undone. */
export const listPassagesOfTickets = (db: Queryable, organizationId: Uuid, ticketIds: Uuid[]): Promise<Passage[]> =>
  db.query<Passage>(sql`
    select ${passageColumns} from passages
     where organization_id = ${organizationId} and ticket_id = any(${ticketIds}::uuid[])`);

/** A ticket at one place, without what was undone. */
export interface TicketStay {
  ticketId: Uuid;
  /** null: the gate. */
  listId: Uuid | null;
  /** How often it entered. */
  entries: number;
  /** When it first entered. */
  enteredAt: Date | null;
  /** Its last passage by time; null: every passage was undone. */
  direction: Direction | null;
  passedAt: Date | null;
}

/** Where these tickets passed, one row for each place. */
export const listStays = (db: Queryable, organizationId: Uuid, ticketIds: Uuid[]): Promise<TicketStay[]> =>
  db.query<TicketStay>(sql`
    select ticket_id, list_id,
           (count(*) filter (where direction = 'in' and undone_at is null))::int as entries,
           min(passed_at) filter (where direction = 'in' and undone_at is null) as entered_at,
           (array_agg(direction order by passed_at desc, number desc) filter (where undone_at is null))[1] as direction,
           max(passed_at) filter (where undone_at is null) as passed_at
      from passages
     where organization_id = ${organizationId} and ticket_id = any(${ticketIds}::uuid[])
     group by ticket_id, list_id`);

/** Passages that these scans made before, even if they were undone: the same scans are being sent again. */
export async function findPassagesOfScans(
  db: Queryable,
  organizationId: Uuid,
  scans: { ticketId: Uuid; nonce: string | null }[],
): Promise<Passage[]> {
  const named = scans.filter(({ nonce }) => nonce !== null);
  if (named.length === 0) return [];
  return db.query<Passage>(sql`
    select ${passageColumns} from passages
     where organization_id = ${organizationId}
       and (ticket_id, nonce) in (
             select * from unnest(${named.map(({ ticketId }) => ticketId)}::uuid[],
                                  ${named.map(({ nonce }) => nonce)}::text[]))`);
}

/** The door or user that let each of these tickets enter at this time; entries that were a check-in are left out. */
export const listPassageEntries = (
  db: Queryable,
  organizationId: Uuid,
  entries: { ticketId: Uuid; listId: Uuid | null; firstAdmittedAt: Date }[],
) =>
  db.query<Pick<Passage, 'ticketId' | 'listId' | 'passedAt' | 'actorKind' | 'actorId'>>(sql`
    select p.ticket_id, p.list_id, p.passed_at, p.actor_kind, p.actor_id
      from unnest(${entries.map(({ ticketId }) => ticketId)}::uuid[], ${entries.map(({ listId }) => listId)}::uuid[],
                  ${entries.map(({ firstAdmittedAt }) => firstAdmittedAt)}::timestamptz[]) as e (ticket_id, list_id, at)
      join passages p on p.organization_id = ${organizationId} and p.ticket_id = e.ticket_id
       and p.list_id is not distinct from e.list_id and p.passed_at = e.at and p.direction = 'in'`);

/** Call it with the tickets locked. */
export function insertPassages(tx: Tx, organizationId: Uuid, passages: Passage[], now: Date) {
  if (passages.length === 0) return;
  write(tx, insertAllInto(passagesTable, { organizationId }, passages));
  markPassed(
    tx,
    organizationId,
    passages.map(({ ticketId }) => ticketId),
    now,
  );
}

function markPassed(tx: Tx, organizationId: Uuid, ticketIds: Uuid[], now: Date) {
  write(
    tx,
    sql`
    update tickets set last_passage_at = greatest(last_passage_at, ${now})
     where organization_id = ${organizationId} and id = any(${ticketIds}::uuid[])`,
  );
}

/** @throws Refusal 404 */
export async function getPassage(db: Queryable, organizationId: Uuid, id: Uuid): Promise<Passage> {
  const [row] = await db.query<Passage>(sql`
    select ${passageColumns} from passages where organization_id = ${organizationId} and id = ${id}`);
  if (!row) throw ticketRefusals.passage_not_found();
  return row;
}

/**
 * Undoes a passage if it is by time the last of its ticket at its place: no other was decided by it. Call it with the
 * ticket locked.
 * @returns whether it was
 */
export async function markPassageUndone(
  tx: Tx,
  organizationId: Uuid,
  { id, ticketId, listId, passedAt, number }: Passage,
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(sql`
    update passages set undone_at = ${now}
     where organization_id = ${organizationId} and id = ${id} and undone_at is null
       and not exists (
             select 1 from passages later
              where later.organization_id = ${organizationId} and later.ticket_id = ${ticketId}
                and later.list_id is not distinct from ${listId}::uuid
                and (later.passed_at, later.number) > (${passedAt}::timestamptz, ${number}::int)
                and later.undone_at is null)
    returning 1`);
  if (rows.length === 0) return false;
  markPassed(tx, organizationId, [ticketId], now);
  return true;
}

/**
 * Undoes what a ticket did at the gate after its check-in. Call it with the ticket locked.
 * @returns whether it did anything
 */
export async function undoPassagesAtGate(tx: Tx, organizationId: Uuid, ticketId: Uuid, now: Date): Promise<boolean> {
  const rows = await tx.query(sql`
    update passages set undone_at = ${now}
     where organization_id = ${organizationId} and ticket_id = ${ticketId} and list_id is null and undone_at is null
    returning 1`);
  if (rows.length > 0) markPassed(tx, organizationId, [ticketId], now);
  return rows.length > 0;
}

export type ListedPassage = Passage & { listName: string | null };

/** All passages of a ticket, newest first. */
export const listPassages = (db: Queryable, organizationId: Uuid, ticketId: Uuid): Promise<ListedPassage[]> =>
  db.query<ListedPassage>(sql`
    select ${columnsExcept(passagesTable, ['organizationId'], 'p')}, l.name as list_name
      from passages p
      left join check_in_lists l on l.organization_id = p.organization_id and l.id = p.list_id
     where p.organization_id = ${organizationId} and p.ticket_id = ${ticketId}
     order by p.passed_at desc, p.number desc`);

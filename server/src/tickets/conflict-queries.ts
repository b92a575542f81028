import sql, { empty } from 'sql-template-tag';
import { type Queryable, type Tx, write } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import type { CheckInConflictRow } from './tables.ts';

/** A ticket has one per door that admitted it offline. A program that invents scans must not fill the table. */
const MAX_CONFLICTS_PER_TICKET = 10;
/** More than people read at a door. The newest come first. */
const MAX_CONFLICTS = 200;

export type Conflict = Omit<CheckInConflictRow, 'organizationId'>;

/** Records that a door had admitted a ticket which had already entered. The same scan is recorded once. */
export function insertConflict(tx: Tx, organizationId: Uuid, conflict: Conflict) {
  const { ticketId, nonce, eventId, listId, admittedAt, firstAdmittedAt, actorKind, actorId, recordedAt } = conflict;
  write(
    tx,
    sql`
    insert into check_in_conflicts (organization_id, ticket_id, nonce, event_id, list_id, admitted_at, first_admitted_at,
                                    actor_kind, actor_id, recorded_at)
    select ${organizationId}::uuid, ${ticketId}::uuid, ${nonce}::text, ${eventId}::uuid, ${listId}::uuid,
           ${admittedAt}::timestamptz, ${firstAdmittedAt}::timestamptz, ${actorKind}::text, ${actorId}::uuid, ${recordedAt}::timestamptz
     where (select count(*) from check_in_conflicts
             where organization_id = ${organizationId} and ticket_id = ${ticketId}) < ${MAX_CONFLICTS_PER_TICKET}
    on conflict do nothing`,
  );
}

/** The newest conflicts of the event, or of one check-in list of it, of those recorded at `since` or later. */
export async function listConflicts(
  db: Queryable,
  organizationId: Uuid,
  eventId: Uuid,
  { since, listId }: { since: Date | null; listId: Uuid | null },
): Promise<Conflict[]> {
  return db.query<Conflict>(sql`
    select ticket_id, nonce, event_id, list_id, admitted_at, first_admitted_at, actor_kind, actor_id, recorded_at
      from check_in_conflicts
     where organization_id = ${organizationId} and event_id = ${eventId}
       ${since ? sql`and recorded_at >= ${since}` : empty} ${listId ? sql`and list_id = ${listId}` : empty}
     order by recorded_at desc, ticket_id, nonce limit ${MAX_CONFLICTS}`);
}

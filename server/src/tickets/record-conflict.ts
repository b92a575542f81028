import type { Actor } from '../audit-log/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { insertConflict } from './conflict-queries.ts';
import type { Ticket } from './ticket.ts';

interface RefusedScan {
  organizationId: Uuid;
  actor: Actor;
  /** null: the gate. */
  listId: Uuid | null;
  nonce: string | null;
  /** When the door admitted, by its clock. */
  admittedAt: Date;
  /** false: it asked first. */
  hasAdmitted: boolean;
  now: Date;
}

/**
 * Records a conflict, so that the door that scanned the ticket first learns of it, too: another door had no network and
 * admitted the ticket, which the server now refuses. Does nothing if that door asked before it admitted.
 */
export function recordIfConflict(
  tx: Tx,
  { organizationId, actor, listId, nonce, admittedAt, hasAdmitted, now }: RefusedScan,
  ticket: Pick<Ticket, 'id' | 'event'>,
  firstAdmittedAt: Date,
) {
  if (!hasAdmitted || nonce === null || !('id' in actor)) return;
  insertConflict(tx, organizationId, {
    ticketId: ticket.id,
    nonce,
    eventId: ticket.event.id,
    listId,
    admittedAt,
    firstAdmittedAt,
    actorKind: actor.kind === 'session' ? 'user' : actor.kind,
    actorId: actor.id,
    recordedAt: now,
  });
}

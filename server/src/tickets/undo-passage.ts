import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import type { Database } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/callers/caller.ts';
import type { Uuid } from '../values/uuid.ts';
import { getPassage, lockTickets, markPassageUndone, type Passage } from './passage-queries.ts';
import { ticketRefusals } from './refusals.ts';

interface Undo {
  organizationId: Uuid;
  actor: Actor;
  /** Passages elsewhere are unknown to a door link. */
  only: Pick<Caller, 'eventId' | 'listId'>;
  passageId: Uuid;
  now: Date;
}

/**
 * Undoes the last passage of a ticket at a place, as if the scan had not been. The same scan, sent again, does not
 * bring it back. One of several concurrent calls succeeds.
 * @throws Refusal 404; 409 when it was undone, or the ticket passed there again since
 */
export async function undoPassage(
  db: Database,
  { organizationId, actor, only, passageId, now }: Undo,
): Promise<Passage> {
  const passage = await getPassage(db, organizationId, passageId);
  const isOther = (only.eventId ?? passage.eventId) !== passage.eventId;
  if (isOther || (only.listId ?? passage.listId) !== passage.listId) throw ticketRefusals.passage_not_found();
  await db.transaction(async (tx) => {
    await lockTickets(tx, organizationId, [passage.ticketId], { waits: true });
    if (!(await markPassageUndone(tx, organizationId, passage, now))) {
      const { undoneAt } = await getPassage(tx, organizationId, passageId);
      throw ticketRefusals.passage_not_last({ undone_at: undoneAt?.toISOString() ?? null });
    }
    const { ticketId, listId, direction, passedAt } = passage;
    const undone = { list_id: listId, direction, passed_at: passedAt.toISOString() };
    const change = { action: 'ticket.passage_undone', before: undone, after: null } as const;
    recordChange(tx, { organizationId, actor, subjectId: ticketId, ...change, now });
  });
  return { ...passage, undoneAt: now };
}

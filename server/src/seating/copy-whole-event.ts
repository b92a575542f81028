import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import type { CheckInList } from '../check-in-lists/check-in-list.ts';
import { copyCheckInLists } from '../check-in-lists/copy-check-in-lists.ts';
import { listCheckInLists } from '../check-in-lists/queries.ts';
import { type CopyChanges, copyEvent } from '../events/copy-event.ts';
import type { Event } from '../events/event.ts';
import { lockPlaces, lockPlacesToSell, sizeToSeats } from '../events/places.ts';
import { getEvent } from '../events/queries.ts';
import type { Tx } from '../platform/database/database.ts';
import { copyQuestions } from '../questions/copy-questions.ts';
import { listQuestions } from '../questions/queries.ts';
import type { Question } from '../questions/question.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { getSeatingPlan, replacePlan } from './queries.ts';
import { FREE, HELD, SOLD } from './seat.ts';
import { type SeatingPlan, seatSizes } from './seating-plan.ts';

/** Everything of an event that its copies have, too. */
export interface Original {
  event: Event;
  questions: Question[];
  lists: CheckInList[];
  /** null: general admission */
  plan: SeatingPlan | null;
}

/**
 * Reads an event to copy it. It stays locked until the transaction ends, so that tiers, questions and seats are of one
 * instant.
 * @throws Refusal 404
 */
export async function lockOriginal(tx: Tx, organizationId: Uuid, eventId: Uuid): Promise<Original> {
  const { seated } = await lockPlacesToSell(tx, organizationId, eventId);
  const event = await getEvent(tx, organizationId, eventId);
  const questions = await listQuestions(tx, organizationId, eventId);
  const lists = await listCheckInLists(tx, organizationId, eventId);
  return { event, questions, lists, plan: seated ? await getSeatingPlan(tx, organizationId, eventId) : null };
}

interface Copy {
  organizationId: Uuid;
  actor: Actor;
  original: Original;
  changes: CopyChanges;
  now: Date;
}

/**
 * Creates a draft with the texts, times, place, tiers, questions, check-in lists and seats of another event; blocked
 * seats stay blocked. Sales, holds and promo codes are not copied. @returns its id
 */
export async function copyWholeEvent(tx: Tx, { organizationId, actor, original, changes, now }: Copy): Promise<Uuid> {
  const { event, questions, lists, plan } = original;
  const { eventId, tierIds } = await copyEvent(tx, { organizationId, original: event, changes, now });
  await copyQuestions(tx, { organizationId, questions, to: eventId, tierIds, now });
  await copyCheckInLists(tx, { organizationId, lists, to: eventId, tierIds, now });
  const made = { action: 'event.duplicated', subjectId: eventId, before: null, after: { of: event.id } } as const;
  recordChange(tx, { organizationId, actor, ...made, now });
  if (!plan) return eventId;
  const seats = unsold(plan, tierIds, now);
  const places = await lockPlaces(tx, organizationId, eventId);
  await replacePlan(tx, organizationId, eventId, seats);
  await sizeToSeats(tx, places, seatSizes(seats.sections), now);
  return eventId;
}

function unsold({ selectionMode, sections }: SeatingPlan, tierIds: Map<Uuid, Uuid>, now: Date): SeatingPlan {
  const copies = (ids: Uuid[]) => ids.map((id) => tierIds.get(id) ?? id);
  return {
    selectionMode,
    sections: sections.map((section) => ({
      id: newId(now),
      label: section.label,
      tierIds: copies(section.tierIds),
      rows: section.rows.map((row) => ({
        ...row,
        id: newId(now),
        tierIds: row.tierIds && copies(row.tierIds),
        states: row.states.replaceAll(HELD, FREE).replaceAll(SOLD, FREE),
      })),
    })),
  };
}

import type { CheckInList } from '../check-in-lists/check-in-list.ts';
import type { Queryable } from '../platform/database/database.ts';
import { listAnswersOfTickets } from '../tickets/answer-queries.ts';
import { listStays } from '../tickets/passage-queries.ts';
import type { Uuid } from '../values/uuid.ts';
import type { QuestionColumn } from './answer-queries.ts';
import type { Attendee } from './queries.ts';
import type { AttendeeLine } from './schemas.ts';

const idsOf = (attendees: Attendee[]) => attendees.map(({ ticketId }) => ticketId);

export const listAnswersOfAttendees = (db: Queryable, organizationId: Uuid, attendees: Attendee[]) =>
  listAnswersOfTickets(db, organizationId, idsOf(attendees), { atDoor: false });

/** Lines of the export: the attendees, with what the columns of the organizer's lists and questions show. */
export async function readLines(
  db: Queryable,
  organizationId: Uuid,
  attendees: Attendee[],
  { lists, questions }: { lists: CheckInList[]; questions: QuestionColumn[] },
): Promise<AttendeeLine[]> {
  const answers = questions.length === 0 ? new Map() : await listAnswersOfAttendees(db, organizationId, attendees);
  const stays = lists.length === 0 ? [] : await listStays(db, organizationId, idsOf(attendees));
  const staysOf = Map.groupBy(stays, ({ ticketId }) => ticketId);
  return attendees.map((attendee) => ({
    ...attendee,
    answers: answers.get(attendee.ticketId) ?? [],
    entered: new Map(staysOf.get(attendee.ticketId)?.map(({ listId, enteredAt }) => [listId, enteredAt])),
  }));
}

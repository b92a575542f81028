import type { CheckInList } from '../check-in-lists/check-in-list.ts';
import type { Queryable } from '../platform/database/database.ts';
import { type Answer, listAnswersOfTickets } from '../tickets/answer-queries.ts';
import { listStays } from '../tickets/passage-queries.ts';
import type { Uuid } from '../values/uuid.ts';
import type { ListedAttendee, ListedEvent } from './queries.ts';
import type { AttendeeLine } from './schemas.ts';

const idsOf = (attendees: ListedAttendee[]) => attendees.map(({ ticketId }) => ticketId);

export const listAnswersOfAttendees = async (
  db: Queryable,
  organizationId: Uuid,
  { hasQuestions }: Pick<ListedEvent, 'hasQuestions'>,
  attendees: ListedAttendee[],
): Promise<Map<Uuid, Answer[]>> =>
  hasQuestions ? listAnswersOfTickets(db, organizationId, idsOf(attendees), { atDoor: false }) : new Map();

/** Lines of the export: the attendees, with what the columns of the organizer's lists and questions show. */
export async function readLines(
  db: Queryable,
  organizationId: Uuid,
  event: Pick<ListedEvent, 'hasQuestions'>,
  attendees: ListedAttendee[],
  lists: CheckInList[],
): Promise<AttendeeLine[]> {
  const answers = await listAnswersOfAttendees(db, organizationId, event, attendees);
  const stays = lists.length === 0 ? [] : await listStays(db, organizationId, idsOf(attendees));
  const staysOf = Map.groupBy(stays, ({ ticketId }) => ticketId);
  return attendees.map((attendee) => ({
    ...attendee,
    answers: answers.get(attendee.ticketId) ?? [],
    entered: new Map(staysOf.get(attendee.ticketId)?.map(({ listId, enteredAt }) => [listId, enteredAt])),
  }));
}

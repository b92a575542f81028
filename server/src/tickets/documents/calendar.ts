import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { DEFAULT_LANGUAGE } from '../../values/language.ts';
import { type PrintedEvent, type PrintedOrder, placeOf } from './printed-order.ts';
import { documentTexts } from './texts.ts';

/** What a calendar does with the file: a cancelled event ends the entry that an earlier file made (RFC 5546). */
export const methodFor = ({ status }: Pick<PrintedEvent, 'status'>): ICalCalendarMethod =>
  status === 'cancelled' ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH;

/**
 * The event as iCalendar. Times are instants, so every calendar shows them in its own time zone. The id is stable and
 * the sequence rises, so a newer file updates the entry instead of adding one. It has no link to the tickets, because
 * calendars are shared. The organizer is required (RFC 5546), by whichever address answers.
 */
export function calendarOf(
  { event, language }: Pick<PrintedOrder, 'event' | 'language'>,
  { publicUrl, mailFrom }: { publicUrl: string; mailFrom: string },
): Buffer {
  const calendar = ical({
    prodId: { company: 'Takilya', product: 'Tickets' },
    method: methodFor(event),
  });
  const { organizer } = event;
  const texts = documentTexts[language ?? DEFAULT_LANGUAGE];
  calendar.createEvent({
    id: `${event.id}@${new URL(publicUrl).hostname}`,
    sequence: Math.max(0, Math.floor(event.updatedAt.getTime() / 1_000) - SEQUENCE_FROM),
    stamp: event.updatedAt,
    start: event.startDatetime,
    ...(event.endDatetime ? { end: event.endDatetime } : {}),
    summary: plain(organizer.isTest ? texts.testTitle(event.title) : event.title),
    location: plain(placeOf(event)),
    description: organizer.isTest ? texts.test : texts.bringTicket,
    organizer: { name: plain(organizer.name), email: organizer.contactEmail ?? mailFrom },
    status: event.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  return Buffer.from(calendar.toString());
}

/** The format allows no other control characters. */
const plain = (text: string): string => text.replaceAll(/[^\P{Cc}\t\n]/gu, '');

/** The start of 2026 in seconds, subtracted because a sequence is a 32-bit integer. */
const SEQUENCE_FROM = 1_767_225_600;

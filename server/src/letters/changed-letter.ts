import type { EventFacts, Letter } from '../mail/mail.ts';
import { type PrintedOrder, placeOf } from '../tickets/documents/printed-order.ts';
import { dateAndTimeIn } from '../values/local-time.ts';
import { facts, link, paragraph } from './layout.ts';
import {
  calendarFile,
  type LetterContext,
  languageFor,
  type MailOf,
  orderLetter,
  recipientOf,
  textsFor,
  whenOf,
} from './letter.ts';

/**
 * Tells about a new time or place of the event, with the old and the new value. `order` contains the recipient's valid
 * tickets.
 * @returns undefined when nothing is left to tell: the change was undone, the event was cancelled or is over, or the
 * tickets were returned
 */
export function changedLetter(
  context: LetterContext,
  mail: MailOf<'event_changed'>,
  order: PrintedOrder,
): Letter | undefined {
  const { event, quantity, url } = order;
  const texts = textsFor(order);
  const { isBuyer } = recipientOf(mail, order);
  const [first] = order.tickets;
  const changes = changesOf(order, mail.details);
  const takesPlace = event.status !== 'cancelled' && event.status !== 'completed';
  if (changes.length === 0 || !takesPlace || !first) return undefined;
  const blocks = [
    paragraph(texts.changedIntro(event.title)),
    facts(...changes),
    paragraph(texts.changedTickets),
    isBuyer ? link(texts.openOrder(quantity), url) : link(texts.openTicket, first.url),
  ];
  const attachments = [calendarFile(order, context)];
  return orderLetter(context, mail, order, { subject: texts.changedSubject(event.title), blocks, attachments });
}

/** A new place comes with the time, new or not. */
function changesOf(order: PrintedOrder, before: EventFacts): [name: string, value: string][] {
  const { event } = order;
  const texts = textsFor(order);
  const words = (time: Date) => dateAndTimeIn(languageFor(order), event.timeZone, time);
  const startBefore = new Date(before.start_datetime);
  const place = placeOf(event);
  const placeBefore = placeOf({ venueName: before.venue_name, address: before.address, city: before.city });
  const isMoved = place !== placeBefore;
  const changes: [string, string][] = [];
  if (event.startDatetime.getTime() !== startBefore.getTime())
    changes.push([texts.when, texts.was(words(event.startDatetime), words(startBefore))]);
  else if (isMoved) changes.push(whenOf(order, event));
  if (isMoved) changes.push([texts.where, texts.was(place, placeBefore)]);
  return changes;
}

import { Type } from 'typebox';
import { Instant, nullable, OneOf } from '../platform/http/contract/fields.ts';
import {
  badRequest,
  conflict,
  declareRefusals,
  notFound,
  RetryAfter,
  tooMany,
  unauthorized,
  unavailable,
} from '../platform/refusals/declare-refusals.ts';
import { SeatFields } from '../seating/schemas.ts';
import { CHECKED_IN_BY_KINDS } from './find-checked-in-by.ts';
import { NOT_VALID, TICKET_STATUSES } from './ticket.ts';

/** The ticket and its holder, so that the scanner needs no second request. */
export const RefusedTicket = Type.Object(
  {
    id: Type.String(),
    ticket_number: Type.String(),
    tier: Type.Object({ name: Type.String() }),
    customer: Type.Object({ name: Type.String() }),
    attendee: nullable(Type.Object({ name: Type.String() })),
    ...SeatFields,
  },
  { description: 'As in `GET /tickets/{id}`.' },
);
const TicketFacts = { ticket: RefusedTicket };

const CheckedInBy = nullable(
  Type.Object(
    { kind: OneOf(CHECKED_IN_BY_KINDS), name: Type.String() },
    { description: 'The person, API key or door link that checked it in. null: no longer known.' },
  ),
);

const List = Type.Object({ id: Type.String(), name: Type.String() }, { description: 'The check-in list.' });
/** Where the ticket was scanned. */
const PlaceFacts = { list: nullable(List), ...TicketFacts };
const placeName = (list: { name: string } | null) => list?.name ?? 'the gate';

const Status = { status: OneOf(TICKET_STATUSES) };
const NotValid = { status: OneOf(NOT_VALID) };

/** Refusals of a check-in. */
export const doorRefusals = declareRefusals({
  already_checked_in: conflict({
    facts: { checked_in_at: Type.String(), checked_in_by: CheckedInBy, ...TicketFacts },
    en: ({ checked_in_at }) => `Ticket was already checked in at ${checked_in_at}`,
    cause: 'The ticket was already used, at this door or another.',
    remedy: 'Do not admit. `details` has the time, the door and the holder. Correct a mistake with undo-check-in.',
  }),
  ticket_refunded: conflict({
    facts: TicketFacts,
    en: 'Ticket is refunded',
    cause: 'The ticket was refunded.',
    remedy: 'Do not admit.',
  }),
  ticket_cancelled: conflict({
    facts: TicketFacts,
    en: 'Ticket is cancelled',
    cause: 'The event was cancelled.',
    remedy: 'Do not admit.',
  }),
  no_admission: conflict({
    facts: TicketFacts,
    en: ({ ticket }) => `${ticket.tier.name} is an add-on: it admits nobody`,
    cause: 'The ticket is of a tier with `admission` false, such as a shirt or parking.',
    remedy: 'Ask for the ticket that admits, usually on the same order. The add-on stays valid.',
  }),
  ticket_busy: unavailable({
    facts: RetryAfter,
    en: 'Ticket is being changed. Try again',
    cause: 'Other requests kept changing the ticket while the check-in waited.',
    remedy: 'Retry after Retry-After, with the same `device_nonce`.',
  }),
});

/** Refusals at a check-in list, and of exits and re-entries at the gate. */
export const passageRefusals = declareRefusals({
  already_entered: conflict({
    facts: {
      passed_at: Type.String({ description: 'Of the passage here that it met.' }),
      passed_by: CheckedInBy,
      ...PlaceFacts,
    },
    en: ({ passed_at, list }) => `Ticket already entered at ${placeName(list)}. Last scan: ${passed_at}`,
    cause:
      'The ticket passed this check-in list before, and its rule lets it pass once; or the ticket is inside: nobody ' +
      'scanned its exit.',
    remedy:
      'Do not admit. `details` has the time, the door and the holder. Correct a mistake with the undo of a passage.',
  }),
  not_inside: conflict({
    facts: PlaceFacts,
    en: ({ list }) => `Ticket is not inside: it has not entered at ${placeName(list)}`,
    cause: 'The exit of a ticket was scanned that has not entered here, or has left before.',
    remedy: 'Let the holder leave. Scan their entry when they come.',
  }),
  no_exit_scans: conflict({
    facts: PlaceFacts,
    en: ({ list }) => `Exits are not scanned at ${placeName(list)}`,
    cause: 'The list does not have `re_entry`, or the event does not have it for its gate.',
    remedy: 'Scan entries only, or allow re-entry: `passes` of the list, or `re_entry` of the event.',
  }),
  not_on_list: conflict({
    facts: { list: List, ...TicketFacts },
    en: ({ list, ticket }) => `${ticket.tier.name} does not pass ${list.name}`,
    cause: 'The check-in list is for other tiers, or for tickets that admit.',
    remedy: 'Do not admit here. Send the holder to the right door.',
  }),
  too_many_passages: conflict({
    facts: { max: Type.Integer(), ...TicketFacts },
    en: ({ max }) => `Ticket was scanned ${max} times, which is the most`,
    cause: 'A program scans the same ticket again and again.',
    remedy: 'Stop the program.',
  }),
});

export const ticketRefusals = declareRefusals({
  ticket_not_found: notFound('Ticket'),
  refund_request_not_found: notFound('Refund request'),
  passage_not_found: notFound('Passage'),
  passage_not_last: conflict({
    facts: { undone_at: nullable(Instant('When it was undone. null: it has passed again since.')) },
    en: 'This passage was undone, or the ticket has passed here again since',
    cause: 'Only the last passage of a ticket at a place can be undone, and only once.',
    remedy: 'Read the passages of the ticket, and undo the newest first.',
  }),
  ticket_code_replaced: conflict({
    en: 'This code was replaced. Ask for the newest ticket',
    cause: 'The ticket got a new code after this one was sent.',
    remedy: 'Ask for the newest ticket, or look the holder up by name.',
  }),
  ticket_for_another_event: conflict({
    facts: { event: Type.Object({ id: Type.String(), title: Type.String(), start_datetime: Instant() }) },
    en: ({ event }) => `Ticket is for another event: ${event.title}`,
    cause: 'The ticket is genuine, but not for the `event_id` that was sent.',
    remedy: 'Send the holder to the right door.',
  }),
  scanned_in_future: badRequest({
    field: 'scanned_at',
    en: 'scanned_at must not be in the future',
    cause: 'The clock of the device is more than 5 minutes fast.',
    remedy: 'Set the clock, or send the scan without `scanned_at`.',
  }),
  scanned_too_long_ago: badRequest({
    facts: { max_days: Type.Integer() },
    field: 'scanned_at',
    en: ({ max_days }) => `scanned_at must not be more than ${max_days} days ago`,
    cause: 'The scan was kept for too long, or the clock of the device is wrong.',
    remedy: 'Send the scan without `scanned_at`.',
  }),
  pass_not_proven: unauthorized({
    en: 'Authorization must be ApplePass and the token of this pass',
    cause: 'A wallet asked for a pass with a wrong token, or for a pass that does not exist.',
    remedy: 'Open the page of the ticket and add it to the wallet again.',
  }),
  ticket_not_used: conflict({
    facts: Status,
    en: ({ status }) => `Ticket is ${status}, not used`,
    cause: 'The ticket has no check-in to undo, or it was undone before.',
    remedy: 'Nothing to do.',
  }),
  checked_in_again: conflict({
    facts: { checked_in_at: Type.String() },
    en: ({ checked_in_at }) => `Another scan checked this ticket in at ${checked_in_at}. That check-in stays`,
    cause: 'The check-in of the scan that was named was undone before, and another scan has admitted the ticket since.',
    remedy: 'Do nothing, or undo the new check-in: call undo-check-in without `device_nonce`.',
  }),
  event_cancelled: conflict({
    en: 'Event is cancelled: its check-ins cannot be undone',
    cause: 'The check-in belongs to a cancelled event, so it cannot be undone.',
    remedy: 'Refund the ticket instead.',
  }),
  ticket_not_valid: conflict({
    facts: NotValid,
    en: ({ status }) => `Ticket is ${status}`,
    cause: 'The ticket can no longer be scanned, so it is not sent again.',
    remedy: 'Nothing to do.',
  }),
  no_valid_ticket: conflict({
    en: 'No ticket of this order is valid',
    fil: 'Wala nang magagamit na ticket sa order na ito',
    cause: 'The order has no ticket that can be scanned, so none is sent again.',
    remedy: 'Nothing to do.',
  }),
  ticket_not_reissuable: conflict({
    facts: Status,
    en: ({ status }) => `Ticket is ${status}: only one that can be scanned gets a new code`,
    cause: 'The ticket can no longer be scanned, so it gets no new code.',
    remedy: 'Nothing to do: its old code is not accepted either.',
  }),
  holder_not_changeable: conflict({
    facts: NotValid,
    en: ({ status }) => `${NOT_PRINTED[status].en}, so its holder stays`,
    fil: ({ status }) => `${NOT_PRINTED[status].fil}, kaya hindi na mapapalitan ang may hawak nito`,
    cause: 'The ticket was used, refunded or cancelled, so the buyer can no longer change its holder.',
    remedy: 'Open the page of the order: it shows the status of its tickets.',
  }),
  ticket_passed_on: conflict({
    en: 'This ticket was passed on and belongs to its new holder',
    fil: 'Naipasa na ang ticket na ito, at sa bagong may hawak na ito',
    cause: 'The buyer passed the ticket on: its name cannot be changed, and it is passed on three times at most.',
    remedy: 'Ask the organizer, who can give the ticket a new code.',
  }),
  passed_on_to_buyer: badRequest({
    field: 'email',
    en: 'email must be that of another person: this ticket is yours already',
    fil: 'Ilagay ang email ng ibang tao: sa iyo na ang ticket na ito',
    cause: "A ticket is passed on to the buyer's own address.",
    remedy: 'Change the name of the attendee instead.',
  }),
  event_started: conflict({
    en: 'The event has started, so its tickets can no longer be changed here',
    fil: 'Nagsimula na ang event, kaya hindi na mapapalitan dito ang mga ticket',
    cause: 'The start of the event has passed.',
    remedy: 'Ask the organizer at the door.',
  }),
  too_many_changes: tooMany({
    facts: RetryAfter,
    en: ({ retry_after_seconds }) =>
      `Too many changes of this order. Try again in ${Math.ceil(retry_after_seconds / 60)} minutes`,
    fil: ({ retry_after_seconds }) =>
      `Masyado nang maraming pagbabago sa order na ito. Subukan ulit pagkalipas ng ${Math.ceil(retry_after_seconds / 60)} minuto`,
    cause: 'The page of one order was used to send or change tickets too often.',
    remedy: 'Send it again after Retry-After.',
  }),
  ticket_not_printed: conflict({
    facts: Status,
    en: ({ status }) => NOT_PRINTED[status].en,
    fil: ({ status }) => NOT_PRINTED[status].fil,
    cause: 'Only tickets that can be scanned have a PDF.',
    remedy: 'Open the page of the ticket: it shows the status of the ticket.',
  }),
  no_ticket_to_print: conflict({
    en: 'None of these tickets is valid',
    fil: 'Wala nang magagamit sa mga ticket na ito',
    cause: 'The order has no ticket that can be scanned, so it has no PDF.',
    remedy: 'Open the page of the order: it shows the status of its tickets.',
  }),
});

const NOT_PRINTED = {
  valid: { en: 'This ticket has no code', fil: 'Walang code ang ticket na ito' },
  used: { en: 'This ticket was already used', fil: 'Nagamit na ang ticket na ito' },
  refunded: { en: 'This ticket was refunded', fil: 'Na-refund na ang ticket na ito' },
  cancelled: { en: 'This ticket was cancelled', fil: 'Kinansela na ang ticket na ito' },
};

import type { Question } from '../questions/question.ts';
import type { Uuid } from '../values/uuid.ts';
import { MAX_ATTENDEES } from './attendee.ts';

/** A question as it is asked of an order, or of one of its tickets. */
export interface AskedQuestion {
  question: Question;
  /** 0: the order; else the ticket, from 1. */
  ticket: number;
}

/** An answer in the request of a program. */
export interface SentAnswer {
  questionId: Uuid;
  /** As in `AskedQuestion`. */
  ticket: number;
  value: string;
  /** Where it is in the request: `attendees[1].answers[0]`. */
  field: string;
}

/** The number of an order in `ticket`. */
export const THE_ORDER = 0;

interface Places {
  /** In the order of the tickets: those that admit come first. */
  lines: { tierId: Uuid; quantity: number }[];
  /** Number of tickets that admit. */
  admissions: number;
}

/**
 * What is asked of a checkout: first of the order, then of each ticket that admits, as far as the page asks about
 * attendees.
 */
export function askedQuestions(questions: Question[], { lines, admissions }: Places): AskedQuestion[] {
  if (questions.length === 0) return [];
  const ofOrder = questions
    .filter(({ askedOf, tierIds }) => askedOf === 'order' && isAbout(tierIds, lines))
    .map((question) => ({ question, ticket: THE_ORDER }));
  const ofTickets = questions.filter(({ askedOf }) => askedOf === 'ticket');
  if (ofTickets.length === 0) return ofOrder;
  const most = Math.min(admissions, MAX_ATTENDEES);
  const tickets = lines
    .flatMap(({ tierId, quantity }) => Array.from({ length: Math.min(quantity, most) }, () => ({ tierId })))
    .slice(0, most);
  return [
    ...ofOrder,
    ...tickets.flatMap((ticket, index) =>
      ofTickets
        .filter(({ tierIds }) => isAbout(tierIds, [ticket]))
        .map((question) => ({ question, ticket: index + 1 })),
    ),
  ];
}

const isAbout = (tierIds: Uuid[] | null, bought: { tierId: Uuid }[]) =>
  tierIds === null || bought.some(({ tierId }) => tierIds.includes(tierId));

import type { Question } from '../questions/question-queries.ts';

/** A question as it is asked of the order, or of one of its tickets. */
export interface Asked {
  /**
   * An answer stays with its ticket when tickets of another line are added: a ticket is named by its line and its
   * number there.
   */
  key: string;
  question: Question;
  /** 0: the order; else the ticket, from 1. */
  ticket: number;
}

export interface ChosenLine {
  key: string;
  tierId: string;
  admission: boolean;
  quantity: number;
}

/** Answers by the keys of `Asked`. */
export type Answers = Record<string, string>;

/** The service takes answers for as many tickets of one order. */
const MOST_TICKETS = 100;

/** What is asked about the chosen tickets: first of the order, then of each ticket that admits. */
export function askedQuestions(questions: Question[], chosen: ChosenLine[]): Asked[] {
  const tickets = chosen
    .filter(({ admission }) => admission)
    .flatMap(({ key, tierId, quantity }) =>
      Array.from({ length: Math.min(quantity, MOST_TICKETS) }, (_, index) => ({ tierId, name: `${key} ${index}` })),
    )
    .slice(0, MOST_TICKETS);
  const isAbout = ({ tier_ids: tiers }: Question, tierId: string) => tiers === null || tiers.includes(tierId);
  const ofOrder = questions.filter(
    (question) => question.asked_of === 'order' && chosen.some(({ tierId }) => isAbout(question, tierId)),
  );
  const ofTickets = questions.filter((question) => question.asked_of === 'ticket');
  return [
    ...ofOrder.map((question) => ({ key: question.id, question, ticket: 0 })),
    ...tickets.flatMap(({ tierId, name }, index) =>
      ofTickets
        .filter((question) => isAbout(question, tierId))
        .map((question) => ({ key: `${question.id} ${name}`, question, ticket: index + 1 })),
    ),
  ];
}

const isAnswered = ({ question: { kind }, key }: Asked, answers: Answers): boolean =>
  kind === 'checkbox' ? answers[key] === 'true' : Boolean(answers[key]?.trim());

/** Required questions without an answer. */
export const unanswered = (asked: Asked[], answers: Answers): Asked[] =>
  asked.filter((one) => one.question.required && !isAnswered(one, answers));

/** The answers of the order, and those of each ticket in its place, as the API takes them. */
export function sentAnswers(asked: Asked[], answers: Answers) {
  const of = (ticket: number) =>
    asked
      .filter((one) => one.ticket === ticket && isAnswered(one, answers))
      .map(({ key, question }) => ({ question_id: question.id, value: answers[key] ?? '' }));
  const last = Math.max(0, ...asked.filter((one) => isAnswered(one, answers)).map(({ ticket }) => ticket));
  return { answers: of(0), attendees: Array.from({ length: last }, (_, index) => ({ answers: of(index + 1) })) };
}

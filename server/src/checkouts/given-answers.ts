import { admissionsOf, type Places } from '../events/places.ts';
import type { Tx } from '../platform/database/database.ts';
import { answerValue } from '../questions/answer-value.ts';
import { listQuestions } from '../questions/queries.ts';
import type { Question } from '../questions/question.ts';
import { answerRefusals } from '../questions/refusals.ts';
import type { Uuid } from '../values/uuid.ts';
import { insertAnswers, type NewAnswer } from './answer-queries.ts';
import { askedQuestions, type SentAnswer, THE_ORDER } from './asked-questions.ts';
import type { Checkout } from './checkout.ts';
import type { CheckoutRequest } from './checkout-request.ts';

interface Body {
  answers?: { question_id: string; value: string }[] | null;
  attendees?: { answers?: Body['answers'] }[] | null;
}

/** All answers of a request, with those of each attendee. */
export function sentAnswers({ answers, attendees }: Body): SentAnswer[] {
  const sent = (list: Body['answers'], ticket: number, within: string) =>
    (list ?? []).map(({ question_id: questionId, value }, index) => ({
      questionId,
      ticket,
      value,
      field: `${within}answers[${index}]`,
    }));
  return [
    ...sent(answers, THE_ORDER, ''),
    ...(attendees ?? []).flatMap((attendee, index) => sent(attendee.answers, index + 1, `attendees[${index}].`)),
  ];
}

const nameOf = (questionId: Uuid, ticket: number) => `${questionId} ${ticket}`;

type Answering = Pick<CheckoutRequest, 'organizationId' | 'eventId' | 'answers'>;

/** The answers that a batch of requests for one event gives, checked in memory and inserted by one statement. */
export class GivenAnswers {
  #questions: Question[] = [];
  readonly #answers: NewAnswer[] = [];

  /** The event is locked, so that its questions stay. */
  async load(tx: Tx, requests: Answering[]) {
    const asking = requests.find(({ answers = [] }) => answers.length > 0);
    if (asking) this.#questions = await listQuestions(tx, asking.organizationId, asking.eventId);
  }

  /** @throws Refusal 400 that names the answer which fits no question, or is the second to one */
  check(
    { answers = [] }: Pick<Answering, 'answers'>,
    { id: checkoutId, lines }: Checkout,
    admissions: number,
  ): NewAnswer[] {
    if (answers.length === 0) return [];
    const asked = new Map(
      askedQuestions(this.#questions, { lines, admissions }).map(({ question, ticket }) => [
        nameOf(question.id, ticket),
        question,
      ]),
    );
    const answered = new Set<string>();
    return answers.flatMap(({ questionId, ticket, value: given, field }) => {
      const name = nameOf(questionId, ticket);
      const question = asked.get(name);
      if (!question) throw answerRefusals.question_not_asked({ field: `${field}.question_id` });
      if (answered.has(name)) throw answerRefusals.question_answered_twice({ field: `${field}.question_id` });
      answered.add(name);
      const value = answerValue(question, given);
      if (value === undefined) throw answerRefusals.invalid_answer({ field: `${field}.value`, kind: question.kind });
      return value === null ? [] : [{ checkoutId, ticket, questionId, label: question.label, value }];
    });
  }

  take(answers: NewAnswer[]) {
    this.#answers.push(...answers);
  }

  /** Call it after the checkouts are inserted. */
  save(tx: Tx, event: { organizationId: Uuid; eventId: Uuid }) {
    if (this.#answers.length > 0) insertAnswers(tx, event, this.#answers);
  }
}

/**
 * Saves answers for a checkout that has none to these questions. The event and the checkout are locked.
 * @throws Refusal 400 as `check`
 */
export async function saveSentAnswers(tx: Tx, places: Places, checkout: Checkout, answers: SentAnswer[]) {
  if (answers.length === 0) return;
  const given = new GivenAnswers();
  const { organizationId, eventId } = places;
  await given.load(tx, [{ organizationId, eventId, answers }]);
  given.take(given.check({ answers }, checkout, admissionsOf(places, checkout.lines)));
  given.save(tx, { organizationId, eventId });
}

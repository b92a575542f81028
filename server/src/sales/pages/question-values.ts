import type { GivenAnswer } from '../../checkouts/answer-queries.ts';
import { type AskedQuestion, THE_ORDER } from '../../checkouts/asked-questions.ts';
import { answerValue } from '../../questions/answer-value.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { EventOfPage } from './queries.ts';

/** What is wrong with the answer in the field with this id. */
export interface QuestionProblem {
  field: string;
  rule: 'noAnswer' | 'notTicked' | 'badText' | 'badChoice' | 'badTick' | 'badDate';
  ticket?: number;
  label: string;
}

const PREFIX = 'q_';
/** The last digits of an id are random. Whole ids would fill a third of the form that 100 tickets make. */
const ID_DIGITS = 12;
const BAD = { text: 'badText', choice: 'badChoice', checkbox: 'badTick', date: 'badDate' } as const;

/** Name and id of the field of an answer. A question that changed keeps it; another question has another. */
export const answerFieldName = (questionId: Uuid, ticket: number): string =>
  `${PREFIX}${questionId.slice(-ID_DIGITS)}_${ticket}`;
export const isAnswerField = (name: string): boolean => name.startsWith(PREFIX);

/** What the buyer, or a program, answered before. */
export const initialAnswers = (answers: EventOfPage['answers']): Map<string, string> =>
  new Map(answers.map(({ questionId, ticket, value }) => [answerFieldName(questionId, ticket), value]));

/** The values of fields, under the names that their tickets have after a change. */
export function moveAnswers(values: Map<string, string>, former: number[]): Map<string, string> {
  const moved = new Map<string, string>();
  const ticketOf = new Map(former.map((before, index) => [before, index + 1]));
  for (const [name, value] of values) {
    const end = name.lastIndexOf('_') + 1;
    const before = Number(name.slice(end));
    const ticket = before === THE_ORDER ? THE_ORDER : ticketOf.get(before);
    if (ticket !== undefined) moved.set(`${name.slice(0, end)}${ticket}`, value);
  }
  return moved;
}

/**
 * What prevents the payment, in the order of the fields. Values of other fields, such as those of a deleted question,
 * are ignored.
 */
export const findAnswerProblems = (values: Map<string, string>, asked: AskedQuestion[]): QuestionProblem[] =>
  asked.flatMap(({ question, ticket }) => {
    const { kind, label, required } = question;
    const field = answerFieldName(question.id, ticket);
    const value = answerValue(question, values.get(field) ?? '');
    const missing = kind === 'checkbox' ? ('notTicked' as const) : ('noAnswer' as const);
    const rule = value === undefined ? BAD[kind] : value === null && required && missing;
    return rule ? [{ field, rule, label, ...(ticket === THE_ORDER ? {} : { ticket }) }] : [];
  });

/** The answers to save. */
export const enteredAnswers = (values: Map<string, string>, asked: AskedQuestion[]): GivenAnswer[] =>
  asked.flatMap(({ question, ticket }) => {
    const { id: questionId, label } = question;
    const value = answerValue(question, values.get(answerFieldName(questionId, ticket)) ?? '');
    return value ? [{ questionId, ticket, label, value }] : [];
  });

import { Type } from 'typebox';
import { OneOf } from '../platform/http/contract/fields.ts';
import { badRequest, conflict, declareRefusals, notFound } from '../platform/refusals/declare-refusals.ts';
import { MAX_ANSWER_LENGTH, QUESTION_KINDS } from './question.ts';

export const questionRefusals = declareRefusals({
  question_not_found: notFound('Question'),
  too_many_questions: conflict({
    facts: { max: Type.Integer() },
    en: ({ max }) => `An event asks at most ${max} questions`,
    cause: 'The event has as many questions as an event can have.',
    remedy: 'Delete a question first, or change one.',
  }),
  question_fixed: conflict({
    facts: { field: OneOf(['asked_of', 'kind']) },
    en: ({ field }) => `${field} of a question cannot be changed`,
    cause: 'A question was created with another `asked_of` or `kind`, and its answers follow it.',
    remedy: 'Delete the question, and create another one.',
  }),
  options_required: badRequest({
    field: 'options',
    en: 'options must have at least one entry: the question is a choice',
    cause: 'A question of the kind `choice` has no `options`.',
    remedy: 'Send the options that the buyer chooses from.',
  }),
  options_not_expected: badRequest({
    field: 'options',
    en: 'options must be empty: the question is no choice',
    cause: 'A question of another kind than `choice` has `options`.',
    remedy: 'Leave `options` out, or send `kind` `choice`.',
  }),
  same_option_twice: badRequest({
    facts: { option: Type.String() },
    field: 'options',
    en: ({ option }) => `options must not contain ${option} twice`,
    cause: 'Two options are the same text. Spaces around it make no difference.',
    remedy: 'Send each option once.',
  }),
  question_of_add_on: badRequest({
    field: 'tier_ids',
    en: 'tier_ids must not name an add-on, because nobody is admitted with it: ask once for the order instead',
    cause: 'A question with `asked_of` `ticket` names a tier whose `admission` is false.',
    remedy: 'Send `asked_of` `order`: the question is asked once when the order has the add-on.',
  }),
});

const RULES = {
  text: `text of at most ${MAX_ANSWER_LENGTH} characters`,
  choice: 'one of the options of the question',
  checkbox: 'true or false, as a text',
  date: 'a date such as 2027-03-01',
};

/** The field of the answer, such as `attendees[1].answers[0].value`. */
const OfAnswer = { field: Type.String() };

/** Refusals of answers that a program sends with a checkout. */
export const answerRefusals = declareRefusals({
  question_not_asked: badRequest({
    facts: OfAnswer,
    en: ({ field }) => `${field} must be a question that the event asks here`,
    cause:
      'The event has no such question now, or asks it for each ticket and not for the order, or the other way round, or not for this tier.',
    remedy: 'Read the questions with `GET /events/{id}/questions`.',
  }),
  question_answered_twice: badRequest({
    facts: OfAnswer,
    en: ({ field }) => `${field} must not be answered twice`,
    cause: 'Two answers are to the same question, for the order or for the same ticket.',
    remedy: 'Send one answer to each question.',
  }),
  invalid_answer: badRequest({
    facts: { ...OfAnswer, kind: OneOf(QUESTION_KINDS, 'Of the question.') },
    en: ({ field, kind }) => `${field} must be ${RULES[kind]}`,
    cause: 'The answer does not fit the kind of its question.',
    remedy: 'Send what the message asks for.',
  }),
});

import { type Static, Type } from 'typebox';
import type { Fields } from '../audit-log/change.ts';
import { MAX_NAME_LENGTH, Name, nullable, optional, Text, Uuid } from '../platform/http/contract/fields.ts';
import { Enum, Model } from '../platform/http/contract/models.ts';
import { type Sent, sent, shown } from '../platform/http/contract/wire.ts';
import { MAX_SORT_ORDER } from '../values/sort-order.ts';
import {
  ASKED_OF,
  MAX_HELP_LENGTH,
  MAX_OPTION_LENGTH,
  MAX_OPTIONS,
  QUESTION_KINDS,
  type Question,
} from './question.ts';

/** More than any event has. */
const MAX_TIERS = 1_000;

const AskedOfSchema = Enum('AskedOf', 'order: asked once. ticket: asked for each ticket that admits.', ASKED_OF);

const QuestionKindSchema = Enum(
  'QuestionKind',
  'text: one line. choice: one of the options. checkbox: ticked or not. date: a day.',
  QUESTION_KINDS,
);

const optionalFields = {
  help: optional(Text(MAX_HELP_LENGTH, 'Shown below the label.')),
  options: Type.Optional(
    Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: Name(MAX_OPTION_LENGTH),
      maxItems: MAX_OPTIONS,
      description: 'What buyers choose from: for `choice`, and for no other kind.',
    }),
  ),
  required: optional(
    Type.Boolean({ description: 'Buyers answer it before they pay; a required box must be ticked. Default: false.' }),
  ),
  at_door: optional(Type.Boolean({ description: 'The check-in shows the answers. Default: false.' })),
  tier_ids: Type.Optional(
    Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: Uuid(),
      maxItems: MAX_TIERS,
      description: 'Asked for tickets of these tiers, or for orders with one of them. null: for all.',
    }),
  ),
  sort_order: optional(
    Type.Integer({ minimum: -MAX_SORT_ORDER, maximum: MAX_SORT_ORDER, description: 'The lowest is asked first.' }),
  ),
};

export const NewQuestion = Model('QuestionInput', 'A question to ask buyers of an event.', {
  asked_of: AskedOfSchema,
  kind: QuestionKindSchema,
  label: Name(MAX_NAME_LENGTH, 'The question, as the buyer reads it.'),
  ...optionalFields,
});

export const QuestionChanges = Model('QuestionChanges', 'Fields of a question to change; omitted ones stay.', {
  asked_of: Type.Optional(AskedOfSchema),
  kind: Type.Optional(QuestionKindSchema),
  label: Type.Optional(Name(MAX_NAME_LENGTH, 'The question, as the buyer reads it.')),
  ...optionalFields,
});

export const QuestionJson = Model('Question', 'A question that buyers of an event answer on the hosted page.', {
  id: Uuid(),
  asked_of: AskedOfSchema,
  kind: QuestionKindSchema,
  label: Type.String(),
  help: nullable(Type.String()),
  options: Type.Array(Type.String()),
  required: Type.Boolean(),
  at_door: Type.Boolean(),
  tier_ids: Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: Uuid(),
    description: 'null: all tiers.',
  }),
  sort_order: Type.Integer(),
});

export const QuestionListJson = Model('QuestionList', 'The questions of an event, in the order of the page.', {
  questions: Type.Array(QuestionJson),
});

export const AnswerJson = Model('Answer', 'What a buyer answered.', {
  question_id: Uuid(),
  asked_of: AskedOfSchema,
  kind: QuestionKindSchema,
  label: Type.String({ description: 'The question as the buyer read it.' }),
  value: Type.String({ description: 'A date as YYYY-MM-DD; `true` for a ticked box. No answer: no entry.' }),
});

/** The fields that `AnswerJson` shows. */
export interface ShownAnswer extends Pick<Question, 'askedOf' | 'kind' | 'label'> {
  questionId: string;
  value: string;
}

export const answerJson = (answer: ShownAnswer) => shown(AnswerJson, answer);

export type QuestionFields = Sent<Static<typeof QuestionChanges>>;
export type NewQuestionFields = Sent<Static<typeof NewQuestion>>;

/** Texts without spaces around them, each tier once. */
const tidied = <Sent extends QuestionFields>(fields: Sent): Sent => ({
  ...fields,
  ...(fields.label === undefined ? {} : { label: fields.label.trim() }),
  ...(fields.help == null ? {} : { help: fields.help.trim() || null }),
  ...(fields.options ? { options: fields.options.map((option) => option.trim()) } : {}),
  ...(fields.tierIds ? { tierIds: [...new Set(fields.tierIds)].toSorted() } : {}),
});

export const questionFieldsFrom = (body: Static<typeof QuestionChanges>): QuestionFields =>
  tidied(sent(QuestionChanges, body));

export const newQuestionFieldsFrom = (body: Static<typeof NewQuestion>): NewQuestionFields =>
  tidied(sent(NewQuestion, body));

export const questionJson = (question: Question) => shown(QuestionJson, question);

export const loggedQuestion = (question: Question): Fields => ({
  event_id: question.eventId,
  ...shown(QuestionChanges, question),
});

import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import { eventRefusals } from '../events/refusals.ts';
import { requireEvent } from '../events/require-event.ts';
import type { Database } from '../platform/database/database.ts';
import { Data } from '../platform/http/contract/envelope.ts';
import { IdParams } from '../platform/http/contract/fields.ts';
import type { Clock } from '../values/clock.ts';
import { createQuestion } from './create-question.ts';
import { deleteQuestion } from './delete-question.ts';
import { listQuestions } from './queries.ts';
import { questionRefusals } from './refusals.ts';
import * as schemas from './schemas.ts';
import { updateQuestion } from './update-question.ts';

const ofQuestions = [
  eventRefusals.tier_not_found,
  questionRefusals.options_required,
  questionRefusals.options_not_expected,
  questionRefusals.same_option_twice,
  questionRefusals.question_of_add_on,
];

export const questionRoutes: FastifyPluginAsyncTypebox<{ db: Database; clock: Clock }> = async (app, { db, clock }) => {
  app.get(
    '/events/:id/questions',
    {
      config: { access: 'read', refusals: [eventRefusals.event_not_found] },
      schema: {
        operationId: 'listQuestions',
        summary: 'List what buyers of an event are asked',
        description: 'In the order of the page, without deleted questions.',
        tags: ['Questions'],
        params: IdParams,
        response: { 200: Data(schemas.QuestionListJson) },
      },
    },
    async ({ organizationId, params }) => {
      await requireEvent(db, organizationId, params.id);
      return { data: { questions: (await listQuestions(db, organizationId, params.id)).map(schemas.questionJson) } };
    },
  );

  app.post(
    '/events/:id/questions',
    {
      config: {
        access: 'manage',
        refusals: [eventRefusals.event_not_found, questionRefusals.too_many_questions, ...ofQuestions],
      },
      schema: {
        operationId: 'createQuestion',
        summary: 'Ask buyers of an event a question',
        description:
          'The hosted page asks it, once or for each ticket that admits. Buyers answer required questions before they ' +
          'pay. An event asks at most 10 questions.',
        tags: ['Questions'],
        params: IdParams,
        body: schemas.NewQuestion,
        response: { 201: Data(schemas.QuestionJson) },
      },
    },
    async ({ organizationId, caller: actor, params, body }, reply) => {
      const fields = schemas.newQuestionFieldsFrom(body);
      const question = await createQuestion(db, {
        organizationId,
        actor,
        eventId: params.id,
        fields,
        now: clock.now(),
      });
      reply.code(201);
      return { data: schemas.questionJson(question) };
    },
  );

  app.put(
    '/questions/:id',
    {
      config: {
        access: 'manage',
        refusals: [questionRefusals.question_not_found, questionRefusals.question_fixed, ...ofQuestions],
      },
      schema: {
        operationId: 'updateQuestion',
        summary: 'Change the fields of a question that are sent',
        description:
          'Answers keep the label that the buyer read, and options that are no longer offered. `asked_of` and `kind` ' +
          'never change: 409.',
        tags: ['Questions'],
        params: IdParams,
        body: schemas.QuestionChanges,
        response: { 200: Data(schemas.QuestionJson) },
      },
    },
    async ({ organizationId, caller: actor, params, body }) => {
      const update = { organizationId, actor, questionId: params.id, fields: schemas.questionFieldsFrom(body) };
      return { data: schemas.questionJson(await updateQuestion(db, { ...update, now: clock.now() })) };
    },
  );

  app.delete(
    '/questions/:id',
    {
      config: { access: 'manage', refusals: [questionRefusals.question_not_found] },
      schema: {
        operationId: 'deleteQuestion',
        summary: 'Stop asking a question',
        description: 'Its answers stay readable. Answers to it on a page that a buyer had open are dropped.',
        tags: ['Questions'],
        params: IdParams,
        response: { 204: Type.Null({ description: 'Deleted.' }) },
      },
    },
    async ({ organizationId, caller: actor, params }, reply) => {
      await deleteQuestion(db, { organizationId, actor, questionId: params.id, now: clock.now() });
      return reply.code(204).send(null);
    },
  );
};

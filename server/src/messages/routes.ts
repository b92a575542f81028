import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Config } from '../config/config.ts';
import { eventRefusals } from '../events/refusals.ts';
import { requireEvent } from '../events/require-event.ts';
import { time } from '../events/tier-schemas.ts';
import { previewLetter } from '../letters/message-letter.ts';
import type { Database } from '../platform/database/database.ts';
import { Data } from '../platform/http/contract/envelope.ts';
import { IdParams } from '../platform/http/contract/fields.ts';
import { PageQuery, pageFrom, pageMeta } from '../platform/http/contract/pagination.ts';
import type { Clock } from '../values/clock.ts';
import { countRecipients } from './audience-queries.ts';
import { cancelMessage } from './cancel-message.ts';
import { createMessage, requireAudience } from './create-message.ts';
import { listMessages } from './queries.ts';
import { messageRefusals } from './refusals.ts';
import * as schemas from './schemas.ts';
import { findWriter, sendTest } from './send-test.ts';

interface Options {
  config: Config;
  db: Database;
  clock: Clock;
  publicUrl: () => string;
}

const tags = ['Messages'];

export const messageRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { config, db, clock, publicUrl }) => {
  app.post(
    '/events/:id/messages',
    {
      config: {
        access: 'manage',
        refusals: [eventRefusals.event_not_found, eventRefusals.tier_not_found, messageRefusals.too_many_messages],
      },
      schema: {
        operationId: 'createMessage',
        summary: 'Send a message to the people of an event, now or later',
        description:
          'One mail per e-mail address: to buyers of tickets that are not refunded, and to attendees with an address of their own. ' +
          'Who gets it is decided when it is sent. People who unsubscribed are left out. Mails about tickets are always ' +
          'sent first; of many mails some follow on the next day.',
        tags,
        params: IdParams,
        body: schemas.NewMessage,
        response: { 201: Data(schemas.MessageJson) },
      },
    },
    async ({ organizationId, caller: actor, timeZone, params, body }, reply) => {
      const { subject, text } = body;
      const message = await createMessage(db, {
        organizationId,
        actor,
        eventId: params.id,
        words: { subject, text },
        audience: schemas.audienceFrom(body.audience),
        sendAt: time(body.send_at, timeZone) ?? null,
        now: clock.now(),
      });
      reply.code(201);
      return { data: schemas.messageJson(message) };
    },
  );

  app.post(
    '/events/:id/messages/preview',
    {
      config: { access: 'manage', refusals: [eventRefusals.event_not_found, eventRefusals.tier_not_found] },
      schema: {
        operationId: 'previewMessage',
        summary: 'Read how a message will look, and how many people get it',
        description: 'Sends and stores nothing. The counts are those of this moment.',
        tags,
        params: IdParams,
        body: schemas.PreviewBody,
        response: { 200: Data(schemas.PreviewJson) },
      },
    },
    async ({ organizationId, caller, params: { id: eventId }, body }) => {
      const audience = schemas.audienceFrom(body.audience);
      await requireAudience(db, organizationId, eventId, audience);
      const writer = await findWriter(db, caller);
      const { subject, text } = body;
      const [{ recipients, leftOut }, letter] = await Promise.all([
        countRecipients(db, { organizationId, eventId, audience }),
        previewLetter({ config, db, publicUrl }, { organizationId, eventId, writer, subject, text }),
      ]);
      return { data: { recipients, left_out: leftOut, subject: letter.subject, html: letter.html, text: letter.text } };
    },
  );

  app.post(
    '/events/:id/messages/test',
    {
      config: {
        access: 'manage',
        refusals: [eventRefusals.event_not_found, messageRefusals.test_needs_person, messageRefusals.too_many_messages],
      },
      schema: {
        operationId: 'testMessage',
        summary: 'Send a message to the person who writes it',
        description: 'To nobody else. It needs a person: an API key has no mailbox (409).',
        tags,
        params: IdParams,
        body: schemas.MessageTest,
        response: { 200: Data(schemas.TestSentJson) },
      },
    },
    async ({ organizationId, caller: actor, params, body: { subject, text } }) => {
      const words = { subject, text };
      const request = { organizationId, actor, eventId: params.id, words, now: clock.now() };
      return { data: { recipient: await sendTest(db, request) } };
    },
  );

  app.get(
    '/events/:id/messages',
    {
      config: { access: 'manage', refusals: [eventRefusals.event_not_found] },
      schema: {
        operationId: 'listMessages',
        summary: 'List the messages to the people of an event, newest first',
        description: '`failed` counts mails as long as they are kept.',
        tags,
        params: IdParams,
        querystring: Type.Object(PageQuery(20, 100)),
        response: { 200: Data(schemas.MessageListJson) },
      },
    },
    async ({ organizationId, params: { id: eventId }, query }) => {
      await requireEvent(db, organizationId, eventId);
      const page = pageFrom(query);
      const { messages, total } = await listMessages(db, organizationId, eventId, page);
      return { data: { messages: messages.map(schemas.messageJson), meta: pageMeta(page, total) } };
    },
  );

  app.post(
    '/messages/:id/cancel',
    {
      config: {
        access: 'manage',
        refusals: [messageRefusals.message_not_found, messageRefusals.message_not_scheduled],
      },
      schema: {
        operationId: 'cancelMessage',
        summary: 'Cancel a message before it is sent',
        description: 'In a race with its sending the first one wins: a message that is being sent is 409.',
        tags,
        params: IdParams,
        response: { 200: Data(schemas.MessageJson) },
      },
    },
    async ({ organizationId, caller: actor, params }) => ({
      data: schemas.messageJson(await cancelMessage(db, { organizationId, actor, id: params.id, now: clock.now() })),
    }),
  );
};

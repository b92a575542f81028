import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import { getEvent } from '../events/queries.ts';
import { eventRefusals } from '../events/refusals.ts';
import type { Database } from '../platform/database/database.ts';
import { Data } from '../platform/http/contract/envelope.ts';
import { IdParams } from '../platform/http/contract/fields.ts';
import { countPassages } from '../tickets/passage-count-queries.ts';
import type { Clock } from '../values/clock.ts';
import { createCheckInList } from './create-check-in-list.ts';
import { deleteCheckInList } from './delete-check-in-list.ts';
import { listCheckInLists } from './queries.ts';
import { checkInListRefusals } from './refusals.ts';
import * as schemas from './schemas.ts';
import { updateCheckInList } from './update-check-in-list.ts';

const tags = ['Check-in lists'];

export const checkInListRoutes: FastifyPluginAsyncTypebox<{ db: Database; clock: Clock }> = async (
  app,
  { db, clock },
) => {
  app.get(
    '/events/:id/check-in-lists',
    {
      config: { access: ['read', 'door'], refusals: [eventRefusals.event_not_found] },
      schema: {
        operationId: 'listCheckInLists',
        summary: 'List the check-in lists of an event, and count who passed them and the gate',
        description: 'Oldest first, without deleted lists. The gate is no list: every event has it.',
        tags,
        params: IdParams,
        response: { 200: Data(schemas.CheckInListsJson) },
      },
    },
    async ({ organizationId, params: { id } }) => {
      const { reEntry } = await getEvent(db, organizationId, id);
      const lists = await listCheckInLists(db, organizationId, id);
      return { data: schemas.countedListsJson(reEntry, lists, await countPassages(db, organizationId, id)) };
    },
  );

  app.post(
    '/events/:id/check-in-lists',
    {
      config: {
        access: 'manage',
        refusals: [
          eventRefusals.event_not_found,
          eventRefusals.tier_not_found,
          checkInListRefusals.too_many_check_in_lists,
        ],
      },
      schema: {
        operationId: 'createCheckInList',
        summary: 'Create a check-in list: a place beside the gate where tickets are scanned',
        description:
          'A lounge, a cloakroom, the second day. It is for all tickets that admit or for some tiers, and changes no ' +
          'status. At most 20 for an event.',
        tags,
        params: IdParams,
        body: schemas.NewCheckInList,
        response: { 201: Data(schemas.CheckInListJson) },
      },
    },
    async ({ organizationId, caller: actor, params, body }, reply) => {
      const fields = schemas.newListFieldsFrom(body);
      const list = await createCheckInList(db, { organizationId, actor, eventId: params.id, fields, now: clock.now() });
      reply.code(201);
      return { data: schemas.checkInListJson(list) };
    },
  );

  app.put(
    '/check-in-lists/:id',
    {
      config: {
        access: 'manage',
        refusals: [checkInListRefusals.check_in_list_not_found, eventRefusals.tier_not_found],
      },
      schema: {
        operationId: 'updateCheckInList',
        summary: 'Change the fields of a check-in list that are sent',
        description: 'Passages stay; the next scan is decided by the new rule. Open doors have it within 10 seconds.',
        tags,
        params: IdParams,
        body: schemas.CheckInListChanges,
        response: { 200: Data(schemas.CheckInListJson) },
      },
    },
    async ({ organizationId, caller: actor, params, body }) => {
      const update = { organizationId, actor, listId: params.id, fields: schemas.listFieldsFrom(body) };
      return { data: schemas.checkInListJson(await updateCheckInList(db, { ...update, now: clock.now() })) };
    },
  );

  app.delete(
    '/check-in-lists/:id',
    {
      config: { access: 'manage', refusals: [checkInListRefusals.check_in_list_not_found] },
      schema: {
        operationId: 'deleteCheckInList',
        summary: 'Delete a check-in list; its door links end',
        description: 'Its passages stay in those of each ticket.',
        tags,
        params: IdParams,
        response: { 204: Type.Null({ description: 'Deleted.' }) },
      },
    },
    async ({ organizationId, caller: actor, params }, reply) => {
      await deleteCheckInList(db, { organizationId, actor, listId: params.id, now: clock.now() });
      return reply.code(204).send(null);
    },
  );
};

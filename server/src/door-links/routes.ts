import assert from 'node:assert';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { checkInListRefusals } from '../check-in-lists/refusals.ts';
import { eventRefusals } from '../events/refusals.ts';
import { requireEvent } from '../events/require-event.ts';
import type { Database } from '../platform/database/database.ts';
import { Data } from '../platform/http/contract/envelope.ts';
import { IdParams } from '../platform/http/contract/fields.ts';
import { PageQuery, pageFrom, pageMeta } from '../platform/http/contract/pagination.ts';
import { fieldRefusals } from '../platform/refusals/request-refusals.ts';
import type { Clock } from '../values/clock.ts';
import { parseTimestamp } from '../values/timestamps.ts';
import { createDoorLink } from './create-door-link.ts';
import { getDoorLink, listDoorLinks } from './queries.ts';
import { doorLinkRefusals } from './refusals.ts';
import { revokeDoorLink } from './revoke-door-link.ts';
import * as schemas from './schemas.ts';

interface Options {
  db: Database;
  clock: Clock;
  publicUrl: () => string;
}

const tags = ['Door links'];

export const doorLinkRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, clock, publicUrl }) => {
  app.get(
    '/events/:id/door-links',
    {
      config: { access: 'manage', refusals: [eventRefusals.event_not_found] },
      schema: {
        operationId: 'listDoorLinks',
        summary: 'List the door links of an event, newest first; none with its secret',
        description: 'Includes links that are revoked or over.',
        tags,
        params: IdParams,
        querystring: Type.Object(PageQuery(20, 100)),
        response: { 200: Data(schemas.DoorLinkListJson) },
      },
    },
    async ({ organizationId, params, query }) => {
      await requireEvent(db, organizationId, params.id);
      const page = pageFrom(query);
      const { links, total } = await listDoorLinks(db, organizationId, params.id, page);
      return { data: { door_links: links.map(schemas.doorLinkJson), meta: pageMeta(page, total) } };
    },
  );

  app.post(
    '/events/:id/door-links',
    {
      config: {
        access: 'manage',
        refusals: [
          eventRefusals.event_not_found,
          checkInListRefusals.check_in_list_not_found,
          fieldRefusals.time_not_in_future,
          doorLinkRefusals.door_link_too_long,
          doorLinkRefusals.too_many_door_links,
        ],
      },
      schema: {
        operationId: 'createDoorLink',
        summary: 'Create a link that logs a phone in at the door of this event; it is shown this once',
        description:
          '`url` opens without an account. The link reads the list of this event, checks its tickets in and undoes ' +
          'that; with `list_id` at that list alone. It ends at `ends_at` or when it is revoked.',
        tags,
        params: IdParams,
        body: schemas.NewDoorLinkBody,
        response: { 201: Data(schemas.NewDoorLinkJson) },
      },
    },
    async ({ organizationId, caller: actor, timeZone, params: { id: eventId }, body }, reply) => {
      const endsAt = parseTimestamp(body.ends_at, timeZone);
      assert(endsAt, 'the schema checks the time');
      const listId = body.list_id ?? null;
      const made = { organizationId, actor, eventId, listId, name: body.name, endsAt, now: clock.now() };
      const { id, secret } = await createDoorLink(db, made);
      const stored = schemas.doorLinkJson(await getDoorLink(db, organizationId, id));
      reply.code(201);
      return { data: { ...stored, secret, url: schemas.doorUrl(publicUrl(), eventId, secret) } };
    },
  );

  app.delete(
    '/door-links/:id',
    {
      config: { access: 'manage', refusals: [doorLinkRefusals.door_link_not_found] },
      schema: {
        operationId: 'revokeDoorLink',
        summary: 'Revoke a door link; other instances may accept it for a second more',
        description: 'A link cannot be restored. Revoking it again changes nothing.',
        tags,
        params: IdParams,
        response: { 204: Type.Null({ description: 'Revoked.' }) },
      },
    },
    async ({ organizationId, caller: actor, params }, reply) => {
      await revokeDoorLink(db, { organizationId, actor, id: params.id, now: clock.now() });
      return reply.code(204).send(null);
    },
  );
};

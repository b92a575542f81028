import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { NO_ATTRIBUTION } from '../checkouts/checkout.ts';
import { holdRefusals, NOT_ON_SALE } from '../checkouts/refusals.ts';
import type { Config } from '../config/config.ts';
import { eventRefusals } from '../events/refusals.ts';
import { requireEvent } from '../events/require-event.ts';
import { requireTiers } from '../events/require-tiers.ts';
import type { Database } from '../platform/database/database.ts';
import { Data } from '../platform/http/contract/envelope.ts';
import { IdParams } from '../platform/http/contract/fields.ts';
import { pageFrom, pageMeta } from '../platform/http/contract/pagination.ts';
import { linkUrl } from '../tickets/ticket-credentials.ts';
import type { Clock } from '../values/clock.ts';
import { linkedEntry } from './entry.ts';
import { joinWaitingList } from './join-waiting-list.ts';
import { leaveWaitingList } from './leave-waiting-list.ts';
import { countEntries, listEntries } from './queries.ts';
import { entryRefusals, joinRefusals } from './refusals.ts';
import * as schemas from './schemas.ts';

interface Options {
  config: Pick<Config, 'secretsKeys'>;
  db: Database;
  clock: Clock;
  publicUrl: () => string;
}

export const waitingListRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { config, db, clock, publicUrl } = options;
  app.post(
    '/events/:id/waiting-list',
    {
      config: {
        access: 'sell',
        refusals: [
          eventRefusals.event_not_found,
          eventRefusals.tier_not_found,
          holdRefusals.max_per_order,
          ...NOT_ON_SALE,
          ...Object.values(joinRefusals),
        ],
      },
      schema: {
        operationId: 'joinWaitingList',
        summary: 'Put a person on the waiting list of a sold-out tier',
        description:
          'A mail tells the person their place. Places that come back are offered in the order of asking: a mail links to ' +
          'a checkout that holds them for 12 hours. On a seated event the person waits for seats in any section with this price. A tier ' +
          'that anyone can buy is 409.',
        tags: ['Waiting list'],
        params: IdParams,
        body: schemas.NewEntry,
        response: { 201: Data(schemas.JoinedJson) },
      },
    },
    async ({ organizationId, params, body }, reply) => {
      const joined = await joinWaitingList(db, {
        organizationId,
        eventId: params.id,
        tierId: body.tier_id ?? null,
        quantity: body.quantity,
        customer: { ...body.customer, phone: body.customer.phone ?? null },
        language: body.language ?? null,
        successUrl: body.success_url,
        cancelUrl: body.cancel_url ?? null,
        channel: 'api',
        attribution: { ...NO_ATTRIBUTION, ...body.attribution },
        now: clock.now(),
      });
      reply.code(201);
      const leaveUrl = await linkUrl(db, config.secretsKeys, linkedEntry(joined.entry), publicUrl());
      return { data: schemas.joinedJson(joined, leaveUrl) };
    },
  );

  app.get(
    '/events/:id/waiting-list',
    {
      config: { access: 'read', refusals: [eventRefusals.event_not_found, eventRefusals.tier_not_found] },
      schema: {
        operationId: 'listWaitingList',
        summary: 'List the people on the waiting list of an event, longest waiting first',
        description:
          'Entries that are over stay in the list for 90 days. `tiers` counts the people of the whole event.',
        tags: ['Waiting list'],
        params: IdParams,
        querystring: schemas.EntriesQuery,
        response: { 200: Data(schemas.EntryListJson) },
      },
    },
    async ({ organizationId, caller, params: { id: eventId }, query }) => {
      await requireEvent(db, organizationId, eventId);
      const [page, now] = [pageFrom(query), clock.now()];
      const { tier_id: tierId, status } = query;
      await requireTiers(db, organizationId, { eventId, tierIds: tierId === undefined ? null : [tierId] });
      const [{ entries, total }, counts] = await Promise.all([
        listEntries(db, organizationId, { eventId, tierId, status, page, now }),
        countEntries(db, organizationId, eventId, now),
      ]);
      return {
        data: {
          entries: entries.map((entry) => schemas.entryJson(entry, caller.access.has('sell'))),
          tiers: counts.map(schemas.countsJson),
          meta: pageMeta(page, total),
        },
      };
    },
  );

  app.delete(
    '/waiting-list-entries/:id',
    {
      config: {
        access: 'manage',
        refusals: [entryRefusals.entry_not_found, entryRefusals.entry_ended, entryRefusals.offer_being_paid],
      },
      schema: {
        operationId: 'removeFromWaitingList',
        summary: 'Take a person off the waiting list',
        description:
          'An offer ends at once, and its places go to the next in line. The entry stays in the list as `left`. One that ' +
          'neither waits nor has an offer is 409.',
        tags: ['Waiting list'],
        params: IdParams,
        response: { 204: Type.Null({ description: 'The person is off the list.' }) },
      },
    },
    async ({ organizationId, caller: actor, params }, reply) => {
      await leaveWaitingList(db, { organizationId, id: params.id, actor, now: clock.now() });
      return reply.code(204).send(null);
    },
  );
};

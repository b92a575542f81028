import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { actorNames } from '../door-links/actor-names.ts';
import type { Queryable } from '../platform/database/database.ts';
import { Data } from '../platform/http/contract/envelope.ts';
import { pageFrom, pageMeta } from '../platform/http/contract/pagination.ts';
import { timeRangeFrom } from '../platform/http/contract/time-range.ts';
import { fieldRefusals } from '../platform/refusals/request-refusals.ts';
import { listChanges } from './queries.ts';
import { AuditLogJson, AuditLogQuery, changeJson } from './schemas.ts';

export const auditLogRoutes: FastifyPluginAsyncTypebox<{ reads: Queryable }> = async (app, { reads }) => {
  app.get(
    '/audit-log',
    {
      config: { access: 'own', refusals: [fieldRefusals.fields_out_of_order] },
      schema: {
        operationId: 'listChanges',
        summary: 'List changes, newest first',
        description:
          'Every change made by a member, an API key or the operator. Entries are written in the transaction of ' +
          'the change.',
        tags: ['Audit log'],
        querystring: AuditLogQuery,
        response: { 200: Data(AuditLogJson) },
      },
    },
    async ({ organizationId, timeZone, query }) => {
      const { subject_id: subjectId, actor_id: actorId, action } = query;
      const { from, to } = timeRangeFrom(query, timeZone);
      const page = pageFrom(query);
      const { changes, total } = await listChanges(
        reads,
        organizationId,
        { subjectId, actorId, action, from, to },
        page,
      );
      const nameOf = await actorNames(reads, organizationId, changes);
      return {
        data: { changes: changes.map((change) => changeJson(change, nameOf(change))), meta: pageMeta(page, total) },
      };
    },
  );
};

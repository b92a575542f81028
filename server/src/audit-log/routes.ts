import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Database } from '../platform/database/database.ts';
import { Data, errors } from '../platform/http/contract/envelope.ts';
import { pageFrom, pageMeta } from '../platform/http/contract/pagination.ts';
import { badRequest } from '../platform/refusals/errors.ts';
import { parseRangeEnd, parseRangeStart } from '../values/timestamps.ts';
import { listChanges } from './queries.ts';
import { AuditLogJson, AuditLogQuery, changeJson } from './schemas.ts';

export const auditLogRoutes: FastifyPluginAsyncTypebox<{ db: Database }> = async (app, { db }) => {
  app.get(
    '/audit-log',
    {
      config: { access: 'own' },
      schema: {
        operationId: 'listChanges',
        summary: 'List who changed what, newest first',
        tags: ['Audit log'],
        querystring: AuditLogQuery,
        response: { 200: Data(AuditLogJson), ...errors(400) },
      },
    },
    async ({ organizationId, timeZone, query }) => {
      const { subject_id: subjectId, actor_id: actorId, action } = query;
      const from = query.from === undefined ? undefined : parseRangeStart(query.from, timeZone);
      const to = query.to === undefined ? undefined : parseRangeEnd(query.to, timeZone);
      if (from && to && from > to) throw badRequest('from must not be after to');
      const page = pageFrom(query);
      const { changes, total } = await listChanges(db, organizationId, { subjectId, actorId, action, from, to }, page);
      return { data: { changes: changes.map(changeJson), meta: pageMeta(page, total) } };
    },
  );
};

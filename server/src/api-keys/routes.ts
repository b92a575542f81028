import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Database } from '../platform/database/database.ts';
import { Data } from '../platform/http/contract/envelope.ts';
import { IdParams } from '../platform/http/contract/fields.ts';
import { PageQuery, pageFrom, pageMeta } from '../platform/http/contract/pagination.ts';
import { fieldRefusals } from '../platform/refusals/request-refusals.ts';
import type { Clock } from '../values/clock.ts';
import { parseTimestamp } from '../values/timestamps.ts';
import { createApiKey } from './create-api-key.ts';
import { getApiKey, listApiKeys } from './queries.ts';
import { apiKeyRefusals } from './refusals.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import * as schemas from './schemas.ts';

const tags = ['API keys'];

export const apiKeyRoutes: FastifyPluginAsyncTypebox<{ db: Database; clock: Clock }> = async (app, { db, clock }) => {
  app.get(
    '/api-keys',
    {
      config: { access: 'own' },
      schema: {
        operationId: 'listApiKeys',
        summary: 'List API keys, newest first; of each only the end',
        description: 'Includes revoked and expired keys.',
        tags,
        querystring: Type.Object(PageQuery(20, 100)),
        response: { 200: Data(schemas.ApiKeyListJson) },
      },
    },
    async ({ organizationId, query }) => {
      const page = pageFrom(query);
      const { keys, total } = await listApiKeys(db, organizationId, page);
      return { data: { api_keys: keys.map(schemas.apiKeyJson), meta: pageMeta(page, total) } };
    },
  );

  app.get(
    '/api-keys/current',
    {
      config: { access: ['read', 'door'], refusals: [apiKeyRefusals.api_key_not_found], notShared: true },
      schema: {
        operationId: 'getCurrentApiKey',
        summary: 'Read the API key of this request, and with it what it may do',
        description: 'Every key can read itself, whatever its scopes. A session is 404: it has no key.',
        tags,
        response: { 200: Data(schemas.ApiKeyJson) },
      },
    },
    async ({ organizationId, caller }) => {
      if (caller.kind !== 'key') throw apiKeyRefusals.api_key_not_found();
      return { data: schemas.apiKeyJson(await getApiKey(db, organizationId, caller.id)) };
    },
  );

  app.post(
    '/api-keys',
    {
      config: { access: 'secure', refusals: [fieldRefusals.time_not_in_future, apiKeyRefusals.too_many_api_keys] },
      schema: {
        operationId: 'createApiKey',
        summary: 'Create an API key; it is shown this once',
        description: 'Only a hash of the key is stored. The key works from the next request on.',
        tags,
        body: schemas.NewApiKeyBody,
        response: { 201: Data(schemas.NewApiKeyJson) },
      },
    },
    async ({ organizationId, caller: actor, timeZone, body }, reply) => {
      const { name, scopes, expires_at: expires } = body;
      const expiresAt = (expires && parseTimestamp(expires, timeZone)) || null;
      const made = { organizationId, actor, name, ...(scopes ? { scopes } : {}), expiresAt, now: clock.now() };
      const { id, key } = await createApiKey(db, made);
      const stored = schemas.apiKeyJson(await getApiKey(db, organizationId, id));
      reply.code(201);
      return { data: { ...stored, key } };
    },
  );

  app.delete(
    '/api-keys/:id',
    {
      config: { access: 'secure', refusals: [apiKeyRefusals.api_key_not_found] },
      schema: {
        operationId: 'revokeApiKey',
        summary: 'Revoke an API key; other instances may accept it for a second more',
        description: 'A key cannot be restored. Revoking it again changes nothing.',
        tags,
        params: IdParams,
        response: { 204: Type.Null({ description: 'Revoked.' }) },
      },
    },
    async ({ organizationId, caller: actor, params }, reply) => {
      await revokeApiKey(db, { organizationId, actor, id: params.id, now: clock.now() });
      return reply.code(204).send(null);
    },
  );
};

import { type Static, Type } from 'typebox';
import { Instant, Name, nullable, OneOf, optional, Timestamp, Uuid } from '../platform/http/contract/fields.ts';
import { PageMeta } from '../platform/http/contract/pagination.ts';
import type { ApiKey } from './queries.ts';
import { SCOPES } from './scopes.ts';

export const NewApiKeyBody = Type.Object({
  name: Name(),
  scopes: Type.Array(OneOf(SCOPES), {
    minItems: 1,
    maxItems: SCOPES.length,
    description: 'read: every GET. sell: checkouts, and read. door: check-in. all: everything.',
  }),
  expires_at: optional(Timestamp('Absent or null: it works until it is revoked.')),
});

const ApiKeyJson = Type.Object({
  id: Uuid(),
  name: Type.String(),
  scopes: Type.Array(OneOf(SCOPES)),
  last_four: Type.String({ description: 'How the key ends: all of it that can be seen later.' }),
  created_at: Instant(),
  expires_at: nullable(Instant()),
  last_used_at: nullable(Instant('To the minute.')),
  revoked_at: nullable(Instant()),
});

export const NewApiKeyJson = Type.Object({
  ...ApiKeyJson.properties,
  key: Type.String({ description: 'Shown this once.' }),
});

export const ApiKeyListJson = Type.Object({ api_keys: Type.Array(ApiKeyJson), meta: PageMeta });

export const apiKeyJson = (key: ApiKey): Static<typeof ApiKeyJson> => ({
  id: key.id,
  name: key.name,
  scopes: key.scopes,
  last_four: key.lastFour,
  created_at: key.createdAt.toISOString(),
  expires_at: key.expiresAt?.toISOString() ?? null,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
});

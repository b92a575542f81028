import { Type } from 'typebox';
import { Instant, Name, nullable, optional, Timestamp, Uuid } from '../platform/http/contract/fields.ts';
import { Enum, Model } from '../platform/http/contract/models.ts';
import { PageMeta } from '../platform/http/contract/pagination.ts';
import { shown } from '../platform/http/contract/wire.ts';
import { KEY_PATTERN } from './key-text.ts';
import type { ApiKey } from './queries.ts';
import { SCOPES } from './scopes.ts';

const ScopeSchema = Enum(
  'Scope',
  'What an API key may do. read: every GET but those of team, API keys, payment accounts, audit log, door links, messages, reservations, ' +
    'the list of checkouts and the closing of the box office. ' +
    'sell: checkouts, and read. door: look up and check in tickets. box_office: orders paid by hand or given away, places kept for a ' +
    'name, and read. all: everything but what takes a person, such as changing the team, keys and payment accounts.',
  SCOPES,
);

export const NewApiKeyBody = Model('ApiKeyInput', 'An API key to create.', {
  name: Name(),
  scopes: optional(
    Type.Array(ScopeSchema, { minItems: 1, maxItems: SCOPES.length, description: 'Absent or null: all.' }),
  ),
  expires_at: optional(Timestamp('Absent or null: it works until it is revoked.')),
});

export const ApiKeyJson = Model('ApiKey', 'An API key, without the key.', {
  id: Uuid(),
  name: Type.String(),
  scopes: Type.Array(ScopeSchema),
  last_four: Type.String({ description: 'The end of the key, to recognize it by.' }),
  created_at: Instant(),
  expires_at: nullable(Instant()),
  last_used_at: nullable(Instant('To the minute.')),
  revoked_at: nullable(Instant()),
});

export const NewApiKeyJson = Model('CreatedApiKey', 'A new API key.', {
  ...ApiKeyJson.properties,
  key: Type.String({ pattern: KEY_PATTERN, description: 'Shown only once.' }),
});

export const ApiKeyListJson = Model('ApiKeyList', 'API keys, newest first, a page of them.', {
  api_keys: Type.Array(ApiKeyJson),
  meta: PageMeta,
});

export const apiKeyJson = (key: ApiKey) => shown(ApiKeyJson, key);

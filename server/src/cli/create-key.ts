import { createApiKey } from '../api-keys/create-api-key.ts';
import { isScope, SCOPES } from '../api-keys/scopes.ts';
import { OPERATOR } from '../audit-log/actor.ts';
import { type Command, UsageError, type Values } from './command.ts';
import { nameOf, timeOf, uuidOf } from './fields.ts';
import { advise, print, withDatabase } from './with-database.ts';

export const createKeyCommand: Command = {
  name: 'keys create',
  summary: 'Create an API key and print it; it cannot be shown again',
  options: {
    organization: { value: 'ID', help: 'Organization whose data the key can access', required: true },
    name: { value: 'NAME', help: 'Name to recognize the key by', required: true },
    scopes: { value: 'LIST', help: `Permissions, from ${SCOPES.join(', ')}; default all` },
    expires: { value: 'TIME', help: 'Expiry, such as 2027-12-31T23:59:59+08:00; default never' },
  },
  async run(values) {
    const fields = {
      organizationId: uuidOf(values, 'organization'),
      actor: OPERATOR,
      name: nameOf(values),
      ...limitsOf(values),
      now: new Date(),
    };
    const { key } = await withDatabase((db) => createApiKey(db, fields));
    print(key);
    advise('Save it now: it is not stored and cannot be shown again.');
  },
};

/** @throws UsageError */
function limitsOf(values: Values) {
  const scopes = (values.scopes ?? 'all').split(',').map((scope) => scope.trim());
  if (!scopes.every(isScope))
    throw new UsageError(`--scopes must be a comma list of ${SCOPES.join(', ')}, not "${values.scopes}"`);
  return { scopes, expiresAt: timeOf(values, 'expires') };
}

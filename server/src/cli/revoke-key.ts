import { revokeApiKey } from '../api-keys/revoke-api-key.ts';
import { OPERATOR } from '../audit-log/actor.ts';
import type { Command } from './command.ts';
import { uuidOf } from './fields.ts';
import { print, withDatabase } from './with-database.ts';

export const revokeKeyCommand: Command = {
  name: 'keys revoke',
  summary: 'Revoke an API key permanently',
  options: {
    organization: { value: 'ID', help: 'Organization of the key', required: true },
    'key-id': { value: 'ID', help: 'Id of the key; see keys list', required: true },
  },
  async run(values) {
    const fields = {
      organizationId: uuidOf(values, 'organization'),
      actor: OPERATOR,
      id: uuidOf(values, 'key-id'),
      now: new Date(),
    };
    await withDatabase((db) => revokeApiKey(db, fields));
    print('Revoked. A running server may accept it for one more second.');
  },
};

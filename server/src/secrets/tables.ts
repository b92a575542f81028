// Generated from tables.sql by `npm run generate`. Do not edit.
import { type Optional, table } from '../platform/database/table.ts';

/** A row of `secrets_key_check`. */
export interface SecretsKeyCheckRow {
  isOnly: boolean;
  sealedCheck: Buffer;
}

/** The values of an insert. */
export type NewSecretsKeyCheckRow = Optional<SecretsKeyCheckRow, 'isOnly'>;

export const secretsKeyCheckTable = table<SecretsKeyCheckRow, NewSecretsKeyCheckRow>(
  'secrets_key_check',
  `is_only boolean default, sealed_check bytea`,
);

import type { Queryable } from '../database/database.ts';
import { notFound } from '../http/errors.ts';
import type { Uuid } from '../uuid.ts';
import { markRevoked } from './queries.ts';

/**
 * Ends a key for good; of a revoked one the first time stays. A server trusts a key that it has just seen for some seconds
 * more. @throws ApiError 404 for a key that the organization does not have
 */
export async function revokeApiKey(
  db: Queryable,
  { organizationId, id, now }: { organizationId: Uuid; id: Uuid; now: Date },
): Promise<void> {
  if (!(await markRevoked(db, { organizationId, id, now }))) throw notFound('API key');
}

import assert from 'node:assert';
import type { Queryable } from '../platform/database/database.ts';
import { slugCandidates, slugFrom } from '../values/slug.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { DEFAULT_TIME_ZONE } from './organization.ts';
import { insertOrganization } from './queries.ts';

/** Its slug is made of its name. @returns the new organization's id */
export async function createOrganization(
  db: Queryable,
  { name, timeZone = DEFAULT_TIME_ZONE, now }: { name: string; timeZone?: string; now: Date },
): Promise<Uuid> {
  const id = newId(now);
  await insertWithSlugOf(db, name, { id, name, timeZone, now });
  return id;
}

/** Inserts an organization with the first free slug of these words. */
export async function insertWithSlugOf(
  db: Queryable,
  words: string,
  organization: Omit<Parameters<typeof insertOrganization>[1], 'slug'>,
): Promise<void> {
  for (const slug of slugCandidates(slugFrom(words, 'shop')))
    if (await insertOrganization(db, { ...organization, slug })) return;
  assert.fail('the last candidates are random');
}

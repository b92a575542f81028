import assert from 'node:assert';
import { MOST_SLUGS, slugRefusals } from '../organizations/refusals.ts';
import type { Tx } from '../platform/database/database.ts';
import { slugCandidates, slugFrom } from '../values/slug.ts';
import type { Uuid } from '../values/uuid.ts';
import { claimSlug, countSlugs, findEventIdBySlug } from './slug-queries.ts';

interface EventOfSlug {
  organizationId: Uuid;
  eventId: Uuid;
}

/**
 * Takes a slug made of the title. When several requests want one slug at once, the first gets it and the others the
 * next.
 */
export async function takeFreeSlug(tx: Tx, event: EventOfSlug, title: string): Promise<string> {
  for (const slug of slugCandidates(slugFrom(title, 'event'))) if (await claimSlug(tx, event, slug)) return slug;
  assert.fail('the last candidates are random');
}

/** Takes the slug that was asked for, or one made of the title. @throws Refusal slug_taken */
export async function slugOfNewEvent(tx: Tx, event: EventOfSlug, { slug, title }: { slug?: string; title: string }) {
  if (slug === undefined) return takeFreeSlug(tx, event, title);
  await takeSlug(tx, event, slug);
  return slug;
}

/**
 * Takes this slug, which may be an earlier one of the same event.
 * @throws Refusal slug_taken when another event has or had it; too_many_slugs
 */
export async function takeSlug(tx: Tx, event: EventOfSlug, slug: string): Promise<void> {
  if (!(await claimSlug(tx, event, slug))) {
    if ((await findEventIdBySlug(tx, event.organizationId, slug)) !== event.eventId) throw slugRefusals.slug_taken();
    return;
  }
  if ((await countSlugs(tx, event)) > MOST_SLUGS) throw slugRefusals.too_many_slugs({ max: MOST_SLUGS });
}

import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { perDatabase } from '../platform/database/per-database.ts';
import { serviceRefusals } from '../platform/refusals/service-refusals.ts';

/** Larger than what phones write. It is held in memory while it arrives and is decoded. */
export const MAX_PICTURE_BYTES = 10 * 2 ** 20;
/** 40 MB. Decoding one takes a second, so more would only wait. */
const MAX_UPLOADS = 4;
const RETRY_AFTER_SECONDS = 2;

const uploadsOf = perDatabase(() => new Set<string>());

/**
 * Lets one upload of an organization, and a few in all, begin to arrive, so that however many are sent, their bytes take
 * little memory. The others are told to come again before they send anything.
 * @throws Refusal overloaded (503)
 */
export function takeUploadSlot(db: Database, { organizationId }: FastifyRequest, reply: FastifyReply) {
  const uploads = uploadsOf(db);
  if (uploads.has(organizationId) || uploads.size >= MAX_UPLOADS)
    throw serviceRefusals.overloaded({ retry_after_seconds: RETRY_AFTER_SECONDS });
  uploads.add(organizationId);
  // Also called when the client goes away in the middle.
  finished(reply.raw, () => uploads.delete(organizationId));
}

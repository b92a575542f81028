import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { perDatabase } from '../platform/database/per-database.ts';
import { serviceRefusals } from '../platform/refusals/service-refusals.ts';
import type { Uuid } from '../values/uuid.ts';

/** Larger than what phones write. It is held in memory while it arrives and is decoded. */
export const MAX_PICTURE_BYTES = 10 * 2 ** 20;
/** 40 MB. Decoding one takes a second, so more would only wait. */
const MAX_UPLOADS = 4;
const RETRY_AFTER_SECONDS = 2;

interface Upload {
  raw: FastifyRequest['raw'];
  /** Ends with the work on its bytes; undefined before that begins. */
  work?: Promise<unknown>;
}

/** By organization. */
const uploadsOf = perDatabase(() => new Map<Uuid, Upload>());
const overloaded = () => serviceRefusals.overloaded({ retry_after_seconds: RETRY_AFTER_SECONDS });

/**
 * Lets one upload of an organization, and a few in all, begin to arrive, so that however many are sent, their bytes
 * take little memory. The others are told to come again before they send anything.
 * @throws Refusal overloaded (503)
 */
export function takeUploadSlot(db: Database, { organizationId, raw }: FastifyRequest, reply: FastifyReply) {
  const uploads = uploadsOf(db);
  if (uploads.has(organizationId) || uploads.size >= MAX_UPLOADS) throw overloaded();
  const upload: Upload = { raw };
  uploads.set(organizationId, upload);
  const free = () => uploads.delete(organizationId);
  // Also called when the client goes away in the middle: the work on what had arrived goes on.
  finished(reply.raw, () => (upload.work ? upload.work.then(free, free) : free()));
}

/**
 * Works on the bytes of an upload, which keeps its slot until then.
 * @throws Refusal overloaded (503) when its client has gone, because the slot may already belong to another upload; no
 * client reads this answer
 */
export async function workInSlot<T>(
  db: Database,
  { organizationId, raw }: Pick<FastifyRequest, 'organizationId' | 'raw'>,
  work: () => Promise<T>,
): Promise<T> {
  const upload = uploadsOf(db).get(organizationId);
  if (upload?.raw !== raw) throw overloaded();
  const result = work();
  upload.work = result;
  return result;
}

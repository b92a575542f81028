import { LRUCache } from 'lru-cache';
import type { Database } from '../platform/database/database.ts';
import { perDatabase } from '../platform/database/per-database.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { serviceRefusals } from '../platform/refusals/service-refusals.ts';
import { PICTURE_TYPES, pictureFiles, uploadedPicture } from '../values/picture.ts';
import { fileNameOf } from './file-name.ts';
import { pictureExists } from './queries.ts';

/** Some hundred files: what the shops of a busy day show. */
const CACHE_BYTES = 32 * 2 ** 20;
/** A file is read in milliseconds, from a distant store in a tenth of a second. */
const MAX_READING = 50;
const RETRY_AFTER_SECONDS = 2;

const readingOf = perDatabase(() => ({
  kept: new LRUCache<string, Buffer>({ maxSize: CACHE_BYTES, sizeCalculation: ({ length }) => length }),
  reading: new Map<string, Promise<Buffer | undefined>>(),
}));

/**
 * A file of an uploaded picture. Files that the database does not know are not looked for, so that a request cannot
 * make the server read anything else in the store. Each file is read once, however many ask for it, and kept while
 * there is room.
 * @returns undefined when there is none @throws Refusal too_many_readers when too many others are being read
 */
export async function readPictureFile(db: Database, files: FileStore, path: string) {
  const picture = uploadedPicture(path.slice(0, path.lastIndexOf('-')));
  const file = picture && pictureFiles(picture).find((one) => one.path === path);
  if (!file) return undefined;
  const { kept, reading } = readingOf(db);
  const type = PICTURE_TYPES[file.format];
  const cached = kept.get(path);
  if (cached) return { bytes: cached, type };
  let read = reading.get(path);
  if (!read) {
    if (reading.size >= MAX_READING)
      throw serviceRefusals.too_many_readers({ retry_after_seconds: RETRY_AFTER_SECONDS });
    read = readKnown(db, files, picture.address, path).finally(() => reading.delete(path));
    reading.set(path, read);
  }
  const bytes = await read;
  if (bytes) kept.set(path, bytes);
  return bytes && { bytes, type };
}

async function readKnown(db: Database, files: FileStore, address: string, path: string) {
  const organizationId = fileNameOf(address).split('/', 1)[0] ?? '';
  return (await pictureExists(db, { organizationId, address })) ? files.read(fileNameOf(path)) : undefined;
}

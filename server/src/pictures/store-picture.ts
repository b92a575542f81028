import type { Database } from '../platform/database/database.ts';
import { perDatabase } from '../platform/database/per-database.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { serviceRefusals } from '../platform/refusals/service-refusals.ts';
import type { PictureKind } from '../values/picture.ts';
import type { Uuid } from '../values/uuid.ts';
import { encodePicture } from './encode-picture.ts';
import { fileNameOf } from './file-name.ts';
import { keepPicture } from './queries.ts';
import { pictureRefusals } from './refusals.ts';

const RETRY_AFTER_SECONDS = 5;

/** Decoding may take 290 MB, so one picture is decoded at a time, in the order in which they arrived. */
const decodingOf = perDatabase(() => ({ last: Promise.resolve() as Promise<unknown> }));

/**
 * Writes a picture anew in all sizes and stores it. The same content again is the same picture. The row comes first and
 * counts as unused: if the server ends before something shows the picture, its files are removed with the row later.
 * @returns the address that the organization or the event stores
 * @throws Refusal 400 when it is no picture or too large; 503 when the store fails, or is just removing this picture
 */
export async function storePicture(
  db: Database,
  files: FileStore,
  { organizationId, kind, bytes, now }: { organizationId: Uuid; kind: PictureKind; bytes: Buffer; now: Date },
): Promise<string> {
  const decoding = decodingOf(db);
  const encoding = decoding.last.then(() => encodePicture(organizationId, kind, bytes));
  decoding.last = encoding.catch(() => {});
  const picture = await encoding;
  if (!(await keepPicture(db, { organizationId, address: picture.address }, now)))
    throw serviceRefusals.overloaded({ retry_after_seconds: RETRY_AFTER_SECONDS });
  try {
    await Promise.all(picture.files.map(({ path, bytes, type }) => files.write(fileNameOf(path), bytes, type)));
  } catch (error) {
    throw Object.assign(pictureRefusals.file_store_unavailable({ retry_after_seconds: RETRY_AFTER_SECONDS }), {
      cause: error,
    });
  }
  return picture.address;
}

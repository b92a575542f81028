import type { Database } from '../platform/database/database.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { throwErrors } from '../platform/work/throw-errors.ts';
import { pictureFiles, uploadedPicture } from '../values/picture.ts';
import { fileNameOf } from './file-name.ts';
import {
  checkPictures,
  deletePicture,
  listRemovedPictures,
  markPicturesRemoved,
  markRemovalFailed,
} from './queries.ts';

/** E-mails that were sent, open pages and caches show a picture for some time after it was replaced. */
export const KEEP_UNUSED_DAYS = 30;
const DAY_MS = 86_400_000;
/** Pictures looked at in one run, each once a day: 144,000 in all. */
const MAX_CHECKED = 1_000;
/** Pictures removed in one run: at most some hundred requests to the store. */
const MAX_REMOVED = 50;
/** A run ends after so many that failed: a store that hangs takes 10 s for each. */
const MAX_FAILED = 3;

/**
 * Removes pictures that nothing has shown for 30 days: first it marks them, so that no upload takes one up again, then
 * it removes their files, then their rows. If it ends in between, the next run continues. Several instances may run it.
 * A picture whose files cannot be removed is tried again after all others.
 * @param uses conditions of the domains
 * @throws the errors of the store
 */
export async function removeUnusedPictures(
  db: Database,
  files: FileStore,
  { uses, now }: Pick<Parameters<typeof checkPictures>[1], 'uses' | 'now'>,
) {
  await checkPictures(db, { uses, limit: MAX_CHECKED, now });
  const unusedSince = new Date(now.getTime() - KEEP_UNUSED_DAYS * DAY_MS);
  await markPicturesRemoved(db, { uses, unusedSince, limit: MAX_REMOVED });
  const errors: unknown[] = [];
  for (const removed of await listRemovedPictures(db, MAX_REMOVED)) {
    try {
      const picture = uploadedPicture(removed.address);
      for (const { path } of picture ? pictureFiles(picture) : []) await files.remove(fileNameOf(path));
      await deletePicture(db, removed);
    } catch (error) {
      errors.push(error);
      await markRemovalFailed(db, removed, now);
    }
    if (errors.length === MAX_FAILED) break;
  }
  throwErrors(errors);
}

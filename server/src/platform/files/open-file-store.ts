import { join } from 'node:path';
import type { FileStore } from './file-store.ts';
import { FolderStore } from './folder-store.ts';
import { type S3Settings, S3Store } from './s3-store.ts';

/** The bucket that the operator named, or a folder beside the embedded database. */
export const openFileStore = ({ dataDir, filesS3 }: { dataDir: string; filesS3: S3Settings | null }): FileStore =>
  filesS3 === null ? new FolderStore(join(dataDir, 'files')) : new S3Store(filesS3);

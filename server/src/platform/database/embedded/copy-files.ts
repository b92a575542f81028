import { constants, type Dirent } from 'node:fs';
import { copyFile, mkdir, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** File systems that can (Btrfs, XFS, APFS) share the blocks, so that a copy takes no time and no space. */
const SHARE_BLOCKS = constants.COPYFILE_FICLONE;
/** Like everything else in the data folder: only the user that runs the server may read it. */
const FOLDER_MODE = 0o700;

/**
 * Copies a folder whose files may change, grow and vanish meanwhile. Each file is on disk when this resolves.
 * `leaveOut` is asked with the path below the folder.
 */
export async function copyFolder(
  from: string,
  to: string,
  leaveOut: (path: string) => boolean = () => false,
  below = '',
): Promise<void> {
  await mkdir(join(to, below), { recursive: true, mode: FOLDER_MODE });
  for (const entry of await entriesOf(join(from, below))) {
    const path = join(below, entry.name);
    if (leaveOut(path)) continue;
    if (entry.isDirectory()) await copyFolder(from, to, leaveOut, path);
    else if (entry.isFile()) await copyDurably(join(from, path), join(to, path));
  }
}

/** Does nothing when there is no such file any more. */
export async function copyDurably(from: string, to: string): Promise<void> {
  if (await ifPresent(copyFile(from, to, SHARE_BLOCKS).then(() => true))) await sync(to);
}

/** The bytes of a folder's files, those that vanish left out. */
export async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await sizeOf(path);
    else bytes += (await ifPresent(stat(path)))?.size ?? 0;
  }
  return bytes;
}

const entriesOf = async (folder: string): Promise<Dirent[]> =>
  (await ifPresent(readdir(folder, { withFileTypes: true }))) ?? [];

async function sync(path: string) {
  const file = await open(path);
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

async function ifPresent<Result>(read: Promise<Result>): Promise<Result | undefined> {
  try {
    return await read;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

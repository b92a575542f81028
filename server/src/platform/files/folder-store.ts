import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertFileName, type FileStore } from './file-store.ts';

/** Only the user that runs the server may read them, like everything else in the data folder. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Files in a folder of this machine. A file that is being written has another name, so no reader sees half of it. */
export class FolderStore implements FileStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(name: string, bytes: Buffer): Promise<void> {
    const path = this.#pathOf(name);
    await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
    const unfinished = `${path}.${randomBytes(8).toString('hex')}`;
    try {
      const file = await open(unfinished, 'wx', FILE_MODE);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    await syncFolder(dirname(path));
  }

  async read(name: string): Promise<Buffer | undefined> {
    try {
      return await readFile(this.#pathOf(name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.#pathOf(name), { force: true });
  }

  #pathOf(name: string): string {
    assertFileName(name);
    return join(this.#folder, name);
  }
}

/** Without it a power failure could lose the new name. Windows has no such call, and keeps names in its journal. */
async function syncFolder(path: string) {
  if (process.platform === 'win32') return;
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SECRET_KEY_BYTES } from '../values/secret-box.ts';

export const keyFile = (dataDir: string): string => join(dataDir, 'secrets.key');

/** @returns undefined when there is no file @throws Error for the operator when it holds something else */
export async function readKeyFile(path: string): Promise<Buffer | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== SECRET_KEY_BYTES)
    throw new Error(
      `${path} is damaged: it must have ${SECRET_KEY_BYTES} bytes as base64. Restore it from a backup. If this was the first start, delete it.`,
    );
  return key;
}

/**
 * Readable by its owner alone, and on disk when this resolves. An existing file is never replaced. None is left when it
 * cannot be written: the next start would call it damaged.
 */
export async function writeKeyFile(path: string, key: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(`${key.toString('base64')}\n`);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

import assert from 'node:assert';

/**
 * Where files are kept. A name is written once, with one content, and never changed: a read gets all of it or
 * nothing, on every instance that uses the same store.
 */
export interface FileStore {
  /** Returns once the file is durable. Writing the same file again does no harm. */
  write(name: string, bytes: Buffer, contentType: string): Promise<void>;
  /** @returns undefined when there is no such file */
  read(name: string): Promise<Buffer | undefined>;
  /** Does nothing when there is no such file. */
  remove(name: string): Promise<void>;
}

/** Folders and a file, in letters that mean the same on every file system and in every URL. */
const NAME = /^([a-z0-9-]+\/)*[a-z0-9-]+\.[a-z0-9]+$/;

/** Names are made by the server. One that could leave the store is a programmer's error. */
export function assertFileName(name: string) {
  assert(NAME.test(name), 'a file name is made of small letters, digits and hyphens');
}

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Uuid } from '../../values/uuid.ts';

/** Where mails are written as files if no mail server is configured. */
export const mailDirectory = (dataDir: string): string => join(dataDir, 'mail');

/** Named by the mail's id: a second attempt replaces the file. */
export const mailFile = (directory: string, mailId: Uuid): string => join(directory, `${mailId}.eml`);

/** Deletes these mails' files on this machine, as far as they exist. */
export async function deleteMailFiles(directory: string, mailIds: Uuid[]): Promise<void> {
  // With a mail server from the start there is no directory, and a thousand ids need not be looked for one by one.
  if (!existsSync(directory)) return;
  for (const id of mailIds) await rm(mailFile(directory, id), { force: true });
}

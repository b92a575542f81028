import { textOfFile } from '../../form/text-of-file.ts';

/** The server refuses larger bodies. */
const MAX_FILE_BYTES = 1_048_576;

/** The text of a CSV file, and the name of the list. */
export async function readListFile(file: File): Promise<{ csv: string; listName: string } | null> {
  if (file.size > MAX_FILE_BYTES) return null;
  const listName = file.name
    .replace(/\.\w+$/, '')
    .trim()
    .slice(0, 100);
  return { csv: await textOfFile(file), listName };
}

/** The server refuses larger bodies. */
const MAX_FILE_BYTES = 1_048_576;

/** The text of a CSV file, and the name of the list. Spreadsheets of Windows save other encodings than UTF-8, too. */
export async function readListFile(file: File): Promise<{ csv: string; listName: string } | null> {
  if (file.size > MAX_FILE_BYTES) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const listName = file.name
    .replace(/\.\w+$/, '')
    .trim()
    .slice(0, 100);
  return { csv: textOf(bytes), listName };
}

function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

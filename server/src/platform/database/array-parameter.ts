import { UUID_BYTES, writeUuid } from '../../values/uuid.ts';

/*
 * Arrays cross in PostgreSQL's binary format. A literal is put together here, quote by quote, and taken apart there,
 * character by character; in a batch of buyers every column is one. See docs/decisions/hot-path.md.
 */

interface Element {
  /** Built-in types have had these numbers in every release of PostgreSQL. */
  oid: number;
  write(item: unknown): void;
}

const elements: ReadonlyMap<string, Element> = new Map([
  ['int', { oid: 23, write: writeInt }],
  ['bigint', { oid: 20, write: writeBigint }],
  ['text', { oid: 25, write: writeText }],
  ['timestamptz', { oid: 1184, write: writeInstant }],
  ['uuid', { oid: 2950, write: writeId }],
  ['jsonb', { oid: 3802, write: writeJson }],
]);

/** Where arrays are written, one after the other: a batch of 128 notifications is 50 kB. What is larger gets its own. */
const scratch = Buffer.allocUnsafeSlow(262_144);
let bytes = scratch;
let end = 0;

/**
 * `items`, null for NULL, of one dimension.
 * @throws TypeError for a type that is not in the table, and for an item that is none of its type
 */
export function arrayParameter(items: readonly unknown[], type: string | undefined): Buffer {
  const element = elements.get(type ?? '');
  if (!element) throw new TypeError(`an array needs a cast to one of ${[...elements.keys()].join('[], ')}[]`);
  bytes = scratch;
  end = 0;
  writeHeader(items, element);
  for (const item of items) {
    if (item === null) writeWord(-1);
    else element.write(item);
  }
  const written = bytes.subarray(0, end);
  return bytes === scratch ? Buffer.from(written) : written;
}

function writeHeader({ length }: readonly unknown[], { oid }: Element) {
  const dimensions = length === 0 ? 0 : 1;
  writeWord(dimensions);
  // Nulls are looked for in any case.
  writeWord(0);
  writeWord(oid);
  if (dimensions === 0) return;
  writeWord(length);
  writeWord(FIRST_INDEX);
}

const FIRST_INDEX = 1;

/** An array begins with five words, an item of a fixed size has at most five. */
const WORDS = 5 * 4;

function makeRoom(size: number) {
  if (end + size <= bytes.length) return;
  const larger = Buffer.allocUnsafeSlow(2 * (end + size));
  bytes.copy(larger, 0, 0, end);
  bytes = larger;
}

function writeWord(value: number) {
  makeRoom(WORDS);
  end = bytes.writeInt32BE(value, end);
}

function writeInt(item: unknown) {
  if (!Number.isInteger(item)) throw wrong(item, 'an integer');
  writeWord(4);
  end = bytes.writeInt32BE(item as number, end);
}

function writeBigint(item: unknown) {
  if (!Number.isSafeInteger(item)) throw wrong(item, 'an integer');
  writeWord(8);
  end = bytes.writeInt32BE(Math.floor((item as number) / WORD_VALUES), end);
  end = bytes.writeUInt32BE((item as number) >>> 0, end);
}

const WORD_VALUES = 2 ** 32;

/** PostgreSQL counts microseconds, from the year 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

function writeInstant(item: unknown) {
  const sinceEpochMs = item instanceof Date ? item.getTime() - EPOCH_MS : Number.NaN;
  if (Number.isNaN(sinceEpochMs)) throw wrong(item, 'an instant');
  // Microseconds of the year 9999 are no safe integer, so each half is made by itself.
  const high = Math.floor(sinceEpochMs / WORD_VALUES);
  const low = (sinceEpochMs - high * WORD_VALUES) * 1_000;
  writeWord(8);
  end = bytes.writeInt32BE(high * 1_000 + Math.floor(low / WORD_VALUES), end);
  end = bytes.writeUInt32BE(low >>> 0, end);
}

/** Of one character of a string: a pair of them is 4. */
const MOST_BYTES_PER_CHARACTER = 3;

function writeText(item: unknown) {
  if (typeof item !== 'string') throw wrong(item, 'a string');
  writeString(item);
}

function writeString(text: string, version?: number) {
  const length = end;
  makeRoom(WORDS + MOST_BYTES_PER_CHARACTER * text.length);
  end += 4;
  if (version !== undefined) end = bytes.writeUInt8(version, end);
  end += bytes.write(text, end);
  bytes.writeInt32BE(end - length - 4, length);
}

const JSONB_VERSION = 1;

function writeJson(item: unknown) {
  if (typeof item !== 'string') throw wrong(item, 'JSON text');
  writeString(item, JSONB_VERSION);
}

function writeId(item: unknown) {
  writeWord(UUID_BYTES);
  if (typeof item !== 'string' || !writeUuid(item, bytes, end)) throw wrong(item, 'a UUID');
  end += UUID_BYTES;
}

/** Without the item: it may be somebody's name. */
const wrong = (item: unknown, wanted: string) =>
  new TypeError(`an item of a query parameter is not ${wanted}: it is ${typeof item}`);

const CASTS = /\$(\d+)::(\w+)\[\]/g;
/** Texts are constants of the code and few. */
const typesByText = new Map<string, (string | undefined)[]>();

/** The element types that the casts of a statement give its array parameters: `$2::uuid[]`. */
export function arrayTypesIn(text: string): readonly (string | undefined)[] {
  let types = typesByText.get(text);
  if (types === undefined) {
    types = [];
    for (const [, number, type] of text.matchAll(CASTS)) types[Number(number) - 1] = type;
    typesByText.set(text, types);
  }
  return types;
}

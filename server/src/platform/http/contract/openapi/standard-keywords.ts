import { OPEN } from '../models.ts';
import { type Json, mapObjects } from './map-objects.ts';

/**
 * What the formats of `validation.ts` come to in keywords that every tool knows. Where ours let more in than the standard
 * one (a time without an offset), the document says so in words.
 */
const FORMATS: Record<string, object> = {
  text: {},
  name: { pattern: '\\S' },
  code: { pattern: '^\\S([\\s\\S]*\\S)?$' },
  timestamp: { format: 'date-time' },
  'date-or-timestamp': {},
  'https-url': { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]://' },
  'browser-url': { format: 'uri' },
  color: { pattern: '^#[0-9A-Fa-f]{6}$' },
  'time-zone': {},
  'checkout-id': { pattern: '^cs_[A-Za-z0-9_-]{43}$' },
  pesos: { format: 'double' },
};

/** Keywords that say something about values of one type alone. */
const KEYWORDS_OF: Record<string, string[]> = {
  integer: ['minimum', 'maximum', 'format'],
  array: ['items', 'minItems', 'maxItems'],
};

/** Schemas as the validator has them, in keywords that generators of clients understand. */
export const withStandardKeywords = <Described>(described: Described): Described =>
  mapObjects(described, (node) => withOneTypeEach(withStandardFormat(withoutOpenEnum(node))));

function withoutOpenEnum(schema: Json): Json {
  const { [OPEN]: isOpen, enum: values, ...rest } = schema;
  return isOpen ? rest : schema;
}

function withStandardFormat(schema: Json): Json {
  const { format, ...rest } = schema;
  return typeof format === 'string' && FORMATS[format] ? { ...rest, ...FORMATS[format] } : schema;
}

/** `type: ['integer', 'array']` as two schemas; `null` beside a type is understood. */
function withOneTypeEach(schema: Json): Json {
  const { type, ...rest } = schema;
  if (!Array.isArray(type) || type.filter((name) => name !== 'null').length < 2) return schema;
  const special = new Set(type.flatMap((name) => KEYWORDS_OF[name] ?? []));
  const pick = (wanted: (keyword: string) => boolean) =>
    Object.fromEntries(Object.entries(rest).filter(([keyword]) => wanted(keyword)));
  return {
    ...pick((keyword) => !special.has(keyword)),
    anyOf: type.map((name) => ({
      type: name,
      ...withNamableItems(pick((keyword) => KEYWORDS_OF[name]?.includes(keyword) ?? false)),
    })),
  };
}

/** The generator for Go names each of several types after its items, and one that may be null has no name there. */
function withNamableItems(schema: Json): Json {
  const { type, ...rest } = (schema.items ?? {}) as Json;
  if (!Array.isArray(type)) return schema;
  const [only] = type.filter((name) => name !== 'null');
  return { ...schema, items: { if: { type: 'null' }, else: { type: only, ...rest } } };
}

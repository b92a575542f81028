import { OPEN } from '../models.ts';
import { type Json, mapObjects } from './map-objects.ts';

/**
 * The formats of `validation.ts` as standard keywords. Where ours accepts more than the standard one (a time without an
 * offset), the description says so.
 */
const FORMATS: Record<string, object> = {
  text: {},
  uuids: { pattern: '^[0-9A-Fa-f-]{36}(,[0-9A-Fa-f-]{36})*$' },
  name: { pattern: '\\S' },
  label: { pattern: '^\\S(.*\\S)?$' },
  'person-name': { pattern: '\\S' },
  slug: { pattern: '^[a-z0-9-]+$' },
  code: { pattern: '^\\S([\\s\\S]*\\S)?$' },
  timestamp: { format: 'date-time' },
  'date-or-timestamp': {},
  'https-url': { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]://' },
  'browser-url': { format: 'uri' },
  'site-origin': { format: 'uri' },
  color: { pattern: '^#[0-9A-Fa-f]{6}$' },
  'time-zone': {},
  'time-of-day': { pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' },
  'checkout-id': { pattern: '^cs_[A-Za-z0-9_-]{43}$' },
  pesos: { format: 'double' },
};

/** Keywords that apply to values of one type only. */
const KEYWORDS_OF: Record<string, string[]> = {
  integer: ['minimum', 'maximum', 'format'],
  array: ['items', 'minItems', 'maxItems'],
};

/** Rewrites the validator's schemas with keywords that client generators understand. */
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

/** Splits `type: ['integer', 'array']` into two schemas; generators understand `null` beside one type. */
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
      ...withNameableItems(pick((keyword) => KEYWORDS_OF[name]?.includes(keyword) ?? false)),
    })),
  };
}

/** The Go generator names each of several types after its items, and has no name for nullable items. */
function withNameableItems(schema: Json): Json {
  const { type, ...rest } = (schema.items ?? {}) as Json;
  if (!Array.isArray(type)) return schema;
  const [only] = type.filter((name) => name !== 'null');
  return { ...schema, items: { if: { type: 'null' }, else: { type: only, ...rest } } };
}

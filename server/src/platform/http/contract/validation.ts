import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { hasAtMost } from '../../../values/characters.ts';
import { hasCodeLength } from '../../../values/code-text.ts';
import { LOCAL_HOSTS } from '../../../values/local-hosts.ts';
import { isPersonName } from '../../../values/person-name.ts';
import { isSiteOrigin } from '../../../values/site-origin.ts';
import { isSlug } from '../../../values/slug.ts';
import {
  isDate,
  isDateOrTimestamp,
  isOutsideYears,
  isTimeOfDay,
  isTimestamp,
  isTimeZone,
} from '../../../values/timestamps.ts';
import { isUuid } from '../../../values/uuid.ts';
import type { Refusal } from '../../refusals/refusal.ts';
import { type Hint, requestRefusals } from '../../refusals/request-refusals.ts';
import type { Rule } from '../../refusals/rule-words.ts';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from './fields.ts';
import { storedIds } from './stored-ids.ts';

/**
 * Nothing that mail programs read as syntax, on neither side of the @: `a@x.co;b` would go to two mailboxes, and
 * `a@x.co<b` to a user of the mail server. Nothing invisible: one mailbox would be many buyers.
 */
const EMAIL = /^[^\s@"(),:;<>[\]\\\p{C}]+@[^\s@.,"():;<>[\]\\\p{C}]+(\.[^\s@.,"():;<>[\]\\\p{C}]+)+$/u;

/** PostgreSQL can store every character except NUL; a lone surrogate has no UTF-8 form. */
export const isStorable = (value: string) => !value.includes('\0') && value.isWellFormed();

/** Emoji made of several others, such as flags and families, contain joining characters that are invisible alone. */
const EMOJI = /\p{RGI_Emoji}/gv;

/** One line that can be read: no control characters, line breaks or invisible marks, no spaces around it. */
export const isLabel = (value: string) =>
  value !== '' && value === value.trim() && !/[\p{C}\p{Zl}\p{Zp}]/u.test(value.replace(EMOJI, ''));

/** At least one character is visible: a name of zero-width characters would be an invisible title. */
const isName = (value: string) => isStorable(value) && /[^\s\p{Cc}\p{Cf}]/u.test(value);

/** `ｘ.co` is `x.co` to a mail program. */
const hasPlainDomain = (address: string): boolean => {
  const domain = address.slice(address.indexOf('@'));
  return domain === domain.normalize('NFKC');
};

export const isEmail = (value: string) =>
  hasAtMost(value, MAX_EMAIL_LENGTH) && isStorable(value) && EMAIL.test(value) && hasPlainDomain(value);

/** As buyers and guests are called. */
export const isNameOfPerson = (value: string) =>
  hasAtMost(value, MAX_NAME_LENGTH) && isName(value) && isPersonName(value);

// The URL parser would silently drop tabs and line feeds, and the URL would not be stored as sent.
const isUrlText = (value: string) => isStorable(value) && !/\s/.test(value);

/** Runs on every checkout, so it avoids constructing a URL. */
const isHttpsUrl = (value: string) => isUrlText(value) && /^https:\/\//i.test(value) && URL.canParse(value);

/** Allowed so that a shop can be developed locally. */
function isLocalUrl(value: string): boolean {
  const url = isUrlText(value) ? URL.parse(value) : null;
  return url?.protocol === 'http:' && LOCAL_HOSTS.has(url.hostname);
}

const formats = {
  uuid: isUuid,
  uuids: (value: string) => value.split(',').every(isUuid),
  text: isStorable,
  name: isName,
  label: isLabel,
  'person-name': isNameOfPerson,
  code: (value: string) => isLabel(value) && hasCodeLength(value),
  email: isEmail,
  slug: isSlug,
  timestamp: isTimestamp,
  date: isDate,
  'date-or-timestamp': isDateOrTimestamp,
  'https-url': isHttpsUrl,
  'site-origin': isSiteOrigin,
  color: /^#[0-9a-f]{6}$/i,
  'time-zone': isTimeZone,
  'time-of-day': isTimeOfDay,
  'browser-url': (value: string) => isHttpsUrl(value) || isLocalUrl(value),
  // Coordinates: any number is valid.
  double: true as const,
  // Only documents the format; the route distinguishes a malformed id from an unknown one.
  'checkout-id': true as const,
  pesos: { type: 'number' as const, validate: (value: number) => Math.round(value * 100) / 100 === value },
};

/** `1e999` is read as Infinity, which `strictNumbers` refuses. */
const common = { strict: false, strictNumbers: true, verbose: true, formats };
/**
 * Fields that a schema does not name are removed: operations take `{ organizationId, ...body }`, and a body with an
 * `organizationId` or a `userId` of its own would act for another organization or person.
 */
const bodies = new Ajv({ ...common, coerceTypes: false, removeAdditional: 'all' });
/** Query strings and paths are text, and are parsed to their types. Bodies never are. */
const texts = new Ajv({ ...common, coerceTypes: true, useDefaults: true });

/**
 * Compiles a validator with the first request that needs it: most schemas are not used in the first minutes after a
 * start.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  let validate: ValidateFunction | undefined;
  const integers = httpPart === 'querystring' ? integerFields(schema) : [];
  const withStoredIds = storedIds(schema);
  return (value) => {
    for (const [name, field] of integers)
      if (value[name] !== undefined && !INTEGER.test(value[name]))
        return { error: requestRefusals.invalid_field({ field: name, rule: ruleOf(field) }) };
    validate ??= (httpPart === 'body' ? bodies : texts).compile(schema);
    if (validate(value)) return { value: withStoredIds ? withStoredIds(value) : value };
    const [first] = validate.errors ?? [];
    return { error: first ? refusalOf(first) : requestRefusals.invalid_request() };
  };
};

const checks = new WeakMap<TSchema, ValidateFunction>();

/** The refusal of a value that did not arrive as a field of a request, such as the cell of a file. */
export function checkField(field: string, schema: TSchema, value: unknown): Refusal | undefined {
  const check = checks.get(schema) ?? bodies.compile(schema);
  checks.set(schema, check);
  if (check(value)) return undefined;
  return invalidField(field, schema, value);
}

/** Ajv would also read `0x10`, `1e2` and a space as numbers. More digits would become infinite. */
const INTEGER = /^-?\d{1,300}$/;

const integerFields = ({ properties = {} }: { properties?: Record<string, Rule> }) =>
  Object.entries(properties).filter(([, { type }]) => type === 'integer');

function refusalOf({ instancePath, keyword, params, parentSchema, data }: ErrorObject): Refusal {
  const field = fieldName(instancePath);
  if (keyword === 'required')
    return requestRefusals.missing_field({ field: [field, params.missingProperty].filter(Boolean).join('.') });
  if (field === '') return requestRefusals.body_not_object();
  return invalidField(field, parentSchema as Rule, data);
}

function invalidField(field: string, schema: Rule, value: unknown): Refusal {
  const hint = typeof value === 'string' ? hintAt(value, schema) : undefined;
  return requestRefusals.invalid_field({ field, rule: ruleOf(schema), ...(hint ? { hint } : {}) });
}

const KEYWORDS = [
  'type',
  'format',
  'enum',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
] as const;

/** The keywords of the schema for the client, without descriptions and nested schemas. */
const ruleOf = (schema: Rule): Rule =>
  Object.fromEntries(KEYWORDS.flatMap((keyword) => (keyword in schema ? [[keyword, schema[keyword]]] : [])));

/** `?from=2027-03-01T20:00:00+08:00` arrives with a space. */
const LOST_PLUS = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(\.\d{1,9})? \d\d:?\d\d$/;

/** Why text that looks valid is rejected. The text may be anything, even a megabyte. */
function hintAt(value: string, { format = '' }: Rule): Hint | undefined {
  if (value.includes('\0')) return 'nul_character';
  if (!value.isWellFormed()) return 'half_surrogate_pair';
  if (LOST_PLUS.test(value)) return 'plus_not_escaped';
  return format.endsWith('timestamp') && isOutsideYears(value) ? 'year_out_of_range' : undefined;
}

/** `/customer/name` → `customer.name`, `/ticket_ids/0` → `ticket_ids[0]` */
function fieldName(instancePath: string): string {
  return instancePath
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path ? `${path}.${part}` : part), '');
}

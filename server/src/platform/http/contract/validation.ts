import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { LOCAL_HOSTS } from '../../../values/local-hosts.ts';
import {
  FIRST_YEAR,
  isDateOrTimestamp,
  isOutsideYears,
  isTimestamp,
  isTimeZone,
  LAST_YEAR,
} from '../../../values/timestamps.ts';
import { isUuid } from '../../../values/uuid.ts';
import { badRequest } from '../../refusals/errors.ts';
import { MAX_EMAIL_LENGTH } from './fields.ts';

const EMAIL = /^[^\s@"(),:;<>[\]\\]+@[^\s@.,]+(\.[^\s@.,]+)+$/;

/** PostgreSQL can store every character except NUL; a lone surrogate has no UTF-8 form. */
export const isStorable = (value: string) => !value.includes('\0') && value.isWellFormed();

export const isEmail = (value: string) => value.length <= MAX_EMAIL_LENGTH && isStorable(value) && EMAIL.test(value);

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
  text: isStorable,
  name: (value: string) => isStorable(value) && /\S/.test(value),
  code: (value: string) => isStorable(value) && value === value.trim(),
  email: isEmail,
  timestamp: isTimestamp,
  'date-or-timestamp': isDateOrTimestamp,
  'https-url': isHttpsUrl,
  color: /^#[0-9a-f]{6}$/i,
  'time-zone': isTimeZone,
  'browser-url': (value: string) => isHttpsUrl(value) || isLocalUrl(value),
  // Coordinates: any number is valid.
  double: true as const,
  // Only documents the format; the route distinguishes a malformed id from an unknown one.
  'checkout-id': true as const,
  pesos: { type: 'number' as const, validate: (value: number) => Math.round(value * 100) / 100 === value },
};

const common = { strict: false, verbose: true, formats };
const bodies = new Ajv({ ...common, coerceTypes: false });
/** Query strings and paths are text, and are parsed to their types. Bodies never are. */
const texts = new Ajv({ ...common, coerceTypes: true, useDefaults: true });

/**
 * Compiles a validator with the first request that needs it: most schemas are not used in the first minutes after a
 * start.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  let validate: ValidateFunction | undefined;
  const integers = httpPart === 'querystring' ? integerFields(schema) : [];
  return (value) => {
    for (const [name, field] of integers)
      if (value[name] !== undefined && !INTEGER.test(value[name]))
        return { error: badRequest(`${name} must be ${rule(field)}`) };
    validate ??= (httpPart === 'body' ? bodies : texts).compile(schema);
    if (validate(value))
      return { value: httpPart === 'params' ? withLowerCaseIds(value as Record<string, string>) : value };
    const [first] = validate.errors ?? [];
    return { error: badRequest(first ? sentence(first) : 'The request is not valid') };
  };
};

/** Ajv would also read `0x10`, `1e2` and a space as numbers. More digits would become infinite. */
const INTEGER = /^-?\d{1,300}$/;

const integerFields = ({ properties = {} }: { properties?: Record<string, Rule> }) =>
  Object.entries(properties).filter(([, { type }]) => type === 'integer');

/** UUIDs may be sent in upper case; the rest of the code compares ids with the stored lower case. */
const withLowerCaseIds = (params: Record<string, string>) =>
  Object.fromEntries(Object.entries(params).map(([name, id]) => [name, isUuid(id) ? id.toLowerCase() : id]));

function sentence(error: ErrorObject): string {
  const field = fieldName(error.instancePath);
  if (error.keyword === 'required')
    return `${[field, error.params.missingProperty].filter(Boolean).join('.')} is required`;
  if (field === '') return 'The body must be a JSON object';
  const schema = error.parentSchema as Rule;
  return `${field} must be ${rule(schema)}${typeof error.data === 'string' ? hint(error.data, schema) : ''}`;
}

/** The unescaped plus of `?from=2027-03-01T20:00:00+08:00` arrives as a space. */
const LOST_PLUS = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(\.\d{1,9})? \d\d:?\d\d$/;

/** Explains what is wrong with a text that looks right. The text itself is not repeated: it may be a megabyte. */
function hint(value: string, { format = '' }: Rule): string {
  if (value.includes('\0')) return '; it has a NUL character';
  if (!value.isWellFormed()) return '; it has half of a surrogate pair';
  if (LOST_PLUS.test(value)) return '; in an address the + of an offset is written %2B';
  return format.endsWith('timestamp') && isOutsideYears(value) ? `; years are ${FIRST_YEAR} to ${LAST_YEAR}` : '';
}

/** `/customer/name` → `customer.name`, `/ticket_ids/0` → `ticket_ids[0]` */
function fieldName(instancePath: string): string {
  return instancePath
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path ? `${path}.${part}` : part), '');
}

interface Rule {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: Rule;
}

const count = (n: number) => n.toLocaleString('en-US');

/** The complete rule of a field in words, so that one message is enough to fix the request. */
function rule(schema: Rule): string {
  const types = [schema.type ?? []].flat();
  const [first, ...others] = types.filter((name) => name !== 'null');
  const words = [first, ...others].map((type) => ruleOf(type, schema)).join(' or ');
  return words + (types.includes('null') ? ', or null' : '');
}

function ruleOf(type: string | undefined, schema: Rule): string {
  if (schema.enum) return `one of ${schema.enum.filter((value) => value !== null).join(', ')}`;
  switch (type) {
    case 'integer':
      return `an integer${range(schema)}`;
    case 'number':
      return `a number${range(schema)}${schema.format === 'pesos' ? ' with at most two decimals' : ''}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return `an array${items(schema)}`;
    case 'object':
      return 'an object';
    default:
      return text(schema);
  }
}

function range({ minimum, maximum }: Rule): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${count(minimum)} to ${count(maximum)}`;
  if (minimum !== undefined) return ` of at least ${count(minimum)}`;
  if (maximum !== undefined) return ` of at most ${count(maximum)}`;
  return '';
}

function items({ minItems, maxItems }: Rule): string {
  if (minItems !== undefined && maxItems !== undefined) return ` of ${count(minItems)} to ${count(maxItems)} items`;
  if (minItems !== undefined) return ` of at least ${count(minItems)} item${minItems === 1 ? '' : 's'}`;
  if (maxItems !== undefined) return ` of at most ${count(maxItems)} items`;
  return '';
}

const formatRules: Record<string, string> = {
  uuid: 'a UUID',
  email: 'an e-mail address',
  timestamp: 'an ISO 8601 date and time such as 2027-03-01T20:00:00+08:00',
  'date-or-timestamp': 'a date such as 2027-03-01, or an ISO 8601 date and time',
  'https-url': 'an https:// URL',
  'browser-url': 'an https:// URL (http:// only on localhost)',
  color: 'a colour such as #0B57A4',
  'time-zone': 'the name of a time zone such as Asia/Manila',
};

function text({ format = 'text', minLength, maxLength }: Rule): string {
  const most = maxLength === undefined ? '' : ` of at most ${count(maxLength)} characters`;
  const named = formatRules[format];
  if (named) return `${named}${most}`;
  if (minLength === undefined) return `a string${most}`;
  const length =
    maxLength === undefined ? `at least ${count(minLength)}` : `${count(minLength)} to ${count(maxLength)}`;
  return `a string of ${length} characters${format === 'name' ? ', not blank' : ''}${format === 'code' ? ', without spaces around it' : ''}`;
}

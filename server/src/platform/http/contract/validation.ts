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

/** PostgreSQL text holds every character but NUL; a lone surrogate has no UTF-8 form. */
export const isStorable = (value: string) => !value.includes('\0') && value.isWellFormed();

export const isEmail = (value: string) => value.length <= MAX_EMAIL_LENGTH && isStorable(value) && EMAIL.test(value);

// The parser would silently drop tabs and line feeds and the address would not be "exactly as sent".
const isUrlText = (value: string) => isStorable(value) && !/\s/.test(value);

/** Asked with every checkout, so it makes no URL of it. */
const isHttpsUrl = (value: string) => isUrlText(value) && /^https:\/\//i.test(value) && URL.canParse(value);

/** A browser may be sent there while a shop is being built. */
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
  // Coordinates: any number is one.
  double: true as const,
  // Said in the document; the route tells a malformed one from an unknown one.
  'checkout-id': true as const,
  pesos: { type: 'number' as const, validate: (value: number) => Math.round(value * 100) / 100 === value },
};

const common = { strict: false, verbose: true, formats };
const bodies = new Ajv({ ...common, coerceTypes: false });
/** Query strings and paths are text on the wire; they are parsed to their type. Bodies never are. */
const texts = new Ajv({ ...common, coerceTypes: true, useDefaults: true });

/** With the first request that needs it: most of what a start would compile is not asked for in its first minutes. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  let validate: ValidateFunction | undefined;
  const integers = httpPart === 'querystring' ? integersOf(schema) : [];
  return (value) => {
    for (const [name, field] of integers)
      if (value[name] !== undefined && !INTEGER.test(value[name]))
        return { error: badRequest(`${name} must be ${rule(field)}`) };
    validate ??= (httpPart === 'body' ? bodies : texts).compile(schema);
    if (validate(value))
      return { value: httpPart === 'params' ? withStoredIds(value as Record<string, string>) : value };
    const [first] = validate.errors ?? [];
    return { error: badRequest(first ? sentence(first) : 'The request is not valid') };
  };
};

/** Ajv would read `0x10`, `1e2` and a space as numbers too; with more digits it would be infinite. */
const INTEGER = /^-?\d{1,300}$/;

const integersOf = ({ properties = {} }: { properties?: Record<string, Rule> }) =>
  Object.entries(properties).filter(([, { type }]) => type === 'integer');

/** A UUID may be written in capitals; the rest of the code compares ids with those that are stored. */
const withStoredIds = (params: Record<string, string>) =>
  Object.fromEntries(Object.entries(params).map(([name, id]) => [name, isUuid(id) ? id.toLowerCase() : id]));

function sentence(error: ErrorObject): string {
  const field = fieldName(error.instancePath);
  if (error.keyword === 'required')
    return `${[field, error.params.missingProperty].filter(Boolean).join('.')} is required`;
  if (field === '') return 'The body must be a JSON object';
  const schema = error.parentSchema as Rule;
  return `${field} must be ${rule(schema)}${typeof error.data === 'string' ? hint(error.data, schema) : ''}`;
}

/** `?from=2027-03-01T20:00:00+08:00` arrives with a space. */
const LOST_PLUS = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(\.\d{1,9})? \d\d:?\d\d$/;

/** What is wrong with a text that looks right. It may be anything, and a megabyte of it. */
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

/** The whole rule of a field in words, so that one message is enough to mend the request. */
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

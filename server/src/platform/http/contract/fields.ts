import { type TSchema, Type } from 'typebox';
import { FIRST_YEAR, LAST_YEAR } from '../../../values/timestamps.ts';

/**
 * The building blocks of request and response schemas. Formats are checked in `validation.ts`, which also turns a
 * broken one into the message `<field> must be <rule>`.
 */

/** Upper bounds of docs/api/README.md, in characters. */
export const MAX_NAME_LENGTH = 200;
export const MAX_EMAIL_LENGTH = 254;
export const MAX_PHONE_LENGTH = 32;
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
const MAX_URL_LENGTH = 2_048;

/** Largest price in pesos: ten million covers a table for the whole company and keeps every sum a safe integer of centavos. */
export const MAX_PRICE_PESOS = 10_000_000;

export const Uuid = (description?: string) => Type.String({ format: 'uuid', ...(description ? { description } : {}) });

/** Free text of at most `maxLength` characters; it may be empty. NUL and lone surrogates cannot be stored and are refused. */
export const Text = (maxLength: number, description?: string) =>
  Type.String({ format: 'text', maxLength, ...(description ? { description } : {}) });

/** Text that must say something: at least one character that is not white space. */
export const Name = (maxLength = MAX_NAME_LENGTH, description?: string) =>
  Type.String({ format: 'name', minLength: 1, maxLength, ...(description ? { description } : {}) });

export const Email = () => Type.String({ format: 'email', maxLength: MAX_EMAIL_LENGTH });

const YEARS = `Years ${FIRST_YEAR} to ${LAST_YEAR}.`;

/** ISO 8601 date and time. Without an offset it is read in the organization's time zone. */
export const Timestamp = (description?: string) =>
  Type.String({
    format: 'timestamp',
    description: [description, YEARS].filter(Boolean).join(' '),
  });

/** A bound of a range: a date, or a date and time as `Timestamp` takes it. */
export const DateOrTimestamp = (description: string) =>
  Type.String({
    format: 'date-or-timestamp',
    description: `${description} A date such as 2027-03-01, or a date and time. ${YEARS}`,
  });

/** A UTC instant in an answer, with milliseconds: `2027-03-01T12:00:00.000Z`. */
export const Instant = (description?: string) =>
  Type.String({ format: 'date-time', ...(description ? { description } : {}) });

/** An address in an answer. */
export const Url = (description?: string) => Type.String({ format: 'uri', ...(description ? { description } : {}) });

export const HttpsUrl = (description?: string) =>
  Type.String({ format: 'https-url', maxLength: MAX_URL_LENGTH, ...(description ? { description } : {}) });

/** Where a buyer's browser may be sent: https, or http on localhost. */
export const BrowserUrl = (description?: string) =>
  Type.String({ format: 'browser-url', maxLength: MAX_URL_LENGTH, ...(description ? { description } : {}) });

/** An amount in Philippine pesos with at most two decimals. */
export const Pesos = (description?: string) =>
  Type.Number({
    format: 'pesos',
    minimum: 0,
    maximum: MAX_PRICE_PESOS,
    description: [description, 'At most two decimals.'].filter(Boolean).join(' '),
  });

/** Pesos in an answer, with centavos. */
export const Amount = (description = 'PHP') => Type.Number({ format: 'double', description });

/** A count that may outgrow 32 bits. */
export const LongCount = (description?: string) =>
  Type.Integer({ format: 'int64', ...(description ? { description } : {}) });

export const OneOf = <const Values extends readonly string[]>(values: Values, description?: string) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...(description ? { description } : {}) });

/** The same field, where `null` is allowed too: it clears the field on PUT and means absent on POST. */
export function nullable<Schema extends TSchema>(schema: Schema) {
  const { type, enum: values, ...rest } = schema as Schema & { type: string; enum?: unknown[] };
  return Type.Unsafe<Type.Static<Schema> | null>({
    ...rest,
    type: [type, 'null'],
    ...(values ? { enum: [...values, null] } : {}),
  });
}

export const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(nullable(schema));

export const IdParams = Type.Object({ id: Uuid() });

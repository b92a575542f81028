import { type TSchema, Type } from 'typebox';
import { MAX_SLUG_LENGTH, MIN_SLUG_LENGTH } from '../../../values/slug.ts';
import { FIRST_YEAR, LAST_YEAR } from '../../../values/timestamps.ts';

/**
 * The building blocks of request and response schemas. `validation.ts` checks the formats and turns a violation into
 * the message `<field> must be <rule>`.
 */

/** Upper bounds in characters, as in docs/api/README.md. */
export const MAX_NAME_LENGTH = 200;
export const MAX_EMAIL_LENGTH = 254;
export const MAX_PHONE_LENGTH = 32;
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
const MAX_URL_LENGTH = 2_048;

/** Largest price in pesos: enough for a table for a whole company, and every sum stays a safe integer of centavos. */
export const MAX_PRICE_PESOS = 10_000_000;

const about = (description: string | undefined) => (description ? { description } : {});

export const Uuid = (description?: string) => Type.String({ format: 'uuid', ...about(description) });

/** As many as the largest page of a list has. */
const MAX_IDS = 100;
const UUID_LENGTH = 36;

/** Ids with commas between them, in a query. */
export const Uuids = (description: string) =>
  Type.String({ format: 'uuids', maxLength: MAX_IDS * (UUID_LENGTH + 1), description });

/** The ids, each once. */
export const idsFrom = (sent: string | undefined): string[] | undefined =>
  sent === undefined ? undefined : [...new Set(sent.split(','))];

/**
 * Free text of at most `maxLength` characters, possibly empty. NUL and lone surrogates cannot be stored and are
 * rejected.
 */
export const Text = (maxLength: number, description?: string) =>
  Type.String({ format: 'text', maxLength, ...about(description) });

/** Text with at least one character that is not white space. */
export const Name = (maxLength = MAX_NAME_LENGTH, description?: string) =>
  Type.String({ format: 'name', minLength: 1, maxLength, ...about(description) });

/** A short name for lists: printable, and as sent, so without spaces around it. */
export const Label = (maxLength: number, description?: string) =>
  Type.String({ format: 'label', minLength: 1, maxLength, ...about(description) });

/** The name of a person, whom e-mails greet by it. */
export const PersonName = (description?: string) =>
  Type.String({
    format: 'person-name',
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    ...about(description),
  });

/** The readable part of a public address. */
export const Slug = (description: string) =>
  Type.String({ format: 'slug', minLength: MIN_SLUG_LENGTH, maxLength: MAX_SLUG_LENGTH, description });

export const Email = () => Type.String({ format: 'email', maxLength: MAX_EMAIL_LENGTH });

const YEARS = `Years ${FIRST_YEAR} to ${LAST_YEAR}.`;

/** An ISO 8601 date and time. Without an offset it is read in the organization's time zone. */
export const Timestamp = (description?: string) =>
  Type.String({
    format: 'timestamp',
    description: [description, YEARS].filter(Boolean).join(' '),
  });

/** A day. */
export const CalendarDate = (description: string) =>
  Type.String({ format: 'date', description: `${description} Such as 2027-03-01. ${YEARS}` });

/** In the description of each bound of a range; no standard format says it. The SDK for Python looks for it. */
export const DATE_OR_TIME = 'Such as 2027-03-01, or with a time.';

/** A bound of a range: a date, or a `Timestamp`. */
export const DateOrTimestamp = (description: string) =>
  Type.String({
    format: 'date-or-timestamp',
    description: `${description} ${DATE_OR_TIME} ${YEARS}`,
  });

/** A UTC instant in a response, with milliseconds: `2027-03-01T12:00:00.000Z`. */
export const Instant = (description?: string) => Type.String({ format: 'date-time', ...about(description) });

/** A URL of ours, in a response. */
export const Url = (description?: string) => Type.String({ format: 'uri', ...about(description) });

/**
 * A URL of an organizer in a response, as it was sent. A plain string: browsers take more than format `uri` allows,
 * such as `https://example.com/a|b`, and one such URL must not keep a client from reading a list.
 */
export const GivenUrl = (description?: string) => Type.String(about(description));

export const HttpsUrl = (description: string) =>
  Type.String({ format: 'https-url', maxLength: MAX_URL_LENGTH, description });

/** A URL that a buyer's browser may be sent to: https, or http on localhost. */
export const BrowserUrl = (description: string) =>
  Type.String({ format: 'browser-url', maxLength: MAX_URL_LENGTH, description });

/** The longest host name, with scheme and port. */
const MAX_ORIGIN_LENGTH = 267;

/** The origin of a website: https, or http on localhost. */
export const SiteOrigin = () =>
  Type.String({ format: 'site-origin', maxLength: MAX_ORIGIN_LENGTH, examples: ['https://www.example.com'] });

/** An amount in Philippine pesos with at most two decimals. */
export const Pesos = (description?: string) =>
  Type.Number({
    format: 'pesos',
    minimum: 0,
    maximum: MAX_PRICE_PESOS,
    description: [description, 'At most two decimals.'].filter(Boolean).join(' '),
  });

/** An amount that is only compared. It has no maximum: all tickets of an order may cost more than any price. */
export const ExpectedPesos = (description: string) => Type.Number({ format: 'pesos', minimum: 0, description });

/** An amount in pesos in a response, with centavos. */
export const Amount = (description = 'PHP') => Type.Number({ format: 'double', description });

/** A count that may outgrow 32 bits. */
export const LongCount = (description?: string) => Type.Integer({ format: 'int64', ...about(description) });

export const OneOf = <const Values extends readonly string[]>(values: Values, description?: string) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...about(description) });

/** The field with `null` allowed, too: it clears the field on PUT and means absent on POST. */
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

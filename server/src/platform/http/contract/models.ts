import { type TObject, type TProperties, type TSchema, Type } from 'typebox';

/**
 * Schemas with a name: `components.schemas` of the OpenAPI document has each once, and whatever uses it refers to it there
 * (`openapi/hoist-models.ts`), so that generated clients have an `Event` and an `Order`. `about` says what the model is; a
 * `description` beside it says what one field adds. Validation and serialization look at neither.
 */
export interface Named {
  title: string;
  about: string;
}

export const Model = <Properties extends TProperties>(title: string, about: string, properties: Properties) =>
  Type.Object(properties, { title, about }) as TObject<Properties> & Named;

/**
 * One of `values`, which are a type of their own in generated clients. Its constants begin with its name: in some languages
 * those of all enums share one namespace, and half of ours know `cancelled`.
 */
export const Enum = <const Values extends readonly string[]>(title: string, about: string, values: Values) =>
  Type.Unsafe<Values[number]>({
    title,
    about,
    type: 'string',
    enum: [...values],
    'x-enum-varnames': values.map((value) => constantCase(`${title} ${value}`)),
  });

/**
 * One of `values` today. Later versions will have more, so the document says it is a string: a client that knew the list of its
 * day would refuse the answer of tomorrow.
 */
export const OpenEnum = <const Values extends readonly string[]>(description: string, values: Values) =>
  Type.Unsafe<Values[number]>({ description, type: 'string', enum: [...values], [OPEN]: true });

export const OPEN = 'open';

/** `TicketStatus` and `valid` → `TICKET_STATUS_VALID` */
const constantCase = (words: string) =>
  words
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll(/\W+/g, '_')
    .toUpperCase();

/** A model where a field has something to add to what the model says of itself. */
export const described = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Unsafe<Type.Static<Schema>>({ ...schema, description });

export const isNamed = (schema: object): schema is Named => typeof (schema as Partial<Named>).title === 'string';

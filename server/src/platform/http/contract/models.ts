import { type TObject, type TProperties, type TSchema, Type } from 'typebox';

/**
 * Schemas with a name. `components.schemas` of the OpenAPI document contains each once, and every use refers to it
 * (`openapi/hoist-models.ts`), so that generated clients have an `Event` and an `Order`. `about` describes the model; a
 * `description` beside it describes one field. Validation and serialization ignore both.
 */
export interface Named {
  title: string;
  about: string;
}

export const Model = <Properties extends TProperties>(title: string, about: string, properties: Properties) =>
  Type.Object(properties, { title, about }) as TObject<Properties> & Named;

/**
 * One of `values`, a type of its own in generated clients. The constants start with its title: in some languages the
 * constants of all enums share one namespace, and many of our enums contain `cancelled`.
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
 * One of `values`. Later versions will add more, so the OpenAPI document declares a string: a client generated from
 * today's list would reject new values.
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

/** A model whose description is specific to one field. */
export const described = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Unsafe<Type.Static<Schema>>({ ...schema, description });

export const isNamed = (schema: object): schema is Named => typeof (schema as Partial<Named>).title === 'string';

import type { components } from './schema.ts';

/** A model of the API by its name in the OpenAPI document: `Model<'Event'>`. */
export type Model<Name extends keyof components['schemas']> = components['schemas'][Name];

import type { components } from '../../../sdk/typescript/src/generated/schema.ts';
import type { components as ownComponents, paths as ownPaths } from './own-schema.ts';

/** A model of the API by its name in the OpenAPI document: `Model<'Event'>`. */
export type Model<Name extends keyof components['schemas']> = components['schemas'][Name];

/** A model of the dashboard's own requests: `OwnModel<'Me'>`. */
export type OwnModel<Name extends keyof ownComponents['schemas']> = ownComponents['schemas'][Name];

/** What a POST of the dashboard's own requests sends: `OwnBody<'/log-in'>`. */
export type OwnBody<Path extends OwnPost> = ownPaths[Path]['post']['requestBody']['content']['application/json'];
type OwnPost = {
  [Path in keyof ownPaths]: ownPaths[Path] extends { post: { requestBody: object } } ? Path : never;
}[keyof ownPaths];

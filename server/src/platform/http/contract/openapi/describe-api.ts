import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { Declared } from '../../../refusals/declare-refusals.ts';
import type { Access } from '../../callers/access.ts';
import { SESSION_COOKIE } from '../../callers/session-cookie.ts';
import { codesOf, withRefusals } from '../route-refusals.ts';
import { BODY_OPTIONAL, completeOperations, type Paths, refusalResponses } from './complete-operations.ts';
import { headers } from './headers.ts';
import { hoistModels } from './hoist-models.ts';
import { shareParameters } from './share-parameters.ts';
import { withStandardKeywords } from './standard-keywords.ts';

const BASE = '/api/v1';

export interface ApiDescription {
  /** Called when the document is generated: only then is the server's own address known. */
  head: () => { info: { title: string; version: string }; servers: { url: string }[] };
  tags: { name: string; description: string }[];
  /** The notifications sent, by name. */
  webhooks: Record<string, object>;
  /** A sentence that names the scopes and roles with this access. */
  describeAccess: (access: readonly Access[]) => string;
  /** Whether a key can have this access. */
  isForKeys: (access: readonly Access[]) => boolean;
  /** Refusals that any request may get. */
  refusals: readonly Declared[];
}

/** The OpenAPI 3.1 document, generated from the schemas that the routes validate with, so both always agree. */
export async function describeApi(app: FastifyInstance, about: ApiDescription) {
  const { head, tags, webhooks, describeAccess, isForKeys, refusals } = about;
  await app.register(swagger, {
    convertConstToEnum: false,
    openapi: {
      openapi: '3.1.0',
      tags,
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description:
              'An API key: svc_live_ and 38 letters and digits. Operations at the door of one event take its door links, door_…, too.',
          },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: SESSION_COOKIE,
            description:
              'The session of a dashboard login. Requests that change something have to come from the dashboard’s pages.',
          },
        },
      },
      security: [{ apiKey: [] }, { session: [] }],
    },
    // Paths in the document are relative to the server address, as in the contract. HTML pages are not part of the API.
    transform: ({ schema, url, route }) => {
      const access = [route.config?.access ?? []].flat();
      return {
        schema: url.startsWith(BASE)
          ? {
              ...withRefusals(schema, route),
              description: [schema?.description, describeAccess(access)].join('\n\n'),
              ...(isForKeys(access) ? {} : { security: [{ session: [] }] }),
              ...(route.config?.bodyOptional ? { [BODY_OPTIONAL]: true } : {}),
            }
          : { ...schema, hide: true },
        url: url.slice(BASE.length) || '/',
      };
    },
    transformObject: (made) => {
      if (!('openapiObject' in made)) return made.swaggerObject;
      const { paths, components, ...document } = made.openapiObject;
      const { described: named, schemas } = hoistModels(withStandardKeywords({ paths: paths as Paths, webhooks }));
      const { described, parameters } = shareParameters({ ...named, paths: completeOperations(named.paths) });
      const shared = { ...components, headers, parameters, responses: refusalResponses, schemas } as object;
      const codes = { 'x-error-codes': codesOf(refusals) };
      return { ...document, ...head(), ...codes, components: shared, ...(described as object) };
    },
  });
}

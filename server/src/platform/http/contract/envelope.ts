import { type TSchema, Type } from 'typebox';
import { isNamed, Model, type Named } from './models.ts';

/** The key under which @fastify/swagger looks for what a response says of itself. */
const RESPONSE = 'x-response-description';

/** Success: the payload under the one key `data`. */
export const Data = <Payload extends TSchema>(payload: Payload) =>
  Type.Object({ data: payload }, isNamed(payload) ? answerWith(payload) : {});

const answerWith = ({ title }: Named) => ({
  title: `${title}Response`,
  about: `${title} under \`data\`.`,
  [RESPONSE]: 'Success.',
});

export const ErrorBody = Model('ErrorResponse', 'Failure: `error` says what went wrong.', {
  error: Model('Error', 'What went wrong, in words that name the field or the state.', {
    message: Type.String(),
    status: Type.Integer({ description: 'The HTTP status again.' }),
  }),
});

/** Refusals that depend on what is asked of an operation: their names in the OpenAPI document, and what they mean. */
export const REFUSALS: Record<number, { name: string; meaning: string }> = {
  400: { name: 'BadRequest', meaning: 'The request is malformed; the message names the field and its rule.' },
  404: { name: 'NotFound', meaning: 'Unknown, or it belongs to another organization.' },
  409: { name: 'Conflict', meaning: 'The current state does not allow it; the message says why.' },
};

/** Refusals that can meet every operation. */
export const REFUSALS_OF_ALL: Record<number, string> = {
  401: 'The API key is missing, wrong, expired or revoked, or the session is over.',
  403: 'The role, or the scopes of the API key, are not enough.',
  429: 'Too many requests, or too many streams at once; Retry-After says how many seconds to wait.',
  500: 'The service failed, and logged why under the X-Request-Id.',
  503: 'Overloaded, shutting down, or the database is away; Retry-After says how many seconds to wait.',
};

const ALWAYS_THERE = [401, 403, 429, 503];

/** Error responses of an operation. 401, 403, 429 and 503 can meet every operation and are always there. */
export function errors(...statuses: (400 | 404 | 409)[]): Record<number, TSchema> {
  return Object.fromEntries(
    [...statuses, ...ALWAYS_THERE].map((status) => [
      status,
      Type.Object(ErrorBody.properties, {
        title: ErrorBody.title,
        about: ErrorBody.about,
        [RESPONSE]: REFUSALS[status]?.meaning ?? REFUSALS_OF_ALL[status],
      }),
    ]),
  );
}

import { type TSchema, Type } from 'typebox';
import { isNamed, Model, type Named } from './models.ts';

/** The key from which @fastify/swagger takes the description of a response. */
const RESPONSE = 'x-response-description';

/** Success: the payload under the one key `data`. */
export const Data = <Payload extends TSchema>(payload: Payload) =>
  Type.Object({ data: payload }, isNamed(payload) ? answerWith(payload) : {});

const answerWith = ({ title }: Named) => ({
  title: `${title}Response`,
  about: 'Success.',
  [RESPONSE]: 'OK',
});

const ErrorDetails = Type.Object(
  {},
  { title: 'ErrorDetails', about: 'Values for programs: `{ "left": 3 }`.', additionalProperties: true },
);

export const ErrorBody = Model('ErrorResponse', 'A failure; `error` describes it.', {
  error: Model('Error', 'What went wrong.', {
    message: Type.String({ description: 'A sentence for people. It may change; programs use `code`.' }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    code: Type.String({
      pattern: '^[a-z][a-z0-9_]*$',
      description: 'The reason. `x-error-codes` lists those of the operation, and at the root those of all.',
    }),
    field: Type.Optional(Type.String({ description: 'The wrong part of the request: `customer.email`.' })),
    details: Type.Optional(ErrorDetails),
  }),
});

/** Refusals that depend on the operation: their names in the OpenAPI document, and their descriptions. */
export const REFUSALS: Record<number, { name: string; meaning: string }> = {
  400: { name: 'BadRequest', meaning: 'The request is malformed; `field` names the wrong part.' },
  404: { name: 'NotFound', meaning: 'Unknown, or of another organization.' },
  409: { name: 'Conflict', meaning: 'The current state does not allow it; the code says why.' },
  410: { name: 'Gone', meaning: 'It was there, and is not kept any more.' },
};

/** Refusals of every operation. */
export const REFUSALS_OF_ALL: Record<number, string> = {
  401: 'The API key is missing, wrong, expired or revoked, or the session has ended.',
  403: 'The role, or the scopes of the API key, are not enough.',
  429: 'Too many requests, or too many streams at once; Retry-After says how many seconds to wait.',
  500: 'The service failed. Its log has the reason under the X-Request-Id.',
  503: 'Overloaded, shutting down, or without its database; Retry-After says how many seconds to wait.',
};

/** The response of an operation that can refuse with `status`. */
export const errorResponse = (status: number): TSchema =>
  Type.Object(ErrorBody.properties, {
    title: ErrorBody.title,
    about: ErrorBody.about,
    [RESPONSE]: REFUSALS[status]?.meaning ?? REFUSALS_OF_ALL[status],
  });

import { type TSchema, Type } from 'typebox';
import { isNamed, Model, type Named } from './models.ts';

/** The key under which @fastify/swagger looks for what a response says of itself. */
const RESPONSE = 'x-response-description';

/** Success: the payload under the one key `data`. */
export const Data = <Payload extends TSchema>(payload: Payload) =>
  Type.Object({ data: payload }, isNamed(payload) ? answerWith(payload) : {});

const answerWith = ({ title }: Named) => ({
  title: `${title}Response`,
  about: 'An answer.',
  [RESPONSE]: 'OK',
});

const ErrorDetails = Type.Object(
  {},
  { title: 'ErrorDetails', about: 'What a program needs to know: `{ "left": 3 }`.', additionalProperties: true },
);

export const ErrorBody = Model('ErrorResponse', 'Failure: `error` says what went wrong.', {
  error: Model('Error', 'What went wrong.', {
    message: Type.String({ description: 'A sentence for people. It may change: programs go by `code`.' }),
    status: Type.Integer({ description: 'The HTTP status again.' }),
    code: Type.String({
      pattern: '^[a-z][a-z0-9_]*$',
      description: 'What was refused: `x-error-codes` lists those of the operation, and at the root those of any.',
    }),
    field: Type.Optional(Type.String({ description: 'The part of the request that is at fault: `customer.email`.' })),
    details: Type.Optional(ErrorDetails),
  }),
});

/** Refusals that depend on what is asked of an operation: their names in the OpenAPI document, and what they mean. */
export const REFUSALS: Record<number, { name: string; meaning: string }> = {
  400: { name: 'BadRequest', meaning: 'The request is malformed; `field` names the part that is at fault.' },
  404: { name: 'NotFound', meaning: 'Unknown, or it belongs to another organization.' },
  409: { name: 'Conflict', meaning: 'The current state does not allow it; the code says why.' },
};

/** Refusals that can meet every operation. */
export const REFUSALS_OF_ALL: Record<number, string> = {
  401: 'The API key is missing, wrong, expired or revoked, or the session is over.',
  403: 'The role, or the scopes of the API key, are not enough.',
  429: 'Too many requests, or too many streams at once; Retry-After says how many seconds to wait.',
  500: 'The service failed, and logged why under the X-Request-Id.',
  503: 'Overloaded, shutting down, or the database is away; Retry-After says how many seconds to wait.',
};

/** The response of an operation that refuses with `status`. */
export const errorResponse = (status: number): TSchema =>
  Type.Object(ErrorBody.properties, {
    title: ErrorBody.title,
    about: ErrorBody.about,
    [RESPONSE]: REFUSALS[status]?.meaning ?? REFUSALS_OF_ALL[status],
  });

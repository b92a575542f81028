import { type TSchema, Type } from 'typebox';

/** Success: the payload under the one key `data`. */
export const Data = <Payload extends TSchema>(payload: Payload) => Type.Object({ data: payload });

export const ErrorBody = Type.Object(
  { error: Type.Object({ message: Type.String(), status: Type.Integer() }) },
  { $id: 'Error', description: 'What went wrong, in words that name the field or the state.' },
);

const meanings: Record<number, string> = {
  400: 'The request is malformed; the message names the field and its rule.',
  401: 'The API key is missing, wrong, expired or revoked, or the session is over.',
  403: 'The role or the scopes of the API key do not reach that far.',
  404: 'Unknown, or it belongs to another organization.',
  409: 'The state of things does not allow it; the message says what came first.',
  429: 'Too many requests, or too many streams at once; Retry-After says how many seconds to wait.',
  503: 'Overloaded, shutting down, or the database is away; Retry-After says how many seconds to wait.',
};

/** Error responses of an operation. 401, 403, 429 and 503 can meet every operation and are always there. */
export function errors(...statuses: (400 | 404 | 409)[]): Record<number, TSchema> {
  return Object.fromEntries(
    [...statuses, 401, 403, 429, 503].map((status) => [
      status,
      Type.Object(ErrorBody.properties, { description: meanings[status] }),
    ]),
  );
}

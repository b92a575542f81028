import type { Answer } from './api.ts';
import { unexplained } from './api-error.ts';

/** An answer with its data and the HTTP response that it came in. */
export interface WithResponse<Data> {
  data: Data;
  response: Response;
  /** Names the request in the log of the server. */
  requestId: string | undefined;
}

/** A promise of the data of an answer. `withResponse()` has the response, too. */
export class Answered<Data> implements Promise<Data> {
  readonly [Symbol.toStringTag] = 'Answered';
  readonly #answer: Promise<Answer<unknown>>;
  readonly #dataOf: (body: never, response: Response) => Data;

  constructor(answer: Promise<Answer<unknown>>, dataOf: (body: never, response: Response) => Data) {
    this.#answer = answer;
    this.#dataOf = dataOf;
  }

  async withResponse(): Promise<WithResponse<Data>> {
    const { body, response } = await this.#answer;
    const requestId = response.headers.get('x-request-id') ?? undefined;
    return { data: this.#dataOf(body as never, response), response, requestId };
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  then<Result = Data, Other = never>(
    onData?: ((data: Data) => Result | PromiseLike<Result>) | null,
    onError?: ((error: unknown) => Other | PromiseLike<Other>) | null,
  ): Promise<Result | Other> {
    return this.#answer.then(({ body, response }) => this.#dataOf(body as never, response)).then(onData, onError);
  }

  catch<Other = never>(onError?: ((error: unknown) => Other | PromiseLike<Other>) | null): Promise<Data | Other> {
    return this.then(null, onError);
  }

  finally(onEnd?: (() => void) | null): Promise<Data> {
    return this.then().finally(onEnd);
  }
}

/** Takes `data` out of the envelope. @throws ApiError `unexplained` when there is none: another server answered */
export function dataIn<Data>(body: { data: Data }, response: Response): Data {
  if (typeof body === 'object' && body !== null && 'data' in body) return body.data;
  throw unexplained(response, 'The answer has no data: is baseUrl the address of a Takilya?');
}

export const dataOf = <Data>(answer: Promise<Answer<{ data: Data }>>): Answered<Data> =>
  new Answered(answer, dataIn<Data>);

/** The body of an answer without an envelope: a text, a stream, or nothing. */
export const bodyOf = <Body>(answer: Promise<Answer<Body>>): Answered<Body> =>
  new Answered(answer, (body: Body) => body);

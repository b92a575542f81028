import type { Answer } from './api.ts';

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
  readonly #dataOf: (body: never) => Data;

  constructor(answer: Promise<Answer<unknown>>, dataOf: (body: never) => Data) {
    this.#answer = answer;
    this.#dataOf = dataOf;
  }

  async withResponse(): Promise<WithResponse<Data>> {
    const { body, response } = await this.#answer;
    const requestId = response.headers.get('x-request-id') ?? undefined;
    return { data: this.#dataOf(body as never), response, requestId };
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  then<Result = Data, Other = never>(
    onData?: ((data: Data) => Result | PromiseLike<Result>) | null,
    onError?: ((error: unknown) => Other | PromiseLike<Other>) | null,
  ): Promise<Result | Other> {
    return this.#answer.then(({ body }) => this.#dataOf(body as never)).then(onData, onError);
  }

  catch<Other = never>(onError?: ((error: unknown) => Other | PromiseLike<Other>) | null): Promise<Data | Other> {
    return this.then(null, onError);
  }

  finally(onEnd?: (() => void) | null): Promise<Data> {
    return this.then().finally(onEnd);
  }
}

/** Takes `data` out of the envelope. */
export const dataOf = <Data>(answer: Promise<Answer<{ data: Data }>>): Answered<Data> =>
  new Answered(answer, (body: { data: Data }) => body.data);

/** For answers without an envelope: texts and streams, and those with nothing. */
export const bodyOf = <Body>(answer: Promise<Answer<Body>>): Answered<Body> =>
  new Answered(answer, (body: Body) => body);

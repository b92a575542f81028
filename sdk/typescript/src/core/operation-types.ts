/** An operation as the generated `paths` describe it. */
export interface Operation {
  parameters: object;
  requestBody?: unknown;
  responses: object;
}
export type Method = 'get' | 'put' | 'post' | 'delete';

/** The paths that have an operation of this method. */
export type PathsWith<Paths, Verb extends Method> = {
  [Path in keyof Paths]: Paths[Path] extends Record<Verb, Operation> ? Path : never;
}[keyof Paths] &
  string;

export type OperationOf<Paths, Path extends keyof Paths, Verb extends Method> =
  Paths[Path] extends Record<Verb, infer Found extends Operation> ? Found : never;

/** What a success answers; undefined where it has no content. */
export type AnswerBody<Of extends Operation> = ContentOf<Of['responses'][SuccessOf<Of> & keyof Of['responses']]>;
type SuccessOf<Of extends Operation> = Exclude<keyof Of['responses'], 'default'>;
type ContentOf<Response> = Response extends { content: infer Content } ? Content[keyof Content] : undefined;

/** How one request differs from the settings. */
export interface CallOptions {
  /** Ends the request; it is not tried again. */
  signal?: AbortSignal | undefined;
  /** Only for POST. By default every POST of `Takilya` has a new one. */
  idempotencyKey?: string | undefined;
  /** Longest time of one try, beside the `wait` of its query. */
  timeoutMs?: number | undefined;
  /** How often the request is sent again after a failure that may pass. */
  retries?: number | undefined;
}

/** What an operation is called with: `params` and `body` are required where the operation requires them. */
export type Call<Of extends Operation> = CallOptions & ParamsOf<Of['parameters']> & BodyOf<Of['requestBody']>;
type ParamsOf<Parameters> = Partial<Parameters> extends Parameters ? { params?: Parameters } : { params: Parameters };
type BodyOf<Body> = [Body] extends [undefined]
  ? { body?: never }
  : undefined extends Body
    ? { body?: ContentBody<NonNullable<Body>> }
    : { body: ContentBody<Body> };
type ContentBody<Body> = Body extends { content: infer Content } ? Content[keyof Content] : never;

/** The call may be left out where nothing in it is required. */
export type CallArguments<Of extends Operation> =
  Partial<Call<Of>> extends Call<Of> ? [call?: Call<Of>] : [call: Call<Of>];

/** The query of a list or report, by its path. */
export type QueryOf<Paths, Path extends keyof Paths, Verb extends Method = 'get'> = NonNullable<
  OperationOf<Paths, Path, Verb>['parameters'] extends { query?: infer Query } ? Query : never
>;

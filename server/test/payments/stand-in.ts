import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';

/** Failures between us and a provider: before or after it did the work. */
export const FAULTS = [
  'cut before',
  'cut after',
  'error before',
  'error after',
  'too many',
  'hang before',
  'hang after',
] as const;
/** A key that is revoked fails all calls until a person mends it, so no test takes it at random. */
export type Fault = (typeof FAULTS)[number] | 'locked out';

export interface Answer {
  status: number;
  body: unknown;
}

export const ok = (body: unknown): Answer => ({ status: 200, body });

/** Makes a function that answers about a thing, or with `notFound` if there is no such thing. */
export const foundOr =
  (notFound: Answer) =>
  <Thing>(thing: Thing | undefined, answer: (thing: Thing) => Answer): Answer =>
    thing ? answer(thing) : notFound;

export interface Route {
  /** The name that tests use. */
  call: string;
  method: string;
  path: RegExp;
  run(request: { id: string; query: URLSearchParams; body: unknown; headers: IncomingHttpHeaders }): Answer;
}

/** A notification on its way to a shop. */
export interface SentWebhook {
  body: Buffer;
  headers: Record<string, string>;
}

export interface StandInRules {
  routes: Route[];
  isAuthorized(headers: IncomingHttpHeaders): boolean;
  unauthorized: Answer;
  notFound: Answer;
  tooMany: Answer;
  broken: Answer;
  /** Waits in seconds before a failed notification is sent again. After the last it is given up. */
  retrySeconds: number[];
  /** This many notifications given up in a row switch notifications off; null: never. */
  disabledAfter: number | null;
  /** Each try may have its own signature. */
  sign(body: Buffer, now: Date): Record<string, string>;
}

export interface Payment {
  id: string;
  sessionId: string;
  attemptId: string;
  amountCentavos: number;
  refunds: { id: string; refundId: string; amountCentavos: number; status: 'pending' | 'succeeded' | 'failed' }[];
}

/**
 * A payment service for tests: a real HTTP server with its own records, which fails on demand. `rules` define its
 * answers, which a test compares with samples from the provider's documentation.
 */
export async function openStandIn(rules: StandInRules) {
  let now = () => new Date();
  let send: (told: SentWebhook) => Promise<number> = async () => 0;
  let misbehave: (call: string) => Fault | undefined = () => undefined;
  let otherAccountUrl: string | undefined;
  const calls: string[] = [];
  const webhooks: { body: Buffer; tries: number; dueMs: number }[] = [];
  let givenUpInARow = 0;
  let isDisabled = false;

  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    if (otherAccountUrl && !rules.isAuthorized(request.headers))
      return pass(await askOther(otherAccountUrl, request, body), response);
    const url = new URL(request.url ?? '', 'http://stand-in');
    const route = rules.routes.find(({ method, path }) => method === request.method && path.test(url.pathname));
    const call = route?.call ?? 'unknown';
    calls.push(call);
    const fault = misbehave(call);
    if (fault === 'cut before') return void request.socket.destroy();
    if (fault === 'hang before') return;
    const run = (): Answer => {
      if (!rules.isAuthorized(request.headers)) return rules.unauthorized;
      const id = decodeURIComponent(route?.path.exec(url.pathname)?.[1] ?? '');
      return route?.run({ id, query: url.searchParams, body, headers: request.headers }) ?? rules.notFound;
    };
    const refusals: Partial<Record<Fault, Answer>> = {
      'error before': rules.broken,
      'too many': rules.tooMany,
      'locked out': rules.unauthorized,
    };
    let answer = (fault && refusals[fault]) ?? run();
    if (fault === 'cut after') return void request.socket.destroy();
    if (fault === 'hang after') return;
    if (fault === 'error after') answer = rules.broken;
    pass(answer, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  return {
    url: `http://127.0.0.1:${address.port}`,
    /** Names of the calls received. */
    calls,
    now: () => now(),
    useClock(clock: { now(): Date }) {
      now = () => clock.now();
    },

    /** The provider has one address for all accounts: requests with another key go to the stand-in of another one. */
    shareAddressWith(other: { url: string }) {
      otherAccountUrl = other.url;
    },

    /** Called before every call. */
    misbehave(decide: (call: string) => Fault | undefined) {
      misbehave = decide;
    },
    behave() {
      misbehave = () => undefined;
    },
    /** Fails the next call with this name. */
    failOnce(call: string, fault: Fault) {
      let isDone = false;
      misbehave = (asked) => {
        if (isDone || asked !== call) return undefined;
        isDone = true;
        return fault;
      };
    },

    /** Sends notifications to the shop. @returns its status, 0: no answer */
    tellTo(shop: (told: SentWebhook) => Promise<number>) {
      send = shop;
    },
    tell(event: object) {
      if (!isDisabled) webhooks.push({ body: Buffer.from(JSON.stringify(event)), tries: 0, dueMs: now().getTime() });
    },
    get isDisabled() {
      return isDisabled;
    },
    /** Like a person in the provider's dashboard. Notifications of the time when it was off are not sent. */
    enable() {
      isDisabled = false;
      givenUpInARow = 0;
    },
    waiting: () => webhooks.length,
    clearWebhooks: () => webhooks.splice(0),

    /** Sends all due notifications at once, in the test's order. @returns the statuses */
    async deliver(order: (due: SentWebhook[]) => SentWebhook[] = (due) => due): Promise<number[]> {
      const atMs = now().getTime();
      const due = webhooks.filter(({ dueMs }) => dueMs <= atMs);
      const asTold = new Map(due.map((one) => [{ body: one.body, headers: rules.sign(one.body, now()) }, one]));
      const sent = order([...asTold.keys()]);
      const statuses = await Promise.all(sent.map((told) => send(told)));
      for (const [told, webhook] of asTold) {
        const status = statuses[sent.indexOf(told)];
        // Left out by the test, to be sent later.
        if (status === undefined) continue;
        if (status >= 200 && status < 300) givenUpInARow = 0;
        const seconds = rules.retrySeconds[webhook.tries++];
        if (status >= 200 && status < 300) webhooks.splice(webhooks.indexOf(webhook), 1);
        else if (seconds !== undefined) webhook.dueMs = atMs + seconds * 1_000;
        else {
          webhooks.splice(webhooks.indexOf(webhook), 1);
          givenUpInARow++;
          if (givenUpInARow === rules.disabledAfter) isDisabled = true;
        }
      }
      if (isDisabled) webhooks.splice(0);
      return statuses;
    },

    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type StandIn = Awaited<ReturnType<typeof openStandIn>>;

/** Actions of a buyer and of the provider that every stand-in offers to tests. */
export interface BuyerActions {
  /** The sessions of an attempt: more than one if an answer was lost and the request repeated. */
  sessionsOf(attemptId: string): { id: string; url: string; isOpen: boolean }[];
  /** The buyer chooses a payment method. From now on the wallet can confirm, even if the session is closed. */
  begin(sessionId: string): void;
  /** A bank transfer is on its way, and then refused: the session is open for another payment. */
  process(sessionId: string): void;
  refuse(sessionId: string): void;
  /** @throws Error when the provider refuses: the session is closed and no payment was started */
  pay(sessionId: string, options?: { amountCentavos?: number; quietly?: boolean }): Payment;
  payments(): Payment[];
  /** How refunds behave from now on. */
  refunds(outcome: 'pending' | 'succeeded' | 'failed' | 'refused'): void;
  /** Completes pending refunds and sends notifications. */
  settleRefunds(outcome: 'succeeded' | 'failed'): void;
}

export type ProviderStandIn = StandIn & BuyerActions;

const pass = ({ status, body }: Answer, response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

async function askOther(url: string, { method = 'GET', url: path, headers }: IncomingMessage, body: unknown) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: headers.authorization ?? '',
      'api-version': String(headers['api-version'] ?? ''),
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return undefined;
  }
}

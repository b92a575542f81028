import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

/** What can go wrong between us and a provider: before it did what was asked, or after. */
export const FAULTS = [
  'cut before',
  'cut after',
  'error before',
  'error after',
  'too many',
  'hang before',
  'hang after',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface Answer {
  status: number;
  body: unknown;
}

export interface Route {
  /** As the tests call it. */
  call: string;
  method: string;
  path: RegExp;
  run(request: { id: string; query: URLSearchParams; body: unknown; headers: IncomingHttpHeaders }): Answer;
}

/** A notice on its way to a shop. */
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
  /** Seconds after which a notice that failed is told again; none left: it is given up. */
  retrySeconds: number[];
  /** So many notices given up in a row switch the notices off; null: never. */
  disabledAfter: number | null;
  /** Each try may be signed for itself. */
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
 * A payment service for tests: a real HTTP server with its own books, that fails as it is told to. What it says is the
 * business of `rules`; samples from the provider's documentation keep that honest.
 */
export async function openStandIn(rules: StandInRules) {
  let now = () => new Date();
  let send: (told: SentWebhook) => Promise<number> = async () => 0;
  let misbehave: (call: string) => Fault | undefined = () => undefined;
  const calls: string[] = [];
  const notices: { body: Buffer; tries: number; dueMs: number }[] = [];
  let givenUpInARow = 0;
  let isDisabled = false;

  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
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
    let answer = fault === 'error before' ? rules.broken : fault === 'too many' ? rules.tooMany : run();
    if (fault === 'cut after') return void request.socket.destroy();
    if (fault === 'hang after') return;
    if (fault === 'error after') answer = rules.broken;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  return {
    url: `http://127.0.0.1:${address.port}`,
    /** Names of the calls that came. */
    calls,
    now: () => now(),
    useClock(clock: { now(): Date }) {
      now = () => clock.now();
    },

    /** Asked before every call. */
    misbehave(decide: (call: string) => Fault | undefined) {
      misbehave = decide;
    },
    behave() {
      misbehave = () => undefined;
    },
    /** The next time that this is asked. */
    failOnce(call: string, fault: Fault) {
      let isDone = false;
      misbehave = (asked) => {
        if (isDone || asked !== call) return undefined;
        isDone = true;
        return fault;
      };
    },

    /** Where notices go. @returns its status, 0: no answer */
    tellTo(shop: (told: SentWebhook) => Promise<number>) {
      send = shop;
    },
    tell(event: object) {
      if (!isDisabled) notices.push({ body: Buffer.from(JSON.stringify(event)), tries: 0, dueMs: now().getTime() });
    },
    get isDisabled() {
      return isDisabled;
    },
    /** As a person does in the dashboard. What was not told meanwhile is not told any more. */
    enable() {
      isDisabled = false;
      givenUpInARow = 0;
    },
    waiting: () => notices.length,
    forgetNotices: () => notices.splice(0),

    /** Sends what is due, in an order that the test chooses, all at once. @returns the statuses */
    async deliver(order: (due: SentWebhook[]) => SentWebhook[] = (due) => due): Promise<number[]> {
      const atMs = now().getTime();
      const due = notices.filter(({ dueMs }) => dueMs <= atMs);
      const asTold = new Map(due.map((one) => [{ body: one.body, headers: rules.sign(one.body, now()) }, one]));
      const sent = order([...asTold.keys()]);
      const statuses = await Promise.all(sent.map((told) => send(told)));
      for (const [told, notice] of asTold) {
        const status = statuses[sent.indexOf(told)];
        // Left out by the test: it comes later.
        if (status === undefined) continue;
        if (status >= 200 && status < 300) givenUpInARow = 0;
        const seconds = rules.retrySeconds[notice.tries++];
        if (status >= 200 && status < 300) notices.splice(notices.indexOf(notice), 1);
        else if (seconds !== undefined) notice.dueMs = atMs + seconds * 1_000;
        else {
          notices.splice(notices.indexOf(notice), 1);
          givenUpInARow++;
          if (givenUpInARow === rules.disabledAfter) isDisabled = true;
        }
      }
      if (isDisabled) notices.splice(0);
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

/** What every stand-in lets a test do in the place of a buyer and of the provider. */
export interface BuyerSide {
  /** The sessions of an attempt; more than one when an answer was lost and it was asked for again. */
  sessionsOf(attemptId: string): { id: string; url: string; isOpen: boolean }[];
  /** The buyer chose a way to pay: confirming in the wallet works from now on, whatever becomes of the session. */
  begin(sessionId: string): void;
  /** @throws Error when the provider would not take it: the session is closed and nothing was begun */
  pay(sessionId: string, options?: { amountCentavos?: number; quietly?: boolean }): Payment;
  payments(): Payment[];
  /** What happens to refunds from now on, when they are asked for. */
  refunds(outcome: 'pending' | 'succeeded' | 'failed' | 'refused'): void;
  /** Ends those that are pending, and tells. */
  settleRefunds(outcome: 'succeeded' | 'failed'): void;
}

export type ProviderStandIn = StandIn & BuyerSide;

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return undefined;
  }
}

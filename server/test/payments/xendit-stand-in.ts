import { randomBytes, randomUUID } from 'node:crypto';
import { type Answer, foundOr, ok, openStandIn, type Payment, type ProviderStandIn } from './stand-in.ts';
import {
  eventJson,
  linkUrl,
  paymentJson,
  refundJson,
  requestJson,
  type Session,
  sessionJson,
  type View,
} from './xendit-json.ts';

export const XENDIT_KEYS = {
  live: { secretKey: 'xnd_production_standin000000000', webhookSecret: 'standinverificationtokenlive000' },
  test: { secretKey: 'xnd_development_standin00000000', webhookSecret: 'standinverificationtokentest000' },
};

const MINUTES = 60;
/** 15 m, 45 m, 2 h and so on, to about a day in all. */
const RETRY_SECONDS = [15 * MINUTES, 45 * MINUTES, 120 * MINUTES, 240 * MINUTES, 480 * MINUTES, 540 * MINUTES];
/** How long the wallet waits for a started payment, in this stand-in. */
const CONFIRM_MS = 4 * 3_600_000;
const MIN_SESSION_MS = 10 * 60_000;

interface Options {
  mode?: 'live' | 'test';
  keys?: { secretKey: string; webhookSecret: string };
  /** Payment methods of the account. */
  channels?: string[];
}

/**
 * Xendit's payment sessions as documented: no signature but a token, amounts in pesos, a payment request between the
 * session and the payment, and a wallet that confirms after the session is over.
 */
export async function openXenditStandIn({
  mode = 'live',
  keys: { secretKey, webhookSecret } = XENDIT_KEYS[mode],
  channels = ['CARDS', 'GCASH', 'PAYMAYA', 'GRABPAY', 'QRPH', 'BPI_DIRECT_DEBIT'],
}: Options = {}) {
  const sessions = new Map<string, Session>();
  let currency = 'PHP';
  let refundOutcome: 'pending' | 'succeeded' | 'failed' | 'refused' = 'pending';

  const view = (): View => ({ currency, now: standIn.now().toISOString() });
  const withPayment = (id: string) => {
    const session = [...sessions.values()].find(({ payments }) => payments.some((payment) => payment.id === id));
    const payment = session?.payments.find((candidate) => candidate.id === id);
    return session && payment ? { session, payment } : undefined;
  };
  const withRequest = (id: string | null) =>
    [...sessions.values()].find(({ request }) => request !== null && request.id === id);
  const allRefunds = () =>
    [...sessions.values()].flatMap((session) =>
      session.payments.flatMap((payment) => payment.refunds.map((refund) => ({ session, payment, refund }))),
    );

  function created(attempt: Session['attempt']): Answer {
    const { reference_id, amount, allowed_payment_channels, customer, expires_at, success_return_url } = attempt;
    if (!reference_id || !amount || !customer) return refused('API_VALIDATION_ERROR', 'Required fields are missing.');
    if ([...sessions.values()].some((session) => session.attempt.reference_id === reference_id))
      return refused('DUPLICATE_ERROR', 'The reference_id was used before.');
    if (!String(success_return_url).startsWith('https://'))
      return refused('API_VALIDATION_ERROR', 'URLs must be HTTPS.');
    if ((allowed_payment_channels as string[]).some((code) => !channels.includes(code)))
      return refused('INVALID_PAYMENT_CHANNEL', 'A channel is not activated.');
    if (Date.parse(String(expires_at)) - standIn.now().getTime() < MIN_SESSION_MS)
      return refused('INVALID_EXPIRY_DATE', 'expires_at must be at least 10 minutes ahead.');
    const session: Session = {
      id: `ps-${randomBytes(12).toString('hex')}`,
      attempt,
      amountCentavos: Math.round(Number(amount) * 100),
      status: 'ACTIVE',
      request: null,
      begunAtMs: null,
      payments: [],
      createdAt: standIn.now().toISOString(),
    };
    sessions.set(session.id, session);
    return { status: 201, body: sessionJson(session, view()) };
  }

  function cancelled(session: Session): Answer {
    if (session.status !== 'ACTIVE') return refused('SESSION_NOT_ACTIVE', 'The session is not active.');
    session.status = 'CANCELED';
    return ok(sessionJson(session, view()));
  }

  function refunded(body: { reference_id: string; payment_request_id: string; amount: number }): Answer {
    const session = withRequest(body.payment_request_id);
    const payment = session?.payments[0];
    if (!session || !payment) return notFound;
    const amountCentavos = Math.round(body.amount * 100);
    const back = payment.refunds.reduce(
      (sum, { status, ...one }) => sum + (status === 'failed' ? 0 : one.amountCentavos),
      0,
    );
    if (back + amountCentavos > payment.amountCentavos)
      return refused('MAXIMUM_REFUND_AMOUNT_REACHED', 'The refund exceeds what is left of the payment.');
    if (refundOutcome === 'refused') return refused('INSUFFICIENT_BALANCE', 'The balance is too low for this refund.');
    const refund = { id: `rfd-${randomUUID()}`, refundId: body.reference_id, amountCentavos, status: refundOutcome };
    payment.refunds.push(refund);
    if (refundOutcome !== 'pending') tellOfRefund(refund, payment, session);
    return ok(refundJson(refund, payment, session, view()));
  }

  const standIn = await openStandIn({
    routes: [
      { call: 'create', method: 'POST', path: /^\/sessions$/, run: ({ body }) => created(body as Session['attempt']) },
      {
        call: 'read',
        method: 'GET',
        path: /^\/sessions\/([^/]+)$/,
        run: ({ id }) => found(sessions.get(id), (session) => ok(sessionJson(expire(session), view()))),
      },
      {
        call: 'close',
        method: 'POST',
        path: /^\/sessions\/([^/]+)\/cancel$/,
        run: ({ id }) => found(sessions.get(id), (session) => cancelled(expire(session))),
      },
      {
        call: 'read request',
        method: 'GET',
        path: /^\/v3\/payment_requests\/([^/]+)$/,
        run: ({ id, headers }) =>
          headers['api-version'] === '2024-11-11'
            ? found(withRequest(id), (session) => ok(requestJson(session, view())))
            : notFound,
      },
      {
        call: 'read payment',
        method: 'GET',
        path: /^\/v3\/payments\/([^/]+)$/,
        run: ({ id, headers }) =>
          headers['api-version'] === '2024-11-11'
            ? found(withPayment(id), ({ session, payment }) => ok(paymentJson(payment, session, view())))
            : notFound,
      },
      {
        call: 'refund',
        method: 'POST',
        path: /^\/refunds$/,
        run: ({ body }) => refunded(body as Parameters<typeof refunded>[0]),
      },
      {
        call: 'look for refunds',
        method: 'GET',
        path: /^\/refunds$/,
        run: ({ query }) => {
          const session = withRequest(query.get('payment_request_id'));
          const own = allRefunds().filter((one) => one.session === session);
          return ok({
            data: own.map((one) => refundJson(one.refund, one.payment, one.session, view())),
            has_more: false,
          });
        },
      },
      {
        call: 'read refund',
        method: 'GET',
        path: /^\/refunds\/([^/]+)$/,
        run: ({ id }) =>
          found(
            allRefunds().find(({ refund }) => refund.id === id),
            ({ refund, payment, session }) => ok(refundJson(refund, payment, session, view())),
          ),
      },
    ],
    isAuthorized: ({ authorization }) => authorization === `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`,
    unauthorized: { status: 401, body: { error_code: 'INVALID_API_KEY', message: 'The API key is invalid.' } },
    notFound,
    tooMany: { status: 429, body: { error_code: 'RATE_LIMIT_EXCEEDED', message: 'Too many requests.' } },
    broken: { status: 500, body: { error_code: 'SERVER_ERROR', message: 'Something went wrong.' } },
    retrySeconds: RETRY_SECONDS,
    disabledAfter: null,
    sign: () => ({ 'content-type': 'application/json', 'x-callback-token': webhookSecret, 'webhook-id': randomUUID() }),
  });

  /** Time ends a session by itself. */
  function expire(session: Session): Session {
    const isOver = Date.parse(String(session.attempt.expires_at)) <= standIn.now().getTime();
    if (session.status === 'ACTIVE' && isOver) session.status = 'EXPIRED';
    return session;
  }

  const tell = (event: string, data: object) => standIn.tell(eventJson(event, data, standIn.now().toISOString()));
  const tellOfRefund = (refund: Payment['refunds'][number], payment: Payment, session: Session) =>
    tell(
      refund.status === 'succeeded' ? 'refund.succeeded' : 'refund.failed',
      refundJson(refund, payment, session, view()),
    );

  function sessionNamed(id: string): Session {
    const session = sessions.get(id);
    if (!session) throw new Error(`Xendit has no session ${id}`);
    return expire(session);
  }

  const buyer = {
    sessionsOf: (attemptId: string) =>
      [...sessions.values()]
        .filter(({ attempt }) => attempt.reference_id === attemptId)
        .map((session) => ({ id: session.id, url: linkUrl(session.id), isOpen: expire(session).status === 'ACTIVE' })),

    begin(sessionId: string) {
      const session = sessionNamed(sessionId);
      if (session.status !== 'ACTIVE') throw new Error('the page is closed');
      session.request = { id: `pr-${randomUUID()}`, status: 'REQUIRES_ACTION' };
      session.begunAtMs = standIn.now().getTime();
    },

    /** A bank transfer is on its way. */
    process(sessionId: string) {
      const session = sessionNamed(sessionId);
      session.request = { id: `pr-${randomUUID()}`, status: 'PENDING' };
    },
    /** The bank refuses it. */
    refuse(sessionId: string) {
      const session = sessionNamed(sessionId);
      session.request = { id: `pr-${randomUUID()}`, status: 'FAILED' };
    },

    pay(sessionId: string, { amountCentavos, quietly = false }: { amountCentavos?: number; quietly?: boolean } = {}) {
      const session = sessionNamed(sessionId);
      if (session.payments.length > 0) throw new Error('the session was paid');
      if (!session.request) buyer.begin(sessionId);
      const waits = session.begunAtMs !== null && standIn.now().getTime() - session.begunAtMs < CONFIRM_MS;
      if (session.status !== 'ACTIVE' && !waits && session.request?.status !== 'PENDING')
        throw new Error('the page is closed');
      const payment = {
        id: `py-${randomUUID()}`,
        sessionId,
        attemptId: session.attempt.reference_id,
        amountCentavos: amountCentavos ?? session.amountCentavos,
        refunds: [],
        paidAt: standIn.now().toISOString(),
      };
      session.payments.push(payment);
      if (session.request) session.request.status = 'SUCCEEDED';
      const completes = session.status === 'ACTIVE';
      if (completes) session.status = 'COMPLETED';
      if (!quietly) {
        tell('payment.capture', paymentJson(payment, session, view()));
        if (completes) tell('payment_session.completed', sessionJson(session, view()));
      }
      return payment;
    },

    payments: () => [...sessions.values()].flatMap(({ payments }) => payments),
    refunds(outcome: typeof refundOutcome) {
      refundOutcome = outcome;
    },
    settleRefunds(outcome: 'succeeded' | 'failed') {
      for (const { refund, payment, session } of allRefunds().filter(({ refund }) => refund.status === 'pending')) {
        refund.status = outcome;
        tellOfRefund(refund, payment, session);
      }
    },
    /** The refund requests received. */
    requestOf: (sessionId: string) => sessionNamed(sessionId).attempt,
    showCurrency(shown: string) {
      currency = shown;
    },
    /** The live object: a test may change it. */
    channels,
  };
  return Object.assign(standIn, buyer) satisfies ProviderStandIn;
}

export type XenditStandIn = Awaited<ReturnType<typeof openXenditStandIn>>;

const refused = (error_code: string, message: string): Answer => ({ status: 400, body: { error_code, message } });
const notFound: Answer = { status: 404, body: { error_code: 'DATA_NOT_FOUND', message: 'No such resource.' } };
const found = foundOr(notFound);

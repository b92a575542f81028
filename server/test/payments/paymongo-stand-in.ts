import { createHmac, randomBytes } from 'node:crypto';
import { checkoutUrl, paymentJson, refundJson, type Session, sessionJson, type View } from './paymongo-json.ts';
import { type Answer, foundOr, ok, openStandIn, type ProviderStandIn } from './stand-in.ts';

export const PAYMONGO_KEYS = {
  live: { secretKey: 'sk_live_standin000000000000000', webhookSecret: 'whsk_standin0000000000live' },
  test: { secretKey: 'sk_test_standin000000000000000', webhookSecret: 'whsk_standin0000000000test' },
};

/** 2 s, 4 s, … 4096 s: the twelve tries of the documentation, 136.5 minutes in all. */
const RETRY_SECONDS = Array.from({ length: 12 }, (_, index) => 2 ** (index + 1));
/** GCash: how long a started payment can be confirmed. */
const CONFIRM_MS = 4 * 3_600_000;
const MIN_CENTAVOS = 2_000;

interface Options {
  mode?: 'live' | 'test';
  keys?: { secretKey: string; webhookSecret: string };
  /** Payment methods of the merchant. */
  capabilities?: string[];
}

/**
 * PayMongo's API as documented, with details that integrators found: an `Idempotency-Key` that has no effect, a
 * session that stays `active` after it was paid, 400 for closing it twice.
 */
export async function openPaymongoStandIn({
  mode = 'live',
  keys: { secretKey, webhookSecret } = PAYMONGO_KEYS[mode],
  capabilities = ['card', 'gcash', 'paymaya', 'grab_pay', 'qrph', 'dob', 'dob_ubp', 'shopee_pay'],
}: Options = {}) {
  const livemode = mode === 'live';
  const sessions = new Map<string, Session>();
  let view: Omit<View, 'seconds'> = { livemode, currency: 'PHP' };
  let refundOutcome: 'pending' | 'succeeded' | 'failed' | 'refused' = 'pending';

  const paymentsOf = () => [...sessions.values()].flatMap(({ payments }) => payments);
  const seconds = () => Math.floor(standIn.now().getTime() / 1_000);

  function created(attributes: Record<string, unknown>): Answer {
    const items = attributes.line_items as { amount: number; quantity: number }[] | undefined;
    if (!items?.length) return refused('parameter_required', 'line_items is required.', 'line_items');
    const types = attributes.payment_method_types as string[] | undefined;
    if (!types?.length)
      return refused('parameter_required', 'payment_method_types is required.', 'payment_method_types');
    const unknown = types.find((type) => !capabilities.includes(type));
    if (unknown) return refused('parameter_invalid', `${unknown} is not allowed.`, 'payment_method_types');
    const amountCentavos = items.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0);
    if (amountCentavos < MIN_CENTAVOS)
      return refused('parameter_below_minimum', 'The value for total amount cannot be less than 2000.', 'amount');
    const session: Session = {
      id: newId('cs_'),
      attempt: attributes as Session['attempt'],
      amountCentavos,
      status: 'active',
      intent: 'awaiting_payment_method',
      begunAtMs: null,
      payments: [],
      createdAt: seconds(),
    };
    sessions.set(session.id, session);
    return ok({ data: sessionJson(session, { ...view, seconds: seconds() }) });
  }

  function expired(session: Session): Answer {
    if (session.status === 'expired')
      return refused('resource_invalid_state', 'The checkout session is already expired.', 'id');
    if (session.payments.some(({ status }) => status === 'paid'))
      return refused('resource_invalid_state', 'The checkout session is already paid.', 'id');
    session.status = 'expired';
    return ok({ data: sessionJson(session, { ...view, seconds: seconds() }) });
  }

  function refunded(attributes: { amount: number; payment_id: string; notes?: string }): Answer {
    const payment = paymentsOf().find(({ id }) => id === attributes.payment_id);
    if (!payment) return refused('resource_not_found', 'No such payment.', 'payment_id');
    const back = payment.refunds.reduce(
      (sum, { status, amountCentavos }) => sum + (status === 'failed' ? 0 : amountCentavos),
      0,
    );
    if (payment.status !== 'paid' || back + attributes.amount > payment.amountCentavos)
      return refused('allowed_amount_exceeded', 'The refund exceeds the remaining amount of the payment.', 'amount');
    if (refundOutcome === 'refused')
      return refused('insufficient_funds', 'The payout balance is too low for this refund.', 'amount');
    const refund = {
      id: newId('ref_'),
      refundId: /[0-9a-f-]{36}$/.exec(attributes.notes ?? '')?.[0] ?? '',
      amountCentavos: attributes.amount,
      status: refundOutcome,
    };
    payment.refunds.push(refund);
    if (refundOutcome !== 'pending') tellOfRefund(payment);
    return ok({ data: refundJson(refund, payment, { ...view, seconds: seconds() }) });
  }

  const standIn = await openStandIn({
    routes: [
      {
        call: 'create',
        method: 'POST',
        path: /^\/v1\/checkout_sessions$/,
        run: ({ body }) => created((body as { data: { attributes: Record<string, unknown> } }).data.attributes),
      },
      {
        call: 'read',
        method: 'GET',
        path: /^\/v1\/checkout_sessions\/([^/]+)$/,
        run: ({ id }) =>
          found(sessions.get(id), (session) => ok({ data: sessionJson(session, { ...view, seconds: seconds() }) })),
      },
      {
        call: 'close',
        method: 'POST',
        path: /^\/v1\/checkout_sessions\/([^/]+)\/expire$/,
        run: ({ id }) => found(sessions.get(id), expired),
      },
      {
        call: 'look for refunds',
        method: 'GET',
        path: /^\/v1\/payments\/([^/]+)$/,
        run: ({ id }) =>
          found(
            paymentsOf().find((payment) => payment.id === id),
            (payment) => ok({ data: paymentJson(payment, { ...view, seconds: seconds() }) }),
          ),
      },
      {
        call: 'refund',
        method: 'POST',
        path: /^\/v1\/refunds$/,
        run: ({ body }) => refunded((body as { data: { attributes: Parameters<typeof refunded>[0] } }).data.attributes),
      },
      {
        call: 'read refund',
        method: 'GET',
        path: /^\/v1\/refunds\/([^/]+)$/,
        run: ({ id }) => {
          const payment = paymentsOf().find(({ refunds }) => refunds.some((refund) => refund.id === id));
          const refund = payment?.refunds.find((candidate) => candidate.id === id);
          if (!payment || !refund) return notFound;
          return ok({ data: refundJson(refund, payment, { ...view, seconds: seconds() }) });
        },
      },
      {
        call: 'capabilities',
        method: 'GET',
        path: /^\/v1\/merchants\/capabilities\/payment_methods$/,
        run: () => ok(capabilities),
      },
    ],
    isAuthorized: ({ authorization }) => authorization === `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`,
    unauthorized: { status: 401, body: { errors: [{ code: 'api_key_invalid', detail: 'The API key is invalid.' }] } },
    notFound,
    tooMany: { status: 429, body: { errors: [{ code: 'rate_limited', detail: 'Too many requests.' }] } },
    broken: { status: 500, body: { errors: [{ code: 'internal_server_error', detail: 'Something went wrong.' }] } },
    retrySeconds: RETRY_SECONDS,
    disabledAfter: 3,
    sign: (body, now) => paymongoSignature(body, now, { mode, secret: webhookSecret }),
  });

  const tell = (type: string, data: object) => {
    const attributes = {
      type,
      livemode,
      data,
      previous_data: {},
      pending_webhooks: 1,
      created_at: seconds(),
      updated_at: seconds(),
    };
    standIn.tell({ data: { id: newId('evt_'), type: 'event', attributes } });
  };
  const tellOfRefund = (payment: Session['payments'][number]) =>
    tell('payment.refunded', paymentJson(payment, { ...view, seconds: seconds() }));

  function sessionNamed(id: string): Session {
    const session = sessions.get(id);
    if (!session) throw new Error(`PayMongo has no session ${id}`);
    return session;
  }

  const buyer = {
    sessionsOf: (attemptId: string) =>
      [...sessions.values()]
        .filter(({ attempt }) => attempt.reference_number === attemptId)
        .map(({ id, status }) => ({ id, url: checkoutUrl(id), isOpen: status === 'active' })),

    begin(sessionId: string) {
      const session = sessionNamed(sessionId);
      if (session.status !== 'active') throw new Error('the page is closed');
      session.intent = 'awaiting_next_action';
      session.begunAtMs = standIn.now().getTime();
    },

    /** A bank transfer is on its way. */
    process(sessionId: string) {
      sessionNamed(sessionId).intent = 'processing';
    },
    /** The bank refuses it. */
    refuse(sessionId: string) {
      sessionNamed(sessionId).intent = 'awaiting_payment_method';
    },

    pay(
      sessionId: string,
      {
        amountCentavos,
        quietly = false,
        again = false,
      }: { amountCentavos?: number; quietly?: boolean; again?: boolean } = {},
    ) {
      const session = sessionNamed(sessionId);
      if (session.intent === 'succeeded' && !again) throw new Error('the intent was paid');
      const { begunAtMs } = session;
      const canConfirm = begunAtMs !== null && standIn.now().getTime() - begunAtMs < CONFIRM_MS;
      if (session.status !== 'active' && !canConfirm && session.intent !== 'processing')
        throw new Error('the page is closed');
      const payment = {
        id: newId('pay_'),
        sessionId,
        attemptId: session.attempt.reference_number,
        amountCentavos: amountCentavos ?? session.amountCentavos,
        refunds: [],
        paidAt: seconds(),
        status: 'paid' as const,
      };
      session.payments.push(payment);
      session.intent = 'succeeded';
      if (!quietly) {
        tell('checkout_session.payment.paid', sessionJson(session, { ...view, seconds: seconds() }));
        tell('payment.paid', paymentJson(payment, { ...view, seconds: seconds() }));
      }
      return payment;
    },

    /** The wallet declines; the page stays open. */
    decline(sessionId: string) {
      const session = sessionNamed(sessionId);
      session.intent = 'awaiting_payment_method';
      session.begunAtMs = null;
      const payment = {
        id: newId('pay_'),
        sessionId,
        attemptId: session.attempt.reference_number,
        refunds: [],
        paidAt: seconds(),
      };
      session.payments.push({ ...payment, amountCentavos: session.amountCentavos, status: 'failed' });
      tell(
        'payment.failed',
        paymentJson(
          { ...payment, amountCentavos: session.amountCentavos, status: 'failed' },
          { ...view, seconds: seconds() },
        ),
      );
    },

    payments: () => paymentsOf().filter(({ status }) => status === 'paid'),
    refunds(outcome: typeof refundOutcome) {
      refundOutcome = outcome;
    },
    settleRefunds(outcome: 'succeeded' | 'failed') {
      for (const payment of paymentsOf()) {
        const pending = payment.refunds.filter(({ status }) => status === 'pending');
        for (const refund of pending) refund.status = outcome;
        if (pending.length > 0) tellOfRefund(payment);
      }
    },
    /** Id of the newest session, for tests of a lost answer. */
    newestSession: () => [...sessions.keys()].at(-1) ?? '',
    /** The refund requests received. */
    requestOf: (sessionId: string) => sessionNamed(sessionId).attempt,
    /** Values that payments report from now on, true or not. */
    show(shown: Partial<View>) {
      view = { livemode, currency: 'PHP', ...shown };
    },
    /** The live object: a test may change it. */
    capabilities,
  };
  return Object.assign(standIn, buyer) satisfies ProviderStandIn;
}

export type PaymongoStandIn = Awaited<ReturnType<typeof openPaymongoStandIn>>;

/** Signs like PayMongo: `te` in test mode, `li` in live mode, the other one empty. */
export function paymongoSignature(
  body: Buffer,
  now: Date,
  { mode, secret }: { mode: 'live' | 'test'; secret: string },
): Record<string, string> {
  const t = Math.floor(now.getTime() / 1_000);
  const signature = createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex');
  const [te, li] = mode === 'live' ? ['', signature] : [signature, ''];
  return { 'content-type': 'application/json', 'paymongo-signature': `t=${t},te=${te},li=${li}` };
}

const refused = (code: string, detail: string, attribute: string): Answer => ({
  status: 400,
  body: { errors: [{ code, detail, source: { pointer: attribute, attribute } }] },
});
const notFound: Answer = {
  status: 404,
  body: {
    errors: [{ code: 'resource_not_found', detail: 'No such resource.', source: { pointer: 'id', attribute: 'id' } }],
  },
};
const found = foundOr(notFound);

const newId = (prefix: string) => prefix + randomBytes(12).toString('hex');
